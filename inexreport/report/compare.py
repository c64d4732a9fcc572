"""The page that compares any two runs of a task: what the reader's browser is given to compare them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure, curve_names, task_curves
from inexreport.report.figure import Figure, known
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.significance import METHOD, TEST_NAMES, Method
from inexreport.statistics import paired_tests
from inexreport.statistics.score_intervals import topic_draws
from inexreport.statistics.significance import sign_draws
from inexreport.statistics.summary import UNRANKED, Floats

FEWEST_RUNS = 2


@dataclass(frozen=True, slots=True)
class ComparedCurves:
    """One kind of curve of every run that has it; `figure` is that of two of them."""

    figure: Figure
    name: str
    by_rank: bool
    x_name: str
    y_name: str


@dataclass(frozen=True, slots=True)
class ComparePage:
    """What the page shows before two runs are chosen.

    Attributes
    ----------
    runs : tuple of RunName
        The evaluated runs, best first.
    metrics : tuple of MetricColumn
        Those by which runs can be compared topic by topic, that of the task first.
    decimals, rounding
        As `inexreport.statistics.paired_tests` has them.
    """

    task: str
    official: MetricColumn
    runs: tuple[RunName, ...]
    topics: tuple[Topic, ...]
    metrics: tuple[MetricColumn, ...]
    curves: tuple[ComparedCurves, ...]
    differences: Figure
    scatter: Figure
    method: Method
    decimals: int
    rounding: float
    tests: Mapping[str, str]

    @property
    def comparable(self) -> bool:
        return len(self.runs) >= FEWEST_RUNS and len(self.metrics) > 0


@dataclass(frozen=True, eq=False)
class ComparedScores:
    """The scores of all runs by one metric, rows in the order of the page's runs.

    Attributes
    ----------
    means : tuple of (float or None)
        As published.
    ranks : tuple of (int or None)
    by_topic : float64 array, shape (runs, topics)
        NaN where there is no score.
    highest : float
        Of all these scores.
    signs, resamples : tuple of int
        Where the generators of the random draws begin.
    corrected : mapping of test to float64 array, shape (pairs,), or None
        p of every two runs that were ranked, corrected for all of them, the pairs of the first run first;
        None for a metric by which the task's runs are not tested.
    """

    metric: MetricColumn
    means: tuple[float | None, ...]
    ranks: tuple[int | None, ...]
    by_topic: Floats
    highest: float
    signs: tuple[int, int]
    resamples: tuple[int, int]
    corrected: Mapping[str, Floats] | None


@dataclass(frozen=True, slots=True)
class Partner:
    """A run that another one may be compared with; `role` says what it is in the ranking."""

    role: str
    name: RunName


def partners(view: CampaignView, task: str, row: int) -> tuple[Partner, ...]:
    """Whom to compare the run of that row of the standings with: the best one and the one in the middle."""
    standings = view.standings[task]
    names = [view.names[task, run.submission.name] for run in standings.runs]
    if len(names) < FEWEST_RUNS or np.isnan(view.topic_scores[task][1]).all():
        return ()
    best = Partner("the best run", names[0]) if row else Partner("the second-best run", names[1])
    ranked = int(np.count_nonzero(standings.ranks[:, standings.official] != UNRANKED))
    middle = Partner("the median run", names[max(ranked - 1, 0) // 2])
    return (best,) if middle.name in (best.name, names[row]) else (best, middle)


def compare_page(view: CampaignView, task: str) -> ComparePage:
    """Gather what can be chosen, and what the charts are about."""
    standings = view.standings[task]
    topics, _ = view.topic_scores[task]
    known_topics = view.outcome.campaign.topics
    return ComparePage(
        task=task,
        official=view.official_column(task),
        runs=tuple(view.names[task, run.submission.name] for run in standings.runs),
        topics=tuple(known_topics.get(topic, Topic(topic)) for topic in topics),
        metrics=compared_metrics(view, task),
        curves=tuple(_kind(curve) for curve in compared_curves(view, task)),
        differences=Figure(
            title="Where A wins and where B does",
            basis="Difference of the scores of each topic by the chosen metric, A − B, the largest first;"
            f" the line is their mean, the band its {METHOD.confidence} % interval",
            source="scores.csv",
            summary="",
        ),
        scatter=Figure(
            title="Both scores of each topic",
            basis="A point for each topic: its score in A (across) and in B (up) by the chosen metric."
            " Below the diagonal A is better. Drag over points to select topics",
            source="scores.csv",
            summary="",
        ),
        method=METHOD,
        decimals=paired_tests.DECIMALS,
        rounding=paired_tests.ROUNDING,
        tests=TEST_NAMES,
    )


def compared_metrics(view: CampaignView, task: str) -> tuple[MetricColumn, ...]:
    """The metrics that rank runs and have scores for topics, first the one that the task is compared by."""
    standings = view.standings[task]
    first = standings.topic_metric
    valued = [
        column
        for column in view.columns[task]
        if column.ranked and not np.isnan(standings.topic_scores(column.identifier)[1]).all()
    ]
    return tuple(sorted(valued, key=lambda column: column.identifier != first))


def compared_scores(view: CampaignView, task: str, metric: MetricColumn) -> ComparedScores:
    """Gather the scores by one of the `compared_metrics`."""
    standings = view.standings[task]
    place = standings.task.metrics.index(metric.identifier)
    topics, by_topic = standings.topic_scores(metric.identifier)
    official = metric.identifier == standings.task.official
    return ComparedScores(
        metric=metric,
        means=tuple(known(mean) for mean in standings.means[:, place]),
        ranks=tuple(int(rank) if rank != UNRANKED else None for rank in standings.ranks[:, place]),
        by_topic=by_topic,
        highest=float(np.nanmax(by_topic)),
        signs=sign_draws(topics, metric.identifier).position,
        resamples=topic_draws(topics, metric.identifier).position,
        corrected=view.findings(task).pairs.p_adjusted if official else None,
    )


def compared_curve_names(view: CampaignView, task: str) -> tuple[str, ...]:
    """The kinds of curves that the task's runs have."""
    standings = view.standings[task]
    return curve_names(standings.runs, view.metrics[standings.task.official])


def compared_curves(view: CampaignView, task: str) -> tuple[CurveFigure, ...]:
    """The curves of all runs, by their kinds."""
    return task_curves(view, task, highlighted=len(view.standings[task].runs))


def _kind(curve: CurveFigure) -> ComparedCurves:
    return ComparedCurves(
        figure=Figure(
            title=f"{curve.y_name} by {curve.x_name[:1].lower()}{curve.x_name[1:]}",
            basis=f"{curve.name} of the two runs, mean over topics",
            source="curves.csv",
            summary="",
        ),
        name=curve.name,
        by_rank=curve.by_rank,
        x_name=curve.x_name,
        y_name=curve.y_name,
    )
