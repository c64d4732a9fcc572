"""What happened to a task over the years: best and median run of every campaign that had it."""

from __future__ import annotations

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
    """A task that two or more campaigns share, earliest first."""

    figure: Figure
    task: str
    points: tuple[HistoryPoint, ...]


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
    said = "; ".join(
        f"{one.year}: best {decimals(one.best)}"
        + ("" if one.median is None else f", median {decimals(one.median)}")
        for one in points
    )
    return TaskHistory(
        figure=Figure(
            title=task_title(task),
            basis=f"{', '.join(metrics)}, best run and median of each campaign{comparable}",
            source="",
            summary=f"{said}.",
        ),
        task=task,
        points=tuple(points),
    )
