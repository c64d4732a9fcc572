"""The page of a task for a participant: the own runs against the median and the best of all."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.evaluation.task_plan import topics_without_target
from inexreport.report.all_scores import RankedScore, ranked_score
from inexreport.report.curves import (
    BACKGROUND_POINTS_OF_ONE,
    HIGHLIGHTED,
    CurveFigure,
    CurveLine,
    curve_figure,
    curve_line,
    curve_names,
    curve_of,
)
from inexreport.report.figure import counted_topics
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.own.excerpt import CampaignExcerpt, TaskExcerpt
from inexreport.report.own.placing import StripsFigure, placing_figure
from inexreport.report.problems import problem_items
from inexreport.report.relevant_only import task_note
from inexreport.report.tables.columns import ALL_TOPICS
from inexreport.report.task import RejectedRun, scoring_sentences
from inexreport.statistics.medians import Middle


@dataclass(frozen=True, slots=True)
class MetricLine:
    """A metric: what all runs reach, and the own runs in the order of the page.

    Attributes
    ----------
    topics : str
        Over how many topics the means of all runs go.
    best_run : RunName or None
        None for a metric that ranks no runs.
    """

    metric: MetricColumn
    middle: Middle
    topics: str
    best_run: RunName | None
    own: tuple[RankedScore, ...]


@dataclass(frozen=True, slots=True)
class OwnTaskPage:
    """What the page shows.

    Attributes
    ----------
    runs, evaluated, participants : int
        Of all participants.
    own : tuple of RunName
        Evaluated ones, best first.
    """

    name: str
    question: str
    scoring: tuple[str, ...]
    assessments_note: str
    official: MetricColumn
    runs: int
    evaluated: int
    participants: int
    own: tuple[RunName, ...]
    placing: StripsFigure | None
    metrics: tuple[MetricLine, ...]
    curves: tuple[CurveFigure, ...]
    rejected: tuple[RejectedRun, ...]


def own_task_page(excerpt: CampaignExcerpt, task: str) -> OwnTaskPage:
    """Turn the excerpt of a task into its page."""
    view, about = excerpt.view, excerpt.tasks[task]
    standings = about.standings
    return OwnTaskPage(
        name=task,
        question=standings.task.question,
        scoring=scoring_sentences(
            standings.task, topics_without_target(standings.task, excerpt.view.outcome.campaign)
        ),
        assessments_note=task_note(view.of(task), view.outcome.campaign),
        official=view.official_column(task),
        runs=about.runs,
        evaluated=about.evaluated,
        participants=about.participants,
        own=tuple(view.names[task, run.submission.name] for run in standings.runs),
        placing=placing_figure(excerpt, task, range(len(standings.runs))),
        metrics=metric_lines(excerpt, task),
        curves=_curves(excerpt, task),
        rejected=tuple(
            RejectedRun(view.names[task, run.submission.name], run.submission.file, problem_items(run.errors))
            for run in about.rejected
        ),
    )


def metric_lines(excerpt: CampaignExcerpt, task: str) -> tuple[MetricLine, ...]:
    """Every metric under which some run has a mean."""
    about = excerpt.tasks[task]
    return tuple(
        MetricLine(
            metric=column,
            middle=middle,
            topics=counted_topics(about.topics_counted[column.identifier]),
            best_run=about.best_runs[column.identifier, ALL_TOPICS] if column.ranked else None,
            own=tuple(
                ranked_score(about.standings, row, place, column) for row in range(len(about.standings.runs))
            ),
        )
        for place, column in enumerate(excerpt.view.columns[task])
        if (middle := about.medians.means.get(column.identifier)) is not None
    )


def _curves(excerpt: CampaignExcerpt, task: str) -> tuple[CurveFigure, ...]:
    view, about = excerpt.view, excerpt.tasks[task]
    runs = about.standings.runs
    figures = []
    for kind in curve_names(runs, view.metrics[about.standings.task.official]):
        own = [
            (view.names[task, run.submission.name], curve)
            for run in runs
            if (curve := curve_of(run, kind)) is not None
        ]
        lines = [curve_line(name, curve) for name, curve in own[:HIGHLIGHTED]]
        others = [curve_line(name, curve, BACKGROUND_POINTS_OF_ONE) for name, curve in own[HIGHLIGHTED:]]
        lines += summed_lines(about, kind)
        figures.append(curve_figure(view, kind, "your runs against all", "", lines, others))
    return tuple(figures)


def summed_lines(about: TaskExcerpt, name: str) -> list[CurveLine]:
    """The best and the median of all runs at each point of a kind of curve."""
    summed = about.curves.get(name)
    if summed is None or summed.runs < 2:
        return []
    return [
        curve_line(None, curve, label=f"{what} of {summed.runs} runs at each point")
        for what, curve in (("Best", summed.best), ("Median", summed.median))
    ]
