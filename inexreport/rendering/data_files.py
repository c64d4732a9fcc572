"""Writes the published tables so that the same table always gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.rendering.table_rows import TableRows, csv_file, json_file, parquet_file, table_rows
from inexreport.report.data import DataFile
from inexreport.report.research_object import PublishedFile

DATA = "data"
"""Folder of the tables."""


def csv_bytes(table: pd.DataFrame) -> bytes:
    """A table as it stands in its file of comma-separated values."""
    return b"".join(csv_file([table_rows(table)]))


def json_bytes(content: Any) -> bytes:
    """JSON with sorted keys, indented, UTF-8, without NaN."""
    return (
        json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"
    ).encode()


def write_table(folder: Path, name: str, pieces: Sequence[TableRows]) -> tuple[DataFile, ...]:
    """Write the rows of a table, piece after piece, in every format and say what was written.

    Parameters
    ----------
    folder : Path
    name : str
    pieces : sequence of TableRows
        At least one, which may be without rows.
    """
    arrow = [pq.read_table(pa.BufferReader(piece.parquet)) for piece in pieces]
    return (
        _written(folder, f"{name}.csv", csv_file(pieces), "CSV"),
        _written(folder, f"{name}.json", json_file(pieces), "JSON"),
        write_file(folder, f"{name}.parquet", parquet_file(arrow), "Parquet"),
    )


def _written(folder: Path, name: str, content: Iterable[bytes], format_name: str) -> DataFile:
    digest, size = hashlib.sha256(), 0
    with (folder / name).open("wb") as file:
        for piece in content:
            file.write(piece)
            digest.update(piece)
            size += len(piece)
    return DataFile(name, format_name, size, digest.hexdigest())


def write_file(folder: Path, name: str, content: bytes, format_name: str) -> DataFile:
    """Write a file and say its size and checksum."""
    (folder / name).write_bytes(content)
    return DataFile(name, format_name, len(content), hashlib.sha256(content).hexdigest())


def in_data_folder(file: DataFile) -> PublishedFile:
    """A file of the data folder as one of the campaign's."""
    return PublishedFile(f"{DATA}/{file.name}", file.size, file.sha256)
