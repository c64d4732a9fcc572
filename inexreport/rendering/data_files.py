"""The published tables as CSV, JSON and Parquet files; the same table gives the same bytes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inexreport.rendering.site_files import write_file
from inexreport.report.data import PublishedTable
from inexreport.report.tables.table import Table

Source = TypeVar("Source")

DATA = "data"
"""Folder of the tables."""

ROWS_AT_ONCE = 1 << 17
"""Number of rows that are converted, or compressed, together."""


class Block(NamedTuple):
    """Rows of a table, and their lines in its text files."""

    rows: pa.Table
    csv: bytes
    json: bytes


def table_block(table: Table[Source], source: Source) -> Block:
    """Return the rows of a table that are made from a campaign's outcome, or from a part of it."""
    rows = table.build(source)
    cells = _without_numbers(rows)
    return Block(rows, _csv_lines(cells), _json_lines(cells))


def csv_bytes(table: pa.Table) -> bytes:
    """Return a table as CSV: UTF-8, line feeds, a header, booleans as ``true`` and ``false``."""
    return _csv(table.column_names, [_csv_lines(_without_numbers(table))])


def _csv(names: Iterable[str], lines: Iterable[bytes]) -> bytes:
    head = ",".join(map(_csv_text, names)).encode()
    return b"".join((head, b"\n", *lines))


def _csv_lines(table: pa.Table) -> bytes:
    return b"".join(b"%b\n" % rows for rows in _rows(table, _csv_text, ",", "\n", missing=""))


def _csv_text(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search('[,"\r\n]', text) else text


def table_json_bytes(table: pa.Table) -> bytes:
    """Return a table as JSON: column names, and a line with an array for each row."""
    return _json(table.column_names, [_json_lines(_without_numbers(table))])


_json_text = json.JSONEncoder(ensure_ascii=False).encode


def _json(names: Sequence[str], lines: Iterable[bytes]) -> bytes:
    rows = b",\n".join(filter(None, lines))
    return b'{"columns": %b,\n"rows": [\n%b\n]}\n' % (_json_text(list(names)).encode(), rows)


def _json_lines(table: pa.Table) -> bytes:
    rows = _rows(table, _json_text, ", ", "],\n[", missing="null")
    return b",\n".join(b"[%b]" % some for some in rows)


def _without_numbers(table: pa.Table) -> pa.Table:
    """Return a table of which all columns but those of texts are written out, as bytes."""
    columns = zip(table.column_names, table.columns, strict=True)
    return pa.table({name: _written(column) for name, column in columns}) if len(table) else table


def _written(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_string(column.type):
        return column
    cells = column.cast(pa.string())
    if pa.types.is_floating(column.type):  # with a point or an exponent, unlike counts
        cells = pc.replace_substring_regex(cells, "^(-?[0-9]+)$", r"\1.0")
    return cells.cast(pa.binary())


def _rows(
    table: pa.Table, encode: Callable[[str], str], separator: str, between: str, missing: str
) -> Iterator[bytes]:
    """Yield many rows at a time, with a text between two of them; each distinct text is encoded once."""
    options = {"null_handling": "replace", "null_replacement": missing}
    for batch in table.to_batches(max_chunksize=ROWS_AT_ONCE):
        cells = [_encoded(column, encode) for column in batch.columns]
        rows = pc.binary_join_element_wise(*cells, separator, **options)
        together = pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows)
        yield pc.binary_join(together, between)[0].as_buffer().to_pybytes()


def _encoded(column: pa.Array, encode: Callable[[str], str]) -> pa.Array:
    if pa.types.is_binary(column.type):
        return column.cast(pa.string())
    distinct = column.dictionary_encode()
    return pa.array(map(encode, distinct.dictionary.to_pylist()), pa.string()).take(distinct.indices)


def parquet_bytes(table: pa.Table) -> bytes:
    """Return a table as Parquet with zstd compression."""
    file = io.BytesIO()
    rows = table.combine_chunks()
    pq.write_table(rows, file, compression="zstd", store_schema=False, row_group_size=ROWS_AT_ONCE)
    return file.getvalue()


def json_bytes(content: Any) -> bytes:
    """Return indented JSON with sorted keys, in UTF-8, without NaN."""
    return (
        json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"
    ).encode()


def write_table(folder: Path, table: Table[Any], blocks: Sequence[Block]) -> PublishedTable:
    """Write a table in every format into the data folder of a site, and describe it."""
    rows = pa.concat_tables([block.rows for block in blocks])
    contents = {
        "csv": _csv(table.columns, (block.csv for block in blocks)),
        "json": _json([*table.columns], (block.json for block in blocks)),
        "parquet": parquet_bytes(rows),
    }
    files = tuple(
        write_file(folder, f"{DATA}/{table.name}.{ending}", content) for ending, content in contents.items()
    )
    return PublishedTable(table.name, table.row, table.columns, rows.num_rows, files)
