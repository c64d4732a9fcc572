"""Finds the place in the text of every result, whatever its form."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_names import ArticleNames, AssessedTopics, assessed_topics
from inexreport.judging.element_paths import PathNames
from inexreport.judging.located_run import UNLOCATED_CHARACTERS, LocatedRun, TopicRanking
from inexreport.model.assessment import UNKNOWN, Assessments
from inexreport.model.campaign import Collection
from inexreport.model.element_table import ElementTable
from inexreport.model.run import ABSENT, ResultForm, Results

WHOLE_ARTICLE = "/article[1]"


def locate(
    results: Results, assessments: Assessments, elements: ElementTable | None, collection: Collection
) -> LocatedRun:
    """Express every result of a run as offset and length; parameters as of `located_results`.

    Returns
    -------
    LocatedRun
        As many results as went in, topic by topic.
    """
    articles = ArticleNames(results.articles)
    if results.located is None:
        results = _located(results, articles, assessments, elements, collection)
    element = results.form == ResultForm.ELEMENT
    paths, path = _with_whole_articles(results, np.where(element, results.path, ABSENT))
    names, located = PathNames(paths), results.located
    assert located is not None
    changes = np.flatnonzero(results.topic[1:] != results.topic[:-1]) + 1
    bounds = [0, *changes.tolist(), len(results)]
    return LocatedRun(
        tuple(
            TopicRanking(
                topic=results.topics[results.topic[start]],
                articles=articles,
                paths=names,
                article=results.article[start:end],
                form=results.form[start:end],
                path=path[start:end],
                offset=results.offset[start:end],
                length=results.length[start:end],
                located=located[start:end],
                rank=results.rank[start:end],
                score=results.score[start:end],
                line=results.line[start:end],
            )
            for start, end in pairwise(bounds)
            if end > start
        )
    )


def located_results(
    results: Results, assessments: Assessments, elements: ElementTable | None, collection: Collection
) -> Results:
    """Find offset and length of every result of a run, whatever its form.

    Elements and ranges are looked up in the element table; the whole article is also known where the
    assessments give its length. A plain article run falls back to the collection's mean document length.
    What cannot be found is marked as not located and counts by the official rule for such results.

    Parameters
    ----------
    results : Results
    assessments : Assessments
        The official ones.
    elements : ElementTable or None
        None where neither documents nor an element table are at hand.
    collection : Collection

    Returns
    -------
    Results
        The same ones; see `Results.located`.
    """
    return _located(results, ArticleNames(results.articles), assessments, elements, collection)


def _located(
    results: Results,
    names: ArticleNames,
    assessments: Assessments,
    elements: ElementTable | None,
    collection: Collection,
) -> Results:
    """As `located_results`; what is found out about the names of articles stays with these."""
    offset = results.offset.copy()
    length = results.length.copy()
    located = _have_form(results, ResultForm.PASSAGE, ResultForm.ENTRY_POINT)

    articles = results.form == ResultForm.ARTICLE
    is_whole = articles | _names_whole_article(results)
    whole: slice | NDArray[np.intp] = slice(None) if is_whole.all() else np.flatnonzero(is_whole)
    known = _article_lengths(names, results.article[whole], assessments, elements)
    if collection.mean_document_length is not None:
        fallback = articles[whole] & (known == UNKNOWN)
        known[fallback] = round(collection.mean_document_length)
    found = known != UNKNOWN
    if not found.all():
        whole, known = np.arange(len(results))[whole][found], known[found]
    offset[whole] = 0
    length[whole] = known
    located[whole] = True

    if elements is not None:
        _locate_elements(results, elements, offset, length, located)

    if not located.all():
        offset[~located] = 0
        length[~located] = UNLOCATED_CHARACTERS
    return replace(results, offset=offset, length=length, located=located)


def _have_form(results: Results, *forms: ResultForm) -> NDArray[np.bool_]:
    """Which results say in one of these forms what they mean."""
    have: NDArray[np.bool_] = np.logical_or.reduce([results.form == form for form in forms])
    return have


def _with_whole_articles(
    results: Results, path: NDArray[np.int32]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The paths of a run, with the root's for results that are whole articles."""
    articles = results.form == ResultForm.ARTICLE
    if not articles.any():
        return results.paths, path
    paths = results.paths if WHOLE_ARTICLE in results.paths else (*results.paths, WHOLE_ARTICLE)
    return paths, np.where(articles, np.int32(paths.index(WHOLE_ARTICLE)), path)


def _names_whole_article(results: Results) -> NDArray[np.bool_]:
    if WHOLE_ARTICLE not in results.paths:
        return np.zeros(len(results), dtype=np.bool_)
    root = results.paths.index(WHOLE_ARTICLE)
    whole: NDArray[np.bool_] = (results.form == ResultForm.ELEMENT) & (results.path == root)
    return whole


def _article_lengths(
    articles: ArticleNames, wanted: NDArray[np.int32], assessments: Assessments, elements: ElementTable | None
) -> NDArray[np.int64]:
    """Length of each wanted article, as the assessments or else the documents say."""
    if not len(wanted):
        return np.empty(0, dtype=np.int64)
    assessed, lengths = _assessed_lengths(assessments)
    by_article = lengths[articles.find(assessed)]
    if elements is not None:
        missing = np.flatnonzero(np.bincount(wanted[by_article[wanted] == UNKNOWN]))
        roots = np.zeros_like(missing)
        _, by_article[missing] = elements.places(articles.names, [WHOLE_ARTICLE], missing, roots)
    return by_article[wanted]


@lru_cache(maxsize=16)
def _assessed_lengths(assessments: Assessments) -> tuple[AssessedTopics, NDArray[np.int64]]:
    """Assessed articles and their lengths, after them `UNKNOWN` for those that are not assessed."""
    judged = tuple(assessments.topics.values())
    assessed = assessed_topics(*judged)
    length = np.concatenate([np.zeros(0, dtype=np.int64), *(one.article_length for one in judged)])
    known = np.flatnonzero(length != UNKNOWN)[::-1]
    lengths = np.full(len(assessed.names) + 1, UNKNOWN, dtype=np.int64)
    lengths[assessed.number[known]] = length[known]  # of several the first one, which comes last here
    return assessed, lengths


def _locate_elements(
    results: Results,
    elements: ElementTable,
    offset: NDArray[np.int64],
    length: NDArray[np.int64],
    located: NDArray[np.bool_],
) -> None:
    """Fill in the places of the element and range results that the table knows."""
    spans = _have_form(results, ResultForm.ELEMENT, ResultForm.RANGE)
    rows = np.flatnonzero(spans & ~located)
    article = results.article[rows]
    start, first_length = elements.places(results.articles, results.paths, article, results.path[rows])
    end = start + first_length
    ranges = np.flatnonzero(results.form[rows] == ResultForm.RANGE)
    last_offset, last_length = elements.places(
        results.articles, results.paths, article[ranges], results.end_path[rows[ranges]]
    )
    end[ranges] = last_offset + last_length
    found = start != UNKNOWN
    found[ranges] &= (last_offset != UNKNOWN) & (end[ranges] >= start[ranges])
    offset[rows[found]] = start[found]
    length[rows[found]] = (end - start)[found]
    located[rows[found]] = True
