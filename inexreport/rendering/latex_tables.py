"""Tables as LaTeX, for papers; names are escaped and never read as commands."""

from __future__ import annotations

import re

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
    # After the end of a row these two would be read as its options.
    "[": "{[}",
    "*": "{*}",
    "–": "--",
    "\0": "{}",
}
_PRINTED = str.maketrans(_SPECIAL)
_LIGATURE = re.compile(r"(?<=([-',]))(?=\1)")

_WIDELY_KNOWN = re.compile("[\x20-\x7e\xa1-\xff–—‘’“”…]*")
"""Characters that pdfLaTeX prints with T1 fonts; other engines print whatever the font has."""


def latex_text(text: str) -> str:
    r"""Return escaped text; control characters become spaces.

    Examples
    --------
    >>> latex_text(r"100% of \input{run_01}--{a}")
    '100\\% of \\textbackslash{}input\\{run\\_01\\}-{}-\\{a\\}'
    """
    return _LIGATURE.sub("\0", one_line(text)).translate(_PRINTED)


def latex_table(table: PaperTable, label: str) -> str:
    """Return a table with its caption and booktabs rules; a long table can break across pages.

    Parameters
    ----------
    table : PaperTable
    label : str
        Of letters, digits, hyphens, underscores, dots and colons.
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
    """Comments that name the packages needed in the preamble."""
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
