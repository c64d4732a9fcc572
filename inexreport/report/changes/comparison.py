"""Compares the results of two editions; numbers are compared exactly."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from inexreport.model.edition import Cells, PublishedResults
from inexreport.report.changes.change import Change, How, Kind
from inexreport.report.changes.rows import RowChange, row_changes
from inexreport.report.tables.columns import ALL_TOPICS

EARLIER_EDITIONS = "editions/"
"""Folder of a campaign with what earlier editions published: no input of any score."""

_FROM_ELSEWHERE = ("file", "sha256", "official_metric", "official_score", "official_rank")
"""Columns of runs.csv whose changes are those of inputs, tasks, scores and ranks."""

_SCORE = ("task", "run", "metric", "topic")
"""Columns that identify a score."""

_PLACES = ("file", "line")
"""Columns of topics.csv that say where a statement is."""


def result_changes(old: PublishedResults, new: PublishedResults) -> tuple[Change, ...]:
    """Return everything that differs between the results of two editions, largest changes first.

    A run, topic, metric or task that only one edition has is one change: its scores are not listed. Of
    scores, those of the official metrics come first, means before single topics, then by the size of the
    difference; a score that one edition lacks comes before all that differ.
    """
    names = _renamed(old, new)
    runs = _with_names(old.runs, names)
    return (
        *_task_changes(old, new),
        *_run_changes(runs, new.runs, names),
        *_rank_changes(runs, new),
        *_score_changes(_with_names(old.scores, names), runs, old, new),
        *_topic_changes(old.topics, new.topics),
        *_mapping_changes(Kind.INPUT, _own(old.inputs), _own(new.inputs)),
        *_mapping_changes(Kind.SETTING, old.settings, new.settings),
    )


def file_changes(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Change, ...]:
    """Return the published files whose checksums, by path, differ; in the order of `new`."""
    return tuple(_mapping_changes(Kind.FILE, old, new))


def same_number(old: str, new: str) -> bool:
    """Whether two values are equal, however the numbers are written.

    Examples
    --------
    >>> same_number("0.5", "5e-1"), same_number("0.5", "0.5000000000000001"), same_number("0.5", "")
    (True, False, False)
    """
    if old == new:
        return True
    try:
        return float(old) == float(new)
    except ValueError:
        return False


def _how(old: object, new: object) -> How:
    """How something changed that is None where it is missing."""
    return How.ADDED if old is None else How.REMOVED if new is None else How.CHANGED


def _own(inputs: Mapping[str, str]) -> dict[str, str]:
    return {file: sha256 for file, sha256 in inputs.items() if not file.startswith(EARLIER_EDITIONS)}


def _mapping_changes(kind: Kind, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys([*new, *old]):
        before, after = old.get(name), new.get(name)
        if before != after:
            yield Change(kind, _how(before, after), name=name, old=before or "", new=after or "")


def _task_changes(old: PublishedResults, new: PublishedResults) -> Iterator[Change]:
    for task in dict.fromkeys([*new.tasks, *old.tasks]):
        before, after = old.tasks.get(task), new.tasks.get(task)
        if before is None or after is None:
            official = (before.official if before else "", after.official if after else "")
            yield Change(Kind.TASK, _how(before, after), task, old=official[0], new=official[1])
            continue
        if before.official != after.official:
            yield Change(Kind.OFFICIAL_METRIC, How.CHANGED, task, old=before.official, new=after.official)
        for metric in dict.fromkeys([*after.metrics, *before.metrics]):
            if metric not in before.metrics or metric not in after.metrics:
                how = How.ADDED if metric in after.metrics else How.REMOVED
                yield Change(Kind.METRIC, how, task, metric=metric)


def _records(table: Cells) -> Iterator[dict[str, str]]:
    for row in table.rows:
        yield dict(zip(table.columns, row, strict=True))


Run = tuple[str, str]
"""Task and name."""


def _files_of_runs(table: Cells) -> dict[Run, str]:
    return {(row["task"], row["run"]): row["sha256"] for row in _records(table)}


def _renamed(old: PublishedResults, new: PublishedResults) -> dict[Run, str]:
    """New names of runs whose file, and no other of the task, has another name in the new edition."""
    before, after = _files_of_runs(old.runs), _files_of_runs(new.runs)
    gone = {key: sha256 for key, sha256 in before.items() if key not in after and sha256}
    come = {key: sha256 for key, sha256 in after.items() if key not in before and sha256}
    left = Counter((task, sha256) for (task, _), sha256 in gone.items())
    found = Counter((task, sha256) for (task, _), sha256 in come.items())
    new_names = {(task, sha256): run for (task, run), sha256 in come.items()}
    return {
        (task, run): new_names[task, sha256]
        for (task, run), sha256 in gone.items()
        if left[task, sha256] == found[task, sha256] == 1
    }


def _with_names(table: Cells, names: Mapping[Run, str]) -> Cells:
    """A table with the new names of runs."""
    if not names:
        return table
    task, run = table.columns.index("task"), table.columns.index("run")
    rows = [[*row[:run], names.get((row[task], row[run]), row[run]), *row[run + 1 :]] for row in table.rows]
    return Cells(table.columns, rows)


def _columns(table: Cells, chosen: Sequence[str]) -> Cells:
    places = [table.columns.index(column) for column in chosen]
    return Cells(chosen, [[row[place] for place in places] for row in table.rows])


def _without(table: Cells, left_out: Sequence[str]) -> Cells:
    return _columns(table, [column for column in table.columns if column not in left_out])


def _run_changes(old: Cells, new: Cells, names: Mapping[Run, str]) -> Iterator[Change]:
    for (task, run), name in names.items():
        yield Change(Kind.RUN, How.RENAMED, task, name, old=run, new=name)
    before, after = _without(old, _FROM_ELSEWHERE), _without(new, _FROM_ELSEWHERE)
    found = [
        _of_row(Kind.RUN, one, task=one.identity[0], run=one.identity[1])
        for one in row_changes(before, after, ("task", "run"), operator.eq)
    ]
    yield from sorted(found, key=lambda one: (one.how is How.CHANGED, one.task, one.run))


def _of_row(kind: Kind, one: RowChange, *, task: str = "", run: str = "", topic: str = "") -> Change:
    """A change of a row or one of its values."""
    how = How.CHANGED if one.column else _how(one.old, one.new)
    return Change(kind, how, task, run, "", topic, one.column, one.old or "", one.new or "")


def _rank_changes(old: Cells, new: PublishedResults) -> Iterator[Change]:
    before = {(row["task"], row["run"]): row["official_rank"] for row in _records(old)}
    found = []
    for row in _records(new.runs):
        task, run, rank = row["task"], row["run"], row["official_rank"]
        earlier = before.get((task, run), rank)
        if not same_number(earlier, rank):
            how = _how(earlier or None, rank or None)
            metric = new.tasks[task].official if task in new.tasks else ""
            found.append(Change(Kind.RANK, how, task, run, metric, old=earlier, new=rank))
    yield from sorted(found, key=_largest_first)


def _largest_first(one: Change) -> float:
    return -math.inf if one.difference is None else -abs(one.difference)


def _score_changes(
    scores: Cells, runs: Cells, old: PublishedResults, new: PublishedResults
) -> Iterator[Change]:
    """Changes of scores; `scores` and `runs` are the old tables with the new names of runs."""
    shared_runs = _files_of_runs(runs).keys() & _files_of_runs(new.runs).keys()
    shared_metrics = _task_metrics(old) & _task_metrics(new)
    other_topics = _topic_ids(old.topics) ^ _topic_ids(new.topics)

    def shared(task: str, run: str, metric: str, topic: str) -> bool:
        in_both = (task, run) in shared_runs and (task, metric) in shared_metrics
        return in_both and topic not in other_topics

    tables = [_columns(table, (*_SCORE, "score")) for table in (scores, new.scores)]
    before, after = (
        Cells(table.columns, [row for row in table.rows if shared(*row[:-1])]) for table in tables
    )
    old_values, new_values = ({tuple(row[:-1]): row[-1] for row in table.rows} for table in (before, after))
    officials = {(task, metrics.official) for task, metrics in new.tasks.items()}
    found = []
    for one in row_changes(before, after, _SCORE, same_number):
        task, run, metric, topic = place = one.identity
        values = old_values.get(place, ""), new_values.get(place, "")
        found.append(Change(Kind.SCORE, _how(one.old, one.new), task, run, metric, topic, "", *values))
    yield from sorted(
        found,
        key=lambda one: (
            one.topic != ALL_TOPICS,
            (one.task, one.metric) not in officials,
            _largest_first(one),
        ),
    )


def _task_metrics(results: PublishedResults) -> set[tuple[str, str]]:
    return {(task, metric) for task, one in results.tasks.items() for metric in one.metrics}


def _topic_ids(topics: Cells) -> set[str]:
    return {row["topic"] for row in _records(topics)}


def _topic_changes(old: Cells, new: Cells) -> Iterator[Change]:
    for one in row_changes(_without(old, _PLACES), _without(new, _PLACES), ("topic",), operator.eq):
        yield _of_row(Kind.TOPIC, one, topic=one.identity[0])
