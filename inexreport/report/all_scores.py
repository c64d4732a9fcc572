"""Every score of every run of a task with its rank, metrics of a name side by side."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import counted_topics, known
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED

COLUMNS = 12
"""So many columns a table may have, if it is not of one name."""


@dataclass(frozen=True, slots=True)
class RankedScore:
    """A mean with its rank; None where there is none."""

    score: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Metrics of one name, or of several names that have few.

    Attributes
    ----------
    names : tuple of (str, MetricColumn)
        Each name with the first metric that has it.
    topics_counted : tuple of str
        Over how many topics the mean of each column goes.
    rows : tuple of tuple of RankedScore
        In the order of the page's runs.
    """

    names: tuple[tuple[str, MetricColumn], ...]
    columns: tuple[MetricColumn, ...]
    topics_counted: tuple[str, ...]
    rows: tuple[tuple[RankedScore, ...], ...]


@dataclass(frozen=True, slots=True)
class AllScoresPage:
    """What the page shows; runs are ordered by the official metric."""

    task: str
    official: MetricColumn
    runs: tuple[RunName, ...]
    tables: tuple[ScoreTable, ...]


def all_scores_page(view: CampaignView, task: str) -> AllScoresPage:
    """Gather the means of all evaluated runs of a task."""
    standings = view.standings[task]
    return AllScoresPage(
        task=task,
        official=view.official_column(task),
        runs=tuple(view.names[task, run.submission.name] for run in standings.runs),
        tables=tuple(_table(view, task, places) for places in _grouped(view, task)),
    )


def _grouped(view: CampaignView, task: str) -> list[list[int]]:
    """Places of the task's metrics, a list for each table: those of a name are never parted."""
    names: dict[str, list[int]] = {}
    for place, identifier in enumerate(view.standings[task].task.metrics):
        names.setdefault(view.metrics[identifier].metric.name, []).append(place)
    tables: list[list[int]] = []
    for places in names.values():
        if tables and len(tables[-1]) + len(places) <= COLUMNS:
            tables[-1] += places
        else:
            tables.append(places)
    return tables


def _table(view: CampaignView, task: str, places: list[int]) -> ScoreTable:
    standings = view.standings[task]
    columns = tuple(view.columns[task][place] for place in places)
    names: dict[str, MetricColumn] = {}
    for column in columns:
        names.setdefault(view.metrics[column.identifier].metric.name, column)
    return ScoreTable(
        names=tuple(names.items()),
        columns=columns,
        topics_counted=tuple(counted_topics(standings.topics_counted[:, place]) for place in places),
        rows=tuple(
            tuple(
                ranked_score(standings, row, place, column)
                for place, column in zip(places, columns, strict=True)
            )
            for row in range(len(standings.runs))
        ),
    )


def ranked_score(standings: Standings, row: int, place: int, column: MetricColumn) -> RankedScore:
    """A run's mean by a metric with its rank, both by their places in the standings."""
    rank = int(standings.ranks[row, place])
    return RankedScore(
        known(standings.means[row, place]), rank if column.ranked and rank != UNRANKED else None
    )
