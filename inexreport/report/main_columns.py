"""Which of a task's metrics its page shows in full, where it has too many for one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from inexreport.metrics.metric import BoundMetric

ALL_SHOWN = 21
"""So many columns are not worth a second table."""

MOST_COLUMNS = 16
FEWEST_COLUMNS = 6
MOST_CELLS = 3000
"""Below these, a table of more metrics stays readable and its page light."""

USUAL_CUTOFF = 10


def main_columns(
    identifiers: Sequence[str], official: str, metrics: Mapping[str, BoundMetric], runs: int
) -> tuple[int, ...]:
    """Places of the metrics to show, in the order of publication.

    The official metric comes first, then one metric of each name, then further ones, those first that
    have the official one's parameters; of the ranks to cut off at, 10 is preferred.

    Examples
    --------
    >>> from inexreport.metrics.registry import bind
    >>> names = ["MAiP", "iP@0.01", "overlap(kind=rank)"]
    >>> main_columns(names, "iP@0.01", {name: bind(name) for name in names}, runs=10)
    (0, 1, 2)
    """
    light = max(FEWEST_COLUMNS, MOST_CELLS // max(1, runs))
    room = min(MOST_COLUMNS, light)
    if len(identifiers) <= min(ALL_SHOWN, light):
        return tuple(range(len(identifiers)))
    bound = [metrics[identifier] for identifier in identifiers]
    by_likeness = sorted(range(len(bound)), key=lambda i: (*unlikeness(bound[i], metrics[official]), i))
    uses: Counter[str] = Counter()
    order = []
    for place, i in enumerate(by_likeness):
        turn = uses[bound[i].metric.name]
        uses[bound[i].metric.name] += 1
        differing, _ = unlikeness(bound[i], metrics[official])
        order.append((identifiers[i] != official, turn > 0, differing, turn, place))
    return tuple(sorted(by_likeness[place] for *_, place in sorted(order)[:room]))


def unlikeness(one: BoundMetric, official: BoundMetric) -> tuple[int, float]:
    """How many parameters differ from the official metric's, and how unusual the cut-off is."""
    differing = sum(
        one.parameters[name] != value for name, value in official.parameters.items() if name in one.parameters
    )
    if one.cutoff is None or one.cutoff == official.cutoff:
        return differing, 0.0
    return differing, 1 + abs(float(one.cutoff) - USUAL_CUTOFF)
