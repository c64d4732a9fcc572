"""The element table of a generated collection."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.formats.element_parquet import SCHEMA, element_writer

from .collection import Collection

DOCUMENTS_AT_ONCE = 20_000


def write_elements(collection: Collection, documents: NDArray[np.int64], out: Path) -> None:
    """Write where the elements and text nodes of some documents lie."""
    layouts = collection.layouts
    texts = [f"{path}/text()[1]" for path, leaf in zip(layouts.path, layouts.leaf, strict=True) if leaf]
    names, code = np.unique([*layouts.path, *texts], return_inverse=True)
    paths = pa.array(names.tolist(), pa.string())
    path_of = code[: len(layouts.path)]
    text_of = np.full(len(layouts.path), -1)
    text_of[layouts.leaf] = code[len(layouts.path) :]
    with element_writer(out, "characters") as writer:
        for start in range(0, len(documents), DOCUMENTS_AT_ONCE):
            some = documents[start : start + DOCUMENTS_AT_ONCE]
            layout = collection.layout[some]
            counts = layouts.elements[layout]
            of = np.repeat(np.arange(len(some)), counts)
            element = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
            element += layouts.first[layout][of]
            leaves = np.flatnonzero(layouts.leaf[element])
            row = np.concatenate([np.arange(len(element)), leaves])
            path = np.concatenate([path_of[element], text_of[element[leaves]]])
            order = np.argsort(row, kind="stable")
            row = row[order]
            document = pa.DictionaryArray.from_arrays(
                pa.array(of[row], pa.int32()), pa.array(collection.name[some].tolist(), pa.string())
            )
            columns = [
                document.cast(pa.string()),
                pa.DictionaryArray.from_arrays(pa.array(path[order], pa.int32()), paths).cast(pa.string()),
                pa.array(layouts.offset[element[row]]),
                pa.array(layouts.length[element[row]]),
                pa.array(np.zeros(len(row), dtype=np.bool_)),
            ]
            writer.write(pa.RecordBatch.from_arrays(columns, schema=SCHEMA))
