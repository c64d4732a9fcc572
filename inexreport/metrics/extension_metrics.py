"""The metrics that installed packages add, by entry points of the group ``inexreport.metrics``.

The value of an entry point is an object of a module: a `Metric`, or a sequence of them. Nothing is imported
before a metric is looked up. A package that cannot be imported is named where a metric is missing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, wraps
from importlib.metadata import EntryPoint
from typing import Any

from inexreport.errors import ExtensionError
from inexreport.extensions import METRIC_GROUP, Extension, entry_points_of, extension_of
from inexreport.metrics.metric import CurveDefinition, Metric

NAME = re.compile(r"[^(@,=\s]+")

CLOSE = 1e-9
"""By how much rounding may lead out of a metric's range."""


@dataclass(frozen=True, slots=True)
class ExtensionMetrics:
    """What the installed packages add.

    Attributes
    ----------
    metrics : tuple of (Extension, Metric)
        In the order of the entry points.
    faults : tuple of str
        Sentences that say which entry points cannot be used, and why.
    """

    metrics: tuple[tuple[Extension, Metric], ...]
    faults: tuple[str, ...]

    def providers(self, name: str) -> tuple[Extension, ...]:
        """Return the packages with a metric of a name."""
        return tuple(dict.fromkeys(one for one, metric in self.metrics if metric.name == name))


@cache
def extension_metrics() -> ExtensionMetrics:
    """Return the metrics of all installed packages, which are imported on the first call."""
    metrics: list[tuple[Extension, Metric]] = []
    faults = []
    for entry in entry_points_of(METRIC_GROUP):
        extension = extension_of(entry)
        try:
            metrics += [(extension, _guarded(extension, metric)) for metric in _loaded(entry)]
        except Exception as error:  # whatever importing the package raises
            reason = str(error) if isinstance(error, ExtensionError) else f"{type(error).__name__}: {error}"
            faults.append(f"the metrics {entry.value!r} of {extension} cannot be used ({reason})")
    return ExtensionMetrics(tuple(metrics), tuple(faults))


def _loaded(entry: EntryPoint) -> Iterator[Metric]:
    found = entry.load()
    metrics = [found] if isinstance(found, Metric) or not isinstance(found, Iterable) else found
    for metric in metrics:
        if not isinstance(metric, Metric):
            raise ExtensionError(f"found {type(metric).__name__}, expected a Metric or a sequence of them")
        if not NAME.fullmatch(metric.name):
            raise ExtensionError(f"{metric.name!r} is no name of a metric: no spaces, brackets, commas, =, @")
        yield metric


def _guarded(extension: Extension, metric: Metric) -> Metric:
    """The metric with functions that name it and its package where they fail."""
    own: dict[str, Any] = {
        name: _guarded_function(getattr(metric, name), f"the metric {metric.name} of {extension}")
        for name in ("vectors", "shared", "shared_of_topics", "together")
        if _is_foreign(getattr(metric, name))
    }

    def guarded(curve: CurveDefinition) -> CurveDefinition:
        return replace(curve, y=_guarded_function(curve.y, f"the curve {curve.metric} of {extension}"))

    own["curve"] = guarded(metric.curve) if metric.curve else None
    own["parts_of_curve"] = tuple(map(guarded, metric.parts_of_curve))
    return replace(metric, **own, measure=_guarded_measure(metric, extension))


def _is_foreign(function: Callable[..., Any] | None) -> bool:
    return function is not None and not getattr(function, "__module__", "").startswith("inexreport.")


@cache
def _guarded_function(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    @wraps(function)
    def guarded(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except Exception as error:
            raise ExtensionError(f"{what} failed: {type(error).__name__}: {error}") from error

    return guarded


def _guarded_measure(metric: Metric, extension: Extension) -> Callable[[Any, Any], float]:
    """The measure, whose values must be numbers in the metric's range or NaN."""
    what = f"the metric {metric.name} of {extension}"
    compute = _guarded_function(metric.measure, what)
    lowest, highest = metric.lowest - CLOSE, metric.highest + CLOSE

    @wraps(metric.measure)
    def measured(shared: Any, cutoff: Any) -> float:
        value = compute(shared, cutoff)
        if not isinstance(value, int | float):
            raise ExtensionError(f"{what} returned {type(value).__name__}, expected a float")
        if not math.isnan(value) and not (math.isfinite(value) and lowest <= value <= highest):
            expected = f"a value from {metric.lowest:g} to {metric.highest:g}, or NaN"
            raise ExtensionError(f"{what} returned {value!r}, expected {expected}")
        return value

    return measured
