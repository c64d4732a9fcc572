"""The command that prints the documentation."""

from __future__ import annotations

from typing import Annotated

import typer

from inexreport.errors import UsageError
from inexreport.version import DOCUMENTATION


def docs(
    page: Annotated[str | None, typer.Argument(metavar="[PAGE]", help="Print this page.")] = None,
) -> None:
    """Print a page of the documentation, or list all pages.

    On a terminal the page is formatted for reading; otherwise its Markdown is printed as it is.

    Examples: `inexreport docs`; `inexreport docs formats`; `inexreport docs formats > formats.md`
    """
    from inexreport.console.documentation import print_document, print_document_list

    pages = {file.stem: file.read_text("utf-8") for file in sorted(DOCUMENTATION.glob("*.md"))}
    if page is None:
        print_document_list({name: _title(text) for name, text in pages.items()})
    elif page in pages:
        print_document(pages[page])
    else:
        raise UsageError(f"There is no page {page!r}. There are: {', '.join(pages)}.")


def _title(text: str) -> str:
    """The heading that a page begins with."""
    return text.partition("\n")[0].removeprefix("# ")
