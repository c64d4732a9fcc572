"""Rows of published tables that stand in the site before, for the site that will take its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.cache.known_files import Signature, signature
from inexreport.rendering.cell_texts import BETWEEN_ROWS, Octets
from inexreport.rendering.data_files import PieceOfTable, Span
from inexreport.rendering.table_rows import TableRows


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
            arrow = pq.ParquetFile(parquet).read_row_groups(range(*piece.row_groups), use_threads=False)
            as_csv, as_json = _octets(csv, piece.csv), _octets(json, piece.json)
        except (OSError, pa.ArrowException):
            return None
        if piece.leads:
            as_json = np.concatenate([np.frombuffer(BETWEEN_ROWS.encode(), dtype=np.uint8), as_json])
        return TableRows(tuple(arrow.column_names), piece.count, as_csv, as_json, arrow)


def _octets(file: Path, span: Span) -> Octets:
    begin, end = span
    return np.fromfile(file, dtype=np.uint8, count=end - begin, offset=begin)
