"""The values of all metrics for one topic; what several metrics share is computed once."""

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
    """

    def __init__(self, judged: JudgedRanking) -> None:
        self.judged = judged
        self._known: dict[Key, Any] = {}

    def value(self, bound: BoundMetric) -> float:
        """The metric's value, NaN where it is undefined for the topic."""
        key = bound.value_key
        if key not in self._known:
            self._known[key] = bound.metric.measure(self._shared(bound), bound.cutoff)
        value: float = self._known[key]
        return value

    def curve(self, bound: BoundMetric, definition: CurveDefinition) -> NDArray[np.float64]:
        """The metric's curve, shape (points,)."""
        return definition.y(self._shared(bound))

    def vectors(self, bound: BoundMetric) -> Any:
        """What the metric reads of the judged ranking."""
        key = bound.vectors_key
        if key not in self._known:
            self._known[key] = bound.metric.vectors(self.judged, **bound.vector_arguments)
        return self._known[key]

    def _shared(self, bound: BoundMetric) -> Any:
        if bound.metric.shared is None:
            return self.vectors(bound)
        key = bound.shared_key
        if key not in self._known:
            self._known[key] = bound.metric.shared(self.vectors(bound), **bound.shared_arguments)
        return self._known[key]

    def knows_shared(self, bound: BoundMetric) -> bool:
        """Whether what the metric shares with others has been computed."""
        return bound.shared_key in self._known

    def learn_shared(self, bound: BoundMetric, shared: Any) -> None:
        """Keep what the metric shares with others, computed elsewhere."""
        self._known[bound.shared_key] = shared


def share(topics: Sequence[TopicValues], bound: BoundMetric) -> None:
    """Compute what a metric shares for several topics at once, if it knows how to."""
    if bound.metric.shared_of_topics is None:
        return
    missing = [values for values in topics if not values.knows_shared(bound)]
    vectors = [values.vectors(bound) for values in missing]
    shared = bound.metric.shared_of_topics(vectors, **bound.shared_arguments)
    for values, one in zip(missing, shared, strict=True):
        values.learn_shared(bound, one)
