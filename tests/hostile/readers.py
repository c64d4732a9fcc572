"""Every reader of files as a function of bytes, and files for it to begin with."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from inexreport.formats.assessments import read_assessments
from inexreport.formats.campaign_file import read_campaign_file
from inexreport.formats.documents import read_document
from inexreport.formats.element_parquet import read_rows
from inexreport.formats.file_content import FileContent, unpacked
from inexreport.formats.pools import read_pools
from inexreport.formats.run_files import RunFile
from inexreport.formats.runs import read_run
from inexreport.formats.topics import read_topics
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.problem import ProblemLog

from .campaigns import ASSESSMENTS, DOCUMENTS, FILES, HONEST, HONEST_XML, POOL, QRELS, TOPIC_2006
from .hostile_input import CORPUS
from .inputs.large import write_table

FOUND = CORPUS / "found"
"""Files that once went wrong, in a folder for each reader."""


NO_CAMPAIGN = Campaign("", "", 0, "", {}, {}, Assessments("official", {}))


@dataclass(frozen=True)
class Reader:
    """A reader of one kind of file.

    Attributes
    ----------
    read : callable
        Returns something that is equal, as text, whenever the same bytes are read.
    seeds : tuple of bytes
        Files, good and bad ones, that are damaged further.
    """

    read: Callable[[bytes, ProblemLog], object]
    seeds: tuple[bytes, ...]


def outcome(reader: Reader, data: bytes) -> str:
    """Read a file and return what came of it; whatever is raised is a mistake of the reader."""
    log = ProblemLog("file")
    result = reader.read(data, log)
    with np.printoptions(threshold=100_000):
        return repr((result, list(log)))


def _content(data: bytes, log: ProblemLog) -> Iterable[tuple[FileContent, ProblemLog]]:
    content = unpacked(data, log)
    return [] if content is None else [(content, log)]


def _run(data: bytes, log: ProblemLog) -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        path.write_bytes(data)
        run, problems = read_run(RunFile("Focused", "run", path, "run"), NO_CAMPAIGN)
    log.extend(problems)
    return run and (_plain(run.submission), _plain(run.results))


def _plain(reading: object) -> object:
    """Return all that a reading holds; columns are compared by their bytes."""
    if isinstance(reading, np.ndarray):
        return reading.dtype.str, reading.tobytes()
    if isinstance(reading, pa.Array):
        return reading.to_pylist()
    if hasattr(reading, "__dataclass_fields__"):
        return {name: _plain(getattr(reading, name)) for name in reading.__dataclass_fields__}
    return reading


def _topics(data: bytes, log: ProblemLog) -> object:
    return [read_topics(content.data, log) for content, log in _content(data, log)]


def _assessments(data: bytes, log: ProblemLog) -> object:
    topics = read_assessments("official", _content(data, log)).topics
    return {topic: _plain(judged) for topic, judged in topics.items()}


def _pools(data: bytes, log: ProblemLog) -> object:
    return {topic: sorted(pool.elements) for topic, pool in read_pools(_content(data, log)).items()}


def _settings(data: bytes, log: ProblemLog) -> object:
    return read_campaign_file(data, log)


def _document(data: bytes, log: ProblemLog) -> object:
    return [
        read_document(content.data, unit, log)
        for content, log in _content(data, log)
        for unit in ("characters", "bytes")
    ]


def _table(data: bytes, log: ProblemLog) -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "elements.parquet"
        path.write_bytes(data)
        rows = read_rows(path, "characters", None, log)
    return None if rows is None else rows.to_pydict()


def _files(*folders: str, endings: tuple[str, ...]) -> tuple[bytes, ...]:
    files = sorted(file for folder in folders for file in (CORPUS / folder).iterdir())
    return tuple(file.read_bytes() for file in files if file.name.endswith(endings))


def _parquet() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "elements.parquet"
        write_table(path)
        return path.read_bytes()


_FOLDERS = ("bytes", "encodings", "entities", "ids", "numbers", "text")
_ALL_XML = _files("entities", "bytes", "encodings", endings=(".xml",))
READERS = {
    "run": Reader(
        _run,
        (HONEST.encode(), HONEST_XML.encode(), *_files(*_FOLDERS, endings=(".run", ".xml"))),
    ),
    "topics": Reader(_topics, (FILES["2009"]["topics/topics.xml"].encode(), TOPIC_2006.encode(), *_ALL_XML)),
    "assessments": Reader(
        _assessments,
        (QRELS.encode(), ASSESSMENTS.encode(), *_files(*_FOLDERS, endings=(".qrels",)), *_ALL_XML),
    ),
    "pool": Reader(_pools, (POOL.encode(), *_ALL_XML)),
    "settings": Reader(
        _settings,
        (
            FILES["2009"]["campaign.toml"].encode(),
            FILES["2006"]["campaign.toml"].encode(),
            *_files("bytes", "encodings", "ids", "numbers", "text", endings=(".toml",)),
        ),
    ),
    "document": Reader(_document, (*(text.encode() for text in DOCUMENTS.values()), *_ALL_XML)),
    "table": Reader(_table, (_parquet(),)),
}
