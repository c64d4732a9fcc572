"""What the runs of a task reach, whoever they are: how many have a score, their median and the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.model.outcome import Curve
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import Floats, Integers, summarise_topics


@dataclass(frozen=True, eq=False)
class ScoreSummary:
    """The evaluated runs of a task under one metric, on one topic or in their means.

    Attributes
    ----------
    runs : int
        How many have a score.
    median, best : float
    """

    runs: int
    median: float
    best: float


@dataclass(frozen=True, eq=False)
class Medians:
    """Medians of a task's evaluated runs; they name no run.

    Attributes
    ----------
    means : mapping of metric to ScoreSummary
        Of the means over topics; without the metrics under which no run has one.
    by_topic : mapping of metric to a mapping of topic to ScoreSummary
        Topics ordered, without those for which no run has a score.
    """

    means: dict[str, ScoreSummary]
    by_topic: dict[str, dict[str, ScoreSummary]]

    def rows(self, every_topic: str) -> Iterator[tuple[str, str, ScoreSummary]]:
        """Metric, topic and what the runs reach; `every_topic` stands for the means."""
        for metric, topics in self.by_topic.items():
            yield from ((metric, topic, middle) for topic, middle in topics.items())
            if metric in self.means:
                yield metric, every_topic, self.means[metric]


def task_medians(standings: Standings) -> Medians:
    """Medians under every metric of a task."""
    metrics = standings.task.metrics
    # Means are summed up as if they were topics.
    means = _middles(metrics, standings.means)
    return Medians(means, {metric: _middles(*standings.topic_scores(metric)) for metric in metrics})


def _middles(topics: tuple[str, ...], scores: Floats) -> dict[str, ScoreSummary]:
    found = summarise_topics(topics, scores)
    columns = found.runs.tolist(), found.median.tolist(), found.best.tolist()
    return {topic: ScoreSummary(*values) for topic, *values in zip(found.topics, *columns, strict=True)}


def best_rows(scores: Floats) -> Integers:
    """Rows that reach the highest of their scores; none if no score is known.

    Parameters
    ----------
    scores : float64 array, shape (runs,)
        NaN where a run has no score.

    Examples
    --------
    >>> best_rows(np.array([0.2, 0.5, np.nan, 0.5])).tolist()
    [1, 3]
    """
    known = scores[~np.isnan(scores)]
    return np.flatnonzero(scores == known.max()) if len(known) else np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class MedianCurve:
    """Curves of one kind of a task's runs, summed up at each point; `best` is the highest, of whichever run.

    Attributes
    ----------
    runs : int
        How many have such a curve.
    """

    runs: int
    median: Curve
    best: Curve


def median_curves(standings: Standings) -> dict[str, MedianCurve]:
    """Medians and bests by the kind of curve; without kinds whose curves do not share their points."""
    by_kind: dict[str, list[Curve]] = {}
    for run in standings.runs:
        for curve in run.curves:
            by_kind.setdefault(curve.metric, []).append(curve)
    found = {}
    for kind, curves in by_kind.items():
        median = median_curve(curves)
        if median is not None:
            best = Curve(kind, median.x, np.max([curve.y for curve in curves], axis=0))
            found[kind] = MedianCurve(len(curves), median, best)
    return found


def median_curve(curves: Sequence[Curve]) -> Curve | None:
    """The median at each point of curves of one kind; None where they do not share their points."""
    x = curves[0].x
    if any(not np.array_equal(one.x, x) for one in curves):
        return None
    return Curve(curves[0].metric, x, np.median([one.y for one in curves], axis=0))
