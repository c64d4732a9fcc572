"""One topic's judgements of 2002-2007 as they are gathered from one or more files, and as columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.element_judgements import Judgement
from inexreport.model.arrow_arrays import numbers_of, string_array
from inexreport.model.assessment import UNKNOWN, ElementJudgements, Scale, TopicAssessment


@dataclass(eq=False)
class JudgedArticle:
    """The judgements on one article so far, by normalised paths."""

    elements: dict[str, Judgement] = field(default_factory=dict)
    in_pool: set[str] = field(default_factory=set)
    """Paths that carry the flag of the pool."""
    passages: dict[tuple[str, str], int] = field(default_factory=dict)
    """Start and end to the size, `UNKNOWN` where the file does not give it."""
    entry_point: str = ""
    unassessed: bool = False
    """Whether it has elements without a judgement."""

    @property
    def is_judged(self) -> bool:
        """Whether somebody looked at it: an article without any content was judged not relevant."""
        return bool(self.elements or self.passages or self.entry_point) or not self.unassessed

    @property
    def root(self) -> Judgement | None:
        return next((judged for path, judged in self.elements.items() if path.count("/") == 1), None)

    @property
    def relevant_characters(self) -> int:
        """As `TopicAssessment.relevant_characters` defines it."""
        root = self.root
        if root is not None and root.highlighted != UNKNOWN:
            return root.highlighted
        if self.passages and UNKNOWN not in self.passages.values():
            return sum(self.passages.values())
        largest = max((judged.highlighted for judged in self.elements.values()), default=UNKNOWN)
        if largest != UNKNOWN:
            return largest
        return int(bool(self.passages) or any(judged.is_relevant for judged in self.elements.values()))


def topic_assessment(
    topic: str, articles: Mapping[str, JudgedArticle], scale: Scale | None
) -> TopicAssessment:
    """Return a topic's judgements on the scale of its judge, None if no element was judged by it."""
    judged = {name: article for name, article in articles.items() if article.is_judged}
    passages = [
        (number, *place) for number, article in enumerate(judged.values()) for place in article.passages
    ]
    unknown = np.full(len(passages), UNKNOWN, dtype=np.int64)
    entry_points = tuple(article.entry_point for article in judged.values())
    roots = [article.root for article in judged.values()]
    flagged = frozenset((name, path) for name, article in articles.items() for path in article.in_pool)
    return TopicAssessment(
        topic=topic,
        articles=tuple(judged),
        relevant_characters=_numbers(article.relevant_characters for article in judged.values()),
        article_length=_numbers(UNKNOWN if root is None else root.size for root in roots),
        entry_point=np.full(len(judged), UNKNOWN, dtype=np.int64),
        passage_article=_numbers(number for number, _, _ in passages),
        passage_offset=unknown,
        passage_length=unknown.copy(),
        passage_start=tuple(start for _, start, _ in passages),
        passage_end=tuple(end for _, _, end in passages),
        entry_point_path=entry_points if any(entry_points) else (),
        elements=_elements(list(judged.values()), scale),
        flagged_pool=flagged or None,
    )


def _elements(articles: Sequence[JudgedArticle], scale: Scale | None) -> ElementJudgements | None:
    has_elements = any(article.elements for article in articles)
    if scale is None or (not has_elements and any(article.passages for article in articles)):
        return None
    places = [(number, path) for number, article in enumerate(articles) for path in article.elements]
    judged = [judgement for article in articles for judgement in article.elements.values()]
    encoded = string_array([path for _, path in places]).dictionary_encode()
    specificity = [np.nan if one.specificity is None else one.specificity for one in judged]
    return ElementJudgements(
        scale=scale,
        paths=tuple(encoded.dictionary.to_pylist()),
        article=_numbers(number for number, _ in places),
        path=numbers_of(encoded.indices).astype(np.int64),
        exhaustivity=np.array([one.exhaustivity for one in judged], dtype=np.int8),
        specificity=np.array(specificity, dtype=np.float64),
        coverage=np.array([one.coverage for one in judged], dtype=np.int8),
        size=_numbers(one.size for one in judged),
        highlighted=_numbers(one.highlighted for one in judged),
    )


def _numbers(values: Iterable[int]) -> NDArray[np.int64]:
    return np.fromiter(values, dtype=np.int64)
