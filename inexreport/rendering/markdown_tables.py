"""Tables as GitHub-flavoured Markdown; names are escaped."""

from __future__ import annotations

import re

from inexreport.rendering.text import UNDEFINED, one_line
from inexreport.report.paper_tables import PaperTable

_ESCAPED = re.compile(r"[\\`*_\[\]|]")
_ENTITY = re.compile(r"[&<>~$]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def markdown_text(text: str) -> str:
    r"""Return escaped text in one line, without anything that Markdown or GitHub would format or link.

    Examples
    --------
    >>> markdown_text("a|b `c` <i>_d_</i> https://e")
    'a\\|b \\`c\\` &#60;i&#62;\\_d\\_&#60;/i&#62; https&#58;//e'
    """
    escaped = _ENTITY.sub(lambda found: f"&#{ord(found[0])};", one_line(text))
    return _ESCAPED.sub(lambda found: f"\\{found[0]}", escaped)


def markdown_table(table: PaperTable) -> str:
    """Return a table with its caption above."""
    heads = [markdown_text(column.head) for column in table.columns]
    rules = ["---:" if column.is_number else "---" for column in table.columns]
    rows = [[UNDEFINED if cell is None else markdown_text(cell) for cell in row] for row in table.rows]
    lines = ["| " + " | ".join(cells) + " |" for cells in (heads, rules, *rows)]
    return f"{markdown_text(table.caption)}\n\n" + "\n".join(lines) + "\n"
