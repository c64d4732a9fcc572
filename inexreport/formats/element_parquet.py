"""The element table as a file: ``elements.parquet``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inexreport.formats.documents import Place
from inexreport.formats.file_content import is_regular
from inexreport.formats.names import article_names, encoded, normalised_paths
from inexreport.formats.numbers import LARGEST_NUMBER
from inexreport.formats.shown_text import examples, quoted
from inexreport.model.problem import ProblemLog

SCHEMA = pa.schema(
    [
        pa.field("document", pa.string(), nullable=False),
        pa.field("path", pa.string(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("length", pa.int64(), nullable=False),
        pa.field("blank", pa.bool_(), nullable=False),
    ]
)
NEEDED = ("document", "path", "offset", "length")
OPTIONAL = "blank"
UNIT_KEY = b"unit"
"""Key of the file's metadata that says what offsets and lengths count; tables of others have none."""

DICTIONARIES = ("document", "path")
"""Columns that a table of our own holds as dictionaries, which makes reading many times faster."""

ROWS_OF_A_GROUP = 2**20
DICTIONARY_LIMIT = 2**26
"""Bytes: more than the distinct paths of a row group take."""

ROWS_AT_ONCE = 2**18

MOST_ROWS = 2**20
"""Of one document; the largest of the INEX collections have some ten thousand elements."""

UNSUSPICIOUS_ROWS = 2**22
MOST_ROWS_A_BYTE = 2
"""Beyond `UNSUSPICIOUS_ROWS`, for each byte of the file; real tables have several bytes a row."""

LARGEST_COLUMN = 2**28
"""Bytes of a column in a row group once it is unpacked."""

LONGEST_TEXT = 5000
"""Bytes of a document's name or a path."""

_EXPECTED = f"names and paths of up to {LONGEST_TEXT:,} bytes, whole numbers from 0"


class _UnusableError(Exception):
    """The table cannot be used; the arguments are what is found and what is expected."""


def read_rows(path: Path, unit: str, articles: pa.StringArray | None, log: ProblemLog) -> pa.Table | None:
    """Return the wanted rows of a table; None, with the reason in `log`, if it cannot be used.

    Parameters
    ----------
    path : Path
    unit : str
        The campaign's unit.
    articles : array of str, or None
        The documents whose rows are wanted; None for all.
    log : ProblemLog
        Of the table.

    Returns
    -------
    Table or None
        Columns of `SCHEMA` with normalised names and paths as dictionaries.
    """
    try:
        if not is_regular(path, log):
            return None
        schema = pq.read_schema(path)
        own = UNIT_KEY in (schema.metadata or {})
        with pq.ParquetFile(path, read_dictionary=list(DICTIONARIES) if own else None) as file:
            missing = [name for name in NEEDED if name not in schema.names]
            if missing:
                raise _UnusableError(f"no column {examples(missing)}", ", ".join(NEEDED))
            counted = (schema.metadata or {}).get(UNIT_KEY, unit.encode()).decode("utf-8", "replace")
            if unit and counted != unit:
                raise _UnusableError(f"offsets in {quoted(counted)}", f"offsets in {unit}")
            if mistake := _unfit(file.metadata, schema, path.stat().st_size):
                raise _UnusableError(mistake, _EXPECTED)
            columns = [*NEEDED, *([OPTIONAL] if OPTIONAL in schema.names else [])]
            parts: list[pa.Table] = []
            for batch in file.iter_batches(batch_size=ROWS_AT_ONCE, columns=columns):
                if mistake := _mistake(batch):
                    raise _UnusableError(mistake, _EXPECTED)
                parts.append(_wanted(batch, articles))
        rows = pa.concat_tables(parts).unify_dictionaries() if parts else None
        counts = [] if rows is None else rows.column("document").value_counts().field("counts").to_pylist()
        if max(counts, default=0) > MOST_ROWS:
            raise _UnusableError(f"a document with more than {MOST_ROWS:,} rows", "one row an element")
        return rows
    except _UnusableError as error:
        found, expected = error.args
        log.add("element-table-unusable", found=found, expected=expected)
    except (pa.ArrowException, OSError, ValueError, TypeError, LookupError) as error:
        log.add("element-table-unusable", found=quoted(error), expected="a Parquet file")
    return None


def _wanted(batch: pa.RecordBatch, articles: pa.StringArray | None) -> pa.Table:
    """Return the rows of these articles, or all, as `read_rows` returns them."""
    document = encoded(batch.column("document"), article_names)
    blank = (
        batch.column(OPTIONAL) if OPTIONAL in batch.schema.names else pa.array(np.zeros(len(batch), np.bool_))
    )
    columns = (document, *(batch.column(name) for name in NEEDED[1:]), blank)
    rows = pa.record_batch(dict(zip(SCHEMA.names, columns, strict=True)))
    if articles is not None:
        wanted = pc.is_in(document.dictionary, value_set=articles)
        rows = rows.filter(wanted.take(document.indices))
    return encoded_rows(rows, normalised_paths)


def batch_of(documents: Sequence[tuple[str, Sequence[Place]]]) -> pa.RecordBatch:
    """Return the places of documents as rows of `SCHEMA`."""
    rows = [(name, *place) for name, places in documents for place in places]
    columns = list(zip(*rows, strict=True)) or [()] * len(SCHEMA)
    arrays = [pa.array(values, field.type) for values, field in zip(columns, SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def encoded_rows(
    batch: pa.RecordBatch, spelling: Callable[[pa.StringArray], pa.StringArray] | None = None
) -> pa.Table:
    """Return rows of `SCHEMA` with names and paths, in their normalised spelling, as dictionaries."""
    document, path, offset, length, blank = batch.columns
    columns = (
        encoded(document),
        encoded(path, spelling),
        offset.cast(pa.int64()),
        length.cast(pa.int64()),
        blank.cast(pa.bool_()),
    )
    return pa.table(dict(zip(SCHEMA.names, columns, strict=True)))


def _unfit(described: pq.FileMetaData, schema: pa.Schema, size: int) -> str:
    """Return why a table is too large to be unpacked or has a wrong type; empty if it is fit."""
    for name in ("offset", "length"):
        if not pa.types.is_integer(schema.field(name).type):
            return f"{quoted(schema.field(name).type)} in the column {name}"
    if described.num_rows > max(UNSUSPICIOUS_ROWS, MOST_ROWS_A_BYTE * size):
        return f"{size:,} bytes that expand to {described.num_rows:,} rows"
    for group in range(described.num_row_groups):
        row_group = described.row_group(group)
        for number in range(row_group.num_columns):
            unpacked = row_group.column(number).total_uncompressed_size
            if unpacked > LARGEST_COLUMN:
                return f"a column of {unpacked:,} bytes"
    return ""


def _mistake(batch: pa.RecordBatch) -> str:
    if any(column.null_count for column in batch.columns):
        return "rows with nothing in them"
    texts = [batch.column(name) for name in DICTIONARIES]
    words = [column.dictionary if pa.types.is_dictionary(column.type) else column for column in texts]
    if any(len(column) and pc.max(pc.binary_length(column)).as_py() > LONGEST_TEXT for column in words):
        return f"a name or path of more than {LONGEST_TEXT:,} bytes"
    numbers = [batch.column(name).cast(pa.int64()) for name in ("offset", "length")]
    if any(len(column) and pc.min(column).as_py() < 0 for column in numbers):
        return "an offset or length below 0"
    if any(len(column) and pc.max(column).as_py() > LARGEST_NUMBER for column in numbers):
        return f"an offset or length above {LARGEST_NUMBER:,}"
    return ""


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
