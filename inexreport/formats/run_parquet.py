"""What a run file was found to tell, as a Parquet file, so that the run need not be read again.

The file has up to four row groups, each with columns of its own, which are empty in the others: the
results, column by column, in the narrowest integers that hold them, but for columns that hold one value
alone; the articles that they index, where their names are short, as numbers; the other names; and all else,
those single values too, as one JSON text. A checksum of all of it follows: those of Parquet leave out what
describes its pages.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from itertools import accumulate, pairwise
from typing import Any
from zlib import crc32

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.formats.run_content import COLUMN_TYPES, RunContent, widened
from inexreport.formats.run_reading import RunReading
from inexreport.model.problem import Problem, ProblemScope
from inexreport.model.run import Results
from inexreport.model.short_names import ShortNames

LAYOUT = b"5"
"""Version of what is described above; a file of another is not read."""

LAYOUT_KEY = b"run-reading"
NAMES = ("topics", "articles", "paths")
_CHECKSUM = 4
"""Octets of a CRC-32."""

_LINE = "line"
_ASCENDING = "DELTA_BINARY_PACKED"
"""How lines are stored, each by what it is beyond the one before."""

_NARROWER = (np.int8, np.int16, np.int32)
_STATEMENTS = tuple(field.name for field in fields(RunContent) if field.name != "results")


def packed(reading: RunReading) -> bytes:
    """Return a reading as the bytes of a Parquet file, the same for the same reading."""
    columns = dict(_no_results() if reading.content is None else vars(reading.content.results))
    columns |= {name: _narrow(columns[name]) for name in COLUMN_TYPES}
    constant = {name: columns[name][:1] for name in COLUMN_TYPES if _is_constant(columns[name])}
    words = np.zeros(0, dtype=np.uint64)
    if isinstance(columns["articles"], ShortNames):
        words, columns["articles"] = columns["articles"].words, ()
    names = pa.array([name for kind in NAMES for name in columns[kind]], pa.string())
    rest = {
        "results": len(columns[_LINE]),
        "constant": {name: [value.dtype.str, value.tobytes().hex()] for name, value in constant.items()},
        "words": len(words),
        "counts": list(accumulate(len(columns[kind]) for kind in NAMES)),
        **_rest(reading),
    }
    parts: list[dict[str, pa.Array]] = [
        {name: pa.array(columns[name]) for name in COLUMN_TYPES if name not in constant},
        {"word": pa.array(words)},
        {"name": names},
        {"rest": pa.array([json.dumps(rest)])},
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
    content = sink.getvalue()
    return bytes(content) + crc32(content).to_bytes(_CHECKSUM)


def unpacked(data: bytes, *, narrow: bool = False) -> RunReading | None:
    """Return the reading that `packed` made these bytes of; None if they are damaged or of another layout.

    Parameters
    ----------
    data : bytes
    narrow : bool
        Whether columns of results keep the narrow types of the file, since but few rows will be `widened`;
        their lines are not read then, and all 0.
    """
    content = memoryview(data)[:-_CHECKSUM]
    if crc32(content).to_bytes(_CHECKSUM) != data[-_CHECKSUM:]:
        return None
    try:
        with pq.ParquetFile(pa.BufferReader(content)) as file:
            if (file.schema_arrow.metadata or {}).get(LAYOUT_KEY) != LAYOUT:
                return None
            return _reading(file, narrow=narrow)
    except (pa.ArrowException, OSError, ValueError, TypeError, LookupError, AttributeError):
        return None


def _narrow(column: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if column.dtype.kind == "i" and len(column):
        low, high = column.min(), column.max()
        for kind in _NARROWER:
            if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
                return column.astype(kind, copy=False)
    return column


def _is_constant(column: np.ndarray[Any, Any]) -> bool:
    """Whether all values have the same octets, as no two floating-point zeros of different signs have."""
    octets = column.view(f"u{column.itemsize}")
    return len(column) > 0 and bool((octets == octets[0]).all())


def _rest(reading: RunReading) -> dict[str, Any]:
    content = reading.content
    return {
        "statements": None if content is None else {name: getattr(content, name) for name in _STATEMENTS},
        "problems": [asdict(problem) for problem in reading.problems],
        "rank_problems": [asdict(problem) for problem in reading.rank_problems],
    }


def _reading(file: pq.ParquetFile, *, narrow: bool) -> RunReading:
    group = file.num_row_groups - 1
    rest = json.loads(file.read_row_group(group, ["rest"], use_threads=False).column(0)[0].as_py())
    columns = _no_results()
    if rest["counts"][-1]:
        group -= 1
        texts = file.read_row_group(group, ["name"], use_threads=False).column(0).to_pylist()
        for kind, (begin, end) in zip(NAMES, pairwise([0, *rest["counts"]]), strict=True):
            columns[kind] = tuple(texts[begin:end])
    words = np.zeros(0, dtype=np.uint64)
    if rest["words"]:
        group -= 1
        words = file.read_row_group(group, ["word"], use_threads=False).column(0).to_numpy()
    count = rest["results"]
    for name, (kind, octets) in rest["constant"].items():
        columns[name] = np.full(count, np.frombuffer(bytes.fromhex(octets), kind)[0])
    if narrow:
        columns[_LINE] = np.zeros(count, dtype=np.int8)
    if group:
        known = {*rest["constant"], *([_LINE] if narrow else ())}
        stored = [name for name in COLUMN_TYPES if name not in known]
        table = file.read_row_group(0, stored, use_threads=False)
        columns |= {name: table.column(name).to_numpy() for name in stored}
    if len(words):
        columns["articles"] = ShortNames(words)
    statements = rest["statements"]
    results = Results(**columns)
    return RunReading(
        None
        if statements is None
        else RunContent(results=results if narrow else widened(results), **statements),
        _problems(rest["problems"]),
        _problems(rest["rank_problems"]),
    )


def _no_results() -> dict[str, Any]:
    columns = {name: np.empty(0, dtype=kind) for name, kind in COLUMN_TYPES.items()}
    return {**dict.fromkeys(NAMES, ()), **columns}


def _problems(records: list[dict[str, Any]]) -> tuple[Problem, ...]:
    return tuple(
        Problem(**{**record, "lines": tuple(record["lines"]), "scope": ProblemScope(record["scope"])})
        for record in records
    )
