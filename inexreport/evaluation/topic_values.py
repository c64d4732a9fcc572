"""The values of all metrics for one topic; what several metrics share is computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.metrics.metric import BoundMetric, CurveDefinition

Key = tuple[object, ...]


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
        return bound.metric.measure(self._shared(bound), bound.cutoff)

    def curve(self, bound: BoundMetric, definition: CurveDefinition) -> NDArray[np.float64]:
        """The metric's curve, shape (points,)."""
        return definition.y(self._shared(bound))

    def vectors(self, bound: BoundMetric) -> Any:
        """What the metric reads of the judged ranking."""
        return self._once(bound.metric.vectors, (self.judged,), (), bound, bound.metric.vector_parameters)

    def _shared(self, bound: BoundMetric) -> Any:
        metric = bound.metric
        vectors = self.vectors(bound)
        if metric.shared is None:
            return vectors
        origin = (metric.vectors, *_chosen(bound, metric.vector_parameters))
        return self._once(metric.shared, (vectors,), origin, bound, metric.shared_parameters)

    def _once(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        origin: Key,
        bound: BoundMetric,
        names: Sequence[str],
    ) -> Any:
        chosen = _chosen(bound, names)
        key = (function, *chosen, *origin)
        if key not in self._known:
            self._known[key] = function(*arguments, **dict(chosen))
        return self._known[key]


def _chosen(bound: BoundMetric, names: Sequence[str]) -> tuple[tuple[str, Any], ...]:
    """Those of the named parameters that are set; a convention the task does not name keeps its default."""
    return tuple((name, bound.parameters[name]) for name in names if name in bound.parameters)
