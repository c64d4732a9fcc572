"""Rows of the published tables as bytes, so that the same rows always give the same ones."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.rendering.cell_texts import BETWEEN_ROWS, CSV, JSON, csv_text, rows_as_text

ROW_GROUP = 1 << 17
"""So many rows are written at once."""

JSON_END = b"\n]}\n"


def row_groups(table: pa.Table) -> Iterator[pa.Table]:
    """Some rows at a time."""
    rows = table.combine_chunks()
    return (rows.slice(start, ROW_GROUP) for start in range(0, rows.num_rows, ROW_GROUP))


def csv_rows(table: pa.Table) -> Iterator[bytes]:
    """Rows as comma-separated values."""
    return (bytes(rows_as_text(rows)[CSV]) for rows in row_groups(table))


def write_texts(table: pa.Table, csv: io.RawIOBase, json_file: io.RawIOBase) -> None:
    """Write a table as comma-separated values and as JSON."""
    csv.write(csv_head(table.column_names))
    json_file.write(json_head(table.column_names))
    between = b""
    for rows in row_groups(table):
        texts = rows_as_text(rows)
        csv.write(texts[CSV].tobytes())
        json_file.write((texts[JSON] if between else texts[JSON][len(BETWEEN_ROWS) :]).tobytes())
        between = BETWEEN_ROWS.encode()
    json_file.write(JSON_END)


def csv_head(columns: Sequence[str]) -> bytes:
    """The header of comma-separated values: UTF-8, line feeds; truth values are ``true`` and ``false``."""
    return (",".join(map(csv_text, columns)) + "\n").encode()


def json_head(columns: Sequence[str]) -> bytes:
    """What stands before the rows: columns in order; rows are arrays, one a line, and `JSON_END` follows."""
    return f'{{"columns": {json.dumps(list(columns), ensure_ascii=False)},\n"rows": [\n'.encode()


def write_parquet(table: pa.Table, file: io.RawIOBase) -> None:
    """Write Parquet with zstd, without anything that depends on the machine."""
    rows = table.combine_chunks()
    # The file's bytes must not depend on how texts are held in memory.
    columns = [
        column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column
        for column in rows.columns
    ]
    rows = pa.table(columns, rows.column_names)
    with pq.ParquetWriter(file, rows.schema, compression="zstd", store_schema=False) as writer:
        writer.write_table(rows, row_group_size=ROW_GROUP)
