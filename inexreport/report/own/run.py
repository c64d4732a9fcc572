"""The page of an own run: everything about it, and of the others the median and the best."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.outcome import RunOutcome
from inexreport.report.curves import CurveFigure, curve_figure, curve_line, curve_names, curve_of
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.own.placing import StripsFigure, placing_figure
from inexreport.report.own.task import MetricLine, metric_lines, summed_lines
from inexreport.report.pool_parts import RunPart
from inexreport.report.problems import ProblemItem, problem_items
from inexreport.report.returned import Returned, returned
from inexreport.report.run import (
    DifferenceFigure,
    MetricRow,
    difference_figure,
    metric_rows,
    submission_facts,
)
from inexreport.report.run_diagnosis import RunDiagnosis
from inexreport.report.run_topics import TopicRow
from inexreport.report.unplaced import UnplacedResults, unplaced_results


@dataclass(frozen=True, slots=True)
class OwnRunPage:
    """What the page shows.

    Attributes
    ----------
    runs : int
        Evaluated ones of all participants.
    metrics : tuple of (MetricRow, MetricLine)
        The run's mean and place by each metric, and what all runs reach; empty if it was not evaluated.
    facts : tuple of (str, str)
        What the submission says about itself: name and value.
    """

    name: RunName
    evaluated: bool
    runs: int
    official: MetricColumn
    topic_metric: MetricColumn
    official_row: MetricRow | None
    metrics: tuple[tuple[MetricRow, MetricLine], ...]
    placing: StripsFigure | None
    unplaced: UnplacedResults | None
    differences: DifferenceFigure | None
    topics: tuple[TopicRow, ...]
    curves: tuple[CurveFigure, ...]
    diagnosis: RunDiagnosis | None
    returned: Returned | None
    pool_part: RunPart | None
    facts: tuple[tuple[str, str], ...]
    problems: tuple[ProblemItem, ...]


def own_run_page(excerpt: CampaignExcerpt, task: str, run: RunOutcome) -> OwnRunPage:
    """Turn an own run's outcome into its page."""
    view, about = excerpt.view, excerpt.tasks[task]
    standings = about.standings
    name = view.names[task, run.submission.name]
    row = next((i for i, other in enumerate(standings.runs) if other is run), None)
    own = metric_rows(view, task, row) if row is not None else ()
    lines = {line.metric: line for line in metric_lines(excerpt, task)}
    topic_metric = topic_column(excerpt, task)
    topics = about.topics.get(run.submission.name, ())
    return OwnRunPage(
        name=name,
        evaluated=run.evaluated,
        runs=about.evaluated,
        official=view.official_column(task),
        topic_metric=topic_metric,
        official_row=own[standings.official] if own else None,
        metrics=tuple((one, lines[one.metric]) for one in own if one.metric in lines),
        placing=placing_figure(excerpt, task, [row]) if row is not None and about.evaluated > 1 else None,
        unplaced=unplaced_results(view, task, run),
        differences=difference_figure(name, topic_metric, topics, about.evaluated),
        topics=topics,
        curves=_curves(excerpt, task, run) if run.evaluated else (),
        diagnosis=about.diagnoses.get(run.submission.name),
        returned=returned(run, view.of(task).sought.only_relevant),
        pool_part=about.pool_parts.get(run.submission.name),
        facts=submission_facts(run),
        problems=problem_items(run.problems),
    )


def topic_column(excerpt: CampaignExcerpt, task: str) -> MetricColumn:
    """The head of the metric by which runs are compared topic by topic."""
    about = excerpt.tasks[task]
    return excerpt.view.columns[task][about.standings.task.metrics.index(about.topic_metric)]


def _curves(excerpt: CampaignExcerpt, task: str, run: RunOutcome) -> tuple[CurveFigure, ...]:
    view, about = excerpt.view, excerpt.tasks[task]
    name = view.names[task, run.submission.name]
    return tuple(
        curve_figure(
            view,
            kind,
            "against the best and the median of all runs",
            "",
            [curve_line(name, curve), *summed_lines(about, kind)],
            [],
        )
        for kind in curve_names([run], view.metrics[about.standings.task.official])
        if (curve := curve_of(run, kind)) is not None
    )
