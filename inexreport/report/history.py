"""What happened to a task over the years: every campaign that had it, its runs and its scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.report.campaign_record import Record
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import task_title


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A task in one campaign; `median` is None where an older record does not tell it."""

    folder: str
    campaign: str
    year: int
    official: str
    best: float
    median: float | None
    runs: int
    participants: int


@dataclass(frozen=True, slots=True)
class TaskHistory:
    """A task that two or more campaigns share, earliest first.

    Attributes
    ----------
    scores, sizes : Figure
        Of best run and median; of runs and participants.
    scores_joined, sizes_joined : tuple of int
        A number for each point: a line joins neighbours of one number.
    """

    task: str
    points: tuple[HistoryPoint, ...]
    scores: Figure
    scores_joined: tuple[int, ...]
    sizes: Figure
    sizes_joined: tuple[int, ...]


def task_histories(records: Sequence[tuple[str, Record]]) -> tuple[TaskHistory, ...]:
    """Histories of all shared tasks, by name; records come with the folders in which they were found."""
    points: dict[str, list[HistoryPoint]] = {}
    for folder, record in records:
        for task in record["tasks"]:
            if task["best"] is not None:
                points.setdefault(task["name"], []).append(_point(folder, record, task))
    return tuple(
        _history(task, sorted(shared, key=lambda one: (one.year, one.campaign, one.folder)))
        for task, shared in sorted(points.items())
        if len(shared) > 1
    )


def joined(points: Sequence[HistoryPoint], *, by_metric: bool) -> tuple[int, ...]:
    """Stretches that a line may join: one campaign a year and, where scores are compared, one metric.

    A line through two campaigns of one year would stand upright, and one past them would leave them out.
    """
    in_year = Counter(one.year for one in points)
    stretches: list[int] = []
    for before, one in zip([None, *points], points, strict=False):
        goes_on = (
            before is not None
            and in_year[before.year] == in_year[one.year] == 1
            and (not by_metric or before.official == one.official)
        )
        stretches.append(stretches[-1] if stretches and goes_on else len(stretches))
    return tuple(stretches)


def _point(folder: str, record: Record, task: Record) -> HistoryPoint:
    return HistoryPoint(
        folder=folder,
        campaign=record["title"],
        year=record["year"],
        official=task["official"],
        best=task["best"]["score"],
        median=task.get("median"),
        runs=task["runs"],
        participants=task["participants"],
    )


def _history(task: str, points: list[HistoryPoint]) -> TaskHistory:
    metrics = dict.fromkeys(one.official for one in points)
    comparable = "" if len(metrics) == 1 else "; lines join campaigns of one metric only"
    scores = "; ".join(
        f"{one.year}: best {decimals(one.best)}"
        + ("" if one.median is None else f", median {decimals(one.median)}")
        for one in points
    )
    sizes = "; ".join(f"{one.year}: {one.runs} runs, {one.participants} participants" for one in points)
    return TaskHistory(
        task=task,
        points=tuple(points),
        scores=Figure(
            title=f"{task_title(task)}: scores",
            basis=f"{', '.join(metrics)}, best run and median of each campaign{comparable}",
            source="tasks.csv",
            summary=f"{scores}.",
        ),
        scores_joined=joined(points, by_metric=True),
        sizes=Figure(
            title=f"{task_title(task)}: size",
            basis="Submitted runs and participants of each campaign",
            source="tasks.csv",
            summary=f"{sizes}.",
        ),
        sizes_joined=joined(points, by_metric=False),
    )
