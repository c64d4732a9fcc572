"""The last columns of a run in text form: the place of each result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.numbers import whole_number
from inexreport.formats.run_content import NOT_FOUND
from inexreport.formats.shown_text import examples
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ResultForm

UNREADABLE = -1
"""Form of a result whose line has an error."""

_PLAIN_NUMBER = "^[0-9]{1,12}$"


def read_places(ending: Sequence[pa.StringArray], count: int) -> dict[str, Any]:
    """Read the columns behind the run id, of which there are none, one or two.

    Parameters
    ----------
    ending : sequence of array of str, shape (results,)
        Empty texts stand for missing columns.
    count : int
        Number of results.

    Returns
    -------
    dict of str to array
        `form`, `offset` and `length` as in `inexreport.model.run.Results`; `form` is `UNREADABLE` where a
        line has an error; `path` and `end_path` as the file spells them, null where a result has none;
        `mistake`, which is null or what cannot be read.
    """
    zeros, none = np.zeros(count, dtype=np.int64), pa.nulls(count, pa.string())

    def places(form: ResultForm, **known: object) -> dict[str, Any]:
        absent = {"offset": zeros, "length": zeros, "path": none, "end_path": none, "mistake": none}
        return {"form": np.full(count, form, dtype=np.int8), **absent, **known}

    if not ending:
        return places(ResultForm.ARTICLE)
    if all(pc.all(pc.match_substring_regex(column, _PLAIN_NUMBER)).as_py() for column in ending):
        numbers = [column.cast(pa.int64()).to_numpy() for column in ending]
        if len(numbers) == 1:
            return places(ResultForm.ENTRY_POINT, offset=numbers[0])
        return places(ResultForm.PASSAGE, offset=numbers[0], length=numbers[1])
    if all(map(_is_path, pa.concat_arrays(ending).unique().to_pylist())):
        if len(ending) == 1:
            return places(ResultForm.ELEMENT, path=ending[0])
        return places(ResultForm.RANGE, path=ending[0], end_path=ending[1])
    rows = [_read_one(*tokens) for tokens in zip(*(column.to_pylist() for column in ending), strict=True)]
    form, offset, length, *texts = zip(*rows, strict=True)
    path, end_path, mistake = (pa.array(column, pa.string()) for column in texts)
    return {
        "form": np.array(form, dtype=np.int8),
        "offset": np.array(offset, dtype=np.int64),
        "length": np.array(length, dtype=np.int64),
        "path": path,
        "end_path": end_path,
        "mistake": mistake,
    }


def _read_one(start: str, end: str = "") -> tuple[int, int, int, str | None, str | None, str | None]:
    """Form, offset, length, path, end path and mistake of one result."""
    if not start:
        return ResultForm.ARTICLE, 0, 0, None, None, None
    if _is_path(start) and (not end or _is_path(end)):
        return ResultForm.RANGE if end else ResultForm.ELEMENT, 0, 0, start, end or None, None
    length = whole_number(end) if end else 0
    if start in NOT_FOUND and (length is not None or end in NOT_FOUND):
        return ResultForm.NOWHERE, 0, 0, None, None, None
    offset = whole_number(start)
    if offset is None or length is None:
        return UNREADABLE, 0, 0, None, None, start if offset is None else end
    if length < 0:
        return UNREADABLE, 0, length, None, None, str(length)
    form = ResultForm.PASSAGE if end else ResultForm.ENTRY_POINT
    return form, offset, length, None, None, None


def report_unreadable(
    mistakes: pa.StringArray, length: NDArray[np.int64], line: NDArray[np.int64], log: ProblemLog
) -> None:
    """Record the lines that could not be read."""
    wrong = mistakes.is_valid().to_numpy(zero_copy_only=False)
    for code, rows, expected in (
        ("run-number", wrong & (length >= 0), "an offset and a length, two paths, or X"),
        ("run-length-negative", wrong & (length < 0), "a length of 0 or more"),
    ):
        if rows.any():
            found = examples(mistakes.filter(pa.array(rows)).to_pylist())
            log.add(code, found=found, expected=expected, lines=line[rows].tolist())


def _is_path(token: str) -> bool:
    return ("/" in token or "[" in token) and token.strip("/") != ""
