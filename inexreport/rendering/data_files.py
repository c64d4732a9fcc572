"""The published tables as CSV, JSON and Parquet files; the same table gives the same bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.rendering.site_files import write_file
from inexreport.report.data import PublishedTable
from inexreport.report.tables.table import Table

Source = TypeVar("Source")

DATA = "data"
"""Folder of the tables."""

ROW_GROUP = 1 << 17
"""Number of rows converted at a time."""


def _rows(table: pa.Table) -> Iterator[tuple[Any, ...]]:
    for batch in table.to_batches(max_chunksize=ROW_GROUP):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def csv_bytes(table: pa.Table) -> bytes:
    """Return a table as CSV: UTF-8, line feeds, a header, booleans as ``true`` and ``false``."""
    types = [pa.string() if pa.types.is_boolean(field.type) else field.type for field in table.schema]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows(_rows(table.cast(pa.schema(zip(table.column_names, types, strict=True)))))
    return text.getvalue().encode()


def table_json_bytes(table: pa.Table) -> bytes:
    """Return a table as JSON: column names, and a line with an array for each row."""
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    rows = ",\n".join(map(encode, _rows(table)))
    return f'{{"columns": {encode(table.column_names)},\n"rows": [\n{rows}\n]}}\n'.encode()


def parquet_bytes(table: pa.Table) -> bytes:
    """Return a table as Parquet with zstd compression."""
    file = io.BytesIO()
    rows = table.combine_chunks()
    pq.write_table(rows, file, compression="zstd", store_schema=False, row_group_size=ROW_GROUP)
    return file.getvalue()


FORMATS = {"csv": csv_bytes, "json": table_json_bytes, "parquet": parquet_bytes}


def json_bytes(content: Any) -> bytes:
    """Return indented JSON with sorted keys, in UTF-8, without NaN."""
    return (
        json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"
    ).encode()


def write_table(folder: Path, table: Table[Source], source: Source) -> PublishedTable:
    """Write a table in every format into the data folder of a site, and describe it."""
    rows = table.build(source)
    files = tuple(
        write_file(folder, f"{DATA}/{table.name}.{ending}", as_bytes(rows))
        for ending, as_bytes in FORMATS.items()
    )
    return PublishedTable(table.name, table.row, table.columns, rows.num_rows, files)
