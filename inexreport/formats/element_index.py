"""Makes the element table of a collection, document by document, in as many processes as are wanted."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pyarrow as pa

from inexreport.errors import UsageError
from inexreport.formats.directory_listing import Folder, outside_link_problem
from inexreport.formats.document_files import documents_below
from inexreport.formats.documents import Place, read_document
from inexreport.formats.element_parquet import SCHEMA
from inexreport.formats.element_writing import element_writer
from inexreport.formats.file_content import read_content
from inexreport.formats.problem_sample import ProblemSample
from inexreport.model.problem import Problem, ProblemLog, ProblemScope

DOCUMENTS_AT_ONCE = 64
"""How many documents a process reads before it hands over their rows."""

AHEAD = 3
"""How many such portions per process may be under way."""

STAGE = "Indexing documents"

Portion = list[tuple[str, str]]
"""Files below the folder, and the names of the documents."""


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """What an index holds.

    Attributes
    ----------
    documents, rows : int
        Documents that were read, and their elements and text nodes.
    problems : tuple of Problem
        Of the documents; of each kind the first hundred, and how many more there are.
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
        Is told what is being done, how many documents are done and how many there are.

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
    total = sum(name is not None for _, name in documents_below(Folder(root, root), lambda _: None))
    if not total:
        raise UsageError(
            f"{str(documents)!r} holds no document, that is no file that ends in .xml or .xml.gz."
        )
    sample = ProblemSample(str(documents))
    portions = _portions(root, sample)
    done = 0
    progress(STAGE, 0, total)
    with element_writer(out, unit) as writer, closing(_results(root, portions, unit, workers)) as results:
        for size, batch, problems in results:
            writer.write(batch)
            sample.extend(problems)
            done += size
            progress(STAGE, min(done, total), total)
    progress(STAGE, total, total)
    return IndexSummary(done, writer.rows, sample.problems)


def _portions(root: Path, sample: ProblemSample) -> Iterator[Portion]:
    """Yield the documents in portions, in the order of their paths; of two with the same name the first."""
    documents = _documents(root, sample)
    while portion := list(islice(documents, DOCUMENTS_AT_ONCE)):
        yield portion


def _documents(root: Path, sample: ProblemSample) -> Iterator[tuple[str, str]]:
    folder = Folder(root, root)
    seen: set[str] = set()
    for path, name in documents_below(folder, sample.extend):
        if name is None:
            continue
        file = folder.relative(path)
        if not folder.stays_inside(path):
            sample.extend(outside_link_problem(file, ProblemScope.CAMPAIGN))
        elif name in seen:
            log = ProblemLog(file)
            log.add("document-name-twice", found=f"another {name}", expected="a name of its own")
            sample.extend(log)
        else:
            seen.add(name)
            yield str(path.relative_to(root)), name


def _results(
    root: Path, portions: Iterator[Portion], unit: str, workers: int
) -> Generator[tuple[int, pa.RecordBatch, list[Problem]], None, None]:
    """Yield the size of each portion and what came of it, in their order."""
    if workers <= 1:
        for portion in portions:
            yield len(portion), *_read_portion(root, portion, unit)
        return
    # Not forked: a process that writes Parquet has threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _leave_interrupts_to_parent) as pool:
        under_way: deque[tuple[int, Future[tuple[pa.RecordBatch, list[Problem]]]]] = deque()
        try:
            for portion in portions:
                under_way.append((len(portion), pool.submit(_read_portion, root, portion, unit)))
                if len(under_way) >= workers * AHEAD:
                    size, first = under_way.popleft()
                    yield size, *first.result()
            while under_way:
                size, first = under_way.popleft()
                yield size, *first.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read_portion(root: Path, portion: Portion, unit: str) -> tuple[pa.RecordBatch, list[Problem]]:
    names: list[str] = []
    places: list[Place] = []
    problems: list[Problem] = []
    for file, name in portion:
        log = ProblemLog(Folder(root, root).relative(root / file))
        content = read_content(root / file, log)
        places += read_document(content.data, unit, log) if content else []
        names += [name] * (len(places) - len(names))
        problems.extend(log)
    columns = [names, *(zip(*places, strict=True) if places else [()] * 4)]
    arrays = [pa.array(values, field.type) for values, field in zip(columns, SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA), problems
