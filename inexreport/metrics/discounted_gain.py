"""Discounted cumulated gain of ranked elements: gain at later ranks counts less (nDCG)."""

from __future__ import annotations

from dataclasses import replace
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_gains import ElementGains, element_gains
from inexreport.metrics.cumulated_gain import ALPHA, CURVE_RANKS, OVERLAP, QUANTISATION
from inexreport.metrics.metric import CurveDefinition, Cutoff, Metric, Parameter

LARGEST_BASE = 1000


def discount(gains: ElementGains, base: float = 2) -> ElementGains:
    """Divide the gain at each rank from `base` on by the logarithm of the rank, in the run and the ideal.

    Parameters
    ----------
    gains : ElementGains
    base : float
        Of the logarithm, from 2: the larger, the more patient the user.

    References
    ----------
    Järvelin and Kekäläinen (2002), as Kazai, Lalmas and de Vries (2004) apply it to gains of elements.

    Examples
    --------
    >>> discount(ElementGains(np.array([3.0, 2, 3, 0]), np.array([3.0, 3, 2, 2]))).gain.round(4)
    array([3.    , 2.    , 1.8928, 0.    ])
    """
    return ElementGains(_discounted(gains.gain, base), _discounted(gains.ideal, base))


def _discounted(gain: NDArray[np.float64], base: float) -> NDArray[np.float64]:
    ranks = np.arange(1, len(gain) + 1)
    discounted: NDArray[np.float64] = gain / np.maximum(np.log(ranks) / np.log(base), 1.0)
    return discounted


def discounted_gain_at_rank(gains: ElementGains, cutoff: int) -> float:
    """Discounted gain cumulated by the run up to a rank as a share of the ideal ranking's.

    Returns
    -------
    float
        At least 0, usually at most 1; NaN if nothing is relevant.

    Examples
    --------
    >>> discounted_gain_at_rank(ElementGains(np.array([0.0, 1.0]), np.array([1.0, 1.0])), 2)
    0.5
    """
    if not len(gains.ideal):
        return float("nan")
    return fsum(gains.gain[:cutoff].tolist()) / fsum(gains.ideal[:cutoff].tolist())


def discounted_gain_by_rank(gains: ElementGains) -> NDArray[np.float64]:
    """Value of `discounted_gain_at_rank` at each of the first 100 ranks; shape (100,)."""
    return np.array([discounted_gain_at_rank(gains, rank) for rank in CURVE_RANKS.tolist()])


METRICS = (
    Metric(
        name="nDCG-elements",
        title="Normalised discounted cumulated gain of elements",
        explanation="Gain cumulated by the first k results as a share of what the best possible ranking "
        "cumulates, where gain from rank b on is divided by the logarithm of the rank.",
        limits="The score depends on the quantisation and on the elements chosen for the ideal "
        "ranking, and on the base: the first b ranks have the same weight: Järvelin and "
        "Kekäläinen (2002). Nothing below rank k counts.",
        formula=r"\mathrm{nDCG}[k] = \frac{\sum_{j=1}^{k} xG[j] / d_j}{\sum_{j=1}^{k} xI[j] / d_j}, \quad "
        r"d_j = \max(1, \log_b j)",
        source="Järvelin and Kekäläinen (2002), with the gains of Kazai, Lalmas and de Vries (2004), who "
        "name the variant",
        confirmed=False,
        vectors=element_gains,
        shared=discount,
        measure=discounted_gain_at_rank,
        settings=("ideal_tie", "task_overlap"),
        parameters=(
            QUANTISATION,
            replace(OVERLAP, default="on"),
            Parameter(
                "base",
                "b, the base of the logarithm: the larger, the more patient the user.",
                default=2,
                within=(2, LARGEST_BASE),
            ),
            ALPHA,
        ),
        cutoff=Cutoff("rank"),
        curve=CurveDefinition(
            metric="nDCG-elements",
            x_name="Rank",
            y_name="Normalised discounted cumulated gain",
            x=CURVE_RANKS.astype(np.float64),
            y=discounted_gain_by_rank,
        ),
        # No result is left out then, so that results keep their ranks.
        first_results_alone={"overlap": "on"},
        ties="The ranking is read by rank, or in the order of the file where ranks are missing; there are no "
        "ties.",
        needs_elements=True,
        reads_places=False,
    ),
)
