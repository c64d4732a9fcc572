"""Makes small element judgements that a reader of a test can check by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from by_hand import integers

from inexreport.judging.recall_base import RecallBase
from inexreport.model.assessment import (
    TOO_SMALL,
    UNKNOWN,
    Coverage,
    ElementJudgements,
    Scale,
    TopicAssessment,
)

COVERAGES = {"N": Coverage.NONE, "L": Coverage.TOO_LARGE, "S": Coverage.TOO_SMALL, "E": Coverage.EXACT}


def graded(elements: Mapping[tuple[str, str], tuple[int, int]], sizes: Mapping[str, int] | None = None):
    """(exhaustivity, specificity) of 2003 and 2004; sizes by path where a test needs them."""
    return _assessment(
        Scale.GRADES,
        {
            element: (e, float(s), UNKNOWN, (sizes or {}).get(element[1], UNKNOWN), UNKNOWN)
            for element, (e, s) in elements.items()
        },
    )


def covered(elements: Mapping[tuple[str, str], str]):
    """Relevance and coverage of 2002, e.g. "3E"."""
    return _assessment(
        Scale.RELEVANCE_COVERAGE,
        {
            element: (int(grade[0]), np.nan, COVERAGES[grade[1]], UNKNOWN, UNKNOWN)
            for element, grade in elements.items()
        },
    )


def highlighted(elements: Mapping[tuple[str, str], tuple[object, int, int]], *, graded: bool = True):
    """(exhaustivity or "?", size, highlighted) of 2005; without grades, of 2006."""
    return _assessment(
        Scale.HIGHLIGHTED_GRADES if graded else Scale.HIGHLIGHTED,
        {
            element: (TOO_SMALL if e == "?" else int(e), found / size if size else 0.0, UNKNOWN, size, found)
            for element, (e, size, found) in elements.items()
        },
    )


def full_recall_base(base: RecallBase) -> dict[tuple[str, str], float]:
    """The gain of every element of the full recall base."""
    return {
        (article, path): gain
        for number, article in enumerate(base.articles)
        if base.elements is not None
        for path, gain in base.of_article(number).gain.items()
    }


def ideal_recall_base(base: RecallBase) -> set[tuple[str, str]]:
    """The elements of the ideal recall base."""
    return {
        (article, path)
        for number, article in enumerate(base.articles)
        if base.elements is not None
        for path in base.of_article(number).ideal
    }


def _assessment(scale: Scale, rows: Mapping[tuple[str, str], tuple]) -> TopicAssessment:
    articles = tuple(dict.fromkeys(article for article, _ in rows))
    paths = tuple(dict.fromkeys(path for _, path in rows))
    ordered = sorted(rows, key=lambda element: articles.index(element[0]))
    columns = list(zip(*(rows[element] for element in ordered), strict=True)) or [()] * 5
    root = {article: row for (article, path), row in rows.items() if path == "/article[1]"}
    nothing = np.zeros(0, dtype=np.int64)
    return TopicAssessment(
        topic="1",
        articles=articles,
        relevant_characters=integers([max(root[a][4], 1) if a in root else 1 for a in articles]),
        article_length=integers([root[a][3] if a in root else UNKNOWN for a in articles]),
        entry_point=np.full(len(articles), UNKNOWN),
        passage_article=nothing,
        passage_offset=nothing,
        passage_length=nothing,
        elements=ElementJudgements(
            scale=scale,
            paths=paths,
            article=integers([articles.index(article) for article, _ in ordered]),
            path=integers([paths.index(path) for _, path in ordered]),
            exhaustivity=np.array(columns[0], dtype=np.int8),
            specificity=np.array(columns[1], dtype=np.float64),
            coverage=np.array(columns[2], dtype=np.int8),
            size=integers(columns[3]),
            highlighted=integers(columns[4]),
        ),
    )
