"""The element table as a file: ``elements.parquet``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from inexreport.formats.element_rows import NOT_WANTED, ElementRows
from inexreport.formats.file_content import is_regular
from inexreport.formats.names import article_name, normalised_path
from inexreport.formats.numbers import LARGEST_NUMBER
from inexreport.formats.quoting import examples, quoted
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


def read_rows(path: Path, unit: str, rows: ElementRows, log: ProblemLog) -> tuple[str, ...]:
    """Add the wanted rows of a table to `rows`; none, with the reason in `log`, if it cannot be used.

    Parameters
    ----------
    path : Path
    unit : str
        What the campaign counts.
    rows : ElementRows
    log : ProblemLog
        Of the table.

    Returns
    -------
    tuple of str
        The wanted documents that the table holds.
    """
    before = rows.chunks
    documents: tuple[str, ...] = ()
    try:
        if is_regular(path, log):
            documents = _read_rows(path, unit, rows, log)
    except (pa.ArrowException, OSError, ValueError, TypeError, LookupError) as error:
        log.add("element-table-unusable", found=quoted(error), expected="a Parquet file")
    if log.has_errors:
        rows.give_up_after(before)
        return ()
    return documents


def _read_rows(path: Path, unit: str, rows: ElementRows, log: ProblemLog) -> tuple[str, ...]:
    documents: dict[str, None] = {}
    schema = pq.read_schema(path)
    own = UNIT_KEY in (schema.metadata or {})
    with pq.ParquetFile(path, read_dictionary=list(DICTIONARIES) if own else None) as file:
        missing = [name for name in NEEDED if name not in schema.names]
        if missing:
            log.add(
                "element-table-unusable", found=f"no column {examples(missing)}", expected=", ".join(NEEDED)
            )
            return ()
        counted = (schema.metadata or {}).get(UNIT_KEY, unit.encode()).decode("utf-8", "replace")
        if unit and counted != unit:
            log.add(
                "element-table-unusable", found=f"offsets in {quoted(counted)}", expected=f"offsets in {unit}"
            )
            return ()
        mistake = _unfit(file.metadata, schema, path.stat().st_size)
        if mistake:
            log.add("element-table-unusable", found=mistake, expected=_EXPECTED)
            return ()
        columns = [*NEEDED, *([OPTIONAL] if OPTIONAL in schema.names else [])]
        for batch in file.iter_batches(batch_size=ROWS_AT_ONCE, columns=columns):
            mistake = _mistake(batch)
            if mistake:
                log.add("element-table-unusable", found=mistake, expected=_EXPECTED)
                return ()
            documents.update(dict.fromkeys(_add_batch(batch, rows, normalised=own)))
            if rows.most_of_a_document > MOST_ROWS:
                found = f"a document with more than {MOST_ROWS:,} rows"
                log.add("element-table-unusable", found=found, expected="one row an element")
                return ()
    return tuple(documents)


def _unfit(described: pq.FileMetaData, schema: pa.Schema, size: int) -> str:
    """What makes a table too large to be unpacked, or has another type than it should; empty if nothing."""
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


def _add_batch(batch: pa.RecordBatch, rows: ElementRows, *, normalised: bool) -> list[str]:
    """Add the wanted rows and return their documents."""
    coded, names = _distinct(batch.column("document"))
    names = [article_name(name) for name in names]
    article = rows.article_numbers(names)[coded]
    wanted = article != NOT_WANTED
    if not wanted.any():
        return []
    kept = batch.filter(pa.array(wanted))
    path, paths = _distinct(kept.column("path"))
    offset, length = (
        kept.column(name).cast(pa.int64()).to_numpy(zero_copy_only=False) for name in ("offset", "length")
    )
    blank = (
        kept.column(OPTIONAL).cast(pa.bool_()).to_numpy(zero_copy_only=False)
        if OPTIONAL in kept.schema.names
        else np.zeros(len(offset), dtype=np.bool_)
    )
    numbers = rows.path_numbers(paths if normalised else map(normalised_path, paths))
    rows.add(article[wanted], numbers[path], offset, length, blank)
    return [name for name in names if rows.wants(name)]


def _distinct(column: pa.Array) -> tuple[NDArray[np.int64], list[str]]:
    """Return the distinct texts of a column and which of them each row has."""
    if not pa.types.is_dictionary(column.type):
        column = column.cast(pa.string()).dictionary_encode()
    which = column.indices.to_numpy()
    used = np.bincount(which, minlength=len(column.dictionary)) > 0
    names = column.dictionary.cast(pa.string()).filter(pa.array(used)).to_pylist()
    return (np.cumsum(used) - 1)[which], names
