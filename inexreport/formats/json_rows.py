"""Rows of runs and qrels in JSON: of ranx and pytrec_eval, of Pyserini, and an object for each row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.formats.named_columns import NAMES, column_places
from inexreport.formats.shown_text import quoted
from inexreport.model.problem import ProblemLog

_LISTS = ("contexts", "candidates")
"""Where Pyserini and RankLLM list the results of a topic."""

_EXPECTED = '{"topic": {"document": number}}, or objects such as {"qid": "1", "docno": "d7", "score": 3.5}'
_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"|\[\s*\{)')


def is_json(data: bytes) -> bool:
    """Whether a file begins like an object or an array of objects."""
    return _START.match(data) is not None


def json_rows(text: str, log: ProblemLog) -> tuple[pa.Table, NDArray[np.int64]] | None:
    """Return what `inexreport.formats.tables.FileTable` has; None, with the reason in `log`, without rows.

    Examples
    --------
    >>> rows, line = json_rows('{"1": {"a": 0.5}}', ProblemLog("run"))
    >>> rows.select(["topic", "document", "score"]).to_pylist(), line.tolist()
    ([{'topic': '1', 'document': 'a', 'score': 0.5}], [1])
    """
    columns: dict[str, list[Any]] = {name: [] for name in NAMES}
    lines, wrong, places = [], [], {}
    try:
        for line, value in _values(text, log):
            for row in _rows(value):
                names = tuple(row)
                if names not in places:
                    places[names] = {meaning: names[place] for meaning, place in column_places(names).items()}
                at = places[names]
                of_row = [row[at[name]] if name in at else None for name in NAMES]
                if not all(isinstance(one, str | int) and not isinstance(one, bool) for one in of_row[:2]):
                    wrong.append((line, row))
                    continue
                lines.append(line)
                for column, cell in zip(columns.values(), of_row, strict=True):
                    column.append(cell)
    except RecursionError:
        log.add("table-row", found="values nested too deeply", expected=_EXPECTED)
        return None
    if wrong:
        found = quoted(json.dumps(wrong[0][1], ensure_ascii=False))
        log.add("table-row", found=found, expected=_EXPECTED, lines=sorted({line for line, _ in wrong}))
    if not lines:
        if not log.has_errors:
            log.add("table-row", found="no row", expected=_EXPECTED)
        return None
    filled = {
        name: _array(column, texts=name in ("topic", "document"))
        for name, column in columns.items()
        if any(one is not None for one in column)
    }
    return pa.table(filled), np.array(lines, dtype=np.int64)


def _values(text: str, log: ProblemLog) -> Iterator[tuple[int, Any]]:
    """The only value of a text, or that on each of its lines, with the line where it begins."""
    try:
        yield 1, json.loads(text)
        return
    except ValueError as error:
        whole = error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    values, wrong = [], []
    for number, line in lines:
        try:
            values.append((number, json.loads(line)))
        except ValueError:
            wrong.append(number)
    if 2 * len(wrong) > len(lines) or len(lines) == 1:
        log.add("table-row", found=quoted(whole), expected=_EXPECTED)
        return
    if wrong:
        found = quoted(dict(lines)[wrong[0]])
        log.add("table-row", found=found, expected=_EXPECTED, lines=wrong)
    yield from values


def _rows(value: Any, topic: str | int | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a value, which are empty where it is none; of one topic, if that is known."""
    if isinstance(value, list):
        for one in value:
            yield from _rows(one, topic)
        return
    if not isinstance(value, dict):
        yield {} if topic is None else {str(topic): value}
        return
    listed = next((value[name] for name in _LISTS if isinstance(value.get(name), list)), None)
    places = {meaning: list(value)[at] for meaning, at in column_places(list(value)).items()}
    if listed is not None:
        query = value.get("query")
        stated = _topic(query) or _topic(value) if topic is None else topic
        yield from _rows(listed, stated)
    elif "document" in places and not isinstance(value[places["document"]], dict):
        yield value if topic is None else {**value, "topic": topic}
    elif topic is None:
        for name, inner in value.items():
            yield from _rows(inner, name)
    else:
        for document, number in value.items():
            yield {"topic": topic, "document": document, "score": number}


def _topic(value: Any) -> Any:
    """The identifier that an object has; empty if it has none."""
    places = column_places(list(value)) if isinstance(value, dict) else {}
    return list(value.values())[places["topic"]] if "topic" in places else ""


def _array(column: list[Any], *, texts: bool) -> pa.Array:
    """Numbers as they are, all else as texts."""
    if not texts and all(isinstance(one, float | int) and not isinstance(one, bool) for one in column):
        return pa.array(column, pa.float64())
    return pa.array([one if one is None or isinstance(one, str) else json.dumps(one) for one in column])
