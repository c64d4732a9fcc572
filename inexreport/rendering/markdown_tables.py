"""Tables as Markdown of GitHub's kind: whatever a name holds is shown as text."""

from __future__ import annotations

import re
from functools import lru_cache

from inexreport.rendering.text import UNDEFINED, one_line
from inexreport.report.paper_tables import PaperTable

_ESCAPED = re.compile(r"[\\`*_\[\]|]")
_ENTITY = re.compile(r"[&<>~$]|:(?=//)|(?<=www)\.", re.IGNORECASE)


@lru_cache(maxsize=4096)  # names of metrics and ranks, which the tables of all runs have
def markdown_text(text: str) -> str:
    r"""Text of one line without anything that Markdown, or GitHub in it, would format or link.

    Examples
    --------
    >>> markdown_text("a|b `c` <i>_d_</i> https://e")
    'a\\|b \\`c\\` &#60;i&#62;\\_d\\_&#60;/i&#62; https&#58;//e'
    """
    escaped = _ENTITY.sub(lambda found: f"&#{ord(found[0])};", one_line(text))
    return _ESCAPED.sub(lambda found: f"\\{found[0]}", escaped)


def markdown_table(table: PaperTable) -> str:
    """A table with its caption above."""
    heads = [markdown_text(column.head) for column in table.columns]
    rules = ["---:" if column.is_number else "---" for column in table.columns]
    rows = [[UNDEFINED if cell is None else markdown_text(cell) for cell in row] for row in table.rows]
    lines = ["| " + " | ".join(cells) + " |" for cells in (heads, rules, *rows)]
    return f"{markdown_text(table.caption)}\n\n" + "\n".join(lines) + "\n"
