"""Two runs compared topic by topic under a metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.outcome import RunScores
from inexreport.statistics.paired_tests import Result, paired_differences, randomization, t_test, wilcoxon
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.score_intervals import CONFIDENCE, bootstrap_intervals
from inexreport.statistics.summary import Floats

DECIDING = 5
"""Topics with the largest differences that are named."""


@dataclass(frozen=True)
class RunComparison:
    """The first run, A, against the second, B, on the topics for which both have a score.

    Attributes
    ----------
    metric : str
    mean_a, mean_b : float
        The runs' own means; NaN where undefined.
    topics : int
        Topics for which both have a score.
    difference : float
        Mean of A − B; NaN without topics.
    low, high : float
        Its bootstrap interval of `CONFIDENCE` percent; NaN for fewer than two topics.
    better, equal, worse : int
        Topics on which A is better than B, equal, or worse.
    p : mapping of str to float
        By test, with two tails; NaN where the test is not defined.
    deciding : tuple of (str, float)
        Topics with the largest differences, and these.
    """

    metric: str
    mean_a: float
    mean_b: float
    topics: int
    difference: float
    low: float
    high: float
    better: int
    equal: int
    worse: int
    p: Mapping[str, float]
    deciding: tuple[tuple[str, float], ...]

    @property
    def row(self) -> dict[str, str | float]:
        """All but the deciding topics, as a row of a table; p of each test in a column of its own."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        del values["p"], values["deciding"]
        return values | {f"p_{test}": p for test, p in self.p.items()}


def compare_runs(a: RunScores, b: RunScores) -> tuple[RunComparison, ...]:
    """Compare two runs under each of their metrics.

    Parameters
    ----------
    a, b : RunScores
        With the same metrics.
    """
    topics = tuple(sorted({*a.topics, *b.topics}))
    rows = zip(_by_topic(a, topics), _by_topic(b, topics), strict=True)
    return tuple(
        _compared(metric, (float(a.mean[place]), float(b.mean[place])), topics, paired_differences(*values))
        for place, (metric, values) in enumerate(zip(a.metrics, rows, strict=True))
    )


def describe_comparison(one: RunComparison) -> Iterator[str]:
    """Yield sentences that say how two runs compare."""
    means = f"A {_number(one.mean_a)}, B {_number(one.mean_b)}"
    if not one.topics:
        yield f"{means}; no topic has scores of both runs"
        return
    yield f"{means}, A - B = {one.difference:+z.4f} over {counted(one.topics, 'topic')}"
    interval = "undefined" if np.isnan(one.low) else f"{one.low:+z.4f} to {one.high:+z.4f}"
    yield f"{CONFIDENCE}% interval of the difference (bootstrap): {interval}"
    yield f"A is better on {counted(one.better, 'topic')}, equal on {one.equal}, worse on {one.worse}"
    yield "p (two-tailed): " + ", ".join(f"{test} {_probability(value)}" for test, value in one.p.items())
    if one.deciding:
        named = ", ".join(f"{topic} ({difference:+.4f})" for topic, difference in one.deciding)
        yield f"Largest differences: {named}"


def _number(mean: float) -> str:
    return "undefined" if np.isnan(mean) else f"{mean:z.4f}"


def _probability(p: float) -> str:
    return "< 0.0001" if p < 1e-4 else _number(p)


def _by_topic(scores: RunScores, topics: Sequence[str]) -> Floats:
    values = np.full((len(scores.metrics), len(topics)), np.nan)
    values[:, [topics.index(topic) for topic in scores.topics]] = scores.by_topic
    return values


def _compared(
    metric: str, means: tuple[float, float], topics: tuple[str, ...], differences: Floats
) -> RunComparison:
    known = ~np.isnan(differences)
    row = differences[None, :]
    draws = RepeatableDraws("randomization", metric, *topics)
    low, high = bootstrap_intervals(row, topics, metric)
    tests: dict[str, Callable[[Floats], Result]] = {
        "t": t_test,
        "wilcoxon": wilcoxon,
        "randomization": partial(randomization, draws=draws),
    }
    order = np.argsort(-np.abs(np.where(known, differences, 0.0)), kind="stable")[:DECIDING]
    return RunComparison(
        metric=metric,
        mean_a=means[0],
        mean_b=means[1],
        topics=int(np.count_nonzero(known)),
        difference=float(np.mean(differences[known])) if known.any() else float("nan"),
        low=float(low[0]),
        high=float(high[0]),
        better=int(np.count_nonzero(differences > 0)),
        equal=int(np.count_nonzero(differences == 0)),
        worse=int(np.count_nonzero(differences < 0)),
        # Twice the smaller of both tails, at most 1.
        p={
            name: float(np.minimum(1.0, 2 * np.minimum(test(row)[1], test(-row)[1])[0]))
            for name, test in tests.items()
        },
        deciding=tuple(
            (topics[place], float(differences[place]))
            for place in order.tolist()
            if known[place] and differences[place]
        ),
    )
