"""Every score of every run of a task with its rank, metrics of a name side by side."""

from __future__ import annotations

from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import is_comparable
from inexreport.report.figure import PageData, counted_topics
from inexreport.report.naming import MetricColumn, task_title
from inexreport.report.run_filters import run_filters
from inexreport.statistics.standings import Standings
from inexreport.subjects.sections import Page, Section

MOST_COLUMNS = 12
"""Of a table with metrics of several names."""


MOST_PRECISE = 3000
"""Scores of a page that has each in full precision too, for copies of its tables."""


def all_scores_page(view: CampaignView, task: str) -> Page:
    """Return the means of all evaluated runs by every metric, best run first and unranked runs last.

    The table of the official metric is the first one, and the official metric its first column.
    """
    runs = [(run.submission, view.names[task, run.submission.name]) for run in view.evaluated_runs[task].runs]
    shared = {
        "task": task,
        "official": view.official_column(task),
        "runs": [name for _, name in runs],
        "filters": run_filters(runs),
        "comparable": is_comparable(view, task),
        "precise": len(runs) * len(view.columns[task]) <= MOST_PRECISE,
    }
    tables = [_table(view, task, places) for places in _places_by_table(view, task)] if runs else []
    sections = [
        Section(f"table-{number}", "", note="table", facts=shared | {"number": number, "table": table})
        for number, table in enumerate(tables, start=1)
    ]
    return Page(
        "All scores",
        f"All scores of {task_title(task)}",
        "",
        [*sections, Section("data", "", parts=["scores"])],
        notes="all_scores.html",
        missing="" if runs else "No run of this task was evaluated.",
        facts=shared | {"tables": tables},
    )


def ranked_score(
    standings: Standings, row: int, place: int, column: MetricColumn
) -> tuple[float, int | None]:
    """Return a run's mean by a metric, NaN where undefined, and its rank if the metric ranks runs."""
    return float(standings.means[row, place]), standings.rank(row, place) if column.ranked else None


def _places_by_table(view: CampaignView, task: str) -> list[list[int]]:
    """Positions of the task's metrics, a list for each table; all metrics of a name are in one table."""
    names: dict[str, list[int]] = {}
    identifiers, official = view.standings[task].task.metrics, view.standings[task].official
    for place in sorted(range(len(identifiers)), key=lambda place: (place != official, place)):
        names.setdefault(view.metrics[identifiers[place]].metric.name, []).append(place)
    tables: list[list[int]] = []
    for places in names.values():
        if tables and len(tables[-1]) + len(places) <= MOST_COLUMNS:
            tables[-1] += places
        else:
            tables.append(places)
    return tables


def _table(view: CampaignView, task: str, places: list[int]) -> PageData:
    """Columns and rows of a table, and by the name of its metrics the first column of each name."""
    standings = view.evaluated_runs[task]
    columns = [view.columns[task][place] for place in places]
    names: dict[str, MetricColumn] = {}
    for column in columns:
        names.setdefault(view.metrics[column.identifier].metric.name, column)
    return {
        "names": list(names.items()),
        "columns": columns,
        "groups": [view.metrics[column.identifier].metric.name for column in columns],
        "topics_counted": [counted_topics(standings.topics_counted[:, place]) for place in places],
        "rows": [
            [
                ranked_score(standings, row, place, column)
                for place, column in zip(places, columns, strict=True)
            ]
            for row in range(len(standings.runs))
        ],
    }
