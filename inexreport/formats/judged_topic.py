"""One topic's judgements of 2002-2007 as they are gathered from one or more files, and as columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from inexreport.formats.element_judgements import Judgement
from inexreport.model.assessment import UNKNOWN, ElementJudgements, Scale, TopicAssessment


@dataclass(eq=False)
class JudgedArticle:
    """What has been said so far about one article.

    Attributes
    ----------
    elements : dict of str to Judgement
        By normalised path.
    in_pool : set of str
        Paths that carry the flag of the pool.
    passages : dict of (str, str) to int
        Start and end to the size, `UNKNOWN` where the file does not give it.
    entry_point : str
    unassessed : bool
        Whether it has elements that nobody judged.
    """

    elements: dict[str, Judgement] = field(default_factory=dict)
    in_pool: set[str] = field(default_factory=set)
    passages: dict[tuple[str, str], int] = field(default_factory=dict)
    entry_point: str = ""
    unassessed: bool = False

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


@dataclass(eq=False)
class JudgedTopic:
    """What has been said so far about one topic.

    Attributes
    ----------
    topic : str
    articles : dict of str to JudgedArticle
        In the order of the files.
    """

    topic: str
    articles: dict[str, JudgedArticle] = field(default_factory=dict)

    def as_columns(self, scale: Scale | None) -> TopicAssessment:
        """Return the topic's judgements on the scale of its judge, None if no element was judged by it."""
        judged = {name: article for name, article in self.articles.items() if article.is_judged}
        articles = tuple(judged.values())
        passages = [(number, *place) for number, article in enumerate(articles) for place in article.passages]
        unknown = np.full(len(passages), UNKNOWN, dtype=np.int64)
        entry_points = tuple(article.entry_point for article in articles)
        roots = (article.root for article in articles)
        return TopicAssessment(
            topic=self.topic,
            articles=tuple(judged),
            relevant_characters=_numbers(article.relevant_characters for article in articles),
            article_length=_numbers(UNKNOWN if root is None else root.size for root in roots),
            entry_point=np.full(len(articles), UNKNOWN, dtype=np.int64),
            passage_article=_numbers(number for number, _, _ in passages),
            passage_offset=unknown,
            passage_length=unknown.copy(),
            passage_start=tuple(start for _, start, _ in passages),
            passage_end=tuple(end for _, _, end in passages),
            entry_point_path=entry_points if any(entry_points) else (),
            elements=self._elements(articles, scale),
            flagged_pool=self._flagged_pool(),
        )

    def _flagged_pool(self) -> frozenset[tuple[str, str]] | None:
        flagged = frozenset(
            (name, path) for name, article in self.articles.items() for path in article.in_pool
        )
        return flagged or None

    def _elements(self, articles: tuple[JudgedArticle, ...], scale: Scale | None) -> ElementJudgements | None:
        has_elements = any(article.elements for article in articles)
        if scale is None or (not has_elements and any(article.passages for article in articles)):
            return None
        paths: dict[str, int] = {}
        rows = [
            (
                number,
                paths.setdefault(path, len(paths)),
                judged.exhaustivity,
                np.nan if judged.specificity is None else judged.specificity,
                judged.coverage,
                judged.size,
                judged.highlighted,
            )
            for number, article in enumerate(articles)
            for path, judged in article.elements.items()
        ]
        columns = list(zip(*rows, strict=True)) or [()] * 7
        return ElementJudgements(
            scale=scale,
            paths=tuple(paths),
            article=np.array(columns[0], dtype=np.int64),
            path=np.array(columns[1], dtype=np.int64),
            exhaustivity=np.array(columns[2], dtype=np.int8),
            specificity=np.array(columns[3], dtype=np.float64),
            coverage=np.array(columns[4], dtype=np.int8),
            size=np.array(columns[5], dtype=np.int64),
            highlighted=np.array(columns[6], dtype=np.int64),
        )


def _numbers(values: Iterator[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.fromiter(values, dtype=np.int64)
