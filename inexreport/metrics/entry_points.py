"""Best in Context 2006: how near the returned entry points are to the best ones (BEPD, EPRUM)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_gains import EntryPointRanking, entry_point_ranking
from inexreport.metrics.metric import CurveDefinition, Cutoff, Metric, Parameter
from inexreport.model.score_numbers import mean

RECALL_POINTS = np.arange(1, 101) / 100
ROUNDING = 1e-9


def proximity(distance: NDArray[np.float64], A: float, mean_document_length: float) -> NDArray[np.float64]:
    """Score of each returned entry point: 1 at the best one, falling with distance; the paper's s(x, b).

    Parameters
    ----------
    distance : float64 array, shape (results,)
        In characters; infinite where there is nothing to compare.
    A : float
        The paper's parameter, above 0: the larger, the less distance matters.
    mean_document_length : float
        The paper's L, in characters; NaN if unknown.

    Returns
    -------
    float64 array, shape (results,)
        In [0, 1].

    References
    ----------
    INEX 2006 Evaluation Measures (Lalmas et al.), section 7.2.

    Examples
    --------
    >>> proximity(np.array([0.0, 500.0, np.inf]), 0.1, 1000).round(4)
    array([1.    , 0.1667, 0.    ])
    """
    tolerated = A * mean_document_length
    return tolerated / (tolerated + distance)


def mean_proximity(points: EntryPointRanking, A: float, mean_document_length: float = float("nan")) -> float:
    """Sum of the scores of a run's entry points, by the number of best entry points (BEPD), in [0, 1].

    Examples
    --------
    >>> mean_proximity(EntryPointRanking(np.array([0.0, 500.0, np.inf]), 2), 1, 500)
    0.75
    """
    if not points.total or np.isnan(mean_document_length):
        return float("nan")
    return fsum(proximity(points.distance, A, mean_document_length).tolist()) / points.total


def expected_precision(
    points: EntryPointRanking, A: float, mean_document_length: float = float("nan")
) -> NDArray[np.float64]:
    """Expected precision at each number of best entry points seen (EPRUM).

    A user sees the best entry point from a returned one with probability s(x, b), independently. Precision
    at l is the expected ratio of l, the ideal search length, to the rank at which the l-th is seen; 0 where
    it never is.

    Returns
    -------
    float64 array, shape (best entry points,)
        In [0, 1]; empty if there are none or the mean document length is not known.

    References
    ----------
    INEX 2006 Evaluation Measures (Lalmas et al.), section 7.2; Piwowarski and Dupret, EPRUM (2006).

    Examples
    --------
    Probabilities .5 and 1 for two best entry points:

    >>> expected_precision(EntryPointRanking(np.array([1000.0, 0.0]), 2), 1, 1000)
    array([0.75, 0.5 ])
    """
    return expected_precisions((points,), A, mean_document_length)[0]


def expected_precisions(
    topics: Sequence[EntryPointRanking], A: float, mean_document_length: float = float("nan")
) -> list[NDArray[np.float64]]:
    """As `expected_precision`, of several topics at once."""
    if np.isnan(mean_document_length):
        return [np.zeros(0) for _ in topics]
    seen = [proximity(points.distance, A, mean_document_length) for points in topics]
    ratios = _expectations(seen, max((points.total for points in topics), default=0), np.divide)
    return [row[: points.total] for row, points in zip(ratios, topics, strict=True)]


def precision_by_expected_rank(
    points: EntryPointRanking, A: float, mean_document_length: float = float("nan")
) -> NDArray[np.float64]:
    """Ratio of l to the expected rank at which the l-th best entry point is seen, if it is, times its chance.

    Unlike `expected_precision`, a ratio of expectations; see there.

    Examples
    --------
    The first of two is seen at rank 1 or 2 with probability .5 each, both are seen with probability .5:

    >>> precision_by_expected_rank(EntryPointRanking(np.array([1000.0, 0.0]), 2), 1, 1000).round(4)
    array([0.6667, 0.5   ])
    """
    if np.isnan(mean_document_length):
        return np.zeros(0)
    seen = [proximity(points.distance, A, mean_document_length)]
    (chance,) = _expectations(seen, points.total, lambda wanted, rank: np.ones_like(wanted / rank))
    (rank,) = _expectations(seen, points.total, lambda wanted, rank: rank)
    precision = np.zeros(points.total)
    np.divide(np.arange(1, points.total + 1) * chance**2, rank, out=precision, where=rank > 0)
    return precision


def _expectations(
    seen: Sequence[NDArray[np.float64]],
    total: int,
    value: Callable[[NDArray[np.int64], NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Expected value(l, T) for l = 1 ... total, T being the rank of the l-th success of independent trials.

    Returns
    -------
    float64 array, shape (topics, total)
    """
    ratios = np.zeros((len(seen), total))
    # Chance of having seen exactly 0 ... total best entry points so far.
    chances = np.zeros((len(seen), total + 1))
    chances[:, 0] = 1.0
    wanted = np.arange(1, total + 1)
    hits = [np.flatnonzero(one) for one in seen]
    # Those with most hits come first, so that at every step the topics that have another one do.
    order = sorted(range(len(seen)), key=lambda topic: -len(hits[topic]))
    steps = max(map(len, hits), default=0)
    rank, chance = np.ones((2, len(seen), steps))
    for place, topic in enumerate(order):
        rank[place, : len(hits[topic])] += hits[topic]
        chance[place, : len(hits[topic])] = seen[topic][hits[topic]]
    having = np.searchsorted([-len(hits[topic]) for topic in order], -np.arange(steps)).tolist()
    for step, topics in enumerate(having):
        # The l-th is seen at this rank if l - 1 were before, of which there are no more than steps.
        possible = min(step + 1, total)
        arrives = chances[:topics, :possible] * chance[:topics, step, None]
        ratios[:topics, :possible] += value(wanted[:possible], rank[:topics, step, None]) * arrives
        chances[:topics, :possible] -= arrives
        chances[:topics, 1 : possible + 1] += arrives
    ordered = np.empty_like(ratios)
    ordered[order] = ratios
    return ordered


def mean_expected_precision(precision: NDArray[np.float64], cutoff: None = None) -> float:
    """Mean over all recall values; in [0, 1], NaN without best entry points.

    Examples
    --------
    >>> mean_expected_precision(np.array([0.75, 0.5]))
    0.625
    """
    return mean(precision.tolist())


def precision_by_recall(precision: NDArray[np.float64]) -> NDArray[np.float64]:
    """Expected precision at recall 0.01 to 1.00: at the number of entry points that it takes.

    Examples
    --------
    >>> precision_by_recall(np.array([0.75, 0.5]))[[0, 49, 50, 99]]
    array([0.75, 0.75, 0.5 , 0.5 ])
    """
    if not len(precision):
        return np.full(len(RECALL_POINTS), np.nan)
    needed = np.ceil(RECALL_POINTS * len(precision) - ROUNDING).astype(np.int64)
    return precision[needed - 1]


def chances_by_rank(
    points: EntryPointRanking, A: float, mean_document_length: float = float("nan")
) -> NDArray[np.float64]:
    """Probability of seeing the best entry point from each result; see `proximity`.

    Returns
    -------
    float64 array, shape (results,)
        In [0, 1]; a single NaN if there are no best entry points or the mean document length is not known.
    """
    if not points.total or np.isnan(mean_document_length):
        return np.full(1, np.nan)
    return proximity(points.distance, A, mean_document_length)


def expected_precision_at_rank(chances: NDArray[np.float64], cutoff: int) -> float:
    """Expected number of best entry points seen in the first `cutoff` results, by the cut-off; in [0, 1].

    The ideal run reaches that many best entry points after as many results, so that this is its search
    length divided by the rank.

    References
    ----------
    INEX 2006 Evaluation Measures (Lalmas et al.), section 7.2.

    Examples
    --------
    >>> expected_precision_at_rank(np.array([0.5, 1.0]), 2)
    0.75
    """
    return fsum(chances[:cutoff].tolist()) / cutoff


_SOURCE = "INEX 2006 Evaluation Measures (Lalmas et al.), section 7"
_PROXIMITY = r"s(x, b) = \frac{A \cdot L}{A \cdot L + d(x, b)}"
_A = Parameter("A", "How little distance matters: officially 0.01, 0.1, 1, 10 and 100.")
_metric = partial(
    Metric,
    vectors=entry_point_ranking,
    settings=("mean_document_length",),
    parameters=(_A,),
)
_EPRUM_CURVE = CurveDefinition(
    metric="EPRUM",
    x_name="Recall",
    y_name="Expected precision",
    x=RECALL_POINTS,
    y=precision_by_recall,
)

METRICS = (
    _metric(
        name="BEPD",
        title="Distance from the best entry points",
        explanation="How near the returned entry points are to the best ones, summed over the run and "
        "divided by the number of best entry points. L is the collection's mean document length.",
        limits="Only entry points count, not how much relevant text follows them or is returned. The "
        "order of results does not count, and A decides how far away an entry point still "
        "helps.",
        formula=r"\mathrm{BEPD} = \frac{1}{N} \sum_x s(x, b), \quad " + _PROXIMITY,
        source=_SOURCE,
        shared=mean_proximity,
        measure=lambda value, cutoff: value,
    ),
    _metric(
        name="EPRUM",
        title="Expected precision and recall with user modelling",
        explanation="Precision for a user who finds the best entry point from a returned one with a "
        "probability that falls with their distance, averaged over all recall values.",
        limits="Only entry points count, not how much relevant text follows them or is returned. The "
        "score is that of the assumed user, whose behaviour A describes by one number.",
        formula=r"\mathrm{EP}(l) = \sum_k \frac{l}{k} \left( \Pr[F_k \ge l] - \Pr[F_{k-1} \ge l] \right), "
        r"\quad " + _PROXIMITY,
        source=f"{_SOURCE}; the expectation is reconstructed after Piwowarski and Dupret (2006)",
        confirmed=False,
        shared=expected_precision,
        shared_of_topics=expected_precisions,
        measure=mean_expected_precision,
        curve=_EPRUM_CURVE,
    ),
    _metric(
        name="EPRUM",
        title="Precision and recall with user modelling, by the expected rank",
        explanation="As EPRUM, but precision is a ratio of expectations: of the ideal rank to the expected "
        "one of users who see that number of best entry points, times the probability of seeing them.",
        limits="Only entry points count, not how much relevant text follows them or is returned. The "
        "score is that of the assumed user, whose behaviour A describes by one number; values "
        "are not comparable with those of the other definition.",
        formula=r"\mathrm{P}(l) = \Pr[T_l < \infty] \cdot \frac{l}{\mathrm{E}[T_l \mid T_l < \infty]}, "
        r"\quad " + _PROXIMITY,
        source=f"{_SOURCE}; the expectation is reconstructed",
        confirmed=False,
        parameters=(
            _A,
            Parameter("precision", "ratio: of the expected ranks.", values=("ratio",)),
        ),
        shared=precision_by_expected_rank,
        measure=mean_expected_precision,
        curve=_EPRUM_CURVE,
    ),
    _metric(
        name="EPRUM-P",
        title="Expected precision at a rank with user modelling",
        explanation="The number of best entry points that a user is expected to have seen after the first k "
        "results, divided by k.",
        limits="Only entry points count, not how much relevant text follows them or is returned. "
        "Nothing below rank k counts, and a topic with fewer than k best entry points cannot "
        "reach 1.",
        formula=r"P[k] = \frac{\mathrm{E}[F_k]}{k} = \frac{1}{k} \sum_{i=1}^{k} s(x_i, b_i), \quad "
        + _PROXIMITY,
        source=f"{_SOURCE}; the expectation is reconstructed after Piwowarski and Dupret (2006)",
        confirmed=False,
        shared=chances_by_rank,
        measure=expected_precision_at_rank,
        cutoff=Cutoff("rank"),
        first_results_alone=MappingProxyType({}),
    ),
)
