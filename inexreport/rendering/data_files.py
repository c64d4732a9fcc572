"""Writes the published tables so that the same table always gives the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from inexreport.rendering.checksums import sha256
from inexreport.rendering.table_rows import (
    JSON_BETWEEN,
    JSON_END,
    ArrowRows,
    Pieces,
    TableRows,
    csv_head,
    json_head,
    row_groups_of,
    table_rows,
    write_parquet,
)
from inexreport.rendering.whole_files import whole_file
from inexreport.report.data import DataFile
from inexreport.report.published_files import PublishedFile

DATA = "data"
"""Folder of the tables."""


Span = tuple[int, int]
"""Where something begins, and where what follows does."""


@dataclass(frozen=True, slots=True)
class PieceOfTable:
    """Where some rows stand in a table's files.

    Attributes
    ----------
    count : int
        How many rows.
    csv, json : Span
        In octets of these files.
    row_groups : Span
        In those of the Parquet file.
    is_typed_alike : bool
        Whether they have by themselves the types that the rows of all pieces have in the Parquet file.
    """

    count: int
    csv: Span
    json: Span
    row_groups: Span
    is_typed_alike: bool


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table that has been written: its columns, how many rows it has, its files, and its pieces in them."""

    columns: tuple[str, ...]
    rows: int
    files: tuple[DataFile, ...]
    pieces: tuple[PieceOfTable, ...]


def csv_bytes(table: pa.Table) -> bytes:
    """A table as it stands in its file of comma-separated values."""
    rows = table_rows(table)
    return b"".join([csv_head(rows.columns), *map(bytes, rows.csv)])


def json_bytes(content: Any) -> bytes:
    """JSON with sorted keys, indented, UTF-8, without NaN."""
    return (
        json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"
    ).encode()


def write_table(folder: Path, name: str, pieces: Iterable[TableRows]) -> WrittenTable:
    """Write the rows of a table in every format, piece after piece, and say what was written.

    Parameters
    ----------
    folder : Path
        Of the campaign's site; see `whole_file`.
    name : str
    pieces : iterable of TableRows
        At least one, which may be without rows; only one is held in memory at a time.
    """
    columns: tuple[str, ...] = ()
    spans: list[tuple[Span, Span]] = []
    rows: list[ArrowRows] = []  # without their texts, which are large
    with (
        _measured_file(folder, f"{name}.csv", "CSV") as text,
        _measured_file(folder, f"{name}.json", "JSON") as lines,
    ):
        for piece in pieces:
            if not columns:
                columns = piece.columns
                text.write(csv_head(columns))
                lines.write(json_head(columns))
            if piece.arrow.count and any(one.count for one in rows):
                lines.write(JSON_BETWEEN)
            begins = text.size, lines.size
            text.write_all(piece.csv)
            lines.write_all(piece.json)
            spans.append(((begins[0], text.size), (begins[1], lines.size)))
            rows.append(piece.arrow)
        lines.write(JSON_END)
    with _measured_file(folder, f"{name}.parquet", "Parquet") as parquet:
        schema = write_parquet(parquet, rows)
    files = text.written, lines.written, parquet.written
    return WrittenTable(columns, sum(one.count for one in rows), files, tuple(_pieces(spans, rows, schema)))


def _pieces(
    spans: Sequence[tuple[Span, Span]], rows: Sequence[ArrowRows], schema: pa.Schema
) -> Iterator[PieceOfTable]:
    groups = 0
    for (csv, json_), piece in zip(spans, rows, strict=True):
        of_piece = row_groups_of(piece.count)
        alike = piece.schema.equals(schema)
        yield PieceOfTable(piece.count, csv, json_, (groups, groups + of_piece), alike)
        groups += of_piece


class _MeasuredFile(io.RawIOBase):
    """A file that is written in pieces, with its size and checksum."""

    def __init__(self, file: BinaryIO, name: str, format_name: str) -> None:
        self._file, self._name, self._format = file, name, format_name
        self._digest, self.size = hashlib.sha256(), 0

    def writable(self) -> bool:
        return True

    def write(self, piece: Any, /) -> int:
        octets = memoryview(piece).cast("B")
        self._file.write(octets)
        self._digest.update(octets)
        self.size += len(octets)
        return len(octets)

    def write_all(self, pieces: Pieces) -> None:
        """Write all pieces."""
        for piece in pieces:
            self.write(piece)

    @property
    def written(self) -> DataFile:
        """What has been written."""
        return DataFile(self._name, self._format, self.size, self._digest.hexdigest())


@contextmanager
def _measured_file(folder: Path, name: str, format_name: str) -> Iterator[_MeasuredFile]:
    with whole_file(folder, f"{DATA}/{name}") as file:
        yield _MeasuredFile(file, name, format_name)


def write_file(folder: Path, name: str, content: bytes, format_name: str) -> DataFile:
    """Write a file of a site's data folder, and say its size and checksum; see `whole_file`."""
    with whole_file(folder, f"{DATA}/{name}") as file:
        file.write(content)
    return DataFile(name, format_name, len(content), sha256(content))


def in_data_folder(file: DataFile) -> PublishedFile:
    """A file of the data folder as one of the campaign's."""
    return PublishedFile(f"{DATA}/{file.name}", file.size, file.sha256)
