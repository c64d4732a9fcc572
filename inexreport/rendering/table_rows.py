"""Rows of the published tables as octets, so that the same rows always give the same ones."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.rendering.cell_texts import BETWEEN_ROWS, CSV, JSON, Octets, csv_text, rows_as_text

ROW_GROUP = 1 << 17
"""So many rows are written at once."""

JSON_END = b"\n]}\n"
JSON_BETWEEN = BETWEEN_ROWS.encode()

Pieces = Iterable[Octets | memoryview]
"""Octets, some after the other; what comes with one is only there until the next is asked for."""


@dataclass(frozen=True, eq=False)
class TableRows:
    """Rows of a table as they stand in its files.

    Attributes
    ----------
    columns : tuple of str
    csv, json : iterable of octets
        In the files of these formats, without what parts them from other rows there.
    arrow : ArrowRows
        Columns with their types.
    """

    columns: tuple[str, ...]
    csv: Pieces
    json: Pieces
    arrow: ArrowRows


class ArrowRows(Protocol):
    """Rows as columns of Arrow's types."""

    @property
    def schema(self) -> pa.Schema: ...

    @property
    def count(self) -> int:
        """How many rows."""
        ...

    def groups(self) -> Iterator[pa.Table]:
        """The rows, as many at a time as a row group of Parquet has."""
        ...


@dataclass(frozen=True, eq=False)
class RowsAtHand:
    """Rows in memory, as `ArrowRows`."""

    schema: pa.Schema
    pieces: tuple[pa.Table, ...]

    @property
    def count(self) -> int:
        return sum(map(len, self.pieces))

    def groups(self) -> Iterator[pa.Table]:
        """As those of `ArrowRows`."""
        return iter(self.pieces)


def table_rows(table: pa.Table) -> TableRows:
    """The rows of a table in all formats."""
    pieces = [_with_used_texts(some) for some in _in_pieces(table.combine_chunks())]
    texts = [rows_as_text(some) for some in pieces]
    json_texts = [one[JSON] for one in texts]
    json_texts[:1] = [one[len(BETWEEN_ROWS) :] for one in json_texts[:1]]
    return TableRows(
        columns=tuple(table.column_names),
        csv=tuple(one[CSV] for one in texts),
        json=tuple(json_texts),
        arrow=RowsAtHand(table.schema, tuple(pieces)),
    )


def _in_pieces(rows: pa.Table) -> Iterator[pa.Table]:
    """Some rows at a time."""
    return (rows.slice(start, ROW_GROUP) for start in range(0, rows.num_rows, ROW_GROUP))


def _with_used_texts(rows: pa.Table) -> pa.Table:
    """Rows whose columns of texts have those that are used, each once, in the order in which they are met.

    So they depend on nothing but the rows, not even on where these have been taken from.
    """
    return pa.table(
        {
            name: _used(column.combine_chunks()) if pa.types.is_dictionary(column.type) else column
            for name, column in zip(rows.column_names, rows.columns, strict=True)
        }
    )


def _used(texts: pa.DictionaryArray) -> pa.DictionaryArray:
    used = texts.indices.dictionary_encode()
    words = texts.dictionary.take(used.dictionary).dictionary_encode()
    is_distinct = len(words.dictionary) == len(words)
    indices = used.indices if is_distinct else words.indices.take(used.indices)
    return pa.DictionaryArray.from_arrays(indices, words.dictionary)


def csv_head(columns: Sequence[str]) -> bytes:
    """The header of comma-separated values: UTF-8, line feeds; truth values are ``true`` and ``false``."""
    return (",".join(map(csv_text, columns)) + "\n").encode()


def json_head(columns: Sequence[str]) -> bytes:
    """What stands before the rows: columns in order; rows are arrays, one a line, and `JSON_END` follows."""
    return f'{{"columns": {json.dumps(list(columns), ensure_ascii=False)},\n"rows": [\n'.encode()


def write_parquet(file: io.RawIOBase, pieces: Sequence[ArrowRows]) -> None:
    """Write Parquet with zstd, without anything that depends on the machine or the index.

    Parameters
    ----------
    file : file
    pieces : sequence of ArrowRows
        At least one; all have the same schema. The file has the rows of each in `row_groups_of` row groups.
    """
    # Whoever reads the file shall find texts there, and not how they were held here.
    with pq.ParquetWriter(file, pieces[0].schema, compression="zstd", store_schema=False) as writer:
        for group in chain.from_iterable(one.groups() for one in pieces):
            # Pages must not depend on how the rows have been put together.
            writer.write_table(group.combine_chunks(), row_group_size=ROW_GROUP)


def row_groups_of(rows: int) -> int:
    """How many row groups of a Parquet file so many rows come to."""
    return -(-rows // ROW_GROUP)
