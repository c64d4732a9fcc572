"""Mistakes in the columns of runs of documents: what many files have instead of the six columns."""

from __future__ import annotations

import re
from itertools import islice

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.formats.numbers import decimal_number, whole_number
from inexreport.formats.shown_text import quoted
from inexreport.formats.text_columns import decimal_numbers
from inexreport.model.problem import ProblemLog

EXPECTED = "6 columns: topic, Q0, document, rank, score and tag"

_COLUMNS = 6
_LOOKED_AT = 20
"""Lines by which separators are recognised."""

_HEADER = re.compile(
    rb"(?:#|(?:topic|query|q|doc|document|run|p)[_-]?(?:id|no|name|tag)?|q0|iter(?:ation)?|rank|score|sim|tag)",
    re.IGNORECASE,
)
"""A name of a column in a first line."""

_PLACES = (b"rank", b"score", b"sim")
_NO_ITERATION = (b"Q0", b"q0", b"QO", b"0")


def without_header(data: bytes, log: ProblemLog) -> bytes:
    r"""Return a text with an empty first line, reported in `log`, if that names columns.

    Examples
    --------
    >>> without_header(b"qid Q0 docno rank score tag\n1 Q0 a 1 0.5 me\n", ProblemLog("run"))
    b'\n1 Q0 a 1 0.5 me\n'
    """
    first, _, rest = data.partition(b"\n")
    names = re.split(rb"[\s,;]+", first.strip(b"#,; \t"))
    if len(names) < 3 or not any(name.lower() in _PLACES for name in names):
        return data
    if not all(map(_HEADER.fullmatch, names)):
        return data
    log.add("run-header", found=quoted(first), expected="results from the first line on", lines=[1])
    return b"\n" + rest


def reports_separators(data: bytes, log: ProblemLog) -> bool:
    """Whether most of a file's lines have commas or semicolons between the columns; `log` says so."""
    lines = list(islice((line for line in data.split(b"\n", 2 * _LOOKED_AT) if line.strip()), _LOOKED_AT))
    for mark in (b",", b";"):
        if 2 * sum(_is_separated(line, mark) for line in lines) > len(lines):
            found = f"“{mark.decode()}” in {quoted(lines[-1])}"
            log.add("run-separators", found=found, expected=f"blanks or tabs between {EXPECTED}", lines=[1])
            return True
    return False


def _is_separated(line: bytes, mark: bytes) -> bool:
    words = line.split()
    at_ends = all(word.endswith(mark) for word in words[:-1])
    return line.count(mark) >= _COLUMNS - 2 and (len(words) < _COLUMNS - 1 or at_ends)


def report_missing_columns(data: bytes, wrong: NDArray[np.intp], log: ProblemLog) -> NDArray[np.intp]:
    """Report lines that lack Q0 or the tag, and return the lines of which nothing is known.

    Parameters
    ----------
    data : bytes
        The file.
    wrong : int array
        Lines with too few columns, counted from 0.
    log : ProblemLog
        Of the file.
    """
    lines = data.split(b"\n")
    missing: dict[str, list[int]] = {}
    unknown = []
    for number in wrong.tolist():
        if name := _missing(lines[number].split()):
            missing.setdefault(name, []).append(number)
        else:
            unknown.append(number)
    for name, numbers in missing.items():
        found = f"no {name} in {quoted(lines[numbers[0]])}"
        log.add("run-column-missing", found=found, expected=EXPECTED, lines=[one + 1 for one in numbers])
    return np.array(unknown, dtype=np.intp)


def _missing(words: list[bytes]) -> str:
    """Return which columns a line lacks; empty if that is unclear."""
    numbers = [decimal_number(word.decode("utf-8", "replace")) is not None for word in words]
    if len(words) == _COLUMNS - 1 and all(numbers[3:]) and words[1] in _NO_ITERATION:
        return "tag"
    if len(words) == _COLUMNS - 1 and all(numbers[2:4]):
        return "Q0"
    if len(words) == _COLUMNS - 2 and all(numbers[2:]) and whole_number(words[3].decode()) is None:
        return "Q0 and no tag"
    return ""


def swapped_columns(
    topic: NDArray[np.int32], document: pa.StringArray, rank: pa.StringArray, score: NDArray[np.float64]
) -> str:
    """Return which two columns are swapped; empty if they are in order or it cannot be known.

    Parameters
    ----------
    topic : int array, shape (results,)
        Number of the topic of each result, in file order.
    document, rank : array of str, shape (results,)
    score : float array, shape (results,)

    Examples
    --------
    >>> topic, names = np.zeros(2, dtype=np.int32), pa.array(["FT1", "FT2"])
    >>> swapped_columns(topic, pa.array(["1", "2"]), names, np.array([0.9, 0.8]))
    'document and rank'
    >>> swapped_columns(topic, names, pa.array(["0.9", "0.8"]), np.array([1.0, 2.0]))
    'rank and score'
    """
    counted = whole_number(document[0].as_py()) in (0, 1)
    if not counted and score[0] not in (0, 1):
        return ""
    ranks = decimal_numbers(rank)
    order = np.lexsort((ranks, topic))
    if _counts(topic[order], ranks[order]):
        return ""
    order = np.argsort(topic, kind="stable")
    topic, ranks = topic[order], ranks[order]
    same = topic[1:] == topic[:-1]
    if counted and same.any() and _counts(topic, decimal_numbers(document)[order]):
        names = np.isnan(ranks)
        if 2 * np.count_nonzero(names) > len(ranks) or (same & (ranks[1:] < ranks[:-1])).any():
            return "document and rank"
    falls = (ranks[1:] < ranks[:-1])[same]
    if falls.any() and not (ranks[1:] > ranks[:-1])[same].any() and _counts(topic, score[order]):
        return "rank and score"
    return ""


def _counts(topic: NDArray[np.int32], numbers: NDArray[np.float64]) -> bool:
    """Whether numbers count up by one from 0 or 1 in each topic; topics are one after another."""
    starts = np.flatnonzero(np.concatenate(([True], topic[1:] != topic[:-1])))
    place = np.arange(len(topic)) - np.repeat(starts, np.diff([*starts, len(topic)]))
    first = np.repeat(numbers[starts], np.diff([*starts, len(topic)]))
    return bool(np.isin(first, (0, 1)).all() and (numbers == first + place).all())
