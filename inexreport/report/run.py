"""The run page: where it stands, where it wins and loses, and what it returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from inexreport.model.outcome import RunOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import partners
from inexreport.report.curves import CurveFigure, run_curves
from inexreport.report.figure import Figure, PageData, known, signed
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.pooling import run_part
from inexreport.report.problems import problem_items
from inexreport.report.returned_results import ReturnedResults, returned
from inexreport.report.run_diagnosis import RunDiagnosis, run_diagnosis
from inexreport.report.run_topics import TopicRow, topic_rows
from inexreport.report.standing_strip import PlacingFigure, StandingFigure, placing_figure, standing_figure
from inexreport.report.times import reported_time
from inexreport.report.unlocated_results import UnlocatedResults, unlocated_results
from inexreport.statistics.medians import ScoreSummary
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED


@dataclass(frozen=True, slots=True)
class MetricRow:
    """A run's mean by one metric and its place among the task's runs.

    Attributes
    ----------
    percentile : float or None
        Percentage of the other runs that score lower.
    middle : ScoreSummary or None
        On a participant's site: what all runs reach.
    best_run : RunName or None
        On a participant's site: the run with the best mean, by a metric that ranks runs.
    """

    metric: MetricColumn
    score: float | None
    rank: int | None
    percentile: float | None
    topics: int
    middle: ScoreSummary | None = None
    best_run: RunName | None = None


@dataclass(frozen=True, slots=True)
class DifferenceFigure:
    """Differences from the median, best topic first."""

    figure: Figure
    metric: MetricColumn
    rows: tuple[TopicRow, ...]


@dataclass(frozen=True, slots=True)
class RankedNeighbour:
    """The run next to this one in the official ranking; without a rank it has no official score."""

    name: RunName
    rank: int | None

    @property
    def label(self) -> str:
        return self.name.title if self.rank is None else f"{self.rank}. {self.name.title}"


@dataclass(frozen=True, slots=True)
class RunPage:
    """What the run page shows.

    On a participant's site nothing leads to other runs, and what all runs reach is shown instead.

    Attributes
    ----------
    runs : int
        Evaluated runs of the task.
    metrics : tuple of MetricRow
        Empty for a run that was not evaluated.
    sharing : int
        How many other runs share its official rank.
    facts : tuple of (str, str)
        What the submission says about itself: name and value.
    above, below : RankedNeighbour or None
        The runs before and after it in the official ranking; of equal runs the order is that of their names.
    partners : sequence of (str, RunName)
        Runs that it may be compared with, each with its role.
    placing : PlacingFigure or None
        On a participant's site: its scores against the median and the best.
    """

    name: RunName
    evaluated: bool
    runs: int
    official: MetricColumn
    topic_metric: MetricColumn
    official_row: MetricRow | None
    metrics: tuple[MetricRow, ...]
    unplaced: UnlocatedResults | None
    differences: DifferenceFigure | None
    topics: tuple[TopicRow, ...]
    curves: tuple[CurveFigure, ...]
    diagnosis: RunDiagnosis | None
    returned: ReturnedResults | None
    pool_part: PageData | None
    facts: tuple[tuple[str, str], ...]
    problems: Sequence[PageData]
    sharing: int = 0
    standing: StandingFigure | None = None
    placing: PlacingFigure | None = None
    above: RankedNeighbour | None = None
    below: RankedNeighbour | None = None
    partners: Sequence[tuple[str, RunName]] = ()


def run_page(view: CampaignView, task: str, run: RunOutcome) -> RunPage:
    """Turn a run's outcome into its page."""
    standings, all_runs = view.standings[task], view.all_runs.get(task)
    name = view.names[task, run.submission.name]
    row = next((i for i, other in enumerate(standings.runs) if other is run), None)
    metrics = metric_rows(view, task, row) if row is not None else ()
    topics = topic_rows(view, task, row, run) if row is not None else ()
    page = RunPage(
        name=name,
        evaluated=run.evaluated,
        runs=view.evaluated(task),
        official=view.official_column(task),
        topic_metric=view.topic_column(task),
        official_row=metrics[standings.official] if metrics else None,
        metrics=metrics,
        unplaced=unlocated_results(view, task, run),
        differences=difference_figure(name, view.topic_column(task), topics, view.evaluated(task)),
        topics=topics,
        curves=run_curves(view, task, run) if run.evaluated else (),
        diagnosis=all_runs.diagnoses.get(name.run) if all_runs else run_diagnosis(view, task, run, topics),
        returned=returned(run, view.of(task).relevant_articles.only_relevant),
        pool_part=all_runs.pool_parts.get(name.run) if all_runs else run_part(view, task, name.run),
        facts=submission_facts(run),
        problems=problem_items(run.problems),
    )
    if row is None:
        return page
    if all_runs:
        return replace(page, placing=placing_figure(view, task, [row]) if all_runs.evaluated > 1 else None)
    return replace(
        page,
        sharing=standings.sharing(row),
        standing=standing_figure(view, name, row),
        above=_neighbour(view, standings, row - 1),
        below=_neighbour(view, standings, row + 1),
        partners=partners(view, task, row),
    )


def _neighbour(view: CampaignView, standings: Standings, row: int) -> RankedNeighbour | None:
    if not 0 <= row < len(standings.runs):
        return None
    rank = int(standings.ranks[row, standings.official])
    name = view.names[standings.task.name, standings.runs[row].submission.name]
    return RankedNeighbour(name, rank if rank != UNRANKED else None)


def metric_rows(view: CampaignView, task: str, row: int) -> tuple[MetricRow, ...]:
    """The means of the run that stands in a row of the standings, in the order of publication."""
    standings, all_runs = view.standings[task], view.all_runs.get(task)
    return tuple(
        MetricRow(
            metric=column,
            score=known(standings.means[row, i]),
            rank=int(rank) if column.ranked and (rank := standings.ranks[row, i]) != UNRANKED else None,
            percentile=known(standings.percentiles[row, i]) if column.ranked else None,
            topics=int(standings.topics_counted[row, i]),
            middle=all_runs.medians.means.get(column.identifier) if all_runs else None,
            best_run=all_runs.best_runs.get(column.identifier) if all_runs and column.ranked else None,
        )
        for i, column in enumerate(view.columns[task])
    )


def run_differences(view: CampaignView, task: str, row: int) -> DifferenceFigure | None:
    """Differences of the run in a row of the standings from the median; None without scores by topic."""
    standings = view.standings[task]
    run = standings.runs[row]
    name = view.names[task, run.submission.name]
    topics = topic_rows(view, task, row, run)
    return difference_figure(name, view.topic_column(task), topics, len(standings.runs))


def difference_figure(
    name: RunName, official: MetricColumn, topics: tuple[TopicRow, ...], runs: int
) -> DifferenceFigure | None:
    """A run's differences from the medians of `runs` runs; None where nothing can be compared."""
    compared = sorted(
        (row for row in topics if row.difference is not None),
        key=lambda row: (-(row.difference or 0.0), row.topic),
    )
    if not compared:
        return None
    differences = np.array([row.difference for row in compared], dtype=np.float64)
    above, below = int((differences > 0).sum()), int((differences < 0).sum())
    summary = (
        f"{name.title} is above the median on {above} of {len(compared)} topics and below it on {below}."
    )
    if above:
        summary += f" It gains most on topic {compared[0].topic} ({signed(differences[0])})."
    if below:
        summary += f" It loses most on topic {compared[-1].topic} ({signed(differences[-1])})."
    return DifferenceFigure(
        figure=Figure(
            title="Where the run wins and loses: difference from the median of each topic",
            basis=f"{official.topic_identifier}, {len(compared)} topics, median over {runs} evaluated runs",
            source="scores.csv",
            summary=summary,
        ),
        metric=official,
        rows=tuple(compared),
    )


def submission_facts(run: RunOutcome) -> tuple[tuple[str, str], ...]:
    """What the submission says about itself: name and value."""
    submission = run.submission
    facts = [
        ("File", submission.file),
        ("SHA-256", submission.sha256),
        ("Results in the file", f"{run.results:,}"),
        ("Run id", submission.run_id),
        ("Task as stated", submission.stated_task),
        ("Query", submission.query),
        ("Result type", submission.result_type),
        ("Topic fields", ", ".join(f"{name}: {use}" for name, use in submission.topic_fields.items())),
        ("Description", submission.description),
        ("Time as reported", reported_time(submission)),
    ]
    return tuple((name, value) for name, value in facts if value)
