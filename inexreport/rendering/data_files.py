"""Writes the published tables so that the same table always gives the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from inexreport.rendering.checksums import sha256
from inexreport.rendering.table_rows import csv_head, csv_rows, write_parquet, write_texts
from inexreport.rendering.whole_files import whole_file
from inexreport.report.data import DataFile
from inexreport.report.published_files import PublishedFile

DATA = "data"
"""Folder of the tables."""


def csv_bytes(table: pa.Table) -> bytes:
    """A table as it stands in its file of comma-separated values."""
    return b"".join([csv_head(table.column_names), *csv_rows(table)])


def json_bytes(content: Any) -> bytes:
    """JSON with sorted keys, indented, UTF-8, without NaN."""
    return (
        json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"
    ).encode()


def write_table(folder: Path, name: str, table: pa.Table) -> tuple[DataFile, ...]:
    """Write a table in every format into the data folder of a site, and say what was written."""
    with (
        _measured_file(folder, f"{name}.csv", "CSV") as csv,
        _measured_file(folder, f"{name}.json", "JSON") as lines,
    ):
        write_texts(table, csv, lines)
    with _measured_file(folder, f"{name}.parquet", "Parquet") as parquet:
        write_parquet(table, parquet)
    return csv.written, lines.written, parquet.written


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
