"""The task page: who is best, by how much, and under which rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from inexreport.evaluation.task_plan import topics_without_target
from inexreport.model.outcome import TaskOutcome
from inexreport.model.task import Task, TopicSelection, Treatment
from inexreport.report.all_scores import RankedScore, ranked_score
from inexreport.report.campaign_view import AllRuns, CampaignView
from inexreport.report.curves import CurveFigure, task_curves
from inexreport.report.figure import Figure, PageData, counted_topics, decimals, known
from inexreport.report.main_columns import main_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.paper_tables import PaperTable, leaderboards
from inexreport.report.problems import ProblemItem, problem_items
from inexreport.report.rank_comparison import RankFigure, rank_comparison
from inexreport.report.relevant_only import task_note
from inexreport.report.significance import StandingRow, standing_rows
from inexreport.report.standing_strip import placing_figure
from inexreport.report.times import mean_milliseconds
from inexreport.report.top_ten import TopTen, leaderboard_columns, top_ten
from inexreport.statistics.medians import ScoreSummary
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
class MetricLine:
    """A metric on a participant's site: what all runs reach, and the own runs in the order of the page.

    Attributes
    ----------
    topics : str
        Over how many topics the means of all runs go.
    best_run : RunName or None
        None for a metric that ranks no runs.
    """

    metric: MetricColumn
    middle: ScoreSummary
    topics: str
    best_run: RunName | None
    own: tuple[RankedScore, ...]


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

    On a participant's site nothing ranks the runs of others, and the own ones are compared with the median
    and the best.

    Attributes
    ----------
    scoring : tuple of str
        The official settings, a sentence each.
    assessments_note : str
        What is to be known of the assessments; may be empty.
    runs, evaluated, participants : int
        Of the task, whether the page shows them or not.
    tables : tuple of PaperTable
        Those that are published for papers.
    columns : tuple of MetricColumn
        The metrics of the table of all runs; `further_metrics` are on the page of all scores only.
    standings : tuple of StandingRow
        The evaluated runs with intervals and groups.
    topics_counted : tuple of str
        Over how many topics the mean of each column goes.
    own : tuple of RunName
        On a participant's site: the own evaluated runs, best first.
    placing : dict or None
    metrics : tuple of MetricLine
        On a participant's site: every metric under which some run has a mean.
    """

    name: str
    question: str
    scoring: tuple[str, ...]
    assessments_note: str
    official: MetricColumn
    runs: int
    evaluated: int
    participants: int
    curves: tuple[CurveFigure, ...]
    rejected: tuple[RejectedRun, ...]
    top_tens: tuple[TopTen, ...] = ()
    tables: tuple[PaperTable, ...] = ()
    dots: DotFigure | None = None
    standings: tuple[StandingRow, ...] = ()
    rank_comparison: RankFigure | None = None
    columns: tuple[MetricColumn, ...] = ()
    further_metrics: int = 0
    rows: tuple[RunRow, ...] = ()
    topics_counted: tuple[str, ...] = ()
    own: tuple[RunName, ...] = ()
    placing: PageData | None = None
    metrics: tuple[MetricLine, ...] = ()

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
    task, campaign, all_runs = outcome.task, view.outcome.campaign, view.all_runs.get(outcome.task.name)
    participants = len({run.submission.participant for run in outcome.runs} - {""})
    page = TaskPage(
        name=task.name,
        question=task.question,
        scoring=scoring_sentences(task, topics_without_target(task, campaign)),
        assessments_note=task_note(outcome, campaign),
        official=view.official_column(task.name),
        runs=all_runs.runs if all_runs else len(outcome.runs),
        evaluated=view.evaluated(task.name),
        participants=all_runs.participants if all_runs else participants,
        curves=task_curves(view, task.name),
        rejected=tuple(
            RejectedRun(
                view.names[task.name, run.submission.name], run.submission.file, problem_items(run.errors)
            )
            for run in outcome.runs
            if not run.evaluated
        ),
    )
    return _with_participant_runs(page, view, all_runs) if all_runs else _with_ranking(page, view)


def _with_ranking(page: TaskPage, view: CampaignView) -> TaskPage:
    """The page with all runs ranked."""
    standings, columns = view.standings[page.name], view.columns[page.name]
    task = standings.task
    official, companion, overlap = leaderboard_columns(view, task.name)
    intervals = standing_rows(view, task.name)
    main = list(main_columns(task.metrics, task.official, view.metrics, len(standings.runs)))
    pairs = [(official, companion)] + ([(companion, official)] if companion else [])
    return replace(
        page,
        top_tens=tuple(top_ten(view, standings, *pair, overlap) for pair in pairs) if standings.runs else (),
        tables=leaderboards(view, task.name),
        dots=score_dots(view, task.name),
        standings=intervals,
        rank_comparison=rank_comparison(view, task.name, companion),
        columns=tuple(columns[i] for i in main),
        further_metrics=len(columns) - len(main),
        rows=_rows(view, standings, columns, main, intervals),
        topics_counted=tuple(counted_topics(column) for column in standings.topics_counted.T[main]),
    )


def _with_participant_runs(page: TaskPage, view: CampaignView, all_runs: AllRuns) -> TaskPage:
    """The page with a participant's runs against the median and the best of all."""
    standings = view.standings[page.name]
    rows = range(len(standings.runs))
    return replace(
        page,
        own=tuple(view.names[page.name, run.submission.name] for run in standings.runs),
        placing=placing_figure(view, page.name, rows),
        metrics=tuple(
            MetricLine(
                metric=column,
                middle=middle,
                topics=counted_topics(all_runs.topics_counted[column.identifier]),
                best_run=all_runs.best_runs[column.identifier] if column.ranked else None,
                own=tuple(ranked_score(standings, row, place, column) for row in rows),
            )
            for place, column in enumerate(view.columns[page.name])
            if (middle := all_runs.medians.means.get(column.identifier)) is not None
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
