"""The element table of a campaign: from its documents, or from the file that was made of them."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

import numpy as np
import pyarrow as pa

from inexreport.formats.documents import Place, documents_below, read_document
from inexreport.formats.file_content import read_content
from inexreport.formats.input_files import Folder, is_folder
from inexreport.formats.shown_text import examples
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem, ProblemLog

TABLE_FILES = ("elements.parquet", "documents/elements.parquet")


def read_element_table(
    directory: Path, unit: str, articles: Collection[str] | None = None
) -> tuple[ElementTable | None, tuple[Problem, ...]]:
    """Read where the elements and text nodes of a campaign's documents lie.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    unit : str
        ``"characters"`` or ``"bytes"``; a table that does not say its unit is taken to be in this one. Empty
        if it is not known, as in a check without settings.
    articles : collection of str, optional
        The documents that are needed, by their names in runs and assessments; without it, all. Only their
        rows are loaded, and of documents that are not in a table only these are read.

    Returns
    -------
    table : ElementTable or None
        None if there are no rows. A document that is in the table made before is not read.
    problems : tuple of Problem
        Of the table and the documents.
    """
    root = directory.resolve()
    reading = _Reading(Folder(root, root), unit, articles)
    for file in TABLE_FILES:
        if os.path.lexists(root / file):
            reading.add_table(root / file)
    if is_folder(root / "documents"):
        reading.add_documents()
    table, repeated = _sorted_table(reading.rows)
    if reading.tables and table is not None:
        reading.problems.extend(_contradictions(reading.tables[0], table, repeated))
    return table, tuple(reading.problems)


def _sorted_table(parts: list[pa.Table]) -> tuple[ElementTable | None, int]:
    """The table of some rows, None if there are none, and how many repeat the place of an earlier one."""
    if not sum(map(len, parts)):
        return None, 0
    rows = pa.concat_tables(parts).unify_dictionaries().combine_chunks()
    parts.clear()
    document, path = (rows.column(name).chunk(0) for name in ("document", "path"))
    key = document.indices.to_numpy().astype(np.int64) * len(path.dictionary) + path.indices.to_numpy()
    row = np.argsort(key, kind="stable")
    first = np.diff(key[row], prepend=-1) != 0
    row = row[first]
    offset, length, blank = (rows.column(name).to_numpy()[row] for name in ("offset", "length", "blank"))
    articles, paths = (
        {name: number for number, name in enumerate(column.dictionary.to_pylist())}
        for column in (document, path)
    )
    table = ElementTable(articles, paths, key[row], offset, length, blank)
    return table, len(first) - len(row)


def _contradictions(file: str, table: ElementTable, repeated: int) -> ProblemLog:
    """Return the contradictions between the rows of a table."""
    log = ProblemLog(file)
    if repeated:
        found = f"{repeated:,} rows for a place that has one already"
        log.add("element-table-unusable", found=found, expected="one row an element", count=repeated)
    beyond = table.beyond_parents()
    if beyond:
        found = f"{beyond:,} elements that begin before or end after their parents"
        expected = "offsets and lengths within those of the parents"
        log.add("element-table-unusable", found=found, expected=expected, count=beyond)
    return log


class _Reading:
    """The rows read so far."""

    def __init__(self, top: Folder, unit: str, articles: Collection[str] | None) -> None:
        self._top, self._unit = top, unit
        self._articles = None if articles is None else frozenset(articles)
        self._documents: dict[str, str] = {}
        self.rows: list[pa.Table] = []
        self.problems: list[Problem] = []
        self.tables: list[str] = []

    def add_table(self, path: Path) -> None:
        """Add the rows of a table that was made before."""
        from inexreport.formats.element_parquet import read_rows  # many campaigns have no documents

        log = ProblemLog(self._top.relative(path))
        if Folder(self._top.campaign, path.parent).allows(path, log):
            self.tables.append(log.file)
            articles = None if self._articles is None else pa.array(list(self._articles), pa.string())
            rows = read_rows(path, self._unit, articles, log)
            if rows is not None:
                self.rows.append(rows)
                for name in rows.column("document").unique().to_pylist():
                    self._documents.setdefault(name, log.file)
        self.problems.extend(log)

    def add_documents(self) -> None:
        """Add the documents that no table holds."""
        read: list[tuple[str, list[Place]]] = []
        folder = Folder(self._top.campaign, self._top.path / "documents")
        of_folder = ProblemLog("documents")
        found = documents_below(folder, self.problems.extend) if folder.allows(folder.path, of_folder) else ()
        others: list[str] = []
        for path, name in found:
            file = self._top.relative(path)
            if name is None:
                others += [file] if file not in TABLE_FILES else []
                continue
            log = ProblemLog(file)
            first = self._documents.setdefault(name, file)
            wanted = self._articles is None or name in self._articles
            if first != file and first not in TABLE_FILES:
                log.add("document-name-twice", found=f"{name} as in {first}", expected="a unique name")
            elif first == file and wanted and folder.allows(path, log):
                content = read_content(path, log)
                read.append((name, read_document(content.data, self._unit, log) if content else []))
            self.problems.extend(log)
        if read:
            from inexreport.formats.element_parquet import batch_of, encoded_rows

            self.rows.append(encoded_rows(batch_of(read)))
        if others:
            expected = "documents that end in .xml"
            of_folder.add("file-unknown", found=examples(others), expected=expected, count=len(others))
        self.problems.extend(of_folder)
