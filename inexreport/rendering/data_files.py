"""Writes the published tables so that the same table always gives the same bytes."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inexreport.report.data import DataFile
from inexreport.report.research_object import PublishedFile

DATA = "data"
"""Folder of the tables."""

ROW_GROUP = 1 << 17
"""So many rows are written at once."""

_NOT_PLAIN = re.compile(r'[",\r\n]')


_BETWEEN_ROWS = ",\n"
_ROW_BEGIN = f"{_BETWEEN_ROWS}["
_JSON_END = b"\n]}\n"


def csv_bytes(table: pd.DataFrame) -> bytes:
    """Comma-separated, UTF-8, a header line, line feeds; truth values as ``true`` and ``false``."""
    return b"".join((_csv_head(table), *map(_csv_rows, _in_pieces(table))))


def json_bytes(content: Any) -> bytes:
    """JSON with sorted keys, indented, UTF-8, without NaN."""
    return (
        json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"
    ).encode()


def table_json_bytes(table: pd.DataFrame) -> bytes:
    """The columns in order and the rows as arrays, one row a line."""
    pieces = (_json_rows(columns, first=place == 0) for place, columns in enumerate(_in_pieces(table)))
    return b"".join((_json_head(table), *pieces, _JSON_END))


def parquet_bytes(table: pd.DataFrame) -> bytes:
    """Parquet with zstd, without anything that depends on the machine or the index."""
    arrow = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    sink = pa.BufferOutputStream()
    pq.write_table(arrow, sink, compression="zstd", row_group_size=ROW_GROUP)
    return bytes(sink.getvalue().to_pybytes())


class _Column:
    """The cells of a column as text: numbers read alike in all formats, and a text is looked at once."""

    def __init__(self, column: pd.Series) -> None:
        values = pa.array(column, from_pandas=True)
        if isinstance(values, pa.ChunkedArray):
            values = values.combine_chunks()
        self._words: Any = None
        self._numbers: Any = None
        if pa.types.is_floating(values.type):
            self._numbers = pa.array(_every_digit(column), pa.large_string())
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


def _every_digit(column: pd.Series) -> list[str | None]:
    numbers = column.to_numpy(dtype=np.float64, na_value=np.nan)
    if np.isinf(numbers).any():
        raise ValueError(f"{column.name} is not JSON compliant: it has an infinite number")
    return [repr(one) if one == one else None for one in numbers.tolist()]


def _in_pieces(table: pd.DataFrame) -> Iterator[list[_Column]]:
    """The columns of some rows at a time."""
    for start in range(0, len(table), ROW_GROUP):
        some = table.iloc[start : start + ROW_GROUP]
        yield [_Column(some[name]) for name in some.columns]


def _csv_head(table: pd.DataFrame) -> bytes:
    return (",".join(map(_csv_text, map(str, table.columns))) + "\n").encode()


def _csv_rows(columns: Sequence[_Column]) -> bytes:
    cells = [column.texts(_csv_text, missing="") for column in columns]
    return _octets(_joined("", _joined(",", *cells), "\n"))


def _csv_text(value: str) -> str:
    if not _NOT_PLAIN.search(value):
        return value
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\n").writerow([value])
    return line.getvalue().removesuffix("\n")


def _json_head(table: pd.DataFrame) -> bytes:
    head = json.dumps(list(table.columns), ensure_ascii=False)
    return f'{{"columns": {head},\n"rows": [\n'.encode()


def _json_rows(columns: Sequence[_Column], *, first: bool) -> bytes:
    cells = [column.texts(_json_text, missing="null") for column in columns]
    lines = _octets(_joined("", _ROW_BEGIN, _joined(", ", *cells), "]"))
    return lines[len(_BETWEEN_ROWS) :] if first else lines


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


class _OpenFile:
    """A file that is written in pieces, with its size and checksum."""

    def __init__(self, folder: Path, name: str, format_name: str) -> None:
        self._name, self._format = name, format_name
        self._file = (folder / name).open("wb")
        self._digest, self._size = hashlib.sha256(), 0

    def write(self, piece: bytes) -> None:
        self._file.write(piece)
        self._digest.update(piece)
        self._size += len(piece)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def written(self) -> DataFile:
        """What has been written."""
        return DataFile(self._name, self._format, self._size, self._digest.hexdigest())


def write_table(folder: Path, name: str, table: pd.DataFrame) -> tuple[DataFile, ...]:
    """Write a table in every format and say what was written."""
    with _OpenFile(folder, f"{name}.csv", "CSV") as text, _OpenFile(folder, f"{name}.json", "JSON") as lines:
        text.write(_csv_head(table))
        lines.write(_json_head(table))
        for place, columns in enumerate(_in_pieces(table)):
            text.write(_csv_rows(columns))
            lines.write(_json_rows(columns, first=place == 0))
        lines.write(_JSON_END)
    parquet = write_file(folder, f"{name}.parquet", parquet_bytes(table), "Parquet")
    return text.written, lines.written, parquet


def write_file(folder: Path, name: str, content: bytes, format_name: str) -> DataFile:
    """Write a file and say its size and checksum."""
    (folder / name).write_bytes(content)
    return DataFile(name, format_name, len(content), hashlib.sha256(content).hexdigest())


def in_data_folder(file: DataFile) -> PublishedFile:
    """A file of the data folder as one of the campaign's."""
    return PublishedFile(f"{DATA}/{file.name}", file.size, file.sha256)
