"""The scores and curves of a run: per topic and as means, by the task's rule for missing topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.topic_values import TopicValues, share
from inexreport.judging.element_gains import unsized_results
from inexreport.judging.judged_ranking import judge
from inexreport.judging.located_run import LocatedRun, empty_ranking
from inexreport.metrics.metric import Averaging, BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.assessment import TopicAssessment
from inexreport.model.outcome import Curve, RunScores
from inexreport.model.score_numbers import column_means, mean
from inexreport.model.task import TopicSelection


def parts_of(bound: BoundMetric) -> tuple[BoundMetric, ...]:
    """The metrics whose values by topic a metric's value for the run is made from: as a rule itself alone."""
    if bound.metric.averaging is not Averaging.MEAN_OF_PARTS:
        return (bound,)
    return tuple(bind(part, bound.parameters) for part in bound.metric.parts)


def overall(bound: BoundMetric, rows: Sequence[NDArray[np.float64]]) -> float:
    """What the values of the topics come to for the run; NaN where no topic counts.

    Parameters
    ----------
    bound : BoundMetric
    rows : sequence of float64 array, shape (topics,)
        Values of each of its `parts_of`, NaN where a topic does not count.
    """
    results = []
    for row in rows:
        defined = row[~np.isnan(row)]
        if bound.metric.averaging is Averaging.SUM:
            results.append(fsum(defined.tolist()))
        else:
            results.append(mean(defined.tolist()))
    return mean(results)


class RunJudgement:
    """A run beside the judgements of all topics that may count.

    Parameters
    ----------
    run : LocatedRun
        Cut as the task demands.
    assessments : mapping of str to TopicAssessment
        Those of the task.
    selection : TopicSelection
        Whether assessed topics without results count.

    Attributes
    ----------
    topics : tuple of str
        Every topic that is assessed or answered, ordered.
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

    def rows(self, metrics: Sequence[BoundMetric]) -> NDArray[np.float64]:
        """Values of metrics that have no parts, by topic; shape (metrics, topics), NaN where none counts."""
        rows = [self._row(bound) for bound in metrics]
        return np.array(rows, dtype=np.float64).reshape(len(metrics), len(self.topics))

    def under_variants(
        self, assessments: Sequence[TopicAssessment], metrics: Sequence[BoundMetric]
    ) -> NDArray[np.float64]:
        """Values under other assessments of some topics.

        Parameters
        ----------
        assessments : sequence of TopicAssessment
            Of assessed topics; several may be of the same one.
        metrics : sequence of BoundMetric
            Metrics that have no parts.

        Returns
        -------
        float64 array, shape (assessments, metrics)
            NaN where a topic does not count.
        """
        place = {topic: number for number, topic in enumerate(self.topics)}
        topics = np.array([place[one.topic] for one in assessments], dtype=np.int64)
        values = [
            TopicValues(judge(self._values[topic].judged.ranking, assessment))
            for topic, assessment in zip(topics.tolist(), assessments, strict=True)
        ]
        columns = [_of_counted(values, self._counts(bound)[topics], bound) for bound in metrics]
        return np.array(columns, dtype=np.float64).reshape(len(metrics), len(values)).T

    def assessed(self) -> tuple[TopicValues, ...]:
        """What is known of each assessed topic, in order."""
        return tuple(
            values for values, assessed in zip(self._values, self._assessed, strict=True) if assessed
        )

    def scores(self, metrics: Sequence[BoundMetric]) -> RunScores:
        """Scores of all metrics over all topics that count."""
        by_topic = np.array([self._row(bound) for bound in metrics]).reshape(len(metrics), len(self.topics))
        means = [self._overall(bound, row) for bound, row in zip(metrics, by_topic, strict=True)]
        counted = [self._topics_counted(bound, row) for bound, row in zip(metrics, by_topic, strict=True)]
        return RunScores(
            metrics=tuple(bound.identifier for bound in metrics),
            topics=self.topics,
            by_topic=by_topic,
            mean=np.array(means, dtype=np.float64),
            topics_counted=np.array(counted, dtype=np.int64),
        )

    def unsized_results(self, metrics: Sequence[BoundMetric]) -> int:
        """Results whose gain, with overlap considered, depends on sizes that nobody knows."""
        quantisations = {
            str(bound.parameters["quant"])
            for bound in metrics
            if bound.parameters.get("overlap") == "on" and "quant" in bound.parameters
        }
        assessed = [values for values, counts in zip(self._values, self._assessed, strict=True) if counts]
        return max(
            (sum(unsized_results(values.judged, quant) for values in assessed) for quant in quantisations),
            default=0,
        )

    def curves(self, metrics: Sequence[BoundMetric]) -> tuple[Curve, ...]:
        """The mean curve of every kind that the metrics draw, each once."""
        curves: dict[str, Curve] = {}
        for bound in metrics:
            definition = bound.metric.curve
            if definition is None:
                continue
            name = definition.metric + bound.identifier.removeprefix(bound.metric.name).partition("@")[0]
            if name in curves:
                continue
            rows = [
                values.curve(bound, definition)
                for values, counts in zip(self._values, self._counts(bound), strict=True)
                if counts
            ]
            defined = [row for row in rows if not np.isnan(row).any()]
            if defined:
                curves[name] = Curve(name, definition.x, column_means(defined))
        return tuple(curves.values())

    def _overall(self, bound: BoundMetric, row: NDArray[np.float64]) -> float:
        """What the values of the topics come to for the run; NaN where no topic counts."""
        match bound.metric.averaging:
            case Averaging.SUM_OF_ASSESSED:
                assessed = np.flatnonzero(self._assessed).tolist()
                return fsum(self._values[topic].value(bound) for topic in assessed)
            case Averaging.MEAN_OF_PARTS:
                return overall(bound, [row for _, row in self._parts(bound)])
            case _:
                return overall(bound, [row])

    def _topics_counted(self, bound: BoundMetric, row: NDArray[np.float64]) -> int:
        """Over how many topics the value for the run goes; of parts, the fewest."""
        if bound.metric.averaging is Averaging.MEAN_OF_PARTS:
            return min(self._topics_counted(part, part_row) for part, part_row in self._parts(bound))
        return int(np.count_nonzero(~np.isnan(row)))

    def _parts(self, bound: BoundMetric) -> list[tuple[BoundMetric, NDArray[np.float64]]]:
        """The metrics whose mean a metric is, with their values by topic."""
        return [(part, np.array(self._row(part))) for part in parts_of(bound)]

    def _row(self, bound: BoundMetric) -> list[float]:
        if bound.metric.averaging is Averaging.MEAN_OF_PARTS:
            return [np.nan] * len(self.topics)
        return _of_counted(self._values, self._counts(bound), bound)

    def _counts(self, bound: BoundMetric) -> NDArray[np.bool_]:
        """Which topics take part in a metric, before it says itself where it is undefined."""
        if bound.metric.averaging is Averaging.MEAN_OF_ANSWERED:
            return self._answered
        if self._selection is TopicSelection.RETURNED:
            return self._assessed & self._answered
        return self._assessed


def _of_counted(topics: Sequence[TopicValues], counts: NDArray[np.bool_], bound: BoundMetric) -> list[float]:
    """Values of topics, NaN where one does not count."""
    counted = counts.tolist()
    share([values for values, counts in zip(topics, counted, strict=True) if counts], bound)
    return [values.value(bound) if counts else np.nan for values, counts in zip(topics, counted, strict=True)]


@lru_cache(maxsize=1024)
def _no_assessment(topic: str) -> TopicAssessment:
    nothing = np.zeros(0, dtype=np.int64)
    return TopicAssessment(topic, (), nothing, nothing, nothing, nothing, nothing, nothing)
