"""Quantisation: the gain of an element, from its grades."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import TOO_SMALL, ElementJudgements, Scale

Gains = NDArray[np.float64]


def _table(*rows: tuple[float, float, float]) -> Gains:
    """Gains by two grades: rows and columns are the grades 1 to 3; grades of 0 gain nothing."""
    return np.pad(np.array(rows, dtype=np.float64), ((1, 0), (1, 0)))


_GRADES = {
    "strict": _table((0, 0, 0), (0, 0, 0), (0, 0, 1)),
    "gen": _table((0.25, 0.25, 0.5), (0.5, 0.5, 0.75), (0.75, 0.75, 1)),
    "sog": _table((0.1, 0.25, 0.75), (0.1, 0.5, 0.9), (0.25, 0.75, 1)),
    "e3s32": _table((0, 0, 0), (0, 0, 0), (0, 1, 1)),
    "e3s321": _table((0, 0, 0), (0, 0, 0), (1, 1, 1)),
    "s3e32": _table((0, 0, 0), (0, 0, 1), (0, 0, 1)),
    "s3e321": _table((0, 0, 1), (0, 0, 1), (0, 0, 1)),
}
"""Gain by exhaustivity (rows) and specificity (2003, 2004)."""

GRADE_QUANTISATIONS = tuple(_GRADES)
"""The seven quantisations of 2004, in the order of publication."""

_COVERAGES = {
    "strict2002": _table((0, 0, 0), (0, 0, 0), (0, 0, 1)),
    "gen2002": _table((0.25, 0.25, 0.5), (0.5, 0.5, 0.75), (0.75, 0, 1)),
}
"""Gain by relevance (rows) and coverage: too large, too small, exact (2002)."""


def _exhaustivity(elements: ElementJudgements) -> NDArray[np.int8]:
    """Exhaustivity of 2005, 0 for an element that is too small."""
    return np.where(elements.exhaustivity == TOO_SMALL, np.int8(0), elements.exhaustivity)


def _steps(elements: ElementJudgements, grades: int) -> Gains:
    """Highlighted share rounded up to the next of equal steps: with three steps (0, 1/3] becomes 1/3."""
    # Shares that are a step but for rounding, such as a third, do not become the next one.
    return np.ceil(elements.specificity * grades - 1e-9) / grades


_HIGHLIGHTED: dict[str, Callable[[ElementJudgements], Gains]] = {
    "strict5": lambda elements: ((elements.exhaustivity == 2) & (elements.specificity == 1)) * 1.0,
    "gen5": lambda elements: _exhaustivity(elements) * elements.specificity,
    "genLifted": lambda elements: (_exhaustivity(elements) + 1) * elements.specificity,
    "gen": lambda elements: elements.specificity,
    "spec3": lambda elements: _steps(elements, 3),
    "spec4": lambda elements: _steps(elements, 4),
}
"""Gain by exhaustivity and highlighted share (2005), or by the share alone (gen, 2006).

spec3 and spec4 divide the share into Pehcevski and Thom's (2005) sub-scales of three and four equal grades.
"""

HIGHLIGHTED_QUANTISATIONS = tuple(name for name in _HIGHLIGHTED if name not in _GRADES)
"""Those of 2005 and 2006 that no other year has."""

LARGEST_GAINS: Mapping[str, float] = {"gen5": 2.0, "genLifted": 3.0}
"""Where a gain can be larger than 1."""

DEFAULT_QUANTISATIONS: Mapping[Scale, str] = {
    Scale.RELEVANCE_COVERAGE: "gen2002",
    Scale.GRADES: "sog",
    Scale.HIGHLIGHTED_GRADES: "genLifted",
    Scale.HIGHLIGHTED: "gen",
}
"""The quantisation of elements for purposes other than a metric."""


def quantisations(scale: Scale) -> tuple[str, ...]:
    """Names of the quantisations of judgements on a scale."""
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
            gains: Gains = _COVERAGES[quantisation][elements.exhaustivity, elements.coverage]
        case Scale.GRADES:
            gains = _GRADES[quantisation][elements.exhaustivity, elements.specificity.astype(np.int64)]
        case _:
            gains = _HIGHLIGHTED[quantisation](elements)
    return gains


def is_relevant(elements: ElementJudgements) -> NDArray[np.bool_]:
    """Whether each element has any relevant text, whatever its gain; shape (elements,)."""
    match elements.scale:
        case Scale.RELEVANCE_COVERAGE:
            # Pairs that the scale does not have, e.g. 3S, are errors in the data and gain nothing.
            return quantise(elements, "gen2002") > 0
        case Scale.GRADES:
            return (elements.exhaustivity > 0) & (elements.specificity > 0)
        case _:
            return elements.specificity > 0


def has_grades(elements: ElementJudgements) -> NDArray[np.bool_]:
    """Whether each element is relevant in every dimension; shape (elements,).

    An element with exhaustivity 0 is not relevant, whatever is highlighted in it.
    """
    relevant: NDArray[np.bool_] = is_relevant(elements) & (elements.exhaustivity != 0)
    return relevant
