"""Medians and best scores of a task's runs; they name no run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from inexreport.model.outcome import Curve
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import Floats, Integers, summarise_topics


@dataclass(frozen=True, eq=False)
class ScoreSummary:
    """Number of runs with a score, their median and best score, for one topic or the means over topics."""

    runs: int
    median: float
    best: float


@dataclass(frozen=True, eq=False)
class Medians:
    """Score summaries of a task.

    Attributes
    ----------
    means : mapping of metric to ScoreSummary
        Of the means over topics, without metrics that are undefined for all runs.
    by_topic : mapping of metric to a mapping of topic to ScoreSummary
        Topics ordered, without topics that are undefined for all runs.
    """

    means: dict[str, ScoreSummary]
    by_topic: dict[str, dict[str, ScoreSummary]]

    def rows(self, every_topic: str) -> Iterator[tuple[str, str, ScoreSummary]]:
        """Metric, topic and summary; `every_topic` is the topic of the means."""
        for metric, topics in self.by_topic.items():
            yield from ((metric, topic, summary) for topic, summary in topics.items())
            if metric in self.means:
                yield metric, every_topic, self.means[metric]


def task_medians(standings: Standings) -> Medians:
    """Score summaries under every metric of a task."""
    metrics = standings.task.metrics
    return Medians(
        means=_summaries(metrics, standings.means, standings.signs),
        by_topic={
            metric: _summaries(*standings.topic_scores(metric), sign)
            for metric, sign in zip(metrics, standings.signs, strict=True)
        },
    )


def _summaries(names: tuple[str, ...], scores: Floats, signs: Floats) -> dict[str, ScoreSummary]:
    """Summary of each column of scores; `signs` as in the standings, one or one for each column."""
    found = summarise_topics(names, signs * scores)
    columns = found.runs.tolist(), found.median.tolist(), found.best.tolist()
    sign = dict(zip(names, np.broadcast_to(signs, len(names)).tolist(), strict=True))
    return {
        name: ScoreSummary(runs, sign[name] * median, sign[name] * best)
        for name, runs, median, best in zip(found.topics, *columns, strict=True)
    }


def best_rows(scores: Floats) -> Integers:
    """Indices of the highest score, of which there may be several; empty if all are NaN.

    Examples
    --------
    >>> best_rows(np.array([0.2, 0.5, np.nan, 0.5])).tolist()
    [1, 3]
    """
    return np.flatnonzero(scores == np.fmax.reduce(scores, initial=-np.inf))


def median_curves(standings: Standings) -> pd.DataFrame:
    """Return median and best at each point of the curves of each kind whose curves have the same points.

    Returns
    -------
    DataFrame
        Rows and columns of the published table ``median_curves`` without the task.
    """
    by_kind: dict[str, list[Curve]] = {}
    for run in standings.runs:
        for curve in run.curves:
            by_kind.setdefault(curve.metric, []).append(curve)
    points: list[tuple[str, float, int, float, float]] = []
    for kind, curves in by_kind.items():
        x, y = curves[0].x, [curve.y for curve in curves]
        if all(np.array_equal(curve.x, x) for curve in curves):
            summary = zip(x.tolist(), np.median(y, axis=0).tolist(), np.max(y, axis=0).tolist(), strict=True)
            points += [(kind, place, len(curves), median, best) for place, median, best in summary]
    return pd.DataFrame(points, columns=["metric", "x", "runs", "median", "best"]).dropna(ignore_index=True)
