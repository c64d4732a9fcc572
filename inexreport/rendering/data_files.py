"""Writes the published tables so that the same table always gives the same bytes."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.report.data import DataFile

ROW_GROUP = 1 << 17


def _cells(column: pd.Series) -> list[Any]:
    """Python values, None where the table has none: floats keep repr's full precision when printed."""
    missing = column.isna().tolist()
    return [None if gone else value for value, gone in zip(column.tolist(), missing, strict=True)]


def _rows(table: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    return zip(*(_cells(table[name]) for name in table.columns), strict=True)


def csv_bytes(table: pd.DataFrame) -> bytes:
    """Comma-separated, UTF-8, a header line, line feeds; truth values as ``true`` and ``false``."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    for row in _rows(table):
        writer.writerow([str(cell).lower() if isinstance(cell, bool) else cell for cell in row])
    return text.getvalue().encode()


def json_bytes(content: Any) -> bytes:
    """JSON with sorted keys, indented, UTF-8, without NaN."""
    return (
        json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"
    ).encode()


def table_json_bytes(table: pd.DataFrame) -> bytes:
    """The columns in order and the rows as arrays, one row a line."""
    lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) for row in _rows(table))
    head = json.dumps(list(table.columns), ensure_ascii=False)
    return ('{"columns": ' + head + ',\n"rows": [\n' + ",\n".join(lines) + "\n]}\n").encode()


def parquet_bytes(table: pd.DataFrame) -> bytes:
    """Parquet with zstd, without anything that depends on the machine or the index."""
    arrow = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    sink = pa.BufferOutputStream()
    pq.write_table(arrow, sink, compression="zstd", row_group_size=ROW_GROUP)
    return bytes(sink.getvalue().to_pybytes())


FORMATS: dict[str, Callable[[pd.DataFrame], bytes]] = {
    "csv": csv_bytes,
    "json": table_json_bytes,
    "parquet": parquet_bytes,
}


def write_table(folder: Path, name: str, table: pd.DataFrame) -> tuple[DataFile, ...]:
    """Write a table in every format and say what was written."""
    return tuple(
        write_file(
            folder, f"{name}.{extension}", content(table), extension.upper().replace("PARQUET", "Parquet")
        )
        for extension, content in FORMATS.items()
    )


def write_file(folder: Path, name: str, content: bytes, format_name: str) -> DataFile:
    """Write a file and say its size and checksum."""
    (folder / name).write_bytes(content)
    return DataFile(name, format_name, len(content), hashlib.sha256(content).hexdigest())
