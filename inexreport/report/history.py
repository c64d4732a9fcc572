"""Histories of tasks: size and scores in each campaign, from the records of campaigns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inexreport.model.counted import counted
from inexreport.report.campaign_record import Record
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.naming import task_title


def task_histories(records: Sequence[tuple[str, Record]]) -> list[PageData]:
    """Histories of all tasks that two or more campaigns share, by name; records come with their folders.

    ``points`` are the campaigns, earliest first, whose ``median`` and ``best_interval``, the bootstrap
    interval of the best run's score, are None where a record lacks them. The figures of ``scores`` and
    ``sizes`` draw a line between neighbours with the same number in ``score_segments`` and ``size_segments``.
    """
    points: dict[str, list[PageData]] = {}
    for folder, record in records:
        for task in record["tasks"]:
            if task["best"] is not None:
                points.setdefault(task["name"], []).append(_point(folder, record, task))
    return [
        _history(task, sorted(shared, key=lambda one: (one["year"], one["campaign"], one["folder"])))
        for task, shared in sorted(points.items())
        if len(shared) > 1
    ]


def segments(points: Sequence[PageData], *, by_metric: bool) -> tuple[int, ...]:
    """A number for each point: a line connects neighbours with the same number.

    A line is interrupted at a year with several campaigns, where it would be vertical, and, if `by_metric`,
    where the metric changes.
    """
    in_year = Counter(one["year"] for one in points)
    numbers: list[int] = []
    for before, one in zip([None, *points], points, strict=False):
        continued = (
            before is not None
            and in_year[before["year"]] == in_year[one["year"]] == 1
            and (not by_metric or before["official"] == one["official"])
        )
        numbers.append(numbers[-1] if numbers and continued else len(numbers))
    return tuple(numbers)


def _point(folder: str, record: Record, task: Record) -> PageData:
    return {
        "folder": folder,
        "campaign": record["title"],
        "year": record["year"],
        "official": task["official"],
        "best": task["best"]["score"],
        "best_interval": task.get("best_interval"),
        "median": task.get("median"),
        "runs": task["runs"],
        "participants": task["participants"],
    }


def _history(task: str, points: list[PageData]) -> PageData:
    metrics = dict.fromkeys(one["official"] for one in points)
    joined = "" if len(metrics) == 1 else "; lines join campaigns of one metric only"
    has_intervals = any(one["best_interval"] for one in points)
    intervals = " (with its 95% bootstrap interval)" if has_intervals else ""
    scores = "; ".join(
        f"{one['year']}: best {decimals(one['best'])}{_interval(one['best_interval'])}"
        + ("" if one["median"] is None else f", median {decimals(one['median'])}")
        for one in points
    )
    sizes = "; ".join(
        f"{one['year']}: {counted(one['runs'], 'run')}"
        + (f", {counted(one['participants'], 'participant')}" if one["participants"] else "")
        for one in points
    )
    return {
        "task": task,
        "points": points,
        "scores": Figure(
            title=f"{task_title(task)}: scores",
            basis=f"{', '.join(metrics)}, best run{intervals} and median of each campaign",
            source="tasks.csv",
            drawing=f"Upper line: best run; lower line: median{joined}",
            summary=f"{scores}.",
        ),
        "score_segments": segments(points, by_metric=True),
        "sizes": Figure(
            title=f"{task_title(task)}: size",
            basis="Submitted runs and participants of each campaign",
            source="tasks.csv",
            drawing="Upper line: runs; lower line: participants",
            summary=f"{sizes}.",
        ),
        "size_segments": segments(points, by_metric=False),
    }


def _interval(ends: Sequence[float] | None) -> str:
    return "" if ends is None else f" ({decimals(ends[0])} to {decimals(ends[1])})"
