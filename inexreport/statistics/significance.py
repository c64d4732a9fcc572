"""Pairwise tests of a task's runs, corrected for the number of pairs, and groups of runs made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import mean
from inexreport.model.task import Significance
from inexreport.statistics.paired_tests import (
    DRAWS,
    Pairs,
    paired_differences,
    randomization,
    t_test,
    wilcoxon,
)
from inexreport.statistics.randomised_tukey import effect_sizes, randomised_tukey_hsd
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.score_intervals import bootstrap_intervals
from inexreport.statistics.summary import Floats, Integers

TUKEY = "randomised_tukey_hsd"

TESTS = {
    Significance.T: ("t", "wilcoxon", "randomization"),
    Significance.TUKEY: (TUKEY, "t", "wilcoxon"),
}
"""As named in the published table; the first one makes the groups."""

MOST_RUNS = 300
"""If there are more runs, only pairs of the best `BEST_RUNS` are compared."""

BEST_RUNS = 100

LEVEL = 0.05

UNTESTED = -9
"""In `significant_differences`, a pair without a p."""


@dataclass(frozen=True, eq=False)
class RunPairs:
    """All pairs of a task's runs, tested on the topics for which both have a score.

    Attributes
    ----------
    first, second : int64 array, shape (pairs,)
        Rows of the standings; the first is ranked above the second.
    topics : int64 array, shape (pairs,)
        Number of topics.
    difference : float64 array, shape (pairs,)
        Mean of first − second; NaN without topics.
    statistic, p, p_adjusted : mapping of test to float64 array, shape (pairs,)
        NaN where the test is not defined. In the order of publication: the first test makes the groups.
    effect_size : float64 array, shape (pairs,)
        See `inexreport.statistics.randomised_tukey.effect_sizes`.
    low, high : float64 array, shape (pairs,)
        Interval of the difference; see `inexreport.statistics.score_intervals.bootstrap_intervals`.
    smallest_adjusted : mapping of test to float
        Smallest p that the test can give with as many differing topics as a pair has at most, times the
        number of tested pairs; 0 for tests whose p has no steps.
    """

    first: Integers
    second: Integers
    topics: Integers
    difference: Floats
    statistic: Mapping[str, Floats]
    p: Mapping[str, Floats]
    p_adjusted: Mapping[str, Floats]
    effect_size: Floats
    low: Floats
    high: Floats
    smallest_adjusted: Mapping[str, float]


def runs_in_pairs(ranked: int) -> int:
    """How many of the ranked runs, from the best, are compared in pairs.

    Examples
    --------
    >>> runs_in_pairs(300), runs_in_pairs(301)
    (300, 100)
    """
    return ranked if ranked <= MOST_RUNS else BEST_RUNS


def pair_tests(
    scores: Floats, topics: tuple[str, ...], metric: str, significance: Significance = Significance.T
) -> RunPairs:
    """Test all pairs of runs.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Best run first; NaN where a run has no score.
    topics : tuple of str
    metric : str
        Seeds the random draws together with the topics, so that p does not depend on other runs.
    """
    first, second = np.triu_indices(len(scores), k=1)
    differences, pairs = paired_differences(scores[first], scores[second]), Pairs(scores, first, second)
    tests = {
        TUKEY: lambda: randomised_tukey_hsd(pairs, RepeatableDraws(TUKEY, metric, *topics)),
        "t": lambda: t_test(differences),
        "wilcoxon": lambda: wilcoxon(differences),
        "randomization": lambda: randomization(
            differences, RepeatableDraws("randomization", metric, *topics), pairs
        ),
    }
    tested = {test: tests[test]() for test in TESTS[significance]}
    low, high = bootstrap_intervals(differences, topics, metric)
    return RunPairs(
        first=first.astype(np.int64),
        second=second.astype(np.int64),
        topics=np.count_nonzero(~np.isnan(differences), axis=1).astype(np.int64),
        difference=np.array([mean(row[~np.isnan(row)].tolist()) for row in differences], dtype=np.float64),
        statistic={test: statistic for test, (statistic, _) in tested.items()},
        p={test: p for test, (_, p) in tested.items()},
        p_adjusted={test: p if test == TUKEY else holm(p) for test, (_, p) in tested.items()},
        effect_size=effect_sizes(pairs),
        low=low,
        high=high,
        smallest_adjusted={
            test: _smallest_p(test, differences) * np.count_nonzero(~np.isnan(p))
            for test, (_, p) in tested.items()
        },
    )


def _smallest_p(test: str, differences: Floats) -> float:
    """Return p of a pair that is better on every topic on which it differs; 0 for tests without steps."""
    if test not in ("wilcoxon", "randomization"):
        return 0.0
    used = np.count_nonzero(np.nan_to_num(differences), axis=1)
    steps = 0.5 ** float(max(used, default=0))
    return float(max(steps, 1 / (DRAWS + 1)) if test == "randomization" else steps)


def holm(p: Floats) -> Floats:
    """Holm's correction for multiple tests: the smallest p times m, the next times m − 1, and so on.

    Parameters
    ----------
    p : float64 array, shape (tests,)
        NaN where nothing was tested.

    Returns
    -------
    float64 array, shape (tests,)
        At most 1, and never below the adjusted value of a smaller p.

    Examples
    --------
    >>> holm(np.array([0.03, 0.01, np.nan, 0.02])).round(4).tolist()
    [0.04, 0.03, nan, 0.04]
    """
    adjusted = np.full(len(p), np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    factors = len(order) - np.arange(len(order))
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1)
    return adjusted


def significant_differences(runs: int, pairs: RunPairs, test: str) -> Integers:
    """Return which runs are significantly better than which others, by one of the tests of the pairs.

    A test with one tail never finds the lower-ranked run better; one with two tails may, where runs have
    scores for different topics.

    Parameters
    ----------
    runs : int
        Number of tested runs.
    pairs : RunPairs
    test : str
        One of `RunPairs.p`.

    Returns
    -------
    int64 array, shape (runs, runs)
        1 where the row's run is better than the column's (adjusted p below `LEVEL`), −1 where it is worse, 0
        where they do not differ significantly and on the diagonal, `UNTESTED` without a p.

    Examples
    --------
    >>> pairs = pair_tests(np.array([[0.9, 0.8, 0.9], [0.1, 0.2, 0.1]]), ("1", "2", "3"), "MAiP")
    >>> significant_differences(2, pairs, "t").tolist()
    [[0, 1], [-1, 0]]
    """
    p = pairs.p_adjusted[test]
    direction = np.sign(pairs.statistic[test]) if test == TUKEY else 1.0
    found = np.where(np.isnan(p), UNTESTED, np.where(p < LEVEL, direction, 0)).astype(np.int64)
    result = np.zeros((runs, runs), dtype=np.int64)
    result[pairs.first, pairs.second] = found
    result[pairs.second, pairs.first] = np.where(found == UNTESTED, UNTESTED, -found)
    return result


def groups(runs: int, pairs: RunPairs) -> Integers:
    """Groups of a ranking by the first test of the pairs, from the best run downwards.

    A run that is significantly worse than the first run of a group (adjusted p below `LEVEL`) opens the next
    group. Other runs of different groups need not differ significantly.

    Parameters
    ----------
    runs : int
        Number of ranked runs.
    pairs : RunPairs

    Returns
    -------
    int64 array, shape (runs,)
        From 1; 0 everywhere if no pair could be tested.
    """
    result = np.zeros(runs, dtype=np.int64)
    test = next(iter(pairs.p_adjusted))
    if np.isnan(pairs.p_adjusted[test]).all():
        return result
    is_better = significant_differences(runs, pairs, test) == 1
    first, group = 0, 1
    for run in range(runs):
        if is_better[first, run]:
            first, group = run, group + 1
        result[run] = group
    return result
