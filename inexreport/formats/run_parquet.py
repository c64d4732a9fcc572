"""What a run file was found to tell, as a Parquet file, so that the run need not be read again.

The file has up to four row groups, each with columns of its own, which are empty in the others: the
results, column by column, in the narrowest integers that hold them, but for columns that hold one value
alone; the articles that they index, where their names are short, as numbers; the other names; and all else,
those single values too, as one JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.formats.narrow_columns import is_constant, narrowed
from inexreport.formats.run_content import COLUMN_TYPES, RunContent, widened
from inexreport.formats.run_reading import RunReading
from inexreport.model.problem import Problem, ProblemScope
from inexreport.model.run import Results
from inexreport.model.short_names import ShortNames

LAYOUT = b"6"
"""Version of what is described above; a file of another is not read."""

LAYOUT_KEY = b"run-reading"
NAMES = ("topics", "articles", "paths")
_WORD, _NAME, _REST = "word", "name", "rest"
"""The columns beside those of the results."""

_LINE = "line"
_ASCENDING = "DELTA_BINARY_PACKED"
"""How lines are stored, each by what it is beyond the one before."""

_STATEMENTS = tuple(field.name for field in fields(RunContent) if field.name != "results")
_DAMAGED = (pa.ArrowException, OSError, ValueError, TypeError, LookupError, AttributeError)


def packed(reading: RunReading) -> bytes:
    """Return a reading as the bytes of a Parquet file, the same for the same reading."""
    content = reading.content
    return _packed(
        _no_results() if content is None else content.results,
        {
            "statements": None if content is None else {name: getattr(content, name) for name in _STATEMENTS},
            "problems": [asdict(problem) for problem in reading.problems],
            "rank_problems": [asdict(problem) for problem in reading.rank_problems],
            "score_problems": [asdict(problem) for problem in reading.score_problems],
        },
    )


def unpacked(data: bytes | memoryview) -> RunReading | None:
    """Return the reading that `packed` made these bytes of; None if they are of another layout."""
    try:
        found = _unpacked(data)
        return None if found is None else _reading(*found)
    except _DAMAGED:
        return None


def _packed(results: Results, told: Mapping[str, Any]) -> bytes:
    columns = {name: narrowed(column) for name, column in results.columns.items()}
    constant = {name: column[:1] for name, column in columns.items() if is_constant(column)}
    words, articles = np.zeros(0, dtype=np.uint64), results.articles
    if isinstance(articles, ShortNames):
        words, articles = articles.words, ()
    names = (results.topics, articles, results.paths)
    rest = {
        "results": len(results),
        "constant": {name: [value.dtype.str, value.tobytes().hex()] for name, value in constant.items()},
        "words": len(words),
        "counts": list(accumulate(map(len, names))),
        **told,
    }
    parts: list[dict[str, pa.Array]] = [
        {name: pa.array(column) for name, column in columns.items() if name not in constant},
        {_WORD: pa.array(words)},
        {_NAME: pa.array([name for kind in names for name in kind], pa.string())},
        {_REST: pa.array([json.dumps(rest)])},
    ]
    schema = pa.schema(
        [(name, column.type) for part in parts for name, column in part.items()],
        metadata={LAYOUT_KEY: LAYOUT},
    )
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(
        sink,
        schema,
        compression="lz4",
        use_dictionary=False,
        column_encoding={_LINE: _ASCENDING} if _LINE in schema.names else None,
        write_statistics=False,
    ) as writer:
        for part in parts:
            count = max(map(len, part.values()), default=0)
            if count:
                values = [part.get(field.name, pa.nulls(count, field.type)) for field in schema]
                writer.write_table(pa.Table.from_arrays(values, schema=schema), row_group_size=count)
    return bytes(sink.getvalue())


def _unpacked(data: bytes | memoryview) -> tuple[Results, dict[str, Any]] | None:
    """Results in narrow columns, and what was told beside them."""
    with pq.ParquetFile(pa.BufferReader(data)) as file:
        if (file.schema_arrow.metadata or {}).get(LAYOUT_KEY) != LAYOUT:
            return None
        group = file.num_row_groups - 1
        rest = json.loads(file.read_row_group(group, [_REST], use_threads=False).column(0)[0].as_py())
        results: dict[str, Any] = dict.fromkeys(NAMES, ())
        if rest["counts"][-1]:
            group -= 1
            texts = file.read_row_group(group, [_NAME], use_threads=False).column(0).to_pylist()
            for kind, (begin, end) in zip(NAMES, pairwise([0, *rest["counts"]]), strict=True):
                results[kind] = tuple(texts[begin:end])
        if rest["words"]:
            group -= 1
            words = file.read_row_group(group, [_WORD], use_threads=False).column(0).to_numpy()
            results["articles"] = ShortNames(words)
        stored = [name for name in file.schema_arrow.names if name not in (_WORD, _NAME, _REST)]
        for name, (kind, octets) in rest["constant"].items():
            results[name] = np.full(rest["results"], np.frombuffer(bytes.fromhex(octets), kind)[0])
        if group:
            table = file.read_row_group(0, stored, use_threads=False)
            results |= {name: table.column(name).to_numpy() for name in stored}
        else:
            results |= {name: np.zeros(0, COLUMN_TYPES[name]) for name in stored}
        return Results(**results), rest


def _reading(results: Results, told: Mapping[str, Any]) -> RunReading:
    statements = told["statements"]
    return RunReading(
        None if statements is None else RunContent(results=widened(results), **statements),
        _problems(told["problems"]),
        _problems(told["rank_problems"]),
        _problems(told["score_problems"]),
    )


def _no_results() -> Results:
    columns: dict[str, Any] = {name: np.empty(0, dtype=kind) for name, kind in COLUMN_TYPES.items()}
    return Results((), (), (), **columns)


def _problems(records: list[dict[str, Any]]) -> tuple[Problem, ...]:
    return tuple(
        Problem(**{**record, "lines": tuple(record["lines"]), "scope": ProblemScope(record["scope"])})
        for record in records
    )
