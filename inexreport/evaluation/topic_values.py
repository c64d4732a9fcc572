"""Metric values for one topic; what several metrics share is computed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.metrics.metric import BoundMetric, CurveDefinition, Key


class TopicValues:
    """Computes metrics for one judged ranking.

    Parameters
    ----------
    judged : JudgedRanking

    Attributes
    ----------
    cache : dict of Key to object
        Values, shared functions and vectors by the keys of `BoundMetric`.
    """

    def __init__(self, judged: JudgedRanking) -> None:
        self.judged = judged
        self.cache: dict[Key, Any] = {}

    def value(self, bound: BoundMetric) -> float:
        """The metric's value, NaN where it is undefined for the topic."""
        key = bound.value_key
        if key not in self.cache:
            self.cache[key] = bound.metric.measure(self._shared(bound), bound.cutoff)
        value: float = self.cache[key]
        return value

    def curve(self, bound: BoundMetric, definition: CurveDefinition) -> NDArray[np.float64]:
        """The metric's curve, shape (points,)."""
        return definition.y(self.vectors(bound) if definition.of_vectors else self._shared(bound))

    def vectors(self, bound: BoundMetric) -> Any:
        """Result of the metric's ``vectors`` function."""
        key = bound.vectors_key
        if key not in self.cache:
            self.cache[key] = bound.metric.vectors(self.judged, **bound.vector_arguments)
        return self.cache[key]

    def _shared(self, bound: BoundMetric) -> Any:
        if bound.metric.shared is None:
            return self.vectors(bound)
        key = bound.shared_key
        if key not in self.cache:
            self.cache[key] = bound.metric.shared(self.vectors(bound), **bound.shared_arguments)
        return self.cache[key]


def compute_together(topics: Sequence[TopicValues], metrics: Sequence[BoundMetric]) -> None:
    """Compute the values of all metrics that are faster together, for several topics."""
    by_function: dict[Any, list[BoundMetric]] = {}
    for bound in metrics:
        if bound.metric.together is not None:
            by_function.setdefault(bound.metric.together, []).append(bound)
    for compute, bounds in by_function.items():
        missing = [one for one in topics if any(bound.value_key not in one.cache for bound in bounds)]
        values = compute([one.judged for one in missing], bounds)
        for bound, row in zip(bounds, values.tolist(), strict=True):
            for one, value in zip(missing, row, strict=True):
                one.cache[bound.value_key] = value


def share(topics: Sequence[TopicValues], bound: BoundMetric) -> None:
    """Compute a metric's ``shared`` function for several topics at once, if the metric supports it."""
    if bound.metric.shared_of_topics is None:
        return
    missing = [values for values in topics if bound.shared_key not in values.cache]
    vectors = [values.vectors(bound) for values in missing]
    shared = bound.metric.shared_of_topics(vectors, **bound.shared_arguments)
    for values, one in zip(missing, shared, strict=True):
        values.cache[bound.shared_key] = one
