"""Focused retrieval of passages (2007-2010): precision and recall in characters of text."""

from __future__ import annotations

from functools import partial
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.passage_gains import PassageGains, passage_gains
from inexreport.metrics.metric import CurveDefinition, Cutoff, Metric, Parameter
from inexreport.model.diagnosis import Aspect
from inexreport.model.score_numbers import harmonic_mean

RECALL_POINTS = 101
"""Recall 0.00, 0.01, ..., 1.00."""


def interpolated_precision(gains: PassageGains) -> NDArray[np.float64]:
    """Highest precision at or beyond each of 101 recall levels.

    Returns
    -------
    float64 array, shape (101,)
        In [0, 1]; 0 if the recall level is not reached; NaN if the topic has no relevant text.

    Notes
    -----
    The recall level of a rank is ``floor(100 * R)`` in double arithmetic, so that R = 0.29 counts as 0.28:
    the official scores depend on it. Ranks before any text is returned have no precision.

    References
    ----------
    Official evaluator inex_eval 3.1, option -f.

    Examples
    --------
    Of 1000 relevant characters, four results return 0, 300, 100 and 150 in 200, 400, 600 and 150:

    >>> gains = PassageGains(np.array([200, 400, 600, 150]), np.array([0, 300, 100, 150]), 1000)
    >>> curve = interpolated_precision(gains)
    >>> [round(float(curve[k]), 4) for k in (0, 30, 31, 55, 56)]
    [0.5, 0.5, 0.4074, 0.4074, 0.0]
    """
    if not gains.total_relevant:
        return np.full(RECALL_POINTS, np.nan)
    retrieved = np.cumsum(gains.retrieved)
    relevant = np.cumsum(gains.relevant)
    counted = retrieved > 0
    precision = relevant[counted] / retrieved[counted]
    level = np.floor(100 * (relevant[counted] / gains.total_relevant)).astype(np.int64)
    reached = level < RECALL_POINTS
    highest = np.zeros(RECALL_POINTS)
    np.maximum.at(highest, level[reached], precision[reached])
    return np.maximum.accumulate(highest[::-1])[::-1]


def average_interpolated_precision(curve: NDArray[np.float64], cutoff: None = None) -> float:
    """Mean of interpolated precision over the 101 recall levels (AiP), in [0, 1].

    Examples
    --------
    >>> average_interpolated_precision(np.array([1.0] * 50 + [0.0] * 51))
    0.49504950495049505
    """
    return fsum(curve.tolist()) / RECALL_POINTS


def precision_at_recall(curve: NDArray[np.float64], cutoff: float) -> float:
    """Interpolated precision at one recall level (iP), in [0, 1].

    Examples
    --------
    >>> precision_at_recall(np.linspace(1, 0, 101), 0.05)
    0.95
    """
    return float(curve[round(100 * cutoff)])


def character_precision(gains: PassageGains, cutoff: None = None) -> float:
    """Share of the retrieved text that is relevant, in [0, 1]; 0 if nothing was retrieved.

    Examples
    --------
    >>> character_precision(PassageGains(np.array([500, 300]), np.array([300, 0]), 1000))
    0.375
    """
    return padded_precision(gains)


def padded_precision(gains: PassageGains, min_denominator: float = 0) -> float:
    """As `character_precision`, of at least `min_denominator` retrieved characters, in [0, 1].

    Examples
    --------
    300 relevant of 800 retrieved characters, alone and padded to 1,000:

    >>> gains = PassageGains(np.array([800]), np.array([300]), 1000)
    >>> padded_precision(gains), padded_precision(gains, 1000)
    (0.375, 0.3)
    """
    if not gains.total_relevant:
        return float("nan")
    retrieved = max(int(gains.retrieved.sum()), min_denominator)
    return int(gains.relevant.sum()) / retrieved if retrieved else 0.0


def character_recall(gains: PassageGains, cutoff: None = None) -> float:
    """Share of the relevant text that was retrieved, in [0, 1].

    Examples
    --------
    >>> character_recall(PassageGains(np.array([500, 300]), np.array([300, 0]), 1000))
    0.3
    """
    if not gains.total_relevant:
        return float("nan")
    return int(gains.relevant.sum()) / gains.total_relevant


def character_f1(gains: PassageGains, cutoff: None = None) -> float:
    """Harmonic mean of character precision and recall, in [0, 1]; 0 if both are 0.

    Examples
    --------
    >>> character_f1(PassageGains(np.array([500]), np.array([250]), 500))
    0.5
    """
    return harmonic_mean(character_precision(gains), character_recall(gains))


_SOURCE = "Official evaluator inex_eval 3.1 (Koolen); INEX 2007 Evaluation Measures (Kamps et al.)"
_OVERLAP = Parameter(
    "overlap",
    "forbidden: results must not share text. allowed (Thorough 2009): in a relevant article only text that "
    "was not returned before counts.",
    values=("forbidden", "allowed"),
    default="forbidden",
)
_metric = partial(Metric, source=_SOURCE, vectors=passage_gains)
_of_curve = partial(_metric, shared=interpolated_precision, parameters=(_OVERLAP,))
_PRECISION = r"P = \frac{\sum_i \mathit{relevant}_i}{\sum_i \mathit{retrieved}_i}"

METRICS = (
    _of_curve(
        name="MAiP",
        topic_name="AiP",
        title="Mean average interpolated precision",
        explanation="Precision in characters, interpolated at 101 recall levels and averaged: how well the "
        "whole ranking finds the relevant text without other text around it.",
        limits="Recall counts characters, so one long relevant passage can weigh more than many short "
        "ones. All recall levels have the same weight, so the first results count little. Runs "
        "that leave out much of the relevant text score 0 at the high levels.",
        formula=r"\mathrm{AiP} = \frac{1}{101} \sum_{k=0}^{100} \mathrm{iP}[k/100]",
        measure=average_interpolated_precision,
    ),
    _of_curve(
        name="iP",
        title="Interpolated precision at a recall level",
        explanation="The highest precision in characters that the ranking reaches once it has found at least "
        "this share of the relevant text. Low levels tell how good the first results are.",
        limits="A low level is reached with little text: 1% of 3,000 relevant characters is 30, often "
        "within the first relevant result, and one result can decide a topic. Interpolation can "
        "take the precision of a later, better point of the ranking.",
        formula=r"\mathrm{iP}[x] = \max_{r \,:\, R[r] \ge x} P[r], \quad "
        r"P[r] = \frac{\sum_{i=1}^{r} \mathit{relevant}_i}{\sum_{i=1}^{r} \mathit{retrieved}_i}, \quad "
        r"R[r] = \frac{\sum_{i=1}^{r} \mathit{relevant}_i}{T_{rel}}",
        measure=precision_at_recall,
        cutoff=Cutoff("recall", recall=True),
        curve=CurveDefinition(
            metric="iP",
            x_name="Recall (share of relevant characters)",
            y_name="Interpolated precision",
            x=np.arange(RECALL_POINTS) / 100,
            y=lambda curve: curve,
        ),
    ),
    _metric(
        name="char_prec",
        title="Character precision",
        explanation="The share of all returned text that is relevant.",
        limits="Neither the order nor the share of the relevant text that is found counts: one "
        "relevant passage alone reaches 1.",
        formula=_PRECISION,
        measure=character_precision,
        settings=("overlap",),
        unread={Aspect.ORDER},
    ),
    _metric(
        name="char_prec",
        title="Character precision of a limited text",
        explanation="The share of the returned text that is relevant, read until a limit.",
        limits="Nothing after the limit counts, nor does the order before it; without a smallest "
        "denominator, one relevant passage alone reaches 1.",
        formula=r"P = \frac{\sum_i \mathit{relevant}_i}{\max(m, \sum_i \mathit{retrieved}_i)}",
        source="INEX 2010 task specification; denominator reconstructed",
        shared=padded_precision,
        measure=lambda precision, cutoff: precision,
        confirmed=False,
        settings=("overlap",),
        unread={Aspect.ORDER, Aspect.END},
        parameters=(
            Parameter("limit", "Characters that are read; the result that crosses the limit is cut."),
            Parameter(
                "min_denominator",
                "m: as many characters count as read, even where less is returned.",
                default=0,
            ),
        ),
    ),
    _metric(
        name="char_rec",
        title="Character recall",
        explanation="The share of all relevant text that is returned.",
        limits="Neither the order nor the irrelevant text counts: a run that returns everything reaches 1.",
        formula=r"R = \frac{\sum_i \mathit{relevant}_i}{T_{rel}}",
        measure=character_recall,
        settings=("overlap",),
        unread={Aspect.ORDER},
    ),
    _metric(
        name="char_f1",
        title="Character F1",
        explanation="The harmonic mean of character precision and recall.",
        limits="The order does not count, and a long relevant passage weighs more than a short one.",
        formula=r"F_1 = \frac{2 P R}{P + R}",
        measure=character_f1,
        settings=("overlap",),
        unread={Aspect.ORDER},
    ),
)
