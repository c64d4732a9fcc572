"""Which relevant elements are highlighted from end to end, by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_tree import tag_names
from inexreport.model.assessment import Assessments, ElementJudgements, Scale
from inexreport.statistics.grades import NON_ZERO, masks

ALL = "(all)"
LINKS = "(links)"
"""Elements of all names, and of those that end in `LINK`; no element can have these names."""

LINK = "link"
"""How the names of link elements end: collectionlink, outsidelink, weblink, wikipedialink and others."""


@dataclass(frozen=True, slots=True)
class HighlightedElements:
    """The relevant elements of one name in all topics.

    Attributes
    ----------
    element : str
        Name of the elements, `ALL` or `LINKS`.
    relevant, fully_highlighted : int
        Elements with highlighted text, and those of them that are highlighted from end to end.
    percent : float
        Fully highlighted elements among the relevant ones of the name; NaN without relevant ones.
    percent_of_all : float
        The name's share of all fully highlighted elements; NaN without any.
    """

    element: str
    relevant: int
    fully_highlighted: int
    percent: float
    percent_of_all: float


def highlighted_elements(assessments: Assessments) -> tuple[HighlightedElements, ...]:
    """Relevant and fully highlighted elements by name; empty without elements of highlighted text.

    `ALL` and `LINKS` come first, then the names with most fully highlighted elements.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, section 3.1: 18% of the fully highlighted elements of 2006
    were links.
    """
    relevant: Counter[str] = Counter()
    full: Counter[str] = Counter()
    for assessment in assessments.topics.values():
        elements = assessment.elements
        if elements is not None and elements.scale in (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED):
            is_relevant = masks(elements)[NON_ZERO]
            relevant.update(_by_name(elements, is_relevant))
            full.update(_by_name(elements, is_relevant & (elements.specificity == 1)))
    if not relevant:
        return ()
    names = sorted(relevant, key=lambda name: (-full[name], -relevant[name], name))
    links = [name for name in names if name.endswith(LINK)]
    groups = {ALL: names, LINKS: links, **{name: [name] for name in names}}
    return tuple(
        HighlightedElements(
            element,
            found := sum(relevant[name] for name in members),
            fully := sum(full[name] for name in members),
            _percent(fully, found),
            _percent(fully, full.total()),
        )
        for element, members in groups.items()
    )


def _by_name(elements: ElementJudgements, chosen: NDArray[np.bool_]) -> Mapping[str, int]:
    counts = np.bincount(elements.path[chosen], minlength=len(elements.paths)).tolist()
    by_name: Counter[str] = Counter()
    for path, count in zip(elements.paths, counts, strict=True):
        if count:
            by_name[tag_names(path)[-1]] += count
    return by_name


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")
