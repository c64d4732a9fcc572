"""Runs made from the judgements themselves, whose order a metric ought to find."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from inexreport.judging.article_names import ArticleNames
from inexreport.judging.element_paths import PathNames, ancestors
from inexreport.judging.located_run import UNLOCATED_CHARACTERS, Element, LocatedRun, TopicRanking
from inexreport.judging.recall_base import RecallBase, recall_base
from inexreport.model.assessment import TopicAssessment
from inexreport.model.run import ResultForm

SIMULATED_RUNS: Mapping[str, str] = {
    "irb": "the ideal recall base: the best elements, none of which overlaps another",
    "frb": "the full recall base: every element that gains anything",
    "ia": "the ideal elements and those of the full recall base above them",
    "id": "the ideal elements and those of the full recall base below them",
    "lo": "leaves only: elements of the full recall base that hold no other",
    "ao": "articles only",
}
"""What each simulated run returns, in the order of publication."""


def simulated_run(
    name: str, assessments: Mapping[str, TopicAssessment], quantisation: str, ideal_tie: str = "higher"
) -> LocatedRun:
    """Make a simulated run; a topic for which it would return nothing is not in it.

    Parameters
    ----------
    name : str
        One of `SIMULATED_RUNS`.
    assessments : mapping of str to TopicAssessment
        With judged elements.
    quantisation : str
        Decides what is relevant, what ideal and what comes first.
    ideal_tie : {"higher", "deeper"}
        See `inexreport.judging.recall_base.recall_base`.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), section 3.2.
    """
    rankings = []
    for topic, assessment in assessments.items():
        base = recall_base(assessment, quantisation, ideal_tie)
        elements = in_order(simulated_elements(name, base), base)
        if elements:
            rankings.append(_ranking(topic, elements))
    return LocatedRun(tuple(rankings))


def simulated_elements(name: str, base: RecallBase) -> frozenset[Element]:
    """The elements that a simulated run returns for a topic."""
    match name:
        case "irb":
            return base.ideal
        case "frb":
            return frozenset(base.gain)
        case "ia":
            return base.ideal | (base.gain.keys() & base.ideals_below.keys())
        case "id":
            return frozenset(
                element for element in base.gain if base.ideal.intersection((element, *_above(element)))
            )
        case "lo":
            inner = {above for element in base.gain for above in _above(element)}
            return frozenset(base.gain.keys() - inner)
        case "ao":
            return frozenset(element for element in base.gain if not ancestors(element[1]))
    raise ValueError(f"there is no simulated run {name}")


def in_order(elements: Collection[Element], base: RecallBase) -> list[Element]:
    """Elements by gain; of equal ones the deeper first, then by article and path as text."""
    return sorted(
        elements,
        key=lambda element: (-base.gain[element], -len(ancestors(element[1])), element),
    )


def _above(element: Element) -> list[Element]:
    return [(element[0], path) for path in ancestors(element[1])]


def _ranking(topic: str, elements: Sequence[Element]) -> TopicRanking:
    articles = {article: number for number, article in enumerate(dict.fromkeys(one for one, _ in elements))}
    paths = {path: number for number, path in enumerate(dict.fromkeys(path for _, path in elements))}
    results = len(elements)
    ranks = np.arange(1, results + 1)
    return TopicRanking(
        topic=topic,
        articles=ArticleNames(tuple(articles)),
        paths=PathNames(tuple(paths)),
        article=np.array([articles[article] for article, _ in elements], dtype=np.int32),
        form=np.full(results, ResultForm.ELEMENT, dtype=np.int8),
        path=np.array([paths[path] for _, path in elements], dtype=np.int32),
        offset=np.zeros(results, dtype=np.int64),
        length=np.full(results, UNLOCATED_CHARACTERS, dtype=np.int64),
        located=np.zeros(results, dtype=np.bool_),
        rank=ranks.astype(np.float64),
        score=np.full(results, np.nan),
        line=ranks.astype(np.int64),
    )
