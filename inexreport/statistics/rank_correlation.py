"""Correlations of the rankings by two metrics."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from inexreport.model.score_numbers import comparable, mean
from inexreport.statistics.correlation_tests import kendall_p, spearman_p
from inexreport.statistics.ranks import centred_ranks, pair_orders
from inexreport.statistics.summary import Floats, Integers

COEFFICIENTS = ("spearman", "kendall", "tau_ap")
"""As named in the published table."""

NOT_COMPARED = "overlap"
"""A metric that does not measure quality."""

FEWEST_RUNS = 2


def spearman(one: Floats, other: Floats) -> float:
    """Spearman's rho of two scores of the same runs, Pearson's correlation of average ranks.

    Parameters
    ----------
    one, other : float64 array, shape (runs,)
        Compared with ten decimals, see `comparable`.

    Returns
    -------
    float
        In [-1, 1]; NaN for fewer than two runs, or if all scores of one are equal.

    Examples
    --------
    >>> scores, places = np.array([0.1327, 0.1274, 0.1060, 0.0941, 0.0923]), np.array([3.0, 1, 2, 5, 4])
    >>> round(spearman(scores, -places), 10)
    0.6
    """
    return _cosine(centred_ranks(one), centred_ranks(other))


def kendall(one: Floats, other: Floats) -> float:
    """Kendall's tau-b, which corrects for ties; parameters and range as for `spearman`.

    Examples
    --------
    >>> scores, places = np.array([0.1327, 0.1274, 0.1060, 0.0941, 0.0923]), np.array([3.0, 1, 2, 5, 4])
    >>> round(kendall(scores, -places), 10)
    0.4
    """
    return _cosine(pair_orders(one).ravel(), pair_orders(other).ravel())


def kendall_of_scored(one: Floats, other: Floats) -> float:
    """Kendall's tau-b of the runs that have both scores; NaN stands for a missing one.

    Examples
    --------
    >>> kendall_of_scored(np.array([0.1, 0.2, np.nan, 0.3]), np.array([0.5, 0.6, 0.1, 0.7]))
    1.0
    """
    scored = ~(np.isnan(one) | np.isnan(other))
    return kendall(one[scored], other[scored])


def tau_ap(one: Floats, other: Floats) -> float:
    """AP correlation tau_AP,b, to which the first ranks matter most; parameters and range as for `spearman`.

    The mean of both directions. In one direction, for each run that is not first by the reference: the share
    of the runs above it that the other score ranks above it too; tau is twice the mean share, minus 1. Runs
    tied for the first place are left out, runs tied by the reference do not count each other, and a pair tied
    only by the other score counts as reversed.

    References
    ----------
    Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008;
    ties: Urbano and Marrero, The treatment of ties in AP correlation, ICTIR 2017.

    Examples
    --------
    The first two of three change places: (0 + 1) of 2 in each direction.

    >>> tau_ap(np.array([0.3, 0.2, 0.1]), np.array([0.2, 0.3, 0.1]))
    0.0

    The last two of three change places: (1 + 1/2) of 2.

    >>> tau_ap(np.array([0.3, 0.2, 0.1]), np.array([0.3, 0.1, 0.2]))
    0.5
    """
    one, other = comparable(one), comparable(other)
    if len(one) < FEWEST_RUNS or not (np.ptp(one) > 0 and np.ptp(other) > 0):
        return np.nan
    return (_tau_ap_towards(one, other) + _tau_ap_towards(other, one)) / 2


def _cosine(one: Integers, other: Integers) -> float:
    """Exactly 1 for equal whole numbers; NaN if all of one are 0."""
    norms = float(one @ one) * float(other @ other)
    return float((one @ other) / np.sqrt(norms)) if norms else np.nan


def _tau_ap_towards(reference: Floats, other: Floats) -> float:
    above = reference[None, :] > reference[:, None]
    confirmed = above & (other[None, :] > other[:, None])
    number_above = above.sum(axis=1)
    below_first = number_above > 0
    shares = confirmed.sum(axis=1)[below_first] / number_above[below_first]
    return 2 * mean(shares.tolist()) - 1


@dataclass(frozen=True, eq=False)
class MetricCorrelations:
    """Correlations of all pairs of metrics of a task.

    Attributes
    ----------
    metrics : tuple of str
    columns : tuple of int
        Indices of the metrics in the order of the task.
    runs : int64 array, shape (metrics, metrics)
        Number of runs with a score under both.
    coefficients : mapping of coefficient to float64 array, shape (metrics, metrics)
        Symmetric; NaN where undefined.
    p : mapping of coefficient to float64 array, shape (metrics, metrics)
        Of the two-tailed tests in `inexreport.statistics.correlation_tests`; NaN where there is none.
    order : tuple of int
        Indices into `metrics`, see `similarity_order`.
    """

    metrics: tuple[str, ...]
    columns: tuple[int, ...]
    runs: Integers
    coefficients: Mapping[str, Floats]
    p: Mapping[str, Floats]
    order: tuple[int, ...]

    def of(self, columns: Collection[int]) -> MetricCorrelations:
        """The correlations of some metrics, by their indices in the order of the task."""
        kept = [i for i, column in enumerate(self.columns) if column in columns]
        cells = np.ix_(kept, kept)
        return MetricCorrelations(
            metrics=tuple(self.metrics[i] for i in kept),
            columns=tuple(self.columns[i] for i in kept),
            runs=self.runs[cells],
            coefficients={name: values[cells] for name, values in self.coefficients.items()},
            p={name: values[cells] for name, values in self.p.items()},
            order=tuple(kept.index(i) for i in self.order if i in kept),
        )

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Indices of all pairs of metrics, in the order of the task."""
        return combinations(range(len(self.metrics)), 2)


def correlate_metrics(metrics: Sequence[str], means: Floats) -> MetricCorrelations:
    """Correlate the rankings by all metrics except overlap.

    Parameters
    ----------
    metrics : sequence of str
        Identifiers.
    means : float64 array, shape (runs, metrics)
        NaN where a run has no score.
    """
    columns = tuple(i for i, metric in enumerate(metrics) if metric.partition("(")[0] != NOT_COMPARED)
    size = len(columns)
    known = ~np.isnan(means[:, columns])
    runs = known.astype(np.int64).T @ known.astype(np.int64)
    values, p = ({name: np.full((size, size), np.nan) for name in COEFFICIENTS} for _ in range(2))
    for i in range(size):
        for j in range(i, size):
            both = known[:, i] & known[:, j]
            one, other = means[both, columns[i]], means[both, columns[j]]
            for name, coefficient in (("spearman", spearman), ("kendall", kendall), ("tau_ap", tau_ap)):
                values[name][i, j] = values[name][j, i] = coefficient(one, other)
            for name, test in (("spearman", spearman_p), ("kendall", kendall_p)):
                p[name][i, j] = p[name][j, i] = test(one, other)
    order = similarity_order(values["spearman"])
    return MetricCorrelations(tuple(metrics[i] for i in columns), columns, runs, values, p, order)


def similarity_order(correlations: Floats) -> tuple[int, ...]:
    """Order of metrics in which those with similar rankings are neighbours.

    Hierarchical clustering (average linkage of 1 − correlation) with optimal leaf ordering; metrics without
    a correlation come last.

    Parameters
    ----------
    correlations : float64 array, shape (metrics, metrics)
        Symmetric; NaN where undefined.

    Examples
    --------
    >>> order = similarity_order(np.array([[1.0, 0.1, 0.9], [0.1, 1.0, 0.2], [0.9, 0.2, 1.0]]))
    >>> order in {(0, 2, 1), (1, 2, 0)}
    True
    """
    defined = [i for i in range(len(correlations)) if not np.isnan(correlations[i, i])]
    rest = [i for i in range(len(correlations)) if np.isnan(correlations[i, i])]
    if len(defined) > 2:
        from scipy.cluster.hierarchy import leaves_list, linkage
        from scipy.spatial.distance import squareform

        known = np.nan_to_num(correlations[np.ix_(defined, defined)], nan=0.0)
        distances = np.round(np.clip(1 - known, 0, 2), 12)
        np.fill_diagonal(distances, 0)
        leaves = leaves_list(linkage(squareform(distances, checks=False), "average", optimal_ordering=True))
        defined = [defined[leaf] for leaf in leaves]
        if defined[0] > defined[-1]:
            defined.reverse()
    return (*defined, *rest)
