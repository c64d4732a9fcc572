"""Rows of the published tables as octets, so that the same rows always give the same ones."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

ROW_GROUP = 1 << 17
"""So many rows are written at once."""

_NOT_PLAIN = re.compile(r'[",\r\n]')

_BETWEEN_ROWS = ",\n"
_ROW_BEGIN = f"{_BETWEEN_ROWS}["
JSON_END = b"\n]}\n"

Octets = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class TableRows:
    """Rows of a table as they stand in its files.

    Attributes
    ----------
    columns : tuple of str
    count : int
        How many rows.
    csv, json : uint8 array
        In the files of these formats; a row of JSON with what parts it from the one before.
    arrow : uint8 array
        Columns with their types, as a stream of Arrow.
    """

    columns: tuple[str, ...]
    count: int
    csv: Octets
    json: Octets
    arrow: Octets


def table_rows(table: pd.DataFrame) -> TableRows:
    """The rows of a table in all formats."""
    rows = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    pieces = [(_csv_rows(columns), _json_rows(columns)) for columns in _in_pieces(rows)]
    return TableRows(
        columns=tuple(map(str, table.columns)),
        count=len(table),
        csv=_array(b"".join(in_csv for in_csv, _ in pieces)),
        json=_array(b"".join(in_json for _, in_json in pieces)),
        arrow=_arrow(rows),
    )


def csv_head(columns: Sequence[str]) -> bytes:
    """The header of comma-separated values: UTF-8, line feeds; truth values are ``true`` and ``false``."""
    return (",".join(map(_csv_text, columns)) + "\n").encode()


def json_head(columns: Sequence[str]) -> bytes:
    """What stands before the rows: columns in order; rows are arrays, one a line, and `JSON_END` follows."""
    return f'{{"columns": {json.dumps(list(columns), ensure_ascii=False)},\n"rows": [\n'.encode()


def json_rows(piece: TableRows, *, first: bool) -> memoryview:
    """The rows of a piece, without what would part the table's first row from one before it."""
    return piece.json[len(_BETWEEN_ROWS) if first and piece.count else 0 :].data


def write_parquet(file: io.RawIOBase, pieces: Sequence[Octets]) -> None:
    """Write Parquet with zstd, without anything that depends on the machine or the index.

    Parameters
    ----------
    file : file
    pieces : sequence of uint8 array
        Rows as `TableRows` has them; the file has them in as many row groups or more.
    """
    tables = [pa.ipc.open_stream(pa.py_buffer(one)).read_all() for one in pieces]
    # Where there are no rows, nothing tells what their types would be.
    chosen = [one for one in tables if one.num_rows] or tables[:1]
    schema = pa.unify_schemas([one.schema for one in chosen], promote_options="permissive")
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for one in chosen:
            writer.write_table(one.cast(schema), row_group_size=ROW_GROUP)


def _arrow(rows: pa.Table) -> Octets:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        stream.write_table(rows)
    return np.frombuffer(sink.getvalue(), dtype=np.uint8)


def _array(octets: bytes) -> Octets:
    return np.frombuffer(octets, dtype=np.uint8)


class _Column:
    """The cells of a column as text: numbers read alike in all formats, and a text is looked at once."""

    def __init__(self, name: str, column: pa.ChunkedArray) -> None:
        values = column.combine_chunks()
        self._words: Any = None
        self._numbers: Any = None
        if pa.types.is_floating(values.type):
            self._numbers = pa.array(_every_digit(name, values), pa.large_string())
        elif pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
            self._words = values.dictionary_encode()
        else:
            self._numbers = values.cast(pa.large_string())

    def texts(self, text: Callable[[str], str], missing: str) -> pa.Array:
        """All cells; `missing` where the table has nothing."""
        if self._words is None:
            return self._numbers.fill_null(missing)
        distinct = pa.array(map(text, self._words.dictionary.to_pylist()), pa.large_string())
        return distinct.take(self._words.indices).fill_null(missing)


def _every_digit(name: str, column: pa.Array) -> list[str | None]:
    numbers = column.to_numpy(zero_copy_only=False)
    if np.isinf(numbers).any():
        raise ValueError(f"{name} is not JSON compliant: it has an infinite number")
    return [repr(one) if one == one else None for one in numbers.tolist()]


def _in_pieces(rows: pa.Table) -> Iterator[list[_Column]]:
    """The columns of some rows at a time."""
    for start in range(0, rows.num_rows, ROW_GROUP):
        some = rows.slice(start, ROW_GROUP)
        yield [_Column(name, column) for name, column in zip(some.column_names, some.columns, strict=True)]


def _csv_rows(columns: Sequence[_Column]) -> bytes:
    cells = [column.texts(_csv_text, missing="") for column in columns]
    return _octets(_joined("", _joined(",", *cells), "\n"))


def _csv_text(value: str) -> str:
    if not _NOT_PLAIN.search(value):
        return value
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\n").writerow([value])
    return line.getvalue().removesuffix("\n")


def _json_rows(columns: Sequence[_Column]) -> bytes:
    cells = [column.texts(_json_text, missing="null") for column in columns]
    return _octets(_joined("", _ROW_BEGIN, _joined(", ", *cells), "]"))


def _json_text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _joined(between: str, *parts: pa.Array | str) -> pa.Array:
    texts = [pa.scalar(part, pa.large_string()) if isinstance(part, str) else part for part in parts]
    return pc.binary_join_element_wise(*texts, pa.scalar(between, pa.large_string()))


def _octets(lines: pa.Array) -> bytes:
    """All texts of an array, one after the other: so they lie in memory."""
    _, offsets, octets = lines.buffers()
    places = np.frombuffer(offsets, dtype=np.int64)
    return bytes(octets[int(places[lines.offset]) : int(places[lines.offset + len(lines)])])
