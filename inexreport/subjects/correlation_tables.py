"""How do a few metrics rank the runs compared with others? Correlation tables as papers print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd

from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.task import Task
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import correlation
from inexreport.report.naming import metric_columns, task_title
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


def correlation_table(view: CampaignView, task: str) -> tuple[pd.DataFrame, Heads] | None:
    """Return Spearman's rho of row and column metrics, and short heads of the columns; None without pairs.

    A row has its ``metric`` and a cell for each column; the highest correlation with a metric that is no row
    stands out.
    """
    ranking = [one.identifier for one in view.columns[task] if one.ranked]
    rows, columns = compared(view.of(task).task, ranking)
    if not rows or not {*columns} - {*rows} or len(view.standings[task].runs) < FEWEST_RUNS:
        return None
    named = metric_columns(tuple(dict.fromkeys((*rows, *columns))), view.metrics)
    by_name = {head.identifier: head for head in named}
    rho = matrix(metric_correlations(view.of(task), view.outcome.campaign), "spearman").loc[rows, columns]
    best = rho.drop(columns=rows, errors="ignore").max(axis="columns")
    cells = {
        str(place): [
            _cell(value, is_best=one not in rows and value == highest)
            for value, highest in zip(rho[one], best, strict=True)
        ]
        for place, one in enumerate(columns)
    }
    heads: Heads = {str(place): ((by_name[one],), "ordered") for place, one in enumerate(columns)}
    return pd.DataFrame(cells | {"metric": [by_name[one] for one in rows]}), heads


def _cell(value: float, *, is_best: bool) -> Ordered:
    if np.isnan(value):
        return Ordered("–", None)
    return Ordered("", value, correlation(value)) if is_best else Ordered(correlation(value), value)


CAPTION = (
    "Spearman’s ρ of the rankings of the runs; the highest of each row with a metric that is no row in bold."
)


def page_of_task(view: CampaignView, task: str) -> Page:
    """Return the page of a task's correlations, with its table first, if it has one."""
    page, found = correlations_page(view, task), correlation_table(view, task)
    if found is None:
        return page
    frame, columns = found
    heads: Heads = {"metric": ("Metric", "metric"), **columns}
    table = View("Correlations of chosen metrics", frame, heads, caption=CAPTION, kind="scores")
    answer = f"{counted(len(frame), 'metric')} compared with {counted(len(columns), 'metric')}, over "
    answer += f"{counted(len(view.standings[task].runs), 'run')}."
    question = "Which metrics agree on the ranking of the runs?"
    section = Section("table", question, [answer], [table, "correlations"])
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
    found = [_side_by_side(view, tasks, place) for place, tasks in enumerate(alike(view.outcome), 1)]
    return Page(
        "Correlation tables",
        "Correlations of metrics in several tasks",
        "Do the same metrics agree on the ranking of the runs in every task?",
        [section for section in found if section],
    )


def _side_by_side(view: CampaignView, tasks: Sequence[str], place: int) -> Section | None:
    found = {task: made for task in tasks if (made := correlation_table(view, task))}
    if not found:
        return None
    _, columns = next(iter(found.values()))
    heads: Heads = {"task": ("Task", "name"), "metric": ("Metric", "metric"), **columns}
    frames = [frame.assign(task=task_title(task)) for task, (frame, _) in found.items()]
    rows = pd.concat(frames, ignore_index=True)
    table = View("Correlations in tasks", rows, heads, caption=CAPTION, kind="scores", parted_by="task")
    answer = f"{counted(len(found), 'task')}: {', '.join(map(task_title, found))}."
    return Section(f"tables-{place}", "Tasks side by side", [answer], [table, "correlations"])


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
