"""Imported measures as metrics: named, explained and ranked like the others, but never computed."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, nan

from inexreport.metrics.metric import BoundMetric, Metric
from inexreport.model.imported import ImportedMeasure, ImportedScores


def imported_metric(measure: ImportedMeasure, lowest: float, highest: float) -> BoundMetric:
    """Return the metric of an imported measure.

    Parameters
    ----------
    measure : ImportedMeasure
    lowest, highest : float
        Of its scores; infinite where they are not to be told.

    Examples
    --------
    >>> cost = ImportedMeasure(name="cost", title="Cost of a topic", unit="EUR", better="lower")
    >>> imported_metric(cost, 0.0, 3.5).identifier
    'cost'
    """
    unit = f" in {measure.unit}" if measure.unit else ""
    metric = Metric(
        name=measure.name,
        title=measure.title,
        explanation=f"Imported: scores{unit} computed elsewhere; {measure.better} is better.",
        formula="",
        source=measure.source or "The organisers of the campaign, who give no further source.",
        vectors=_not_computed,
        measure=_not_computed,
        missing_topics="The mean is over the topics with given scores.",
        ties="Equal scores share a rank.",
        lowest=lowest,
        highest=highest,
        unit="%" if measure.unit == "%" else "",
        imported=measure,
    )
    return BoundMetric(metric, measure.name, {})


def imported_metrics(imported: Iterable[ImportedScores]) -> dict[str, BoundMetric]:
    """Return the metric of each measure by its identifier; scores of several tasks have one."""
    found: dict[str, list[ImportedScores]] = {}
    for one in imported:
        found.setdefault(one.measure.name, []).append(one)
    metrics = {}
    for name, same in found.items():
        lowest, highest = min(one.lowest for one in same), max(one.highest for one in same)
        if not isfinite(lowest) or lowest == highest == 0:  # a chart needs an axis of some length
            lowest, highest = 0.0, 1.0
        metrics[name] = imported_metric(same[0].measure, min(0.0, lowest), max(0.0, highest))
    return metrics


def _not_computed(*_: object) -> float:
    return nan
