"""The scores and curves of a run: per topic and as means, by the task's rule for missing topics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.topic_values import TopicValues, compute_together, share
from inexreport.judging.element_gains import unsized_results
from inexreport.judging.judged_ranking import JudgedRanking, judge
from inexreport.judging.located_run import LocatedRun, empty_ranking
from inexreport.metrics.metric import Averaging, BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.assessment import TopicAssessment
from inexreport.model.outcome import Curve, RunScores
from inexreport.model.score_numbers import column_means, geometric_mean, mean
from inexreport.model.task import TopicSelection

Floats = NDArray[np.float64]


def parts_of(bound: BoundMetric) -> tuple[BoundMetric, ...]:
    """The metrics whose means over topics a metric averages; the metric itself unless it has parts."""
    if bound.metric.averaging is not Averaging.MEAN_OF_PARTS:
        return (bound,)
    return tuple(bind(part, bound.parameters) for part in bound.metric.parts)


def means_of(metrics: Sequence[BoundMetric], rows: Floats) -> Floats:
    """A run's value for each metric, shape (metrics,).

    Parameters
    ----------
    metrics : sequence of BoundMetric
    rows : float64 array, shape (parts, topics)
        Values of the `parts_of` all metrics, NaN where a topic does not count.
    """
    parts = iter(rows)
    means = [_overall(bound, [next(parts) for _ in parts_of(bound)]) for bound in metrics]
    return np.array(means, dtype=np.float64)


def _overall(bound: BoundMetric, rows: Iterable[Floats]) -> float:
    """A run's value from the topics' values of each part; NaN if no topic counts."""
    total = {Averaging.SUM: fsum, Averaging.GEOMETRIC_MEAN: geometric_mean}.get(bound.metric.averaging, mean)
    return mean(total(row[~np.isnan(row)].tolist()) for row in rows)


class RunJudgement:
    """A run joined with the assessments of all topics that may count.

    Parameters
    ----------
    run : LocatedRun
        After the task's cut-off and limits.
    assessments : mapping of str to TopicAssessment
        Those of the task.
    selection : TopicSelection
        Whether assessed topics without results count.

    Attributes
    ----------
    topics : tuple of str
        Assessed and answered topics, ordered.
    """

    def __init__(
        self,
        run: LocatedRun,
        assessments: Mapping[str, TopicAssessment],
        selection: TopicSelection,
    ) -> None:
        rankings = {ranking.topic: ranking for ranking in run if len(ranking)}
        self.topics = tuple(sorted(rankings.keys() | assessments.keys()))
        self._assessed = np.array([topic in assessments for topic in self.topics], dtype=np.bool_)
        self._answered = np.array([topic in rankings for topic in self.topics], dtype=np.bool_)
        self._selection = selection
        self._values = [
            TopicValues(
                judge(
                    rankings.get(topic) or empty_ranking(topic),
                    assessments.get(topic) or _no_assessment(topic),
                )
            )
            for topic in self.topics
        ]

    def rows(self, metrics: Sequence[BoundMetric]) -> Floats:
        """Values of metrics without parts, shape (metrics, topics); NaN where a topic does not count."""
        return self._rows(self._values, metrics)

    def condensed_rows(self, metrics: Sequence[BoundMetric]) -> Floats:
        """As `rows`, without results in articles that were not judged; the same topics count.

        References
        ----------
        Sakai, Alternatives to Bpref (2007): condensed lists.
        """
        return self._rows([TopicValues(one.judged.condensed) for one in self._values], metrics)

    def _rows(self, topics: Sequence[TopicValues], metrics: Sequence[BoundMetric]) -> Floats:
        """Values of metrics for all topics, in order."""
        compute_together([topics[place] for place in np.flatnonzero(self._assessed).tolist()], metrics)
        rows = [_of_counted(topics, self._counts(bound), bound) for bound in metrics]
        return np.array(rows, dtype=np.float64).reshape(len(metrics), len(topics))

    def under_variants(
        self, assessments: Sequence[TopicAssessment], metrics: Sequence[BoundMetric]
    ) -> Floats:
        """Values of metrics without parts under other assessments of some topics.

        Parameters
        ----------
        assessments : sequence of TopicAssessment
            Of assessed topics; several may be of the same topic.
        metrics : sequence of BoundMetric

        Returns
        -------
        float64 array, shape (assessments, metrics)
            NaN where a topic does not count.
        """
        place = {topic: number for number, topic in enumerate(self.topics)}
        topics = np.array([place[one.topic] for one in assessments], dtype=np.int64)
        values = [
            TopicValues(self._values[topic].judged.under(assessment))
            for topic, assessment in zip(topics.tolist(), assessments, strict=True)
        ]
        compute_together(values, metrics)
        columns = [_of_counted(values, self._counts(bound)[topics], bound) for bound in metrics]
        return np.array(columns, dtype=np.float64).reshape(len(metrics), len(values)).T

    def judged(self, topic: str) -> JudgedRanking:
        """The ranking of a topic, joined with its assessment."""
        return self._values[self.topics.index(topic)].judged

    def vectors(self, topic: str, bound: BoundMetric) -> Any:
        """What a metric reads of a topic."""
        return self._values[self.topics.index(topic)].vectors(bound)

    def rows_if_ended(self, topic: str, ends: Sequence[int], metrics: Sequence[BoundMetric]) -> Floats:
        """Values of metrics for a topic that counts, if its ranking ended after each number of results.

        Returns
        -------
        float64 array, shape (metrics, ends)
            A metric with parts has their mean.
        """
        judged = self.judged(topic)
        values = [TopicValues(judged.first(end)) for end in ends]
        compute_together(values, [part for bound in metrics for part in parts_of(bound)])
        rows = [
            column_means([[one.value(part) for one in values] for part in parts_of(bound)])
            for bound in metrics
        ]
        return np.array(rows, dtype=np.float64).reshape(len(metrics), len(ends))

    def assessed(self) -> tuple[TopicValues, ...]:
        """The assessed topics, in order."""
        return tuple(self._values[topic] for topic in np.flatnonzero(self._assessed).tolist())

    def scores(self, metrics: Sequence[BoundMetric]) -> RunScores:
        """Scores of all metrics over all topics that count.

        A metric with parts has a value for each topic for which all parts have one: their mean. Its mean is
        that of the parts' means, each over all topics of the part; it counts as many topics as the part with
        the fewest.
        """
        parts = [parts_of(bound) for bound in metrics]
        of_parts = iter(self.rows([part for own in parts for part in own]))
        by_topic, means, counted = [], [], []
        for bound, own in zip(metrics, parts, strict=True):
            rows = np.array([next(of_parts) for _ in own])
            averaging = bound.metric.averaging
            by_topic.append(rows[0] if len(rows) == 1 else column_means(rows))
            if averaging is Averaging.SUM_OF_ASSESSED:
                means.append(fsum(values.value(bound) for values in self.assessed()))
            else:
                means.append(_overall(bound, rows))
            counted.append(int(np.count_nonzero(~np.isnan(rows), axis=1).min()))
        return RunScores(
            metrics=tuple(bound.identifier for bound in metrics),
            topics=self.topics,
            by_topic=np.array(by_topic).reshape(len(metrics), len(self.topics)),
            mean=np.array(means, dtype=np.float64),
            topics_counted=np.array(counted, dtype=np.int64),
        )

    def unsized_results(self, metrics: Sequence[BoundMetric]) -> int:
        """Number of results whose gain under ``overlap=on`` depends on unknown sizes."""
        quantisations = {
            str(bound.parameters["quant"])
            for bound in metrics
            if bound.parameters.get("overlap") == "on" and "quant" in bound.parameters
        }
        return max(
            (sum(unsized_results(one.judged, quant) for one in self.assessed()) for quant in quantisations),
            default=0,
        )

    def curves(self, metrics: Sequence[BoundMetric]) -> tuple[Curve, ...]:
        """Mean curves of the metrics, each kind once, those of parts last."""
        curves: dict[str, Curve] = {}
        defined_by = [(bound, one) for bound in metrics for one in bound.metric.curves]
        for bound, definition in sorted(defined_by, key=lambda one: one[1] is not one[0].metric.curve):
            name = definition.metric + bound.identifier.removeprefix(bound.metric.name).partition("@")[0]
            if name in curves:
                continue
            topics = np.flatnonzero(self._counts(bound)).tolist()
            rows = [self._values[topic].curve(bound, definition) for topic in topics]
            defined = [row for row in rows if not np.isnan(row).any()]
            if defined:
                is_part = definition is not bound.metric.curve
                curves[name] = Curve(name, definition.x, column_means(defined), is_part)
        return tuple(curves.values())

    def _counts(self, bound: BoundMetric) -> NDArray[np.bool_]:
        """Which topics count for a metric, unless the metric is undefined for them."""
        if bound.metric.averaging is Averaging.MEAN_OF_ANSWERED:
            return self._answered
        if self._selection is TopicSelection.RETURNED:
            return self._assessed & self._answered
        return self._assessed


def _of_counted(topics: Sequence[TopicValues], counts: NDArray[np.bool_], bound: BoundMetric) -> list[float]:
    """Values of topics, NaN where a topic does not count."""
    counted = counts.tolist()
    share([values for values, counts in zip(topics, counted, strict=True) if counts], bound)
    return [values.value(bound) if counts else np.nan for values, counts in zip(topics, counted, strict=True)]


@lru_cache(maxsize=1024)
def _no_assessment(topic: str) -> TopicAssessment:
    nothing = np.zeros(0, dtype=np.int64)
    return TopicAssessment(topic, (), nothing, nothing, nothing, nothing, nothing, nothing)
