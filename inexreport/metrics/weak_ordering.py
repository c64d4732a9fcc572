"""inex-2002 (inex_eval): precision as the expected share of relevant results viewed, 2002-2004."""

from __future__ import annotations

from functools import partial
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_gains import LevelGains, level_gains
from inexreport.judging.quantisation import GRADE_QUANTISATIONS, HIGHLIGHTED_QUANTISATIONS
from inexreport.metrics.metric import Averaging, CurveDefinition, Metric, Parameter
from inexreport.model.diagnosis import Aspect
from inexreport.model.score_numbers import mean

RECALL_POINTS = np.arange(1, 101) / 100
REACHED = 1e-9
"""Tolerance at which a level counts as reached."""


def precision_at_recall(
    levels: LevelGains,
    recall: NDArray[np.float64],
    collection_elements: float = 0,
    esl_denominator: str = "r+1",
) -> NDArray[np.float64]:
    """Probability that a viewed result is relevant, for a user who views results up to some recall.

    Parameters
    ----------
    levels : LevelGains
    recall : float64 array, shape (points,)
        In (0, 1].
    collection_elements : float
        Number of elements of the collection, of which those not retrieved form a last level. 0 if unknown;
        then precision is 0 at recall that the run does not reach.
    esl_denominator : {"r+1", "r"}
        Number of parts into which r relevant results divide the irrelevant ones of the last level: r gives
        Kekäläinen and Järvelin's generalised precision for levels of one result.

    Returns
    -------
    float64 array, shape (points,)
        In [0, 1]; NaN if nothing is relevant.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), equation 1; Cooper's expected search length after van Rijsbergen.

    Examples
    --------
    R N R N N in a strict order, of three relevant elements one is missed:

    >>> levels = LevelGains(np.array([1.0, 0, 1, 0, 0]), np.array([0.0, 1, 0, 1, 1]), 3.0, 5)
    >>> precision_at_recall(levels, np.array([1 / 3, 0.5, 1.0]))
    array([1. , 0.6, 0. ])
    """
    if levels.total <= 0:
        return np.full(len(recall), np.nan)
    if not levels.retrieved:
        # A topic without results scores 0, not what a random search through the collection would.
        return np.zeros(len(recall))
    relevant, irrelevant = levels.relevant, levels.irrelevant
    missed = max(levels.total - fsum(relevant.tolist()), 0.0)
    if collection_elements:
        relevant = np.append(relevant, missed)
        irrelevant = np.append(irrelevant, max(collection_elements - levels.retrieved - missed, 0.0))
    required = recall * levels.total
    reached = np.cumsum(relevant)
    final = np.searchsorted(reached, required - REACHED)
    attained = final < len(reached)
    final = final[attained]
    before = irrelevant.cumsum()[final] - irrelevant[final]
    still_required = required[attained] - (reached[final] - relevant[final])
    parts = relevant[final] + (esl_denominator == "r+1")
    length = before + still_required * irrelevant[final] / parts
    precision = np.zeros(len(recall))
    precision[attained] = required[attained] / (required[attained] + length)
    return precision


def precision_by_recall(
    levels: LevelGains, collection_elements: float = 0, esl_denominator: str = "r+1"
) -> NDArray[np.float64]:
    """Precision at recall 0.01, 0.02, ..., 1.00: the published graph; see `precision_at_recall`.

    Examples
    --------
    >>> levels = LevelGains(np.array([1.0, 0, 1, 0, 0]), np.array([0.0, 1, 0, 1, 1]), 3.0, 5)
    >>> precision_by_recall(levels)[[32, 49, 99]]
    array([1. , 0.6, 0. ])
    """
    return precision_at_recall(levels, RECALL_POINTS, collection_elements, esl_denominator)


def mean_precision(curve: NDArray[np.float64], cutoff: None = None) -> float:
    """Mean of the precision at the 100 recall points, in [0, 1].

    Examples
    --------
    >>> mean_precision(np.array([1.0] * 50 + [0.0] * 50))
    0.5
    """
    return mean(curve.tolist())


_LIMITS = (
    "A run gains by returning the same text in several elements, and a run without overlapping results "
    "cannot find all relevant elements: Kazai et al. (2004)."
)
_metric = partial(
    Metric,
    name="inex_eval",
    vectors=level_gains,
    settings=("collection_elements",),
    ties="Results with equal ranks, or without ranks neighbours with equal scores, form one level of a weak "
    "ordering.",
    needs_elements=True,
    reads_places=False,
    unread=frozenset({Aspect.OVERLAP}),
    reads_levels=True,
)

_of_curve = partial(
    _metric,
    limits=_LIMITS,
    explanation="The probability that an element that the user views is relevant, if the user reads on until "
    "a given share of all relevant elements is found; averaged over 100 recall points. Overlapping results "
    "each count in full.",
    shared=precision_by_recall,
    measure=mean_precision,
    curve=CurveDefinition(
        metric="inex_eval",
        x_name="Recall",
        y_name="Precision",
        x=RECALL_POINTS,
        y=lambda curve: curve,
    ),
)
_QUANTISATION = Parameter(
    "quant",
    "The quantisation: how judgements become gains.",
    values=(*GRADE_QUANTISATIONS, "strict2002", "gen2002"),
)
_PRECISION = (
    r"P(rel|retr)(x) = \frac{x \cdot n}{x \cdot n + \mathrm{esl}_{x \cdot n}}, \quad \mathrm{esl} = j + "
)

METRICS = (
    _of_curve(
        title="Mean average precision of inex-2002",
        formula=_PRECISION + r"\frac{s \cdot i}{r + 1}",
        source="Kazai, Lalmas and de Vries (2004); Goevert and Kazai, Overview of INEX 2002",
        parameters=(_QUANTISATION,),
    ),
    _of_curve(
        title="Mean average precision of inex-2002, by generalised precision",
        formula=_PRECISION + r"\frac{s \cdot i}{r}",
        source="Kazai, Lalmas and de Vries (2004), with the last level as in Kekäläinen and Järvelin's "
        "generalised precision",
        confirmed=False,
        parameters=(
            _QUANTISATION,
            Parameter(
                "esl_denominator",
                "The relevant results of the last level divide its irrelevant ones into r parts, not r + 1.",
                values=("r",),
            ),
        ),
    ),
    _of_curve(
        title="Mean average precision of inex-2002, with the judgements of 2005 or 2006",
        formula=_PRECISION + r"\frac{s \cdot i}{r + 1}",
        source="Lalmas and Tombros (2007) compare its rankings with those of XCG; a gain counts as the share "
        "of the largest gain that it is",
        confirmed=False,
        parameters=(Parameter("quant", _QUANTISATION.explanation, values=HIGHLIGHTED_QUANTISATIONS),),
    ),
    _metric(
        title="Aggregate of inex-2002 over all quantisations",
        explanation="The mean of a run's scores under the seven quantisations of 2004; a run or a topic "
        "without a score under one of them has none.",
        formula=r"\frac{1}{7} \sum_{q} \mathrm{MAP}_q",
        source="INEX 2004; the aggregate is named, not defined, by Woodley (2005)",
        limits=f"{_LIMITS} A mean over quantisations hides what a run is good at.",
        measure=lambda levels, cutoff: float("nan"),
        confirmed=False,
        parameters=(
            Parameter("quant", "Over strict, gen, sog and the four strict on one dimension.", ("aggregate",)),
        ),
        averaging=Averaging.MEAN_OF_PARTS,
        parts=tuple(f"inex_eval(quant={name})" for name in GRADE_QUANTISATIONS),
    ),
)
