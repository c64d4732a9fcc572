"""The task page: who is best, by how much, and under which rules."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.model.task import Task, TopicSelection, Treatment
from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure, task_curves
from inexreport.report.figure import Figure, counted_topics, decimals, known
from inexreport.report.main_columns import main_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.problems import ProblemItem, problem_items
from inexreport.report.rank_comparison import RankFigure, rank_comparison
from inexreport.report.times import mean_milliseconds
from inexreport.report.top_ten import TopTen, companion_metric, overlap_metric, top_ten
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """A mean in the table of all runs; `best` marks the highest of its column."""

    score: float | None
    best: bool = False


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in the table of all runs.

    Attributes
    ----------
    rank : int or None
        None where the official metric is undefined.
    milliseconds : float or None
        Mean of the times it reports for a topic.
    """

    rank: int | None
    name: RunName
    query: str
    milliseconds: float | None
    cells: tuple[ScoreCell, ...]
    warnings: int


@dataclass(frozen=True, slots=True)
class RejectedRun:
    """A run that was not evaluated, and why."""

    name: RunName
    file: str
    reasons: tuple[ProblemItem, ...]


@dataclass(frozen=True, slots=True)
class Dot:
    """A run in the chart of official scores."""

    name: RunName
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class DotFigure:
    """Runs sorted by their official score."""

    figure: Figure
    metric: MetricColumn
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class TaskPage:
    """What the task page shows.

    Attributes
    ----------
    scoring : tuple of str
        The official settings, a sentence each.
    columns : tuple of MetricColumn
        The metrics of the table of all runs; `further_metrics` are on the page of all scores only.
    topics_counted : tuple of str
        Over how many topics the mean of each column goes.
    """

    name: str
    question: str
    scoring: tuple[str, ...]
    official: MetricColumn
    runs: int
    participants: int
    top_tens: tuple[TopTen, ...]
    dots: DotFigure | None
    curves: tuple[CurveFigure, ...]
    rank_comparison: RankFigure | None
    columns: tuple[MetricColumn, ...]
    further_metrics: int
    rows: tuple[RunRow, ...]
    topics_counted: tuple[str, ...]
    rejected: tuple[RejectedRun, ...]

    @property
    def has_participants(self) -> bool:
        return any(row.name.participant for row in self.rows)

    @property
    def has_times(self) -> bool:
        return any(row.milliseconds is not None for row in self.rows)

    @property
    def has_queries(self) -> bool:
        return any(row.query for row in self.rows)


def task_page(view: CampaignView, outcome: TaskOutcome) -> TaskPage:
    """Turn a task's outcome into its page."""
    task = outcome.task
    standings = view.standings[task.name]
    columns = view.columns[task.name]
    official = columns[standings.official]
    companion = companion_metric(columns, official, view.metrics)
    overlap = overlap_metric(columns)
    main = list(main_columns(task.metrics, task.official, view.metrics, len(standings.runs)))
    pairs = [(official, companion)] + ([(companion, official)] if companion else [])
    return TaskPage(
        name=task.name,
        question=task.question,
        scoring=scoring_sentences(task),
        official=official,
        runs=len(outcome.runs),
        participants=len({run.submission.participant for run in outcome.runs} - {""}),
        top_tens=tuple(top_ten(view, standings, *pair, overlap) for pair in pairs) if standings.runs else (),
        dots=_dots(view, standings, official),
        curves=task_curves(view, task.name),
        rank_comparison=rank_comparison(view, task.name, companion),
        columns=tuple(columns[i] for i in main),
        further_metrics=len(columns) - len(main),
        rows=_rows(view, standings, columns, main),
        topics_counted=tuple(counted_topics(column) for column in standings.topics_counted.T[main]),
        rejected=tuple(
            RejectedRun(
                view.names[task.name, run.submission.name], run.submission.file, problem_items(run.errors)
            )
            for run in outcome.runs
            if not run.evaluated
        ),
    )


def scoring_sentences(task: Task) -> tuple[str, ...]:
    """The official settings of a task in words."""
    rules = task.rules
    sentences = [f"The first {task.cutoff:,} results of each topic count."]
    if task.topics is TopicSelection.ASSESSED:
        sentences.append("Means go over all assessed topics; a topic that a run does not answer counts 0.")
    else:
        sentences.append("Means go over the assessed topics that a run answers.")
    for treatment, what in (
        (rules.overlap, "results that share text"),
        (rules.scattered_articles, "results of one article interrupted by another’s"),
        (rules.several_entry_points, "more than one entry point in an article"),
    ):
        if treatment is Treatment.ERROR:
            sentences.append(f"A run with {what} is not evaluated.")
        elif treatment is Treatment.WARNING:
            sentences.append(f"A run with {what} is evaluated with a warning.")
    if rules.characters_per_topic is not None:
        sentences.append(f"Results are cut after {rules.characters_per_topic:,} characters of a topic.")
    if rules.characters_per_article is not None:
        sentences.append(f"Results are cut after {rules.characters_per_article:,} characters of an article.")
    sentences += [f"{name.replace('_', ' ').capitalize()}: {value}." for name, value in task.settings.items()]
    return tuple(sentences)


def _rows(
    view: CampaignView, standings: Standings, columns: tuple[MetricColumn, ...], main: list[int]
) -> tuple[RunRow, ...]:
    best = (standings.ranks == 1) & np.array([column.ranked for column in columns], dtype=bool)
    return tuple(
        RunRow(
            rank=int(rank) if (rank := standings.ranks[row, standings.official]) != UNRANKED else None,
            name=view.names[standings.task.name, run.submission.name],
            query=run.submission.query,
            milliseconds=mean_milliseconds(run.submission),
            cells=tuple(
                ScoreCell(known(score), bool(mark))
                for score, mark in zip(standings.means[row, main], best[row, main], strict=True)
            ),
            warnings=len(run.problems),
        )
        for row, run in enumerate(standings.runs)
    )


def _dots(view: CampaignView, standings: Standings, official: MetricColumn) -> DotFigure | None:
    column = standings.official
    dots = tuple(
        Dot(
            view.names[standings.task.name, run.submission.name],
            int(standings.ranks[row, column]),
            float(standings.means[row, column]),
        )
        for row, run in enumerate(standings.runs)
        if standings.ranks[row, column] != UNRANKED
    )
    if not dots:
        return None
    first, last = dots[0], dots[-1]
    summary = f"Best of {len(dots)} evaluated runs is {first.name.label} with {decimals(first.score)}"
    if len(dots) > 1:
        summary += (
            f", {decimals(first.score - dots[1].score)} ahead of {dots[1].name.label};"
            f" the lowest is {last.name.label} with {decimals(last.score)}"
        )
    middle = float(np.median([dot.score for dot in dots]))
    counts = counted_topics(standings.topics_counted[: len(dots), column])
    return DotFigure(
        figure=Figure(
            title=f"{official.label} of each run, best first",
            basis=f"{official.identifier}, mean over {counts}",
            source="scores.csv",
            summary=f"{summary}. Half of the runs reach {decimals(middle)}.",
        ),
        metric=official,
        dots=dots,
    )
