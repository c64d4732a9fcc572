"""Rows of comma-separated values with their lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from inexreport.formats.shown_text import quoted
from inexreport.model.problem import ProblemLog


def csv_rows(text: str, log: ProblemLog, code: str) -> Iterator[tuple[int, Sequence[str]]]:
    r"""Yield each row that is not empty with the line where it begins, as far as rows can be read.

    Examples
    --------
    >>> list(csv_rows('a,b\n\n"c\nd",\ne,f\n', ProblemLog("runs.csv"), "run-table-syntax"))
    [(1, ['a', 'b']), (3, ['c\nd', '']), (5, ['e', 'f'])]
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        log.add(code, found=quoted(error), expected="comma-separated values", lines=[line])
