"""Runs as they are given: files, folders of them, open files, tables, dictionaries and records."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from inexreport.errors import UsageError
from inexreport.formats.input_files import Folder, valid_name
from inexreport.formats.named_columns import column_places
from inexreport.formats.run_files import metadata_files, run_name
from inexreport.model.problem import ProblemLog
from inexreport.parallel.scratch import scratch_folder

RUN_COLUMNS = ("query_id", "doc_id", "score")
QRELS_COLUMNS = ("query_id", "doc_id", "relevance")
TOPIC_COLUMNS = ("qid", "query")
"""How ir_measures, and for topics PyTerrier, names what there is; tables may name their columns otherwise."""


@dataclass(frozen=True, slots=True)
class GivenRun:
    """The file of a run, its name, or its path if several runs have that name, and what problems call it."""

    path: Path
    name: str
    shown_as: str


def several_runs(given: object) -> list[tuple[str, object]] | None:
    """Return names, which may be empty, and runs if several are given: a list, a dictionary or a folder.

    None if it is one run: a path, an open file, a table, a nested dictionary, or records of results.
    """
    if isinstance(given, Mapping):
        if all(isinstance(one, Mapping) and not _are_mappings(one.values()) for one in given.values()):
            return None
        return [(str(name), one) for name, one in given.items()]
    if isinstance(given, str | os.PathLike):
        return [("", given)] if Path(given).is_dir() else None
    if isinstance(given, list | tuple) and not hasattr(next(iter(given), None), "doc_id"):
        return [("", one) for one in given]
    return None


def _are_mappings(values: Iterable[object]) -> bool:
    return any(isinstance(one, Mapping) for one in values)


@contextmanager
def given_runs(given: Iterable[tuple[str, object]]) -> Iterator[tuple[GivenRun, ...]]:
    """The runs that are given with their names, in this order; those of a folder by path.

    A run without a name is named after its file, or else by its number.

    Raises
    ------
    UsageError
        If there is no run, a folder cannot be read, or what is given is no run.
    """
    with scratch_folder() as scratch:
        runs: list[GivenRun] = []
        for number, (name, one) in enumerate(given, start=1):
            if isinstance(one, str | os.PathLike) and Path(one).is_dir():
                files = [(file, str(file)) for file in _runs_below(Path(one))]
            else:
                of_file = str(getattr(one, "name", "")) if hasattr(one, "read") else ""
                shown_as = str(one) if isinstance(one, str | os.PathLike) else name or of_file
                files = [(given_file(one, scratch / str(number), RUN_COLUMNS), shown_as or f"run {number}")]
            runs += (
                GivenRun(path, name or run_name(Path(shown_as).name), valid_name(shown_as))
                for path, shown_as in files
            )
        if not runs:
            raise UsageError("No run is given.")
        times = Counter(run.name for run in runs)
        yield tuple(run if times[run.name] == 1 else replace(run, name=run.shown_as) for run in runs)


def given_file(given: Any, place: Path, columns: tuple[str, ...]) -> Path:
    """The file of a run or qrels: its own, or one that is written to a place."""
    if isinstance(given, str | os.PathLike):
        if not Path(given).is_fifo():
            return Path(given)
        with Path(given).open("rb") as pipe:  # it can be read once only
            return given_file(pipe, place, columns)
    if hasattr(given, "read"):
        content = given.read()
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    else:
        from pyarrow import parquet

        parquet.write_table(_table(given, columns), place)
    return place


def given_topics(given: Any, place: Path) -> Path:
    """The file of topics: its own, or one that is written to a place, of a table or a dictionary of texts."""
    if isinstance(given, str | os.PathLike) or hasattr(given, "read"):
        return given_file(given, place, ())
    if isinstance(given, Mapping):
        rows = [{"qid": str(topic), "query": text} for topic, text in given.items()]
    else:
        rows = _table(given, TOPIC_COLUMNS).to_pylist()
    place.write_text("".join(f"{json.dumps(row, default=str)}\n" for row in rows), encoding="utf-8")
    return place


def _table(given: Any, columns: tuple[str, ...]) -> pa.Table:
    """A table, a nested dictionary or records of results as a table."""
    try:
        if hasattr(given, "__arrow_c_stream__"):
            if hasattr(given, "iloc") and columns != TOPIC_COLUMNS:  # further columns may hold anything
                given = given.iloc[:, sorted(set(column_places(tuple(map(str, given.columns))).values()))]
            return pa.table(given)
        if isinstance(given, Mapping):
            rows = [(topic, *one) for topic, of_topic in given.items() for one in of_topic.items()]
        else:
            given = list(given)
            columns = (*columns, *(name for name in ("iteration",) if hasattr(next(iter(given), None), name)))
            rows = [tuple(getattr(one, name) for name in columns) for one in given]
        topics, documents = (pa.array([str(row[place]) for row in rows], pa.string()) for place in (0, 1))
        further = (pa.array([row[place] for row in rows]) for place in range(2, len(columns)))
        return pa.table([topics, documents, *further], columns)
    except (pa.ArrowException, AttributeError, TypeError) as error:
        reason = "; ".join(map(str, error.args))
        raise UsageError(
            f"An object of the type {type(given).__name__} cannot be read ({reason}). Give a path, an open "
            f"file, a table with the columns {', '.join(columns)}, a dictionary, or records of ir_measures."
        ) from error


def _runs_below(folder: Path) -> list[Path]:
    """The run files of a folder and its folders, without hidden ones and those of metadata."""
    root, log = folder.resolve(), ProblemLog(str(folder))
    files = [folder / file.relative_to(root) for file in Folder(root, root).files_below(log.extend)]
    if log.has_errors:
        unreadable = "; ".join(f"{problem.place}: {problem.message}" for problem in log)
        raise UsageError(f"The folder {str(folder)!r} cannot be read: {unreadable}.")
    metadata = metadata_files(files).values()
    runs = [file for file in files if file not in metadata]
    if not runs:
        raise UsageError(f"There is no run in the folder {str(folder)!r}.")
    return runs
