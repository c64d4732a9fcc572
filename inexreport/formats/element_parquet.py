"""The element table as a file: ``elements.parquet``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inexreport.formats.element_rows import NOT_WANTED, ElementRows
from inexreport.formats.names import article_name, normalised_path
from inexreport.formats.quoting import examples
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
"""Key of the file's metadata that says what offsets and lengths count."""

ROWS_AT_ONCE = 2**18


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
    try:
        documents = _read_rows(path, unit, rows, log)
    except (pa.ArrowException, OSError, ValueError) as error:
        log.add("element-table-unusable", found=str(error).splitlines()[0], expected="a Parquet file")
    if log.has_errors:
        rows.give_up_after(before)
        return ()
    return documents


def _read_rows(path: Path, unit: str, rows: ElementRows, log: ProblemLog) -> tuple[str, ...]:
    documents: dict[str, None] = {}
    with pq.ParquetFile(path) as file:
        schema = file.schema_arrow
        missing = [name for name in NEEDED if name not in schema.names]
        if missing:
            log.add(
                "element-table-unusable", found=f"no column {examples(missing)}", expected=", ".join(NEEDED)
            )
            return ()
        counted = (schema.metadata or {}).get(UNIT_KEY, unit.encode()).decode("utf-8", "replace")
        if counted != unit:
            log.add("element-table-unusable", found=f"offsets in {counted}", expected=f"offsets in {unit}")
            return ()
        columns = [*NEEDED, *([OPTIONAL] if OPTIONAL in schema.names else [])]
        for batch in file.iter_batches(batch_size=ROWS_AT_ONCE, columns=columns):
            mistake = _mistake(batch)
            if mistake:
                log.add("element-table-unusable", found=mistake, expected="a value of 0 or more in every row")
                return ()
            documents.update(dict.fromkeys(_add_batch(batch, rows)))
    return tuple(documents)


def _mistake(batch: pa.RecordBatch) -> str:
    if any(column.null_count for column in batch.columns):
        return "rows with nothing in them"
    numbers = [batch.column(name).cast(pa.int64()) for name in ("offset", "length")]
    if any(len(column) and pc.min(column).as_py() < 0 for column in numbers):
        return "an offset or length below 0"
    return ""


def _add_batch(batch: pa.RecordBatch, rows: ElementRows) -> list[str]:
    """Add the wanted rows and return their documents."""
    coded = batch.column("document").cast(pa.string()).dictionary_encode()
    names = [article_name(name) for name in coded.dictionary.to_pylist()]
    article = rows.article_numbers(names)[coded.indices.to_numpy()]
    wanted = article != NOT_WANTED
    if not wanted.any():
        return []
    kept = batch.filter(pa.array(wanted))
    paths = kept.column("path").cast(pa.string()).dictionary_encode()
    numbers = rows.path_numbers(map(normalised_path, paths.dictionary.to_pylist()))
    offset, length = (
        kept.column(name).cast(pa.int64()).to_numpy(zero_copy_only=False) for name in ("offset", "length")
    )
    blank = (
        kept.column(OPTIONAL).cast(pa.bool_()).to_numpy(zero_copy_only=False)
        if OPTIONAL in kept.schema.names
        else np.zeros(len(offset), dtype=np.bool_)
    )
    rows.add(article[wanted], numbers[paths.indices.to_numpy()], offset, length, blank)
    return [name for name in names if rows.wants(name)]
