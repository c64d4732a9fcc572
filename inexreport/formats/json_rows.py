"""Rows of runs and qrels in JSON: of ranx and pytrec_eval, of Pyserini, and an object for each row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from inexreport.formats.named_columns import NAMES, Rows, column_places
from inexreport.formats.shown_text import quoted
from inexreport.model.problem import ProblemLog

_LISTS = ("contexts", "candidates")
"""Where Pyserini and RankLLM list the results of a topic."""

EXPECTED = '{"topic": {"document": number}}, or objects such as {"qid": "1", "docno": "d7", "score": 3.5}'
_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"|\[\s*\{)')


def is_json(data: bytes) -> bool:
    """Whether a file begins like an object or an array of objects."""
    return _START.match(data) is not None


def json_rows(text: str, log: ProblemLog) -> Rows | None:
    """Return the rows of a text; None, with the reason in `log`, without rows.

    Examples
    --------
    >>> rows, line = json_rows('{"1": {"a": 0.5}}', ProblemLog("run"))
    >>> rows.select(["topic", "document", "score"]).to_pylist(), line.tolist()
    ([{'topic': '1', 'document': 'a', 'score': 0.5}], [1])
    """
    columns: dict[str, list[Any]] = {name: [] for name in NAMES}
    lines: list[int] = []
    wrong: dict[int, Any] = {}
    for line, value in json_values(text, log):
        for row in _rows(value):
            named = _named(row)
            if not all(type(named.get(name)) in (str, int) for name in ("topic", "document")):
                wrong.setdefault(line, row)
                continue
            lines.append(line)
            for name, column in columns.items():
                column.append(named.get(name))
    if wrong or not (lines or log.has_errors):
        found = quoted(json.dumps(next(iter(wrong.values())), ensure_ascii=False)) if wrong else "no row"
        log.add("table-row", found=found, expected=EXPECTED, lines=list(wrong))
    stated = {name: column for name, column in columns.items() if any(one is not None for one in column)}
    arrays = {name: _array(column, names=name in ("topic", "document")) for name, column in stated.items()}
    return (pa.table(arrays), np.array(lines)) if lines else None


def json_values(
    text: str, log: ProblemLog, code: str = "table-row", expected: str = EXPECTED
) -> list[tuple[int, Any]]:
    """Return the only value of a text, or that on each of its lines, with the line where it begins.

    What is no JSON is in the log as a problem of this code.
    """
    try:
        return [(1, json.loads(text))]
    except RecursionError:
        whole = "values nested too deeply"
    except ValueError as error:
        whole = quoted(error)
    lines = {number: line for number, line in enumerate(text.split("\n"), start=1) if line.strip()}
    values, wrong = [], []
    for number, line in lines.items():
        try:
            values.append((number, json.loads(line)))
        except (ValueError, RecursionError):
            wrong.append(number)
    if 2 * len(wrong) > len(lines):
        log.add(code, found=whole, expected=expected)
        return []
    if wrong:
        log.add(code, found=quoted(lines[wrong[0]]), expected=expected, lines=wrong)
    return values


def _rows(value: Any, topic: Any = None) -> Iterator[dict[str, Any]]:
    """The rows of a value, one of no columns where it is none; of one topic, if that is known."""
    if isinstance(value, list):
        for one in value:
            yield from _rows(one, topic)
        return
    if not isinstance(value, dict):
        yield {} if topic is None else {str(topic): value}
        return
    named = _named(value)
    listed = next((value[name] for name in _LISTS if isinstance(value.get(name), list)), None)
    if listed is not None:
        query = named.get("topic") if topic is None else topic
        yield from _rows(listed, _named(query).get("topic") if isinstance(query, dict) else query)
    elif "document" in named and not isinstance(named["document"], dict):
        yield value if topic is None else {**value, "topic": topic}
    elif topic is None:
        for name, inner in value.items():
            yield from _rows(inner, name)
    else:
        for document, number in value.items():
            yield {"topic": topic, "document": document, "score": number}


def _named(row: dict[str, Any]) -> dict[str, Any]:
    """The values of an object by what they are called here."""
    values = list(row.values())
    return {meaning: values[place] for meaning, place in column_places(tuple(row)).items()}


def _array(column: list[Any], *, names: bool) -> pa.Array:
    """Numbers as they are, all else as texts."""
    if not names and {*map(type, column)} <= {int, float}:
        return pa.array(np.array(column, dtype=np.float64))
    return pa.array([one if one is None or isinstance(one, str) else json.dumps(one) for one in column])
