"""The top-ten table, laid out as the proceedings print it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inexreport.metrics.metric import BoundMetric
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import counted_topics, known
from inexreport.report.main_columns import unlikeness
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED


@dataclass(frozen=True, slots=True)
class TopTenRow:
    """A run with its rank and score, also by the companion metric; None where there is none."""

    rank: int | None
    other_rank: int | None
    name: RunName
    score: float | None
    other_score: float | None
    overlap: float | None


@dataclass(frozen=True, slots=True)
class TopTen:
    """The ten best runs by one metric, or all; more where the tenth place is shared.

    Attributes
    ----------
    metric : MetricColumn
    companion : MetricColumn or None
        The metric of the ranks in brackets.
    overlap : MetricColumn or None
    topics : str
        Over how many topics the means of `metric` go.
    """

    metric: MetricColumn
    companion: MetricColumn | None
    overlap: MetricColumn | None
    topics: str
    rows: tuple[TopTenRow, ...]


def companion_metric(
    columns: Sequence[MetricColumn], official: MetricColumn, metrics: Mapping[str, BoundMetric]
) -> MetricColumn | None:
    """The metric whose ranks stand in brackets.

    It has another name than the official one, if there is such a metric; it rather measures what the task
    is about than whole articles, rather the whole ranking than its beginning, and under the official one's
    parameters as far as it has them. The first in the order of publication is taken.
    """
    own = metrics[official.identifier]

    def preference(column: MetricColumn) -> tuple[bool, bool, bool, int, float]:
        bound = metrics[column.identifier]
        name = bound.metric.name
        of_articles = name.startswith("article-")
        differing, unusual = unlikeness(bound, own)
        return name == own.metric.name, of_articles, bound.cutoff is not None, differing, unusual

    others = [column for column in columns if column.ranked and column != official]
    return min(others, key=preference, default=None)


def overlap_metric(columns: tuple[MetricColumn, ...]) -> MetricColumn | None:
    """The overlap to print: that with earlier ranks, which the proceedings' tables have."""
    overlaps = [column for column in columns if _name(column) == "overlap"]
    return next((c for c in overlaps if "kind=rank" in c.identifier), next(iter(overlaps), None))


def _name(column: MetricColumn) -> str:
    return column.identifier.partition("@")[0].partition("(")[0]


def leaderboard_columns(
    view: CampaignView, task: str
) -> tuple[MetricColumn, MetricColumn | None, MetricColumn | None]:
    """The official metric, its companion and the overlap that a task's leaderboards have."""
    columns, official = view.columns[task], view.official_column(task)
    return official, companion_metric(columns, official, view.metrics), overlap_metric(columns)


def top_ten(
    view: CampaignView,
    standings: Standings,
    metric: MetricColumn,
    companion: MetricColumn | None,
    overlap: MetricColumn | None,
    last: int | None = 10,
) -> TopTen:
    """The runs of rank ten, or another `last`, or better by a metric; without one all, unranked ones too."""
    position = {identifier: column for column, identifier in enumerate(standings.task.metrics)}
    by = position[metric.identifier]
    ranks = standings.ranks[:, by]
    chosen = [row for row in range(len(standings.runs)) if last is None or UNRANKED < ranks[row] <= last]
    chosen.sort(key=lambda row: (ranks[row] == UNRANKED, ranks[row], standings.runs[row].submission.name))

    def score(row: int, column: MetricColumn | None) -> float | None:
        return known(standings.means[row, position[column.identifier]]) if column else None

    return TopTen(
        metric=metric,
        companion=companion,
        overlap=overlap,
        topics=counted_topics(standings.topics_counted[chosen, by]),
        rows=tuple(
            TopTenRow(
                rank=_rank(standings, row, by),
                other_rank=_rank(standings, row, position[companion.identifier]) if companion else None,
                name=view.names[standings.task.name, standings.runs[row].submission.name],
                score=score(row, metric),
                other_score=score(row, companion),
                overlap=score(row, overlap),
            )
            for row in chosen
        ),
    )


def _rank(standings: Standings, row: int, column: int) -> int | None:
    rank = int(standings.ranks[row, column])
    return None if rank == UNRANKED else rank
