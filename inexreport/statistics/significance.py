"""Pairwise tests of a task's runs with Holm's correction, and groups of runs made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import mean
from inexreport.statistics.paired_tests import Pairs, paired_differences, randomization, t_test, wilcoxon
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats, Integers

TESTS = ("t", "wilcoxon", "randomization")
"""As named in the published table; the first one makes the groups."""

LEVEL = 0.05


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
        NaN where the test is not defined.
    """

    first: Integers
    second: Integers
    topics: Integers
    difference: Floats
    statistic: Mapping[str, Floats]
    p: Mapping[str, Floats]
    p_adjusted: Mapping[str, Floats]


def pair_tests(scores: Floats, topics: tuple[str, ...], metric: str) -> RunPairs:
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
    differences = paired_differences(scores[first], scores[second])
    tested = {
        "t": t_test(differences),
        "wilcoxon": wilcoxon(differences),
        "randomization": randomization(differences, sign_draws(topics, metric), Pairs(scores, first, second)),
    }
    return RunPairs(
        first=first.astype(np.int64),
        second=second.astype(np.int64),
        topics=np.count_nonzero(~np.isnan(differences), axis=1).astype(np.int64),
        difference=np.array([mean(row[~np.isnan(row)].tolist()) for row in differences], dtype=np.float64),
        statistic={test: statistic for test, (statistic, _) in tested.items()},
        p={test: p for test, (_, p) in tested.items()},
        p_adjusted={test: holm(p) for test, (_, p) in tested.items()},
    )


def sign_draws(topics: tuple[str, ...], metric: str) -> RepeatableDraws:
    """Random signs of all pairs that are tested by a metric."""
    return RepeatableDraws("randomization", metric, *topics)


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


def groups(runs: int, pairs: RunPairs, test: str = TESTS[0]) -> Integers:
    """Groups of a ranking, from the best run downwards.

    A run that is significantly worse than the first run of a group (adjusted p below `LEVEL`) opens the next
    group. Other runs of different groups need not differ significantly.

    Parameters
    ----------
    runs : int
        Number of ranked runs.
    pairs : RunPairs
    test : str

    Returns
    -------
    int64 array, shape (runs,)
        From 1; 0 everywhere if no pair could be tested.
    """
    result = np.zeros(runs, dtype=np.int64)
    p = pairs.p_adjusted[test]
    if np.isnan(p).all():
        return result
    below = np.zeros((runs, runs), dtype=np.bool_)
    below[pairs.first, pairs.second] = p < LEVEL
    first, group = 0, 1
    for run in range(runs):
        if below[first, run]:
            first, group = run, group + 1
        result[run] = group
    return result
