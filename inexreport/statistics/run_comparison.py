"""Two runs compared topic by topic under each metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.counted import counted
from inexreport.model.outcome import RunScores
from inexreport.model.score_numbers import comparable
from inexreport.model.task import Significance
from inexreport.statistics.paired_tests import (
    ROUNDING,
    Result,
    paired_differences,
    randomization,
    t_test,
    wilcoxon,
)
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.score_intervals import CONFIDENCE, bootstrap_intervals, rank_intervals
from inexreport.statistics.significance import TUKEY, pair_tests
from inexreport.statistics.summary import Floats, competition_ranks

DECIDING = 5
"""Topics with the largest differences that are named."""

TESTS = ("t", "wilcoxon", "randomization")

PAIR_COLUMNS = (
    *("metric", "run_a", "run_b", "mean_a", "mean_b", "topics", "difference", "low", "high"),
    *("effect_size", "test", "statistic", "p", "p_adjusted"),
)
"""Of several runs in pairs."""


def compare_runs(a: RunScores, b: RunScores) -> pd.DataFrame:
    """Compare two runs under each of their metrics, which are the same.

    Returns
    -------
    DataFrame
        A row for each metric, NaN where undefined: the runs' own means ``mean_a`` and ``mean_b``; over the
        ``topics`` for which both have a score the mean ``difference`` A − B, its bootstrap interval from
        ``low`` to ``high``, and how many of them A is ``better``, ``equal`` or ``worse``; p of each test with
        two tails, such as ``p_t``; ``deciding``, the topics with the largest differences, and these.
    """
    topics = tuple(sorted({*a.topics, *b.topics}))
    differences = paired_differences(_by_topic(a, topics), _by_topic(b, topics))
    means = zip(a.mean.tolist(), b.mean.tolist(), strict=True)
    return pd.DataFrame(
        {"metric": metric, "mean_a": mean_a, "mean_b": mean_b, **_compared(metric, topics, row)}
        for metric, (mean_a, mean_b), row in zip(a.metrics, means, differences, strict=True)
    )


def compare_pairs(
    runs: Mapping[str, RunScores],
    metrics: Sequence[str],
    significance: Significance,
    *,
    against: str | None = None,
) -> pd.DataFrame:
    """Test runs with the same metrics in pairs, as the published table ``significance`` does.

    Parameters
    ----------
    runs : mapping of str to RunScores
        By name.
    metrics : sequence of str
    significance : Significance
        Which tests there are.
    against : str, optional
        The run that all others are compared with, and nothing else; by default each pair is.

    Returns
    -------
    DataFrame
        A row for each metric, pair and test. ``run_a`` is the run with the higher mean, of equal ones the
        first by name; other columns as in the published table, with the means ``mean_a`` and ``mean_b``.
        Runs without a mean are left out.
    """
    topics = tuple(sorted({topic for scores in runs.values() for topic in scores.topics}))
    values = {name: _by_topic(scores, topics) for name, scores in runs.items()}
    found = []
    for metric in metrics:
        place = next(iter(runs.values())).metrics.index(metric)
        means = {name: scores.mean[place] for name, scores in runs.items()}
        rounded = dict(zip(means, comparable(list(means.values())).tolist(), strict=True))
        ranked = sorted(
            (one for one in runs if not np.isnan(means[one])), key=lambda one: (-rounded[one], one)
        )
        if len(ranked) < 2 or against not in (None, *ranked):
            continue
        row = None if against is None else ranked.index(against)
        scores = np.array([values[name][place] for name in ranked])
        tests = pair_tests(scores, topics, metric, significance, row)
        names, mean = np.array(ranked, dtype=object), np.array([means[name] for name in ranked])
        first, second = tests["first"], tests.second
        named = {"run_a": names[first], "run_b": names[second], "mean_a": mean[first], "mean_b": mean[second]}
        found.append(tests.assign(metric=metric, **named))
    frames = found or [pd.DataFrame(columns=list(PAIR_COLUMNS))]
    return pd.concat(frames, ignore_index=True)[list(PAIR_COLUMNS)]


def rank_runs(runs: Mapping[str, RunScores], metric: str) -> pd.DataFrame:
    """Rank runs with the same metrics by one of these, with the `rank_intervals` of their ranks.

    Returns
    -------
    DataFrame
        ``rank``, ``rank_low`` and ``rank_high`` of each run by name; 0 for what is not defined.
    """
    topics = tuple(sorted({topic for scores in runs.values() for topic in scores.topics}))
    place = next(iter(runs.values())).metrics.index(metric)
    ranks = competition_ranks(np.array([scores.mean[place] for scores in runs.values()]))
    low, high = rank_intervals(
        np.array([_by_topic(one, topics)[place] for one in runs.values()]), topics, metric
    )
    return pd.DataFrame({"rank": ranks, "rank_low": low, "rank_high": high}, index=[*runs])


def describe_pairs(pairs: pd.DataFrame) -> Iterator[str]:
    """Yield lines that say how runs differ in pairs, from `compare_pairs`."""
    for metric, of_metric in pairs.groupby("metric", sort=False):
        of_pairs = of_metric.groupby(["run_a", "run_b"], sort=False)
        tails = "one-tailed" + "; randomised_tukey_hsd two-tailed" * (TUKEY in set(of_metric.test))
        yield f"{metric}: {counted(of_pairs.ngroups, 'pair')}; {CONFIDENCE}% intervals; p corrected ({tails})"
        for (a, b), rows in of_pairs:
            one = rows.iloc[0]
            interval = "undefined" if np.isnan(one.low) else f"{one.low:+z.4f} to {one.high:+z.4f}"
            size = "undefined" if np.isnan(one.effect_size) else f"{one.effect_size:+z.2f}"
            p = ", ".join(map("{} {}".format, rows.test, map(_probability, rows.p_adjusted)))
            means = f"{a} {_number(one.mean_a)}, {b} {_number(one.mean_b)}"
            yield f"  {means}: {one.difference:+z.4f} ({interval}){_other_topics(one)}"
            yield f"    effect size {size}; p {p}"


def describe_comparison(one: Mapping[Any, Any]) -> Iterator[str]:
    """Yield sentences that say how two runs compare, from a row of `compare_runs`."""
    means = f"A {_number(one['mean_a'])}, B {_number(one['mean_b'])}"
    if not one["topics"]:
        yield f"{means}; no topic has scores of both runs"
        return
    over = counted(one["topics"], "topic")
    yield f"{means}, A - B = {one['difference']:+z.4f} over {over}{_other_topics(one)}"
    interval = "undefined" if np.isnan(one["low"]) else f"{one['low']:+z.4f} to {one['high']:+z.4f}"
    yield f"{CONFIDENCE}% interval of the difference (bootstrap): {interval}"
    better = counted(one["better"], "topic")
    yield f"A is better on {better}, equal on {one['equal']}, worse on {one['worse']}"
    yield "p (two-tailed): " + ", ".join(f"{test} {_probability(one[f'p_{test}'])}" for test in TESTS)
    if one["deciding"]:
        named = ", ".join(f"{topic} ({difference:+.4f})" for topic, difference in one["deciding"].items())
        yield f"Largest differences: {named}"


def _other_topics(one: Mapping[Any, Any] | pd.Series[Any]) -> str:
    """Say that the difference over shared topics is not that of the means."""
    apart = abs(one["mean_a"] - one["mean_b"] - one["difference"]) > ROUNDING
    return "; each run's mean is its own, so theirs is another difference" if apart else ""


def _number(mean: float) -> str:
    return "undefined" if np.isnan(mean) else f"{mean:z.4f}"


def _probability(p: float) -> str:
    return "< 0.0001" if p < 1e-4 else _number(p)


def _by_topic(scores: RunScores, topics: tuple[str, ...]) -> Floats:
    values = np.full((len(scores.metrics), len(topics)), np.nan)
    values[:, [topics.index(topic) for topic in scores.topics]] = scores.by_topic
    return values


def _compared(metric: str, topics: tuple[str, ...], differences: Floats) -> dict[str, Any]:
    known = ~np.isnan(differences)
    row = differences[None, :]
    draws = RepeatableDraws(DrawKind.RANDOMIZATION, metric, *topics)
    low, high = bootstrap_intervals(row, topics, metric)
    tests: dict[str, Callable[[Floats], Result]] = {
        "t": t_test,
        "wilcoxon": wilcoxon,
        "randomization": partial(randomization, draws=draws),
    }
    largest = np.argsort(-np.abs(np.nan_to_num(differences)), kind="stable")[:DECIDING].tolist()
    return {
        "topics": np.count_nonzero(known),
        "difference": float(np.mean(differences[known])) if known.any() else float("nan"),
        "low": low[0],
        "high": high[0],
        "better": np.count_nonzero(differences > 0),
        "equal": np.count_nonzero(differences == 0),
        "worse": np.count_nonzero(differences < 0),
        # Twice the smaller of both tails, at most 1.
        **{
            f"p_{name}": np.minimum(1, 2 * np.minimum(test(row)[1], test(-row)[1]))[0]
            for name, test in tests.items()
        },
        "deciding": {
            topics[place]: float(differences[place])
            for place in largest
            if known[place] and differences[place]
        },
    }
