"""Pairwise tests of a task's runs, corrected for the number of pairs, and groups of runs made from them."""

from __future__ import annotations

import numpy as np
import pandas as pd

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
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.score_intervals import bootstrap_intervals
from inexreport.statistics.summary import Floats, Integers

TUKEY = DrawKind.TUKEY.text

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


def runs_in_pairs(ranked: int) -> int:
    """Return how many of the ranked runs, from the best, are compared in pairs.

    Examples
    --------
    >>> runs_in_pairs(300), runs_in_pairs(301)
    (300, 100)
    """
    return ranked if ranked <= MOST_RUNS else BEST_RUNS


def pair_tests(
    scores: Floats,
    topics: tuple[str, ...],
    metric: str,
    significance: Significance = Significance.T,
    row: int | None = None,
) -> pd.DataFrame:
    """Test all pairs of runs on the topics for which both have a score.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Best run first; NaN where a run has no score.
    topics : tuple of str
    metric : str
        Seeds the random draws together with the topics, so that p does not depend on other runs.
    significance : Significance
    row : int, optional
        Of a run: only its pairs are tested, for whose number alone p is corrected.

    Returns
    -------
    DataFrame
        A row for each pair, in the order of `numpy.triu_indices`, and test. ``first`` and ``second`` are rows
        of the scores, ``differing`` counts the topics with different scores; the other columns are those of
        the published table, NaN where undefined.
    """
    first, second = np.triu_indices(len(scores), k=1)
    if row is not None:
        tested = (first == row) | (second == row)
        first, second = first[tested], second[tested]
    differences, pairs = paired_differences(scores[first], scores[second]), Pairs(scores, first, second)
    tests = {
        TUKEY: lambda: randomised_tukey_hsd(pairs, RepeatableDraws(DrawKind.TUKEY, metric, *topics)),
        "t": lambda: t_test(differences),
        "wilcoxon": lambda: wilcoxon(differences),
        "randomization": lambda: randomization(
            differences, RepeatableDraws(DrawKind.RANDOMIZATION, metric, *topics), pairs
        ),
    }
    low, high = bootstrap_intervals(differences, topics, metric)
    of_pairs = pd.DataFrame(
        {
            "first": first,
            "second": second,
            "topics": np.count_nonzero(~np.isnan(differences), axis=1),
            "differing": np.count_nonzero(np.nan_to_num(differences), axis=1),
            "difference": [mean(row[~np.isnan(row)].tolist()) for row in differences],
            "effect_size": effect_sizes(pairs),
            "low": low,
            "high": high,
        }
    ).astype({"difference": np.float64})
    found = []
    for test in TESTS[significance]:
        statistic, p = tests[test]()
        adjusted = p if test == TUKEY else holm(p)
        found.append(of_pairs.assign(test=test, statistic=statistic, p=p, p_adjusted=adjusted))
    return pd.concat(found).sort_index(kind="stable", ignore_index=True)


def smallest_p(test: str, topics: int) -> float:
    """Return p of a pair that is better on every topic on which it differs; 0 for tests without steps.

    Examples
    --------
    >>> smallest_p("wilcoxon", 6) == 1 / 64, smallest_p("randomization", 60), smallest_p("t", 6)
    (True, 1e-05, 0.0)
    """
    if test not in ("wilcoxon", "randomization"):
        return 0.0
    return max(0.5**topics, 1 / (DRAWS + 1) if test == "randomization" else 0.0)


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


def significant_differences(runs: int, p_adjusted: Floats, statistic: Floats) -> Integers:
    """Return which runs are significantly better than which others.

    A test with one tail never finds the lower-ranked run better; one with two tails may, where runs have
    scores for different topics.

    Parameters
    ----------
    runs : int
    p_adjusted, statistic : float64 array, shape (runs * (runs - 1) / 2,)
        Of every two runs, in the order of `numpy.triu_indices`; a negative statistic is in favour of the
        second run.

    Returns
    -------
    int64 array, shape (runs, runs)
        1 where the row's run is better than the column's (adjusted p below `LEVEL`), −1 where it is worse, 0
        where they do not differ significantly and on the diagonal, `UNTESTED` without a p.

    Examples
    --------
    >>> significant_differences(3, np.array([0.2, 0.01, np.nan]), np.array([1.5, 3.8, np.nan])).tolist()
    [[0, 0, 1], [0, 0, -9], [-1, -9, 0]]
    """
    found = np.where(p_adjusted < LEVEL, np.sign(statistic), 0)
    result = np.zeros((runs, runs), dtype=np.int64)
    result[np.triu_indices(runs, k=1)] = np.where(np.isnan(p_adjusted), UNTESTED, found)
    return np.where(result.T == UNTESTED, UNTESTED, result - result.T)


def groups(differences: Integers) -> Integers:
    """Groups of a ranking, from the best run downwards.

    A run that is significantly worse than the first run of a group opens the next group. Other runs of
    different groups need not differ significantly.

    Parameters
    ----------
    differences : int64 array, shape (runs, runs)
        `significant_differences`, best run first.

    Returns
    -------
    int64 array, shape (runs,)
        From 1; 0 everywhere if no pair could be tested.

    Examples
    --------
    >>> groups(np.array([[0, 0, 1], [0, 0, 0], [-1, 0, 0]])).tolist()
    [1, 1, 2]
    """
    result = np.zeros(len(differences), dtype=np.int64)
    if (differences[np.triu_indices(len(differences), k=1)] == UNTESTED).all():
        return result
    first, group = 0, 1
    for run in range(len(differences)):
        if differences[first, run] == 1:
            first, group = run, group + 1
        result[run] = group
    return result
