"""Quantisation: from what a judge said of an element to the gain of returning it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import TOO_SMALL, Coverage, ElementJudgements, Scale

Gains = NDArray[np.float64]

_GRADES: dict[str, dict[tuple[int, int], float]] = {
    "strict": {(3, 3): 1},
    "gen": {
        (3, 3): 1,
        (2, 3): 0.75,
        (1, 3): 0.5,
        (3, 2): 0.75,
        (2, 2): 0.5,
        (1, 2): 0.25,
        (3, 1): 0.75,
        (2, 1): 0.5,
        (1, 1): 0.25,
    },
    "sog": {
        (3, 3): 1,
        (2, 3): 0.9,
        (1, 3): 0.75,
        (3, 2): 0.75,
        (2, 2): 0.5,
        (1, 2): 0.25,
        (3, 1): 0.25,
        (2, 1): 0.1,
        (1, 1): 0.1,
    },
    "e3s32": {(3, 3): 1, (3, 2): 1},
    "e3s321": {(3, 3): 1, (3, 2): 1, (3, 1): 1},
    "s3e32": {(3, 3): 1, (2, 3): 1},
    "s3e321": {(3, 3): 1, (2, 3): 1, (1, 3): 1},
}
"""Gain by exhaustivity and specificity; pairs that are not listed gain nothing."""

GRADE_QUANTISATIONS = tuple(_GRADES)
"""The seven quantisations of 2004, in the order of publication."""

_COVERAGES: dict[str, dict[tuple[int, int], float]] = {
    "strict2002": {(3, Coverage.EXACT): 1},
    "gen2002": {
        (3, Coverage.EXACT): 1,
        (2, Coverage.EXACT): 0.75,
        (3, Coverage.TOO_LARGE): 0.75,
        (1, Coverage.EXACT): 0.5,
        (2, Coverage.TOO_LARGE): 0.5,
        (2, Coverage.TOO_SMALL): 0.5,
        (1, Coverage.TOO_SMALL): 0.25,
        (1, Coverage.TOO_LARGE): 0.25,
    },
}
"""Gain by relevance and coverage."""


def _strict_2005(elements: ElementJudgements) -> Gains:
    strict: Gains = ((elements.exhaustivity == 2) & (elements.specificity == 1)).astype(np.float64)
    return strict


def _generalised_2005(elements: ElementJudgements) -> Gains:
    exhaustivity = np.where(elements.exhaustivity == TOO_SMALL, 0, elements.exhaustivity)
    return exhaustivity * elements.specificity


def _lifted_2005(elements: ElementJudgements) -> Gains:
    exhaustivity = np.where(elements.exhaustivity == TOO_SMALL, 0, elements.exhaustivity)
    return (exhaustivity + 1) * elements.specificity


def _specificity(elements: ElementJudgements) -> Gains:
    return elements.specificity


_HIGHLIGHTED: dict[str, Callable[[ElementJudgements], Gains]] = {
    "strict5": _strict_2005,
    "gen5": _generalised_2005,
    "genLifted": _lifted_2005,
    "gen": _specificity,
}
"""Gain by exhaustivity and highlighted share (2005), or by the share alone (gen, 2006)."""


DEFAULT_QUANTISATIONS: Mapping[Scale, str] = {
    Scale.RELEVANCE_COVERAGE: "gen2002",
    Scale.GRADES: "sog",
    Scale.HIGHLIGHTED_GRADES: "genLifted",
    Scale.HIGHLIGHTED: "gen",
}
"""By which quantisation elements are valued where no metric says it."""


def quantisations(scale: Scale) -> tuple[str, ...]:
    """Names of the quantisations that judgements of this scale have."""
    match scale:
        case Scale.RELEVANCE_COVERAGE:
            return tuple(_COVERAGES)
        case Scale.GRADES:
            return GRADE_QUANTISATIONS
        case _:
            return tuple(_HIGHLIGHTED)


QUANTISATIONS = tuple(dict.fromkeys(name for scale in Scale for name in quantisations(scale)))
"""The names of all quantisations."""


def quantise(elements: ElementJudgements, quantisation: str) -> Gains:
    """Gain of each judged element.

    Parameters
    ----------
    elements : ElementJudgements
    quantisation : str
        One of `quantisations` of their scale.

    Returns
    -------
    float64 array, shape (elements,)
        In [0, 1], genLifted in [0, 3], gen5 in [0, 2]; 0 for an element that is not relevant.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), equation 2; Lalmas and Tombros, INEX 2002-2006, equations 1-6.
    """
    if quantisation not in quantisations(elements.scale):
        raise ValueError(f"{elements.scale} has no quantisation {quantisation}")
    match elements.scale:
        case Scale.RELEVANCE_COVERAGE:
            return _looked_up(_COVERAGES[quantisation], elements.exhaustivity, elements.coverage)
        case Scale.GRADES:
            return _looked_up(_GRADES[quantisation], elements.exhaustivity, elements.specificity)
        case _:
            return _HIGHLIGHTED[quantisation](elements)


def is_relevant(elements: ElementJudgements) -> NDArray[np.bool_]:
    """Whether each element has any relevant text, whatever it gains; shape (elements,)."""
    match elements.scale:
        case Scale.RELEVANCE_COVERAGE:
            # Pairs that the scale does not have, like 3S, gain nothing: they are mistakes of the data.
            return _looked_up(_COVERAGES["gen2002"], elements.exhaustivity, elements.coverage) > 0
        case Scale.GRADES:
            return (elements.exhaustivity > 0) & (elements.specificity > 0)
        case _:
            return elements.specificity > 0


def has_grades(elements: ElementJudgements) -> NDArray[np.bool_]:
    """Whether the judge finds each element relevant in every dimension; shape (elements,).

    One that is called not exhaustive is not relevant, whatever is highlighted in it.
    """
    relevant: NDArray[np.bool_] = is_relevant(elements) & (elements.exhaustivity != 0)
    return relevant


def _looked_up(
    gains: dict[tuple[int, int], float], first: NDArray[np.int8], second: NDArray[np.generic]
) -> Gains:
    table = np.zeros((4, 4))
    for (row, column), gain in gains.items():
        table[row, column] = gain
    found: Gains = table[first.astype(np.int64), second.astype(np.int64)]
    return found
