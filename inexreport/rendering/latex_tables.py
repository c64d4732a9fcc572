"""Tables as LaTeX, for papers: whatever a name holds is set as text and never read as a command."""

from __future__ import annotations

import re
from functools import lru_cache

from inexreport.rendering.text import one_line
from inexreport.report.paper_tables import PaperTable

UNDEFINED = "--"

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\symbol{34}",
    # Behind the end of a row these two would be read as its options.
    "[": "{[}",
    "*": "{*}",
    "–": "--",
    "\0": "{}",
}
_PRINTED = str.maketrans(_SPECIAL)
_LIGATURE = re.compile(r"(?<=([-',]))(?=\1)")

_WIDELY_KNOWN = re.compile("[\x20-\x7e\xa1-\xff–—‘’“”…]*")
"""What pdfLaTeX sets with T1 fonts; the other engines set whatever the font has."""


@lru_cache(maxsize=4096)  # names of metrics and ranks, which the tables of all runs have
def latex_text(text: str) -> str:
    r"""Text that LaTeX prints as it stands; what cannot be printed becomes a blank.

    Examples
    --------
    >>> latex_text(r"100% of \input{run_01}--{a}")
    '100\\% of \\textbackslash{}input\\{run\\_01\\}-{}-\\{a\\}'
    """
    return _LIGATURE.sub("\0", one_line(text)).translate(_PRINTED)


def latex_table(table: PaperTable, label: str) -> str:
    """A table with its caption, under rules of booktabs; one that may be long goes on over pages.

    Parameters
    ----------
    table : PaperTable
    label : str
        Letters, digits, hyphens, underscores, dots and colons.
    """
    heads = " & ".join(latex_text(column.head) for column in table.columns) + r" \\"
    alignment = "".join("r" if column.is_number else "l" for column in table.columns)
    caption = rf"\caption{{{latex_text(table.caption)}}}\label{{{label}}}"
    rows = [" & ".join(_cell(cell) for cell in row) + r" \\" for row in table.rows]
    if table.is_long:
        lines = [
            rf"\begin{{longtable}}{{{alignment}}}",
            rf"{caption}\\",
            *(r"\toprule", heads, r"\midrule", r"\endfirsthead"),
            *(r"\toprule", heads, r"\midrule", r"\endhead"),
            *(r"\bottomrule", r"\endfoot"),
            *rows,
            r"\end{longtable}",
        ]
    else:
        lines = [
            r"\begin{table}",
            r"\centering",
            caption,
            rf"\begin{{tabular}}{{{alignment}}}",
            *(r"\toprule", heads, r"\midrule"),
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    return "\n".join([*_needs(table), *lines]) + "\n"


def _cell(cell: str | None) -> str:
    return UNDEFINED if cell is None else latex_text(cell)


def _needs(table: PaperTable) -> list[str]:
    """Comments on what the preamble of a document needs that inputs the file."""
    packages = "booktabs,longtable" if table.is_long else "booktabs"
    text = "".join(one_line(text) for row in ([table.caption], *table.rows) for text in row if text)
    comments = [rf"% Needs \usepackage{{{packages}}}"]
    if not text.isascii():
        comments[0] += r" and \usepackage[T1]{fontenc}"
    if not _WIDELY_KNOWN.fullmatch(text):
        comments.append(
            "% Names hold letters for which LuaLaTeX or XeLaTeX and a font with them may be needed."
        )
    return comments
