"""Makes small assessments and rankings that a reader of a test can check by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from inexreport.judging.element_tree import PathNames
from inexreport.judging.judged_ranking import JudgedRanking, judge
from inexreport.judging.located_run import UNLOCATED_CHARACTERS, TopicRanking
from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.run import ABSENT, ResultForm

Passages = Sequence[tuple[int, int]]
"""Offset and length of each."""

NOWHERE = None
"""A result whose place is not known."""

Result = tuple[str, int, int] | tuple[str, None]
"""Article, offset and length; or article and `NOWHERE`."""


def integers(values: Sequence[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def assessment(
    articles: Mapping[str, Passages],
    lengths: Mapping[str, int] | None = None,
    entry_points: Mapping[str, int] | None = None,
    topic: str = "1",
) -> TopicAssessment:
    """Articles with their highlighted passages; an article without passages was judged not relevant."""
    names = tuple(articles)
    flat = [(i, *passage) for i, name in enumerate(names) for passage in articles[name]]
    return TopicAssessment(
        topic=topic,
        articles=names,
        relevant_characters=integers([sum(length for _, length in articles[name]) for name in names]),
        article_length=integers([(lengths or {}).get(name, 1000) for name in names]),
        entry_point=integers([(entry_points or {}).get(name, UNKNOWN) for name in names]),
        passage_article=integers([i for i, _, _ in flat]),
        passage_offset=integers([offset for _, offset, _ in flat]),
        passage_length=integers([length for _, _, length in flat]),
    )


def ranking(
    results: Sequence[Result],
    topic: str = "1",
    paths: Sequence[str] | None = None,
    ranks: Sequence[float] = (),
) -> TopicRanking:
    """Results in order; the line of each is its rank."""
    names = tuple(dict.fromkeys(result[0] for result in results))
    located = [result[1] is not NOWHERE for result in results]
    places = [
        result[1:] if found else (0, UNLOCATED_CHARACTERS)
        for result, found in zip(results, located, strict=True)
    ]
    path_names = tuple(dict.fromkeys(paths or ()))
    return TopicRanking(
        topic=topic,
        articles=pa.array(names, pa.string()),
        paths=PathNames(path_names),
        article=np.array([names.index(result[0]) for result in results], dtype=np.int32),
        form=np.full(len(results), ResultForm.ELEMENT if paths else ResultForm.PASSAGE, dtype=np.int8),
        path=np.array(
            [path_names.index(path) for path in paths] if paths else [ABSENT] * len(results), dtype=np.int32
        ),
        offset=integers([offset for offset, _ in places]),
        length=integers([length for _, length in places]),
        located=np.array(located, dtype=np.bool_),
        rank=np.array(ranks or range(1, len(results) + 1), dtype=np.float64),
        score=np.full(len(results), np.nan),
        line=np.arange(1, len(results) + 1),
    )


def element_ranking(elements: Sequence[tuple[str, str]], ranks: Sequence[float] = ()) -> TopicRanking:
    """Elements (article, path) in order, whose places in the text are not known."""
    results = [(article, NOWHERE) for article, _ in elements]
    return ranking(results, paths=[path for _, path in elements], ranks=ranks)


def judged(results: Sequence[Result], articles: Mapping[str, Passages], **known: object) -> JudgedRanking:
    """A ranking joined with its judgements; `known` as in `assessment`."""
    return judge(ranking(results), assessment(articles, **known))
