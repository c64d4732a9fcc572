"""How do a few metrics rank the runs compared with others? Correlation tables as papers print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd

from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.task import Task
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import correlation
from inexreport.report.naming import MetricColumn, metric_columns, task_title
from inexreport.subjects.correlations import FEWEST_RUNS, correlations_page, matrix, metric_correlations
from inexreport.subjects.sections import Heads, Ordered, Page, PageKind, Section, View


def compared(task: Task, metrics: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return which of a task's metrics are rows of its table, and which are columns.

    Where neither campaign.toml nor the protocol says it, the official one is the row, and all are columns.
    """
    known = [*metrics]
    if task.correlations is None:
        return [one for one in known if one == task.official], known
    rows, columns = (
        [one for pattern in patterns for one in known if fnmatchcase(one, pattern)]
        for patterns in (task.correlations.rows, task.correlations.columns)
    )
    return [*dict.fromkeys(rows)], [*dict.fromkeys(columns)]


def correlation_table(view: CampaignView, task: str) -> tuple[pd.DataFrame, Sequence[MetricColumn]] | None:
    """Return Spearman's rho of row and column metrics, and the columns with short heads; None without pairs.

    A row has its ``metric`` and a cell for each column; the highest correlation with a metric that is no row
    stands out.
    """
    ranking = [one.identifier for one in view.columns[task] if one.ranked]
    rows, columns = compared(view.of(task).task, ranking)
    if not rows or not {*columns} - {*rows} or len(view.standings[task].runs) < FEWEST_RUNS:
        return None
    heads = metric_columns(tuple(dict.fromkeys((*rows, *columns))), view.metrics)
    named = {head.identifier: head for head in heads}
    rho = matrix(metric_correlations(view.of(task), view.outcome.campaign), "spearman").loc[rows, columns]
    others = rho[[one for one in columns if one not in rows]]
    best = others.max(axis="columns")
    frame = pd.DataFrame(
        {
            one: [
                _cell(value, is_best=one in others and value == highest)
                for value, highest in zip(rho[one], best, strict=True)
            ]
            for one in columns
        }
    )
    return frame.assign(metric=pd.Series([named[one] for one in rows])), [named[one] for one in columns]


def _cell(value: float, *, is_best: bool) -> Ordered:
    shown = "–" if np.isnan(value) else correlation(value)
    return Ordered("", value, shown) if is_best else Ordered(shown, None if np.isnan(value) else value)


CAPTION = (
    "Spearman’s ρ of the rankings of the runs; the highest of each row with a metric that is no row in bold."
)


def page_of_task(view: CampaignView, task: str) -> Page:
    """Return the page of a task's correlations, with its table first, if it has one."""
    page, found = correlations_page(view, task), correlation_table(view, task)
    if found is None:
        return page
    frame, columns = found
    heads: Heads = {"metric": ("Metric", "metric")}
    heads |= {one.identifier: ((one,), "ordered") for one in columns}
    table = View("Correlations of chosen metrics", frame, heads, caption=CAPTION, kind="scores")
    answer = f"{counted(len(frame), 'metric')} compared with {counted(len(columns), 'metric')}, over "
    answer += f"{counted(len(view.standings[task].runs), 'run')}."
    section = Section(
        "table", "Which metrics agree on the ranking of the runs?", [answer], [table, "correlations"]
    )
    return replace(page, sections=[section, *page.sections])


def alike(outcome: CampaignOutcome) -> list[list[str]]:
    """Return the tasks whose tables have the same columns but for the parameter overlap, two or more each."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in outcome.tasks:
        rows, columns = compared(one.task, one.task.metrics)
        evaluated = sum(run.evaluated for run in one.runs)
        if rows and {*columns} - {*rows} and evaluated >= FEWEST_RUNS:
            key = tuple(re.sub(r",?overlap=\w+", "", column) for column in columns)
            groups.setdefault(key, []).append(one.task.name)
    return [tasks for tasks in groups.values() if len(tasks) > 1]


def tables_page(view: CampaignView) -> Page:
    """Return the correlation tables of tasks with the same columns, one below the other."""
    return Page(
        "Correlation tables",
        "Correlations of metrics in several tasks",
        "Do the same metrics agree on the ranking of the runs in every task?",
        [
            section
            for place, tasks in enumerate(alike(view.outcome), 1)
            for section in _side_by_side(view, tasks, place)
        ],
    )


def _side_by_side(view: CampaignView, tasks: Sequence[str], place: int) -> Iterator[Section]:
    found = {task: made for task in tasks if (made := correlation_table(view, task))}
    if not found:
        return
    _, columns = next(iter(found.values()))
    frames = [
        frame.set_axis([*(one.label for one in columns), "metric"], axis="columns").assign(
            task=task_title(task)
        )
        for task, (frame, _) in found.items()
    ]
    heads: Heads = {"task": ("Task", "name"), "metric": ("Metric", "metric")}
    heads |= {one.label: ((one,), "ordered") for one in columns}
    rows = pd.concat(frames, ignore_index=True)
    table = View("Correlations in tasks", rows, heads, caption=CAPTION, kind="scores", parted_by="task")
    answer = f"{counted(len(found), 'task')}: {', '.join(map(task_title, found))}."
    yield Section(f"tables-{place}", "Tasks side by side", [answer], [table, "correlations"])


PAGES = (
    PageKind(
        "correlation_tables",
        "correlation-tables.html",
        tables_page,
        "Correlation tables",
        "Spearman rho metrics tasks side by side",
        applies=lambda outcome: bool(alike(outcome)),
    ),
)
