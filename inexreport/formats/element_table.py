"""The element table of a campaign: from its documents, or from the file that was made of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.formats.directory_listing import Folder, outside_link_problem
from inexreport.formats.documents import read_document
from inexreport.formats.file_content import read_content
from inexreport.formats.names import article_name, normalised_path
from inexreport.formats.quoting import examples
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem, ProblemLog, ProblemScope

TABLE_FILES = ("elements.parquet", "documents/elements.parquet")
DOCUMENT_ENDINGS = (".xml", ".xml.gz")
COLUMNS = ("document", "path", "offset", "length")


def read_element_table(directory: Path, unit: str) -> tuple[ElementTable | None, tuple[Problem, ...]]:
    """Read where the elements of a campaign's documents lie.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    unit : str
        ``"characters"`` or ``"bytes"``; a table that was made before is taken to be in this unit.

    Returns
    -------
    table : ElementTable or None
        None if the campaign has neither documents nor a table. A document that is in the table is not read.
    problems : tuple of Problem
        Of the table and the documents.
    """
    root = directory.resolve()
    reading = _Reading(Folder(root, root))
    for file in TABLE_FILES:
        if (root / file).exists():
            reading.add_table(root / file)
    if (root / "documents").is_dir():
        reading.add_documents(unit)
    return reading.table(), tuple(reading.problems)


def document_name(path: Path) -> str:
    """Return the name by which runs and assessments call a document.

    Parameters
    ----------
    path : Path
        Below the folder of the documents. The collection of 2009 spreads its documents over folders that
        their numbers do not tell of; other collections name documents with their folders.

    Examples
    --------
    >>> document_name(Path("214/923.xml")), document_name(Path("an/1995/a1003.xml.gz"))
    ('923', 'an/1995/a1003')
    """
    name = article_name(path.as_posix().removesuffix(".gz"))
    number = name.rpartition("/")[2]
    return number if number.isascii() and number.isdigit() else name


class _Reading:
    """The rows read so far."""

    def __init__(self, top: Folder) -> None:
        self._top = top
        self._row: dict[tuple[str, str], int] = {}
        self._offsets: list[int] = []
        self._lengths: list[int] = []
        self._documents: dict[str, str] = {}
        self.problems: list[Problem] = []

    def table(self) -> ElementTable | None:
        if not self._row:
            return None
        return ElementTable(
            self._row, np.array(self._offsets, dtype=np.int64), np.array(self._lengths, dtype=np.int64)
        )

    def _add(self, document: str, elements: Iterable[tuple[str, int, int]]) -> None:
        for path, offset, length in elements:
            if self._row.setdefault((document, path), len(self._offsets)) == len(self._offsets):
                self._offsets.append(offset)
                self._lengths.append(length)

    def add_table(self, path: Path) -> None:
        """Add the rows of a table that was made before."""
        log = ProblemLog(self._top.relative(path))
        columns = _columns(path, log) if self._may_read(path, log) else None
        if columns is not None:
            for document, element, offset, length in zip(*columns, strict=True):
                name = article_name(document)
                self._add(name, [(normalised_path(element), offset, length)])
                self._documents.setdefault(name, log.file)
        self.problems.extend(log)

    def add_documents(self, unit: str) -> None:
        """Add the documents that no table holds."""
        folder = Folder(self._top.campaign, self._top.path / "documents")
        others: list[str] = []
        tables = set(self._documents.values())
        for path in folder.files_below():
            file = self._top.relative(path)
            if not file.lower().endswith(DOCUMENT_ENDINGS):
                others += [file] if file not in TABLE_FILES else []
                continue
            log = ProblemLog(file)
            name = document_name(path.relative_to(folder.path))
            first = self._documents.setdefault(name, file)
            if first != file and first not in tables:
                log.add("document-name-twice", found=f"{name} as in {first}", expected="a name of its own")
            elif first == file and self._may_read(path, log):
                content = read_content(path, log)
                self._add(name, read_document(content.data, unit, log) if content else ())
            self.problems.extend(log)
        if others:
            log = ProblemLog("documents")
            log.add(
                "file-unknown",
                found=examples(others),
                expected="documents that end in .xml",
                count=len(others),
            )
            self.problems.extend(log)

    def _may_read(self, path: Path, log: ProblemLog) -> bool:
        inside = self._top.stays_inside(path)
        if not inside:
            log.extend(outside_link_problem(log.file, ProblemScope.CAMPAIGN))
        return inside


def _columns(path: Path, log: ProblemLog) -> tuple[list[str], list[str], list[int], list[int]] | None:
    """Return the columns of a table; None, with the reason in `log`, if they are not what is needed."""
    try:
        schema = pq.read_schema(path)
        missing = [name for name in COLUMNS if name not in schema.names]
        if missing:
            log.add(
                "element-table-unusable", found=f"no column {examples(missing)}", expected=", ".join(COLUMNS)
            )
            return None
        table = pq.read_table(path, columns=list(COLUMNS))
        texts = [table[name].cast(pa.string()) for name in COLUMNS[:2]]
        numbers = [table[name].cast(pa.int64()) for name in COLUMNS[2:]]
    except (pa.ArrowException, OSError, ValueError) as error:
        log.add("element-table-unusable", found=str(error).splitlines()[0], expected="a Parquet file")
        return None
    if any(column.null_count for column in texts + numbers):
        log.add("element-table-unusable", found="rows with nothing in them", expected="a value in every row")
        return None
    if any(len(column) and pa.compute.min(column).as_py() < 0 for column in numbers):
        log.add("element-table-unusable", found="an offset or length below 0", expected="0 or more")
        return None
    document, element, offset, length = (column.to_pylist() for column in texts + numbers)
    return document, element, offset, length
