"""Rows of published tables that stand in the site before, for the site that will take its place."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.cache.known_files import Signature, signature
from inexreport.errors import InputChangedError
from inexreport.rendering.data_files import PieceOfTable, Span
from inexreport.rendering.table_rows import TableRows
from inexreport.report.text_columns import TEXT

AT_ONCE = 1 << 20
"""Octets that are read at once."""


@dataclass(frozen=True, slots=True)
class StoredRows:
    """Rows of a table by what they are made from.

    Attributes
    ----------
    key : str
        A checksum of all of that.
    table : str
    piece : PieceOfTable
    """

    key: str
    table: str
    piece: PieceOfTable


@dataclass(frozen=True, eq=False)
class EarlierTables:
    """Tables of a site.

    Attributes
    ----------
    folder : Path
        That they are in.
    rows : mapping of str to StoredRows
        By their keys.
    files : mapping of str to Signature
        By name; a file that is another one by now is not read.
    """

    folder: Path
    rows: Mapping[str, StoredRows]
    files: Mapping[str, Signature]

    def stored(self, key: str) -> TableRows | None:
        """The rows with a key, if they stand there as they were written."""
        found = self.rows.get(key)
        if found is None:
            return None
        csv, json, parquet = (self.folder / f"{found.table}.{kind}" for kind in ("csv", "json", "parquet"))
        if not all(signature(file) == self.files.get(file.name) for file in (csv, json, parquet)):
            return None
        piece = found.piece
        try:
            arrow = RowsOfFile.at(parquet, piece.count, range(*piece.row_groups))
        except (OSError, pa.ArrowException):
            return None
        if not all(os.access(file, os.R_OK) for file in (csv, json)):
            return None
        as_csv, as_json = OctetsOfFile(csv, piece.csv), OctetsOfFile(json, piece.json)
        return TableRows(tuple(arrow.schema.names), as_csv, as_json, arrow)


@dataclass(frozen=True, eq=False)
class RowsOfFile:
    """Row groups of a Parquet file, read one by one as they are needed; as `ArrowRows`.

    Attributes
    ----------
    file : Path
    count : int
        How many rows.
    row_groups : range
    described : pyarrow.parquet.FileMetaData
    schema : pyarrow.Schema
    """

    file: Path
    count: int
    row_groups: range
    described: pq.FileMetaData
    schema: pa.Schema

    @classmethod
    def at(cls, file: Path, count: int, row_groups: range) -> RowsOfFile:
        """Those of a file that there is."""
        described = pq.read_metadata(file)
        types = [
            (field.name, TEXT if pa.types.is_string(field.type) else field.type)
            for field in described.schema.to_arrow_schema()
        ]
        return cls(file, count, row_groups, described, pa.schema(types))

    def groups(self) -> Iterator[pa.Table]:
        """As those of `ArrowRows`.

        Raises
        ------
        InputChangedError
            If the file is another one by now.
        """
        texts = [field.name for field in self.schema if field.type == TEXT]
        try:
            stored = pq.ParquetFile(self.file, metadata=self.described, read_dictionary=texts)
            for group in self.row_groups:
                yield stored.read_row_group(group, use_threads=False)
        except (OSError, pa.ArrowException) as error:
            raise InputChangedError(str(self.file)) from error


@dataclass(frozen=True, slots=True)
class OctetsOfFile:
    """A part of a file, read as it is needed into memory that is used again: fresh memory takes longer.

    Attributes
    ----------
    file : Path
    span : Span
    """

    file: Path
    span: Span

    def __iter__(self) -> Iterator[memoryview]:
        """As `Pieces`.

        Raises
        ------
        InputChangedError
            If the file ends before.
        """
        begin, end = self.span
        memory = memoryview(bytearray(min(end - begin, AT_ONCE)))
        with self.file.open("rb", buffering=0) as file:
            file.seek(begin)
            while begin < end:
                count = file.readinto(memory[: end - begin])
                if not count:
                    raise InputChangedError(str(self.file))
                yield memory[:count]
                begin += count
