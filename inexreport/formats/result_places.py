"""The last columns of a run in text form: which text each result means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.numbers import whole_number
from inexreport.formats.quoting import examples
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ResultForm

NOT_FOUND = ("X", "x", "-1")
"""Offsets by which exporting tools say that a path names nothing in their collection."""

UNREADABLE = -1
"""Form of a result whose line has an error."""

_PLAIN_NUMBER = "^[0-9]{1,12}$"


@dataclass(frozen=True, eq=False)
class ResultPlaces:
    """What the last columns say.

    Attributes
    ----------
    form, offset, length
        As in `inexreport.model.run.Results`; `form` is `UNREADABLE` where a line has an error.
    path, end_path : array of str, shape (results,)
        As the file spells them; null where a result has none.
    mistake : array of str, shape (results,)
        What cannot be read, or a negative length; else null.
    """

    form: NDArray[np.int8]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    path: pa.StringArray
    end_path: pa.StringArray
    mistake: pa.StringArray

    def select(self, order: NDArray[np.int64]) -> ResultPlaces:
        """The rows with these numbers."""
        columns = (getattr(self, field.name) for field in fields(self))
        return ResultPlaces(
            *(one[order] if isinstance(one, np.ndarray) else one.take(order) for one in columns)
        )


def joined(parts: Sequence[ResultPlaces]) -> ResultPlaces:
    """The rows of all parts, one part after another."""
    columns = ([getattr(part, field.name) for part in parts] for field in fields(ResultPlaces))
    return ResultPlaces(
        *(np.concatenate(one) if isinstance(one[0], np.ndarray) else pa.concat_arrays(one) for one in columns)
    )


def read_places(ending: Sequence[pa.StringArray], count: int) -> ResultPlaces:
    """Read the columns behind the run id, of which there are none, one or two.

    Parameters
    ----------
    ending : sequence of array of str, shape (results,)
    count : int
        Number of results.
    """
    zeros, none = np.zeros(count, dtype=np.int64), pa.nulls(count, pa.string())

    def places(form: ResultForm, **known: object) -> ResultPlaces:
        absent = {"offset": zeros, "length": zeros, "path": none, "end_path": none, "mistake": none}
        return ResultPlaces(np.full(count, form, dtype=np.int8), **(absent | known))

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
    form, offset, length, path, end_path, mistake = zip(*rows, strict=True)
    return ResultPlaces(
        np.array(form, dtype=np.int8),
        np.array(offset, dtype=np.int64),
        np.array(length, dtype=np.int64),
        *(pa.array(column, pa.string()) for column in (path, end_path, mistake)),
    )


def _read_one(start: str, end: str | None = None) -> tuple[int, int, int, str | None, str | None, str | None]:
    """Form, offset, length, path, end path and mistake of one result."""
    if _is_path(start) and (end is None or _is_path(end)):
        return ResultForm.ELEMENT if end is None else ResultForm.RANGE, 0, 0, start, end, None
    length = 0 if end is None else whole_number(end)
    if start in NOT_FOUND and (length is not None or end in NOT_FOUND):
        return ResultForm.NOWHERE, 0, 0, None, None, None
    offset = whole_number(start)
    if offset is None or length is None:
        return UNREADABLE, 0, 0, None, None, start if offset is None or end is None else end
    if length < 0:
        return UNREADABLE, 0, length, None, None, str(length)
    form = ResultForm.ENTRY_POINT if end is None else ResultForm.PASSAGE
    return form, offset, length, None, None, None


def report_unreadable(places: ResultPlaces, line: NDArray[np.int64], log: ProblemLog) -> None:
    """Record the lines that could not be read."""
    wrong = places.form == UNREADABLE
    for code, rows, expected in (
        ("run-number", wrong & (places.length >= 0), "an offset and a length, two paths, or X"),
        ("run-length-negative", wrong & (places.length < 0), "a length of 0 or more"),
    ):
        if rows.any():
            found = examples(places.mistake.filter(pa.array(rows)).to_pylist())
            log.add(code, found=found, expected=expected, lines=line[rows].tolist())


def _is_path(token: str) -> bool:
    return ("/" in token or "[" in token) and token.strip("/") != ""
