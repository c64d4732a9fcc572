"""The first results of a run, with their places and what was judged of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.judging.located_run import TopicRanking
from inexreport.model.arrow_arrays import integer_array
from inexreport.model.assessment import UNKNOWN, Scale
from inexreport.model.diagnosis import FIRST_RESULTS, Matching
from inexreport.model.outcome import FirstResults
from inexreport.model.run import ABSENT, ResultForm
from inexreport.model.top_results import ResultNames, TopResults

Judgements = Mapping[str, NDArray[np.float64]]
"""What was judged of each result, by name, shape (results,); NaN where nothing was."""


def first_results(judgement: RunJudgement, matching: Matching) -> FirstResults:
    """Return the first results of each assessed topic that a run answers."""
    answered = [one.judged for one in judgement.assessed() if len(one.judged.ranking)]
    shown = [one.ranking.select(slice(FIRST_RESULTS)) for one in answered]
    names, sizes = ResultNames(), [len(ranking) for ranking in shown]
    found = [result for ranking in shown for result in result_places(ranking, matching)]
    return FirstResults(
        TopResults(
            names=names,
            topics=tuple(ranking.topic for ranking in shown),
            start=np.cumsum([0, *sizes]),
            article=names.articles.numbers(article for article, _ in found),
            path=names.paths.numbers(place for _, place in found),
        ),
        _joined([result_judgements(one, matching) for one in answered], sizes),
    )


def _joined(topics: Sequence[Judgements], sizes: Sequence[int]) -> Judgements:
    """The judgements of the first results of all topics; what is not judged in some topic is NaN there."""
    names = dict.fromkeys(name for judged in topics for name in judged)
    return {
        name: np.concatenate(
            [
                judged[name][:size] if name in judged else np.full(size, np.nan)
                for judged, size in zip(topics, sizes, strict=True)
            ]
        )
        for name in names
    }


def result_places(ranking: TopicRanking, matching: Matching) -> list[tuple[str, str]]:
    """Return article and place of results, as `inexreport.model.outcome.FirstScores` has them."""
    articles = ranking.articles.take(integer_array(ranking.article)).to_pylist()
    if matching is Matching.DOCUMENTS:
        return [(article, "") for article in articles]
    rows = zip(
        *(getattr(ranking, name).tolist() for name in ("form", "path", "located", "offset", "end")),
        strict=True,
    )
    return list(zip(articles, (_place(ranking.path_names, *row) for row in rows), strict=True))


def _place(paths: Sequence[str], form: int, path: int, located: bool, begin: int, end: int) -> str:
    if form == ResultForm.ARTICLE:
        return ""
    if path != ABSENT:
        return paths[path]
    if not located:
        return "place not known"
    return f"{begin:,}" if begin == end else f"{begin:,}–{end:,}"


def result_judgements(judged: JudgedRanking, matching: Matching) -> Judgements:
    """Return what was judged of the results of a topic.

    Of text, the characters of each result and how many of them are highlighted. Of entry points, the distance
    from the best one; infinite in an article that is not relevant.
    """
    match matching:
        case Matching.DOCUMENTS:
            return {"grade": _of_judged(judged.assessment.grades, judged.article)}
        case Matching.ELEMENTS:
            return _element_judgements(judged)
        case Matching.TEXT:
            return text_judgements(judged, judged.ranking.length, judged.relevant)
        case Matching.ENTRY_POINTS:
            return {"distance": _distance(judged)}


def text_judgements(
    judged: JudgedRanking, retrieved: NDArray[np.int64], highlighted: NDArray[np.int64]
) -> Judgements:
    """Return the characters of results and how many are highlighted, as far as both are known."""
    located = judged.ranking.located
    return {
        "characters": np.where(located, retrieved, np.nan),
        "highlighted": np.where(located & (judged.article != UNJUDGED), highlighted, np.nan),
    }


def _distance(judged: JudgedRanking) -> NDArray[np.float64]:
    best = _of_judged(judged.assessment.entry_point, judged.article)
    known = judged.in_relevant_article & judged.ranking.located & (best != UNKNOWN)
    distance = np.where(known, np.abs(judged.ranking.offset - best), np.nan)
    return np.where((judged.article != UNJUDGED) & ~judged.in_relevant_article, np.inf, distance)


def _element_judgements(judged: JudgedRanking) -> Judgements:
    elements = judged.assessment.elements
    if elements is None:
        return {}
    grades: dict[str, NDArray[Any]]
    match elements.scale:
        case Scale.RELEVANCE_COVERAGE:
            grades = {"relevance": elements.exhaustivity, "coverage": elements.coverage}
        case Scale.HIGHLIGHTED:
            grades = {"highlighted share": elements.specificity}
        case Scale.HIGHLIGHTED_GRADES:
            grades = {"exhaustivity": elements.exhaustivity, "highlighted share": elements.specificity}
        case Scale.GRADES:
            grades = {"exhaustivity": elements.exhaustivity, "specificity": elements.specificity}
    return {name: _of_judged(values, judged.element) for name, values in grades.items()}


def _of_judged(values: NDArray[Any] | None, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """The values in these rows, NaN where the row is `UNJUDGED`."""
    known = () if values is None else values.astype(np.float64)
    return np.append(known, np.nan)[rows]
