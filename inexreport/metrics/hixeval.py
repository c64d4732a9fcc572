"""HiXEval (2005, 2006): precision and recall of highlighted text, element by element."""

from __future__ import annotations

from functools import partial
from math import fsum
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.highlighted_gains import HighlightedGains, highlighted_gains, relevant_elements
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.metrics.metric import CurveDefinition, Cutoff, Metric, Parameter
from inexreport.model.diagnosis import Aspect
from inexreport.model.score_numbers import harmonic_mean, mean

RECALL_LEVELS = np.arange(11) / 10
REACHED = 1e-9
"""Tolerance at which a recall level counts as reached."""


def precision(gains: HighlightedGains, cutoff: int) -> float:
    """Mean share of new highlighted text in the first `cutoff` results, 0 for missing ones; in [0, 1].

    Examples
    --------
    >>> precision(HighlightedGains(np.array([30.0, 5.0]), np.array([1.0, 0.5]), 100.0), 4)
    0.375
    """
    if not gains.total:
        return float("nan")
    return fsum(gains.share[:cutoff].tolist()) / cutoff


def recall(gains: HighlightedGains, cutoff: int) -> float:
    """Share of all highlighted text in the first `cutoff` results, in [0, 1].

    Examples
    --------
    >>> recall(HighlightedGains(np.array([30.0, 5.0]), np.array([1.0, 0.5]), 100.0), 4)
    0.35
    """
    if not gains.total:
        return float("nan")
    return fsum(gains.value[:cutoff].tolist()) / gains.total


def f_measure(gains: HighlightedGains, cutoff: int) -> float:
    """Harmonic mean of precision and recall at a rank, in [0, 1]; 0 if both are 0.

    Examples
    --------
    >>> f_measure(HighlightedGains(np.array([50.0]), np.array([0.5]), 100.0), 1)
    0.5
    """
    return harmonic_mean(precision(gains, cutoff), recall(gains, cutoff))


def average_precision(gains: HighlightedGains, cutoff: None = None) -> float:
    """Precision at every rank, weighted by the recall that the rank adds; in [0, 1].

    Examples
    --------
    >>> average_precision(HighlightedGains(np.array([50.0, 0.0, 25.0]), np.array([1.0, 0, 0.5]), 100.0))
    0.625
    """
    if not gains.total:
        return float("nan")
    return fsum((_precisions(gains) * gains.value / gains.total).tolist())


def counted_gains(
    judged: JudgedRanking, overlap: str, alpha: float = 1.0, descendants: str = "outermost"
) -> tuple[HighlightedGains, int]:
    """As `highlighted_gains`, with the number of elements that have highlighted text."""
    return highlighted_gains(judged, overlap, alpha, descendants), relevant_elements(judged)


def average_precision_of_elements(counted: tuple[HighlightedGains, int], cutoff: None = None) -> float:
    """Sum of precision at the ranks with new highlighted text, by the number of relevant elements; in [0, 1].

    Examples
    --------
    >>> gains = HighlightedGains(np.array([50.0, 0.0, 25.0]), np.array([1.0, 0, 0.5]), 100.0)
    >>> average_precision_of_elements((gains, 3))
    0.5
    """
    gains, elements = counted
    if not gains.total:
        return float("nan")
    return fsum(_precisions(gains)[gains.value > 0].tolist()) / elements if elements else 0.0


def interpolated_average_precision(gains: HighlightedGains, cutoff: None = None) -> float:
    """Mean over recall 0.0, 0.1, ..., 1.0 of the highest precision at or beyond that recall; in [0, 1].

    Examples
    --------
    >>> gains = HighlightedGains(np.array([50.0]), np.array([1.0]), 100.0)
    >>> interpolated_average_precision(gains) == 6 / 11
    True
    """
    return mean(precision_by_recall(gains).tolist())


def precision_by_recall(gains: HighlightedGains) -> NDArray[np.float64]:
    """Highest precision at or beyond each of 11 recall levels; 0 where recall is not reached.

    Examples
    --------
    >>> gains = HighlightedGains(np.array([50.0, 25.0]), np.array([0.5, 1.0]), 100.0)
    >>> precision_by_recall(gains)[[0, 5, 7, 8]]
    array([0.75, 0.75, 0.75, 0.  ])
    """
    found = np.full(len(RECALL_LEVELS), 0.0 if gains.total else np.nan)
    if gains.total and len(gains.value):
        reached = np.cumsum(gains.value) / gains.total
        best_from = np.maximum.accumulate(_precisions(gains)[::-1])[::-1]
        first = np.searchsorted(reached, RECALL_LEVELS - REACHED)
        found[first < len(reached)] = best_from[first[first < len(reached)]]
    return found


def _precisions(gains: HighlightedGains) -> NDArray[np.float64]:
    """Precision at each rank."""
    ranks = np.arange(1, len(gains.share) + 1)
    found: NDArray[np.float64] = np.cumsum(gains.share) / ranks
    return found


ALPHA = Parameter(
    "alpha",
    "How much of the text seen before does not count again, from 0 (nothing) to 1 (all, officially). "
    "Below 1 repeated results are left out, and recall is as with overlap off.",
    default=1,
    within=(0, 1),
    only_with={"overlap": "on"},
)
_PARAMETERS = (
    Parameter(
        "overlap",
        "on: text seen before does not count again. off: every element counts in full, repeated "
        "results are left out, and recall is relative to the sum over all relevant elements.",
        values=("on", "off"),
    ),
    ALPHA,
    Parameter(
        "descendants",
        "Which elements in a result, returned before it, count as seen: the outermost, or all as the "
        "source has it, which subtracts nested ones more than once, down to 0.",
        values=("outermost", "all"),
        default="outermost",
        only_with={"overlap": "on"},
    ),
)

_metric = partial(
    Metric,
    vectors=highlighted_gains,
    parameters=_PARAMETERS,
    ties="The ranking is read by rank, or in the order of the file where ranks are missing.",
    needs_elements=True,
    reads_places=False,
)
_at_rank = partial(
    _metric,
    source="Pehcevski and Thom, HiXEval (2005)",
    cutoff=Cutoff("rank"),
    # With overlap off, or alpha below 1, repeated results are left out and later results take their ranks.
    first_results_alone=MappingProxyType({"overlap": "on", "alpha": 1}),
    unread=frozenset({Aspect.ORDER}),
)
_undefined = partial(
    _metric,
    source="Pehcevski and Thom, HiXEval (2005); the paper names it without defining it",
    confirmed=False,
)

METRICS = (
    _at_rank(
        name="HiXEval-P",
        title="HiXEval: precision at a rank",
        explanation="The mean share of new highlighted text in the first k results.",
        limits="Every result has the same weight, whatever its length. The order of the first k "
        "results counts only through the overlap among them, and nothing below rank k counts.",
        formula=r"P@k = \frac{1}{k} \sum_{i=1}^{k} \frac{\mathit{rval}_i}{\mathit{size}_i}",
        measure=precision,
    ),
    _at_rank(
        name="HiXEval-R",
        title="HiXEval: recall at a rank",
        explanation="The share of all highlighted text that is in the first k results.",
        limits="Irrelevant text does not count, so longer results score at least as well. The order of "
        "the first k results counts only through the overlap among them, and nothing below rank "
        "k counts.",
        formula=r"R@k = \frac{1}{T_{rel}} \sum_{i=1}^{k} \mathit{rval}_i",
        measure=recall,
    ),
    _at_rank(
        name="HiXEval-F",
        title="HiXEval: F-measure at a rank",
        explanation="The harmonic mean of precision and recall of the first k results.",
        limits="The best k differs from topic to topic, as does the share of text that k results can "
        "cover. The order of the first k results counts only through the overlap among them, "
        "and nothing below rank k counts.",
        formula=r"F@k = \frac{2 \cdot P@k \cdot R@k}{P@k + R@k}",
        measure=f_measure,
    ),
    _undefined(
        name="HiXEval-MAP",
        topic_name="HiXEval-AP",
        title="HiXEval: mean average precision",
        explanation="Precision at every rank, weighted by the recall that the rank adds.",
        limits="Recall counts characters, so one long relevant element can weigh more than many short "
        "ones; precision counts results, whatever their length.",
        formula=r"\mathrm{AP} = \sum_{r} P@r \cdot (R@r - R@(r-1))",
        measure=average_precision,
    ),
    _undefined(
        name="HiXEval-MAP",
        topic_name="HiXEval-AP",
        title="HiXEval: mean average precision over relevant elements",
        explanation="Precision at every rank that brings new highlighted text, averaged over all relevant "
        "elements; elements not found count 0.",
        limits="Each rank with new highlighted text has the same weight, even if it adds only one "
        "character. Nested relevant elements each count in N, so runs without overlap cannot "
        "find all.",
        formula=r"\mathrm{AP} = \frac{1}{N} \sum_{r \,:\, \mathit{rval}_r > 0} P@r",
        vectors=counted_gains,
        measure=average_precision_of_elements,
        parameters=(
            _PARAMETERS[0],
            Parameter("average", "Over the N elements with highlighted text.", values=("elements",)),
            *_PARAMETERS[1:],
        ),
    ),
    _undefined(
        name="HiXEval-iMAP",
        topic_name="HiXEval-iAP",
        title="HiXEval: interpolated mean average precision",
        explanation="The highest precision at each of 11 standard recall levels or beyond, averaged.",
        limits="Recall counts characters, so one long relevant element can weigh more than many short "
        "ones. Eleven levels are coarse for topics with little relevant text.",
        formula=r"\mathrm{iAP} = \frac{1}{11} \sum_{x} \max_{r \,:\, R@r \ge x} P@r",
        measure=interpolated_average_precision,
        curve=CurveDefinition(
            metric="HiXEval-P",
            x_name="Recall",
            y_name="Interpolated precision",
            x=RECALL_LEVELS,
            y=precision_by_recall,
        ),
    ),
)
