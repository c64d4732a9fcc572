"""Two runs compared topic by topic under a metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.outcome import RunScores
from inexreport.statistics.paired_tests import Result, paired_differences, randomization, t_test, wilcoxon
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.score_intervals import CONFIDENCE, bootstrap_intervals
from inexreport.statistics.summary import Floats

DECIDING = 5
"""Topics with the largest differences that are named."""


TESTS: dict[str, Callable[..., Result]] = {
    "t": t_test,
    "wilcoxon": wilcoxon,
    "randomization": randomization,
}

Row = dict[str, Any]


def compare_runs(a: RunScores, b: RunScores) -> list[Row]:
    """Compare two runs under each of their metrics, on the topics for which both have a score.

    Parameters
    ----------
    a, b : RunScores
        With the same metrics.

    Returns
    -------
    list of dict
        A row of a table for each `metric`: ``mean_a`` and ``mean_b``, the runs' own means; the number of
        these `topics`; the mean `difference` A − B and, for two topics or more, its bootstrap interval of
        `CONFIDENCE` percent from `low` to `high`; on how many A is `better`, `equal` or `worse`; ``p_t``,
        ``p_wilcoxon`` and ``p_randomization`` with two tails; ``deciding``, the topics with the largest
        differences, and these. NaN where something is not defined.
    """
    topics = tuple(sorted({*a.topics, *b.topics}))
    rows = zip(_by_topic(a, topics), _by_topic(b, topics), strict=True)
    return [
        {"metric": metric, "mean_a": float(a.mean[place]), "mean_b": float(b.mean[place])}
        | _compared(metric, topics, paired_differences(*values))
        for place, (metric, values) in enumerate(zip(a.metrics, rows, strict=True))
    ]


def describe_comparison(one: Row) -> Iterator[str]:
    """Yield sentences that say how two runs compare."""
    means = f"A {_number(one['mean_a'])}, B {_number(one['mean_b'])}"
    if not one["topics"]:
        yield f"{means}; no topic has scores of both runs"
        return
    yield f"{means}, A - B = {one['difference']:+z.4f} over {counted(one['topics'], 'topic')}"
    interval = "undefined" if np.isnan(one["low"]) else f"{one['low']:+z.4f} to {one['high']:+z.4f}"
    yield f"{CONFIDENCE}% interval of the difference (bootstrap): {interval}"
    better = counted(one["better"], "topic")
    yield f"A is better on {better}, equal on {one['equal']}, worse on {one['worse']}"
    yield "p (two-tailed): " + ", ".join(f"{test} {_probability(one[f'p_{test}'])}" for test in TESTS)
    if one["deciding"]:
        named = ", ".join(f"{topic} ({difference:+.4f})" for topic, difference in one["deciding"].items())
        yield f"Largest differences: {named}"


def _number(mean: float) -> str:
    return "undefined" if np.isnan(mean) else f"{mean:z.4f}"


def _probability(p: float) -> str:
    return "< 0.0001" if p < 1e-4 else _number(p)


def _by_topic(scores: RunScores, topics: Sequence[str]) -> Floats:
    values = np.full((len(scores.metrics), len(topics)), np.nan)
    values[:, [topics.index(topic) for topic in scores.topics]] = scores.by_topic
    return values


def _compared(metric: str, topics: tuple[str, ...], differences: Floats) -> Row:
    known = ~np.isnan(differences)
    row = differences[None, :]
    draws = RepeatableDraws("randomization", metric, *topics)
    low, high = bootstrap_intervals(row, topics, metric)
    tests: dict[str, Callable[..., Result]] = {**TESTS, "randomization": partial(randomization, draws=draws)}
    order = np.argsort(-np.abs(np.where(known, differences, 0.0)), kind="stable")[:DECIDING]
    return {
        "topics": int(np.count_nonzero(known)),
        "difference": float(np.mean(differences[known])) if known.any() else float("nan"),
        "low": float(low[0]),
        "high": float(high[0]),
        "better": int(np.count_nonzero(differences > 0)),
        "equal": int(np.count_nonzero(differences == 0)),
        "worse": int(np.count_nonzero(differences < 0)),
        # Twice the smaller of both tails, at most 1.
        **{
            f"p_{name}": float(np.minimum(1.0, 2 * np.minimum(test(row)[1], test(-row)[1])[0]))
            for name, test in tests.items()
        },
        "deciding": {
            topics[place]: float(differences[place])
            for place in order.tolist()
            if known[place] and differences[place]
        },
    }
