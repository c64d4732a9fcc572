"""Which of a task's metrics its page and its leaderboards show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from inexreport.metrics.metric import BoundMetric
from inexreport.report.naming import MetricColumn

ALL_SHOWN = 21
"""Up to this number of metrics, a single table shows all of them."""

MOST_COLUMNS = 16
FEWEST_COLUMNS = 6
MOST_CELLS = 3000
"""Below these limits, a table of more metrics stays readable and its page small."""

SHOWN_FIRST = 5
"""Metrics of a table that are shown before others are asked for."""

USUAL_CUTOFF = 10


def main_columns(
    identifiers: Sequence[str], official: str, metrics: Mapping[str, BoundMetric], runs: int
) -> tuple[int, ...]:
    """Return the positions of the metrics that the task page shows, in the order of publication.

    The official metric comes first, then one metric of each name, then further ones, metrics with the
    parameters of the official one first; cut-off 10 is preferred to other cut-offs.

    Examples
    --------
    >>> from inexreport.metrics.registry import bind
    >>> names = ["MAiP", "iP@0.01", "overlap(kind=rank)"]
    >>> main_columns(names, "iP@0.01", {name: bind(name) for name in names}, runs=10)
    (0, 1, 2)
    """
    limit = max(FEWEST_COLUMNS, MOST_CELLS // max(1, runs))
    if len(identifiers) <= min(ALL_SHOWN, limit):
        return tuple(range(len(identifiers)))
    return tuple(sorted(_by_preference(identifiers, official, metrics)[: min(MOST_COLUMNS, limit)]))


def first_columns(
    identifiers: Sequence[str], official: str, metrics: Mapping[str, BoundMetric]
) -> tuple[str, ...]:
    """Return the official metric and the four that a table of many columns shows with it at first.

    They are preferred as by `main_columns`.

    Examples
    --------
    >>> from inexreport.metrics.registry import bind
    >>> names = ["P@5", "P@10", "P@20", "AP", "nDCG@10", "Bpref"]
    >>> first_columns(names, "AP", {name: bind(name) for name in names})
    ('AP', 'Bpref', 'P@10', 'nDCG@10', 'P@5')
    """
    preferred = _by_preference(identifiers, official, metrics)
    return tuple(identifiers[i] for i in preferred[:SHOWN_FIRST])


def _by_preference(
    identifiers: Sequence[str], official: str, metrics: Mapping[str, BoundMetric]
) -> list[int]:
    bound = [metrics[identifier] for identifier in identifiers]
    distances = [_distance(one, metrics[official]) for one in bound]
    by_distance = sorted(range(len(bound)), key=lambda i: (distances[i], i))
    names: Counter[str] = Counter()
    order = []
    for place, i in enumerate(by_distance):
        of_this_name = names[bound[i].metric.name]
        names[bound[i].metric.name] += 1
        differing, _ = distances[i]
        order.append((identifiers[i] != official, of_this_name > 0, differing, of_this_name, place, i))
    return [i for *_, i in sorted(order)]


def companion_metric(
    columns: Sequence[MetricColumn], official: MetricColumn, metrics: Mapping[str, BoundMetric]
) -> MetricColumn | None:
    """Return the metric whose ranks leaderboards show in brackets; None for a task with a single metric.

    Preferred are, in this order: a computed metric, another name than the official metric's, a metric of
    elements or passages to one of whole articles, a metric without a cut-off, the parameters of the official
    metric, and the first in the order of publication.
    """

    def preference(column: MetricColumn) -> tuple[bool, bool, bool, bool, tuple[int, float]]:
        bound, of_task = metrics[column.identifier], metrics[official.identifier]
        name = bound.metric.family
        return (
            bound.metric.imported is not None,
            name == of_task.metric.family,
            name.startswith("article-"),
            bound.cutoff is not None,
            _distance(bound, of_task),
        )

    others = [column for column in columns if column.ranked and column != official]
    return min(others, key=preference, default=None)


def leaderboard_pairs(
    columns: Sequence[MetricColumn], official: MetricColumn, metrics: Mapping[str, BoundMetric]
) -> list[tuple[MetricColumn, MetricColumn | None]]:
    """Return each metric that has a leaderboard, with the one whose ranks stand in brackets.

    This is the official metric with its companion. If the companion has other parameters, as every metric
    has other ones than the aggregate of 2004, the official metric is alone, and the metrics of its name are
    paired with those of the companion's name that have the same parameters.
    """
    companion = companion_metric(columns, official, metrics)
    if companion is None:
        return [(official, None)]
    of_task, other = metrics[official.identifier], metrics[companion.identifier]
    if not _distance(other, of_task)[0] or other.metric.name == of_task.metric.name:
        return [(official, companion)]
    named = [
        [column for column in columns if metrics[column.identifier].metric.name == one.metric.name]
        for one in (of_task, other)
    ]
    same: list[tuple[MetricColumn, MetricColumn | None]] = []
    for one in named[0]:
        alike = (
            two for two in named[1] if not _distance(metrics[two.identifier], metrics[one.identifier])[0]
        )
        if two := next(alike, None):
            same.append((one, two))
    return [(official, None), *same] if same else [(official, companion)]


def overlap_metric(
    columns: Sequence[MetricColumn], metrics: Mapping[str, BoundMetric]
) -> MetricColumn | None:
    """Return the overlap metric of the leaderboards: overlap with earlier ranks where the task has it."""
    overlaps = [column for column in columns if metrics[column.identifier].metric.name == "overlap"]
    return min(overlaps, key=lambda column: "kind=rank" not in column.identifier, default=None)


def judged_metric(
    columns: Sequence[MetricColumn], metrics: Mapping[str, BoundMetric], metric: MetricColumn
) -> MetricColumn | None:
    """Return the measure of the judged share that stands beside a metric: at its cut-off where there is one.

    None where the task has no such measure.
    """
    cutoff = metric.identifier.rpartition("@")[2]
    shares = [column for column in columns if metrics[column.identifier].metric.family == "Judged"]
    return min(shares, key=lambda column: column.identifier.rpartition("@")[2] != cutoff, default=None)


def _distance(one: BoundMetric, official: BoundMetric) -> tuple[int, float]:
    """How many parameters differ from the official metric's, and how unusual the cut-off is."""
    differing = sum(
        one.parameters[name] != value for name, value in official.parameters.items() if name in one.parameters
    )
    if one.cutoff is None or one.cutoff == official.cutoff:
        return differing, 0.0
    return differing, 1 + abs(float(one.cutoff) - USUAL_CUTOFF)
