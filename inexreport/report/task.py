"""The task page: who is best, by how much, and under which rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.evaluation.task_plan import topics_without_target
from inexreport.model.outcome import TaskOutcome
from inexreport.model.task import Task, TopicSelection, Treatment
from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure, task_curves
from inexreport.report.figure import Figure, counted_topics, decimals, known
from inexreport.report.main_columns import main_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.paper_tables import PaperTable, leaderboards
from inexreport.report.problems import ProblemItem, problem_items
from inexreport.report.rank_comparison import RankFigure, rank_comparison
from inexreport.report.relevant_only import task_note
from inexreport.report.significance import StandingRow, standing_rows
from inexreport.report.times import mean_milliseconds
from inexreport.report.top_ten import TopTen, leaderboard_columns, top_ten
from inexreport.statistics.score_intervals import CONFIDENCE
from inexreport.statistics.standings import Standings


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
    group : int or None
        None where no pair of runs could be tested.
    milliseconds : float or None
        Mean of the times it reports for a topic.
    """

    rank: int | None
    group: int | None
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
    """A run in the chart of official scores, with its interval and group where it has them."""

    name: RunName
    rank: int
    score: float
    low: float | None = None
    high: float | None = None
    group: int | None = None


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
    assessments_note : str
        What is to be known of the assessments; may be empty.
    tables : tuple of PaperTable
        Those that are published for papers.
    columns : tuple of MetricColumn
        The metrics of the table of all runs; `further_metrics` are on the page of all scores only.
    standings : tuple of StandingRow
        The evaluated runs with intervals and groups.
    topics_counted : tuple of str
        Over how many topics the mean of each column goes.
    """

    name: str
    question: str
    scoring: tuple[str, ...]
    assessments_note: str
    official: MetricColumn
    runs: int
    participants: int
    top_tens: tuple[TopTen, ...]
    tables: tuple[PaperTable, ...]
    dots: DotFigure | None
    standings: tuple[StandingRow, ...]
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
    def groups(self) -> int:
        """How many groups of runs can be told apart; 0 where no pair could be tested."""
        return max((row.group or 0 for row in self.rows), default=0)

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
    official, companion, overlap = leaderboard_columns(view, task.name)
    intervals = standing_rows(view, task.name)
    main = list(main_columns(task.metrics, task.official, view.metrics, len(standings.runs)))
    pairs = [(official, companion)] + ([(companion, official)] if companion else [])
    return TaskPage(
        name=task.name,
        question=task.question,
        scoring=scoring_sentences(task, topics_without_target(task, view.outcome.campaign)),
        assessments_note=task_note(outcome, view.outcome.campaign),
        official=official,
        runs=len(outcome.runs),
        participants=len({run.submission.participant for run in outcome.runs} - {""}),
        top_tens=tuple(top_ten(view, standings, *pair, overlap) for pair in pairs) if standings.runs else (),
        tables=leaderboards(view, task.name),
        dots=score_dots(view, task.name),
        standings=intervals,
        curves=task_curves(view, task.name),
        rank_comparison=rank_comparison(view, task.name, companion),
        columns=tuple(columns[i] for i in main),
        further_metrics=len(columns) - len(main),
        rows=_rows(view, standings, columns, main, intervals),
        topics_counted=tuple(counted_topics(column) for column in standings.topics_counted.T[main]),
        rejected=tuple(
            RejectedRun(
                view.names[task.name, run.submission.name], run.submission.file, problem_items(run.errors)
            )
            for run in outcome.runs
            if not run.evaluated
        ),
    )


def scoring_sentences(task: Task, without_target: Sequence[str] = ()) -> tuple[str, ...]:
    """The official settings of a task in words.

    Parameters
    ----------
    task : Task
    without_target : sequence of str
        Topics whose target is not known, see `topics_without_target`.
    """
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
    if rules.strict_target:
        sentences.append(
            "Only target elements of a topic’s query are relevant; conditions on other elements (support "
            "elements) are not applied."
        )
        if without_target:
            topics = f"topic{'s' if len(without_target) > 1 else ''} {', '.join(without_target)}"
            sentences.append(f"The target of {topics} is unknown: there all judged elements count.")
    if task.query_types:
        sentences.append(f"Topics of the types {', '.join(task.query_types)} belong to the task.")
    sentences += [_convention(name, value) for name, value in task.settings.items()]
    return tuple(sentence for sentence in sentences if sentence)


_CONVENTIONS = {
    ("overlap_of", "paths"): "Results overlap if they are the same element or one contains the other.",
    ("ideal_tie", "higher"): "Of equally good elements of a path, the one nearer to the root is ideal.",
    ("ideal_tie", "deeper"): "Of equally good elements of a path, the deeper one is ideal.",
    ("short_ranking", "zero"): "Ranks beyond the end of a ranking count 0.",
    ("short_ranking", "last value"): "Beyond the end of a ranking its last generalised precision stays.",
    ("judged_units", "elements"): "Highlighted text is counted as judged for elements.",
    # A matter of what `evaluate` prints, not of scores.
    ("relevant_totals", "all assessed topics"): "",
}
"""What the settings of the built-in protocols mean."""


def _convention(name: str, value: str) -> str:
    if name == "collection_elements":
        return f"What is not retrieved of the collection's {int(value):,} elements is a last level."
    return _CONVENTIONS.get((name, value), f"{name.replace('_', ' ').capitalize()}: {value}.")


def _rows(
    view: CampaignView,
    standings: Standings,
    columns: tuple[MetricColumn, ...],
    main: list[int],
    intervals: tuple[StandingRow, ...],
) -> tuple[RunRow, ...]:
    best = (standings.ranks == 1) & np.array([column.ranked for column in columns], dtype=bool)
    return tuple(
        RunRow(
            rank=intervals[row].rank,
            group=intervals[row].group,
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


def score_dots(view: CampaignView, task: str) -> DotFigure | None:
    """The runs of a task with their official scores; None where no run has one."""
    standings, official = view.standings[task], view.official_column(task)
    column = standings.official
    dots = tuple(
        Dot(one.name, one.rank, one.score, one.low, one.high, one.group)
        for one in standing_rows(view, task)
        if one.rank is not None and one.score is not None
    )
    if not dots:
        return None
    first, last = dots[0], dots[-1]
    summary = f"Best of {len(dots)} evaluated runs is {first.name.label} with {decimals(first.score)}"
    sharing = standings.sharing(0)
    if sharing:
        summary += f", as {sharing} other{'' if sharing == 1 else 's'}; "
    elif len(dots) > 1:
        summary += f", {decimals(first.score - dots[1].score)} ahead of {dots[1].name.label}; "
    if len(dots) > 1:
        summary += f"the lowest is {last.name.label} with {decimals(last.score)}"
    groups = max(dot.group or 0 for dot in dots)
    if groups:
        together = sum(dot.group == 1 for dot in dots)
        summary += (
            f"; {together} of the runs cannot be told apart from the best, and there are {groups} groups"
            if together > 1
            else f"; the best is significantly ahead of all others, and there are {groups} groups"
        )
    middle = float(np.median([dot.score for dot in dots]))
    counts = counted_topics(standings.topics_counted[: len(dots), column])
    return DotFigure(
        figure=Figure(
            title=f"{official.label} of each run, best first",
            basis=f"{official.identifier}, mean over {counts}" + _marks(dots),
            source="intervals.csv",
            summary=f"{summary}. Half of the runs reach {decimals(middle)}.",
        ),
        metric=official,
        dots=dots,
    )


def _marks(dots: tuple[Dot, ...]) -> str:
    said = ""
    if any(dot.low is not None for dot in dots):
        said += f"; line: {CONFIDENCE} % interval"
    if any(dot.group for dot in dots):
        said += "; bracket at the edge: runs that cannot be told apart from the first of their group"
    return said
