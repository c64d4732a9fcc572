"""Writes the element table so that nobody ever sees half of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.formats.element_parquet import DICTIONARIES, SCHEMA, UNIT_KEY

ROWS_OF_A_GROUP = 2**20
DICTIONARY_LIMIT = 2**26
"""Bytes: more than the distinct paths of a row group take."""


class ElementWriter:
    """Gathers batches of rows into row groups; where these end depends on the batches alone."""

    def __init__(self, file: pq.ParquetWriter) -> None:
        self._file = file
        self._batches: list[pa.RecordBatch] = []
        self._waiting = 0
        self.rows = 0

    def write(self, batch: pa.RecordBatch) -> None:
        self._batches.append(batch)
        self._waiting += len(batch)
        self.rows += len(batch)
        if self._waiting >= ROWS_OF_A_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write what waits as a row group."""
        if self._waiting:
            self._file.write_table(pa.Table.from_batches(self._batches, SCHEMA), row_group_size=self._waiting)
        self._batches.clear()
        self._waiting = 0


@contextmanager
def element_writer(out: Path, unit: str) -> Iterator[ElementWriter]:
    """Write a table that takes the place of `out` when all of it is written, and leaves no trace otherwise.

    Parameters
    ----------
    out : Path
    unit : str
        ``"characters"`` or ``"bytes"``; the file says which.
    """
    unfinished = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        with pq.ParquetWriter(
            unfinished,
            SCHEMA.with_metadata({UNIT_KEY: unit.encode()}),
            compression="zstd",
            use_dictionary=list(DICTIONARIES),
            dictionary_pagesize_limit=DICTIONARY_LIMIT,
            column_encoding=dict.fromkeys(("offset", "length"), "DELTA_BINARY_PACKED"),
        ) as file:
            writer = ElementWriter(file)
            yield writer
            writer.flush()
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)
