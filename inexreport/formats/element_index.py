"""Makes the element table of a collection, document by document, in as many processes as are wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from inexreport.errors import UsageError
from inexreport.formats.documents import Place, documents_below, read_document
from inexreport.formats.element_parquet import batch_of, element_writer
from inexreport.formats.file_content import read_content
from inexreport.formats.input_files import Folder
from inexreport.model.problem import (
    DETAILED_PROBLEMS_PER_KIND_AND_FILE,
    Problem,
    ProblemLog,
)
from inexreport.parallel import open_workers

DOCUMENTS_AT_ONCE = 64
"""How many documents a process reads before it hands over their rows."""

STAGE = "Indexing documents"


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """Numbers of documents that were read and of rows: their elements and text nodes.

    Of each kind of problem there are the first hundred, and how many more there are.
    """

    documents: int
    rows: int
    problems: tuple[Problem, ...]


def index_documents(
    documents: Path,
    out: Path,
    unit: str,
    workers: int = 1,
    progress: Callable[[str, int, int], None] = lambda stage, done, total: None,
) -> IndexSummary:
    """Write where the elements and text nodes of all documents lie.

    The same documents give the same bytes, however many processes read them. A document that is not
    well-formed is left out. The table takes the place of `out` when it is complete.

    Parameters
    ----------
    documents : Path
        Folder of the XML documents, in folders of any depth.
    out : Path
        The table, e.g. ``elements.parquet`` in the campaign directory.
    unit : str
        ``"characters"`` or ``"bytes"``: what the campaign counts.
    workers : int
        Number of processes.
    progress : callable, optional
        Called with the stage, the number of finished documents and their total.

    Raises
    ------
    UsageError
        If there is no such folder, no document in it, or no folder for the table.
    """
    if not documents.is_dir():
        raise UsageError(f"There is no folder {str(documents)!r}. Give the folder that holds the documents.")
    if not out.absolute().parent.is_dir():
        raise UsageError(f"There is no folder for {str(out)!r}. Make it first.")
    root = documents.resolve()
    problems = _FirstProblems(str(documents))
    found = _documents(root, problems)
    if not found:
        raise UsageError(
            f"{str(documents)!r} holds no document, that is no file that ends in .xml or .xml.gz."
        )
    total, done = len(found), 0
    portions = [found[at : at + DOCUMENTS_AT_ONCE] for at in range(0, total, DOCUMENTS_AT_ONCE)]
    progress(STAGE, 0, total)
    with element_writer(out, unit) as writer, open_workers(workers) as opened:
        results = opened.map(_read_portion, (root, unit), portions)
        for portion, (batch, found_problems) in zip(portions, results, strict=True):
            writer.write(batch)
            problems.extend(found_problems)
            done += len(portion)
            progress(STAGE, done, total)
    progress(STAGE, total, total)
    return IndexSummary(done, writer.rows, problems.sample())


class _FirstProblems:
    """The first problems of each kind, and the number of the others, which are ascribed to the folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._first: list[Problem] = []
        self._counts: Counter[str] = Counter()

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self._counts[problem.code] += 1
            if self._counts[problem.code] <= DETAILED_PROBLEMS_PER_KIND_AND_FILE:
                self._first.append(problem)

    def sample(self) -> tuple[Problem, ...]:
        """Return the first problems, and for each kind with more of them one that counts the others."""
        more = {code: count - DETAILED_PROBLEMS_PER_KIND_AND_FILE for code, count in self._counts.items()}
        others = (
            Problem(code, self._folder, f"the same in {count} more files", "none", count=count)
            for code, count in more.items()
            if count > 0
        )
        return (*self._first, *others)


def _documents(root: Path, problems: _FirstProblems) -> list[tuple[str, str]]:
    """Return files and names of the documents, in the order of their paths; of two with a name the first."""
    folder = Folder(root, root)
    found: dict[str, str] = {}
    for path, name in documents_below(folder, problems.extend):
        if name is None:
            continue
        log = ProblemLog(folder.relative(path))
        if folder.allows(path, log):
            if name in found:
                log.add("document-name-twice", found=f"another {name}", expected="a unique name")
            found.setdefault(name, str(path.relative_to(root)))
        problems.extend(log)
    return [(file, name) for name, file in found.items()]


def _read_portion(
    shared: tuple[Path, str], portion: list[tuple[str, str]]
) -> tuple[pa.RecordBatch, list[Problem]]:
    """Return the rows of some documents, and their problems."""
    root, unit = shared
    read: list[tuple[str, list[Place]]] = []
    problems: list[Problem] = []
    for file, name in portion:
        log = ProblemLog(Folder(root, root).relative(root / file))
        content = read_content(root / file, log)
        read.append((name, read_document(content.data, unit, log) if content else []))
        problems.extend(log)
    return batch_of(read), problems
