"""Prints the documentation."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from rich.console import Console
from rich.markdown import Markdown


def print_document_list(titles: Mapping[str, str]) -> None:
    """Print the pages of the documentation: name and title."""
    width = max(map(len, titles))
    for name, title in titles.items():
        sys.stdout.write(f"{name:<{width}}  {title}\n")


def print_document(text: str) -> None:
    """Print a Markdown page: formatted on a terminal, else as it is."""
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text, hyperlinks=False))  # relative ones lead nowhere
    else:
        sys.stdout.write(text)
