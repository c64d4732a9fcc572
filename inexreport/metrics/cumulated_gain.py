"""The cumulated-gain measures (XCG) of 2004-2006: gain by rank, and effort by gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import fsum
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_gains import ElementGains, element_gains
from inexreport.judging.quantisation import GRADE_QUANTISATIONS, HIGHLIGHTED_QUANTISATIONS
from inexreport.metrics.metric import CurveDefinition, Cutoff, Metric, Parameter, Value
from inexreport.model.score_numbers import mean

RECALL_POINTS = np.arange(1, 101) / 100
REACHED = 1e-9
"""Tolerance at which a gain counts as reached."""
LIMIT_2004 = 1500
"""Longest ranking of 2004."""
TENTHS = np.arange(1, 11)
CURVE_RANKS = np.arange(1, 101)


def normalised_gain(gains: ElementGains, ranks: int) -> NDArray[np.float64]:
    """Gain cumulated up to each rank as a share of the ideal ranking's (nxCG).

    Beyond the end of a ranking its cumulated gain stays the same.

    Returns
    -------
    float64 array, shape (ranks,)
        At least 0, usually at most 1; NaN if nothing is relevant.

    References
    ----------
    INEX 2006 Evaluation Measures (Lalmas et al.), equation 7.

    Examples
    --------
    >>> gains = ElementGains(np.array([3.0, 2, 3, 0, 1, 2]), np.array([3.0, 3, 2, 2, 1, 1]))
    >>> normalised_gain(gains, 8).round(4)
    array([1.    , 0.8333, 1.    , 0.8   , 0.8182, 0.9167, 0.9167, 0.9167])
    """
    if not len(gains.ideal):
        return np.full(ranks, np.nan)
    return _cumulated(gains.gain, ranks) / _cumulated(gains.ideal, ranks)


def gain_at_rank(gains: ElementGains, cutoff: int) -> float:
    """Value of nxCG at a rank; see `normalised_gain`.

    Examples
    --------
    >>> gain_at_rank(ElementGains(np.array([0.5]), np.array([1.0, 1.0])), 2)
    0.25
    """
    return float(normalised_gain(gains, cutoff)[-1])


def mean_gain_to_rank(gains: ElementGains, cutoff: int) -> float:
    """Mean of nxCG over the ranks up to the cut-off (MAnxCG).

    Examples
    --------
    >>> mean_gain_to_rank(ElementGains(np.array([0.5]), np.array([1.0, 1.0])), 2)
    0.375
    """
    return mean(normalised_gain(gains, cutoff).tolist())


def gain_at_tenths(gains: ElementGains, axis: str = "ideal") -> NDArray[np.float64]:
    """Values of nXCG at ten ranks: every tenth of the ideal ranking, rounded up, or of the longest run.

    Parameters
    ----------
    gains : ElementGains
    axis : str
        ``"ideal"`` for percents of the ideal ranking, ``"run"`` for those of the longest ranking of 2004.

    Returns
    -------
    float64 array, shape (10,)
        At least 0, usually at most 1; NaN if nothing is relevant.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), whose axis of rank percentages is not defined in the text.

    Examples
    --------
    >>> gains = ElementGains(np.array([0.5, 1.0]), np.ones(15))  # ranks 2, 3, 5, 6, 8, 9, 11, 12, 14, 15
    >>> gain_at_tenths(gains)[[0, 1, 9]]
    array([0.75, 0.5 , 0.1 ])
    >>> gain_at_tenths(gains, axis="run")[[0, 9]]
    array([0.1, 0.1])
    """
    if not len(gains.ideal):
        return np.full(len(TENTHS), np.nan)
    length = LIMIT_2004 if axis == "run" else len(gains.ideal)
    ranks = -(-TENTHS * length // 10)
    found: NDArray[np.float64] = normalised_gain(gains, int(ranks[-1]))[ranks - 1]
    return found


def mean_gain_at_tenths(tenths: NDArray[np.float64], cutoff: None = None) -> float:
    """Mean of nXCG at the ten ranks of `gain_at_tenths`.

    Examples
    --------
    >>> mean_gain_at_tenths(np.array([1.0] * 5 + [0.5] * 5))
    0.75
    """
    return mean(tenths.tolist())


def average_effort_precision(gains: ElementGains, cutoff: None = None) -> float:
    """Mean effort-precision at the ranks that bring gain (AEP); relevant elements not found count 0.

    Effort-precision is the linearly interpolated rank at which the ideal ranking reaches a gain, divided by
    the rank at which the run does.

    Returns
    -------
    float
        In [0, 1]; NaN if nothing is relevant.

    References
    ----------
    INEX 2006 Evaluation Measures (Lalmas et al.), equation 3 and section 4.2.

    Examples
    --------
    >>> gains = ElementGains(np.array([3.0, 2, 3, 0, 1, 2]), np.array([3.0, 3, 2, 2, 1, 1]))
    >>> round(average_effort_precision(gains), 4)
    0.7278
    """
    if not len(gains.ideal):
        return float("nan")
    effort = _natural_effort(gains)
    return fsum(effort.tolist()) / max(len(gains.ideal), len(effort))


def effort_precision_by_ideal(gains: ElementGains, cutoff: None = None) -> float:
    """Sum of effort-precision at the ranks that bring gain, by the length of the ideal ranking.

    As `average_effort_precision`, but above 1 where more ranks bring gain than the ideal ranking has.

    Examples
    --------
    >>> effort_precision_by_ideal(ElementGains(np.array([0.5, 0.5]), np.array([1.0])))
    1.0
    """
    if not len(gains.ideal):
        return float("nan")
    return fsum(_natural_effort(gains).tolist()) / len(gains.ideal)


def _natural_effort(gains: ElementGains) -> NDArray[np.float64]:
    """Effort-precision at each rank that brings gain."""
    hits = np.flatnonzero(gains.gain > 0)
    reached = np.cumsum(gains.gain)[hits]
    effort: NDArray[np.float64] = _position(gains.ideal, reached) / (hits + 1)
    return effort


def effort_by_recall(gains: ElementGains) -> NDArray[np.float64]:
    """Effort-precision at 100 points of gain-recall, interpolated linearly on both rankings (ep/gr).

    Returns
    -------
    float64 array, shape (100,)
        In [0, 1]; 0 if the run does not reach the gain; NaN if nothing is relevant.

    Examples
    --------
    >>> gains = ElementGains(np.array([3.0, 2, 3, 0, 1, 2]), np.array([3.0, 3, 2, 2, 1, 1]))
    >>> effort_by_recall(gains)[[49, 89, 99]].round(4)
    array([0.8571, 0.8136, 0.    ])
    """
    if not len(gains.ideal):
        return np.full(len(RECALL_POINTS), np.nan)
    required = RECALL_POINTS * fsum(gains.ideal.tolist())
    effort = np.zeros(len(RECALL_POINTS))
    attained = required <= fsum(gains.gain.tolist()) + REACHED
    needed = _position(gains.gain, required[attained])
    effort[attained] = _position(gains.ideal, required[attained]) / needed
    return effort


def interpolated_effort_by_recall(gains: ElementGains) -> NDArray[np.float64]:
    """Effort-precision at 100 points of gain-recall, interpolated between the ranks that bring gain.

    Below the first of these ranks it is what it is there.

    Returns
    -------
    float64 array, shape (100,)
        At least 0; 0 if the run does not reach the gain; NaN if nothing is relevant.

    Examples
    --------
    The run has gain at ranks 1 and 4, with effort-precision 1 and 0.5:

    >>> effort = interpolated_effort_by_recall(ElementGains(np.array([1.0, 0, 0, 1.0]), np.ones(4)))
    >>> effort[[0, 24, 37, 49, 50]]
    array([1.  , 1.  , 0.74, 0.5 , 0.  ])
    """
    if not len(gains.ideal):
        return np.full(len(RECALL_POINTS), np.nan)
    reached = np.cumsum(gains.gain)[gains.gain > 0]
    if not len(reached):
        return np.zeros(len(RECALL_POINTS))
    required = RECALL_POINTS * fsum(gains.ideal.tolist())
    effort = np.interp(required, reached, _natural_effort(gains))
    return np.where(required <= reached[-1] + REACHED, effort, 0.0)


def mean_interpolated_effort(effort: NDArray[np.float64], cutoff: None = None) -> float:
    """Mean of `interpolated_effort_by_recall`, at least 0.

    Examples
    --------
    >>> mean_interpolated_effort(np.array([1.0] * 50 + [0.0] * 50))
    0.5
    """
    return mean(effort.tolist())


def mean_effort_precision(gains: ElementGains, cutoff: None = None) -> float:
    """Mean of effort-precision over the 100 points of gain-recall (iAEP), in [0, 1].

    Examples
    --------
    >>> gains = ElementGains(np.array([3.0, 2, 3, 0, 1, 2]), np.array([3.0, 3, 2, 2, 1, 1]))
    >>> round(mean_effort_precision(gains), 4)
    0.804
    """
    return mean(effort_by_recall(gains).tolist())


def q_measure(gains: ElementGains, cutoff: None = None) -> float:
    """Sakai's Q: mean blended precision of hits and gain, over the ranks that bring gain.

    Examples
    --------
    >>> gains = ElementGains(np.array([3.0, 2, 3, 0, 1, 2]), np.array([3.0, 3, 2, 2, 1, 1]))
    >>> round(q_measure(gains), 4)
    0.7627
    """
    if not len(gains.ideal):
        return float("nan")
    hit = gains.gain > 0
    count = np.cumsum(hit)
    ranks = np.arange(1, len(hit) + 1)
    blended = (count + np.cumsum(gains.gain)) / (ranks + _cumulated(gains.ideal, len(hit)))
    return fsum(blended[hit].tolist()) / max(len(gains.ideal), int(hit.sum()))


def r_measure(gains: ElementGains, cutoff: None = None) -> float:
    """Sakai's R: blended precision of hits and gain at the length of the ideal ranking.

    Examples
    --------
    >>> gains = ElementGains(np.array([3.0, 2, 3, 0, 1, 2]), np.array([3.0, 3, 2, 2, 1, 1]))
    >>> round(r_measure(gains), 4)
    0.8889
    """
    length = len(gains.ideal)
    if not length:
        return float("nan")
    found = gains.gain[:length]
    gained = np.count_nonzero(found > 0) + fsum(found.tolist())
    return float(gained / (length + fsum(gains.ideal.tolist())))


def _cumulated(gains: NDArray[np.float64], ranks: int) -> NDArray[np.float64]:
    """Cumulated gain at the first ranks, constant beyond the last result."""
    padded = np.zeros(ranks)
    padded[: len(gains)] = gains[:ranks]
    return np.cumsum(padded)


def _curve_of_gain(of_ideal: bool, gains: ElementGains) -> NDArray[np.float64]:
    """Gain cumulated at the ranks of the curve of nxCG, by the run or by the ideal ranking."""
    cumulated = _cumulated(gains.ideal if of_ideal else gains.gain, len(CURVE_RANKS))
    return cumulated if len(gains.ideal) else np.full(len(CURVE_RANKS), np.nan)


class GainByRank(NamedTuple):
    """Cumulated gain of a run and of the ideal ranking, and effort-precision of the gain, at each rank."""

    run: NDArray[np.float64]
    ideal: NDArray[np.float64]
    effort: NDArray[np.float64]


def gain_by_rank(gains: ElementGains) -> GainByRank:
    """Cumulate gains over the ranks of the curve of nxCG, until both rankings have ended.

    At a rank, nxCG compares upright: the gains of both rankings. Effort-precision compares level: the ranks
    at which both first reach the gain of the run; it is NaN before the run has any.

    References
    ----------
    INEX 2006 Evaluation Measures (Lalmas et al.), figure 1 and equations 2, 3 and 7.

    Examples
    --------
    >>> gain_by_rank(ElementGains(np.array([0, 1.0, 0.5]), np.array([1.0, 1.0, 0.5, 0.5]))).effort.round(4)
    array([nan, 0.5, 0.5, 0.5])
    """
    ranks = min(len(CURVE_RANKS), max(len(gains.gain), len(gains.ideal)))
    run, ideal = (_cumulated(one, ranks) for one in (gains.gain, gains.ideal))
    effort, gained = np.full(ranks, np.nan), run > 0
    effort[gained] = _position(gains.ideal, run[gained]) / _position(gains.gain, run[gained])
    return GainByRank(run, ideal, effort)


def _position(gains: NDArray[np.float64], reached: NDArray[np.float64]) -> NDArray[np.float64]:
    """Linearly interpolated rank at which a ranking first reaches each cumulated gain."""
    cumulated = np.concatenate(([0.0], np.cumsum(gains)))
    rank = np.minimum(np.searchsorted(cumulated, reached - REACHED), len(gains))
    rank = np.maximum(rank, 1)
    part = (reached - cumulated[rank - 1]) / gains[rank - 1]
    position: NDArray[np.float64] = rank - 1 + np.minimum(part, 1.0)
    return position


QUANTISATION = Parameter(
    "quant",
    "The quantisation: how judgements become gains.",
    values=(*GRADE_QUANTISATIONS, *HIGHLIGHTED_QUANTISATIONS),
)
OVERLAP = Parameter(
    "overlap",
    "off: every element gains what it is worth, repeated results are left out. on: what was seen before "
    "gains less (alpha), and no group of elements gains more than the ideal elements it overlaps.",
    values=("off", "on"),
)
ALPHA = Parameter(
    "alpha",
    "How much an element that was seen before loses, from 0 (nothing) to 1 (everything, officially).",
    default=1,
    within=(0, 1),
    only_with={"overlap": "on"},
)
GAIN_CURVES = tuple(
    CurveDefinition(
        metric=name,
        x_name="Rank",
        y_name="Cumulated gain",
        x=CURVE_RANKS.astype(np.float64),
        y=partial(_curve_of_gain, of_ideal),
        of_vectors=True,
    )
    for name, of_ideal in (("CG", False), ("ideal CG", True))
)
EFFORT_CURVE = CurveDefinition(
    metric="ep/gr",
    x_name="Gain-recall",
    y_name="Effort-precision",
    x=RECALL_POINTS,
    y=effort_by_recall,
)
_OVERLAP_ON: Mapping[str, Value] = MappingProxyType({"overlap": "on"})
_FOCUSED_WITHOUT_OVERLAP: Mapping[str, Value] = MappingProxyType(
    {"overlap": "off", "task_overlap": "forbidden"}
)
"""No source says whether the ideal ranking then has elements that overlap."""

_DISJOINT: Mapping[str, Value] = MappingProxyType({"ideal_ranking": "disjoint"})
_PARAMETERS = (
    QUANTISATION,
    OVERLAP,
    ALPHA,
    Parameter(
        "ideal_ranking",
        "With overlap off, full: the ideal ranking has all relevant elements. disjoint: it has those of the "
        "ideal recall base, which do not overlap; values can exceed 1.",
        values=("full", "disjoint"),
        default="full",
        only_with={"overlap": "off"},
    ),
)

_metric = partial(
    Metric,
    source="INEX 2006 Evaluation Measures (Lalmas et al.); Lalmas and Tombros, INEX 2002-2006",
    vectors=element_gains,
    settings=("ideal_tie", "task_overlap"),
    parameters=_PARAMETERS,
    ties="The ranking is read by rank, or in the order of the file where ranks are missing; there are no "
    "ties.",
    needs_elements=True,
    reads_places=False,
    reconstructed_with=(_FOCUSED_WITHOUT_OVERLAP, _DISJOINT),
)
_at_rank = partial(
    _metric,
    cutoff=Cutoff("rank"),
    # No result is left out then, so that results keep their ranks.
    first_results_alone=_OVERLAP_ON,
)

METRICS = (
    _metric(
        name="nXCG",
        title="Normalised extended cumulated gain of 2004",
        explanation="Gain cumulated by the run as a share of the ideal ranking's, averaged over the ranks at "
        "10%, 20%, … 100% of the ideal ranking's length; what was seen before gains less (alpha).",
        limits="The score depends on the quantisation and on the elements chosen for the ideal ranking. "
        "The mean over tenths hides where in the ranking the gain was found.",
        formula=r"\frac{1}{10} \sum_{k=1}^{10} \frac{xCG[r_k]}{xCI[r_k]}, \quad r_k = \lceil k n / 10 \rceil",
        measure=mean_gain_at_tenths,
        shared=gain_at_tenths,
        curve=CurveDefinition(
            metric="nXCG",
            x_name="Percentage of ranks",
            y_name="Normalised cumulated gain",
            x=(10 * TENTHS).astype(np.float64),
            y=lambda tenths: tenths,
        ),
        parts_of_curve=GAIN_CURVES,
        source="Kazai, Lalmas and de Vries (2004); its axis of rank percentages is reconstructed",
        confirmed=False,
        parameters=(
            QUANTISATION,
            Parameter("overlap", "Always on.", values=("on",), default="on"),
            Parameter(
                "axis",
                "ideal: n is the length of the ideal ranking. run: n is 1,500, the longest ranking of 2004.",
                values=("ideal", "run"),
                default="ideal",
            ),
            ALPHA,
        ),
    ),
    _at_rank(
        name="nxCG",
        title="Normalised extended cumulated gain",
        explanation="Gain cumulated by the first k results as a share of what the best possible ranking "
        "cumulates.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. Gains are not discounted, so the order of the first k results counts only "
        "through the overlap among them, and nothing below rank k counts.",
        formula=r"\mathrm{nxCG}[k] = \frac{xCG[k]}{xCI[k]}, \quad xCG[k] = \sum_{j=1}^{k} xG[j]",
        measure=gain_at_rank,
        curve=CurveDefinition(
            metric="nxCG",
            x_name="Rank",
            y_name="Normalised cumulated gain",
            x=CURVE_RANKS.astype(np.float64),
            y=lambda gains: normalised_gain(gains, len(CURVE_RANKS)),
        ),
        parts_of_curve=GAIN_CURVES,
    ),
    _at_rank(
        name="MAnxCG",
        title="Mean average normalised cumulated gain",
        explanation="The mean of nxCG over all ranks up to k.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. Nothing below rank k counts.",
        formula=r"\mathrm{MAnxCG}[k] = \frac{1}{k} \sum_{j=1}^{k} \mathrm{nxCG}[j]",
        measure=mean_gain_to_rank,
    ),
    _metric(
        name="MAep",
        topic_name="AEP",
        title="Mean average effort-precision",
        explanation="How many results the ideal ranking needs for the gain that the run has reached, "
        "relative to the run's rank, averaged over the ranks that bring gain; elements not found count 0.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. Every rank that brings gain has the same weight, however small the gain, and "
        "unjudged elements bring none.",
        formula=r"\mathrm{AEP} = \frac{1}{D} \sum_{i \,:\, xG[i] > 0} \frac{i_{ideal}(xCG[i])}{i}",
        measure=average_effort_precision,
        # No source gives the divisor where a run has more ranks with gain than the ideal ranking.
        reconstructed_with=(_FOCUSED_WITHOUT_OVERLAP, _OVERLAP_ON, _DISJOINT),
        curve=EFFORT_CURVE,
    ),
    _metric(
        name="MAep",
        topic_name="AEP",
        title="Mean average effort-precision by the length of the ideal ranking",
        explanation="As MAep, but always divided by the length of the ideal ranking, so that a run with many "
        "results that bring a little gain can exceed 1.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. Many small gains can add up to more than 1, so values are not comparable with "
        "those of the other definition.",
        formula=r"\mathrm{AEP} = \frac{1}{n} \sum_{i \,:\, xG[i] > 0} \frac{i_{ideal}(xCG[i])}{i}",
        measure=effort_precision_by_ideal,
        confirmed=False,
        parameters=(
            QUANTISATION,
            replace(OVERLAP, values=("on",)),
            Parameter("denominator", "n is the length of the ideal ranking.", values=("ideal",)),
            ALPHA,
        ),
    ),
    _metric(
        name="iMAep",
        topic_name="iAEP",
        title="Interpolated mean average effort-precision",
        explanation="Effort-precision averaged over 100 points of gain-recall.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. All points of gain-recall have the same weight, so the first ranks count "
        "little where a topic has much to find.",
        formula=r"\mathrm{iAEP} = \frac{1}{100} \sum_{x} "
        r"\frac{i_{ideal}(x \cdot xCI[n])}{i_{run}(x \cdot xCI[n])}",
        measure=mean_effort_precision,
    ),
    _metric(
        name="iMAep",
        topic_name="iAEP",
        title="Mean average effort-precision, interpolated between ranks with gain",
        explanation="Effort-precision averaged over 100 points of gain-recall, where it is a straight line "
        "between the ranks that bring gain.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. All points of gain-recall have the same weight, so the first ranks count "
        "little where a topic has much to find.",
        formula=r"\mathrm{iAEP} = \frac{1}{100} \sum_{x} \mathrm{ep}(x), \quad "
        r"\mathrm{ep}\left(\frac{xCG[i]}{xCI[n]}\right) = \frac{i_{ideal}(xCG[i])}{i} "
        r"\text{ where } xG[i] > 0",
        shared=interpolated_effort_by_recall,
        measure=mean_interpolated_effort,
        confirmed=False,
        parameters=(
            *_PARAMETERS[:2],
            Parameter(
                "interpolation",
                "Of effort-precision itself, not of the ranks it is made of.",
                values=("effort",),
            ),
            *_PARAMETERS[2:],
        ),
        curve=replace(EFFORT_CURVE, y=lambda effort: effort),
    ),
    _metric(
        name="Q",
        title="Extended Q",
        explanation="Precision of hits and of gain together, averaged over the ranks that bring gain.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. Hits and gains are added, so the scale of the gains decides how much grades "
        "matter.",
        formula=r"Q = \frac{1}{N} \sum_{i \,:\, xG[i] > 0} \frac{\mathrm{count}(i) + xCG[i]}{i + xCI[i]}",
        measure=q_measure,
        confirmed=False,
        source="Sakai's Q-measure with the gains of INEX 2005 (reconstructed)",
    ),
    _metric(
        name="R",
        title="Extended R",
        explanation="Hits and gain together at as many results as the ideal ranking has.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking. One rank decides: the order above it counts only through overlap, and nothing "
        "below it counts.",
        formula=r"R = \frac{\mathrm{count}(n) + xCG[n]}{n + xCI[n]}",
        measure=r_measure,
        confirmed=False,
        source="Sakai's R-measure with the gains of INEX 2005 (reconstructed)",
    ),
)
