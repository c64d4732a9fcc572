"""Full and ideal recall bases: what there is to be found, with overlap and without."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import ancestors
from inexreport.judging.located_run import Element
from inexreport.judging.quantisation import is_relevant, quantise
from inexreport.model.assessment import UNKNOWN, TopicAssessment


@dataclass(frozen=True, eq=False)
class RecallBase:
    """The relevant elements of a topic under one quantisation.

    Attributes
    ----------
    gain : mapping of Element to float
        The full recall base: every element with a gain above 0.
    size : mapping of Element to int
        Text of those whose size is known.
    children : mapping of Element to tuple of Element
        Child elements in the full recall base, of elements that have any.
    ideal : frozenset of Element
        The ideal recall base; none of them overlaps another.
    ideals_below : mapping of Element to tuple of Element
        The ideal elements below each element that has any.
    """

    gain: Mapping[Element, float]
    size: Mapping[Element, int]
    children: Mapping[Element, tuple[Element, ...]]
    ideal: frozenset[Element]
    ideals_below: Mapping[Element, tuple[Element, ...]]

    @property
    def full_gains(self) -> NDArray[np.float64]:
        """Gains of the full recall base, descending."""
        return _descending(self.gain.values())

    @property
    def ideal_gains(self) -> NDArray[np.float64]:
        """Gains of the ideal recall base, descending."""
        return _descending(self.gain[element] for element in self.ideal)

    def sizes_known(self, element: Element) -> bool:
        """Whether the sizes of the element (above 0) and of its children in the full base are known."""
        children = self.children.get(element, ())
        return bool(self.size.get(element)) and all(child in self.size for child in children)

    def ideals_of(self, element: Element) -> tuple[Element, ...]:
        """The ideal elements on the relevant paths of an element: itself, the one above, or those below."""
        article, path = element
        for above in (path, *ancestors(path)):
            if (article, above) in self.ideal:
                return ((article, above),)
        return self.ideals_below.get(element, ())


@lru_cache(maxsize=4096)
def recall_base(assessment: TopicAssessment, quantisation: str, ideal_tie: str = "higher") -> RecallBase:
    """Build the full and the ideal recall base of a topic.

    The ideal base keeps on each relevant path, from the root to a relevant element without relevant
    descendants, the element with the highest gain; of two that then overlap, the one above.

    Parameters
    ----------
    assessment : TopicAssessment
        With judged elements.
    quantisation : str
    ideal_tie : {"higher", "deeper"}
        Which of two elements of a path with the same gain is kept: that nearer to the root (from 2005 on)
        or the deeper one (2004).

    References
    ----------
    Kazai, Lalmas and de Vries (2004), section 2.3; INEX 2006 Evaluation Measures, section 5.3.
    """
    elements = assessment.elements
    if elements is None:
        return RecallBase({}, {}, {}, frozenset(), {})
    names = [
        (assessment.articles[i], elements.paths[p])
        for i, p in zip(elements.article.tolist(), elements.path.tolist(), strict=True)
    ]
    judged = list(
        zip(
            names,
            quantise(elements, quantisation).tolist(),
            is_relevant(elements).tolist(),
            elements.size.tolist(),
            strict=True,
        )
    )
    gain = {element: value for element, value, _, _ in judged if value > 0}
    ideal = _ideal([element for element, _, relevant, _ in judged if relevant], gain, ideal_tie)
    return RecallBase(
        gain=gain,
        size={element: size for element, _, _, size in judged if size != UNKNOWN},
        children=_grouped((element, ancestors(element[1])[:1]) for element in gain),
        ideal=ideal,
        ideals_below=_grouped((element, ancestors(element[1])) for element in sorted(ideal)),
    )


@lru_cache(maxsize=4096)
def recall_bases_of_articles(
    assessment: TopicAssessment, quantisation: str, ideal_tie: str = "higher"
) -> Mapping[str, RecallBase]:
    """The recall base of each article that has one, as if it were alone; parameters as in `recall_base`."""
    whole = recall_base(assessment, quantisation, ideal_tie)
    gain: dict[str, dict[Element, float]] = {}
    for element, value in whole.gain.items():
        gain.setdefault(element[0], {})[element] = value
    ideal: dict[str, list[Element]] = {}
    for element in whole.ideal:
        ideal.setdefault(element[0], []).append(element)
    # Sizes and relations of elements never cross articles, so they can be shared.
    return {
        article: replace(whole, gain=own, ideal=frozenset(ideal.get(article, ())))
        for article, own in gain.items()
    }


def _grouped(
    elements: Iterable[tuple[Element, Iterable[str]]],
) -> dict[Element, tuple[Element, ...]]:
    """Elements under each of the paths above them that they come with."""
    groups: dict[Element, list[Element]] = {}
    for element, paths in elements:
        for above in paths:
            groups.setdefault((element[0], above), []).append(element)
    return {above: tuple(below) for above, below in groups.items()}


def _ideal(relevant: list[Element], gain: Mapping[Element, float], tie: str) -> frozenset[Element]:
    inner = {(article, above) for article, path in relevant for above in ancestors(path)}
    chosen: set[Element] = set()
    for leaf in relevant:
        if leaf in inner:
            continue
        article, path = leaf
        # From the leaf upwards; only strictly better ones replace it, or equal ones, as the tie rule says.
        best: Element | None = None
        for step in (path, *ancestors(path)):
            here = gain.get((article, step), 0.0)
            held = gain[best] if best else 0.0
            if here > held or (best and here == held and tie == "higher"):
                best = (article, step)
        if best:
            chosen.add(best)
    return frozenset(
        (article, path)
        for article, path in chosen
        if not any((article, above) in chosen for above in ancestors(path))
    )


def _descending(values: Iterable[float]) -> NDArray[np.float64]:
    return np.array(sorted(values, reverse=True), dtype=np.float64)
