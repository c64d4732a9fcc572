"""Finds the place in the text of every result, whatever its form."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.judging.element_tree import PathNames
from inexreport.judging.located_run import COLUMNS, UNLOCATED_CHARACTERS, LocatedRun, TopicRanking
from inexreport.model.arrow_arrays import filled_numbers, string_array
from inexreport.model.assessment import UNKNOWN, Assessments
from inexreport.model.campaign import Collection
from inexreport.model.derived import derived
from inexreport.model.element_table import ElementTable
from inexreport.model.run import ABSENT, ResultForm, Results

WHOLE_ARTICLE = "/article[1]"


def locate(
    results: Results, assessments: Assessments, elements: ElementTable | None, collection: Collection
) -> LocatedRun:
    """Express every result of a run as offset and length, topic by topic; see `located_results`."""
    if results.located is None:
        results = located_results(results, assessments, elements, collection)
    is_article, root = results.form == ResultForm.ARTICLE, _root_number(results.paths)
    names = results.paths
    if is_article.any() and root == len(names):
        names = (*names, WHOLE_ARTICLE)
    path = np.where(results.form == ResultForm.ELEMENT, results.path, np.int32(ABSENT))
    path[is_article] = root
    paths = PathNames(names)
    columns = {name: getattr(results, name) for name in COLUMNS} | {"path": path}
    changes = np.flatnonzero(results.topic[1:] != results.topic[:-1]) + 1
    return LocatedRun(
        tuple(
            TopicRanking(
                topic=results.topics[results.topic[start]],
                articles=results.articles,
                paths=paths,
                **{name: column[start:end] for name, column in columns.items()},
            )
            for start, end in pairwise([0, *changes.tolist(), len(results)])
            if end > start
        )
    )


def located_results(
    results: Results, assessments: Assessments, elements: ElementTable | None, collection: Collection
) -> Results:
    """Find offset and length of every result of a run, whatever its form.

    Elements and ranges are looked up in the element table. The length of a whole article is that of the
    assessments, else of the table; an article run falls back to the collection's mean document length.
    Any other result is not located and counts by the official rule for unknown places.

    Parameters
    ----------
    results : Results
    assessments : Assessments
        The official ones.
    elements : ElementTable or None
        None without documents or element table.
    collection : Collection

    Returns
    -------
    Results
        With `offset`, `length` and `located` of all results.
    """
    offset, length = results.offset.copy(), results.length.copy()
    located = np.isin(results.form, (ResultForm.PASSAGE, ResultForm.ENTRY_POINT))

    is_article = results.form == ResultForm.ARTICLE
    is_root = (results.form == ResultForm.ELEMENT) & (results.path == _root_number(results.paths))
    rows = np.flatnonzero(is_article | is_root)
    known = _article_lengths(results.articles, results.article[rows], assessments, elements)
    if collection.mean_document_length is not None:
        known[is_article[rows] & (known == UNKNOWN)] = round(collection.mean_document_length)
    rows, known = rows[known != UNKNOWN], known[known != UNKNOWN]
    offset[rows], length[rows], located[rows] = 0, known, True

    if elements is not None:
        _locate_elements(results, elements, offset, length, located)
    offset[~located], length[~located] = 0, UNLOCATED_CHARACTERS
    return replace(results, offset=offset, length=length, located=located)


def _root_number(paths: tuple[str, ...]) -> int:
    """Number of the root element's path; the next free number if no result has it."""
    return paths.index(WHOLE_ARTICLE) if WHOLE_ARTICLE in paths else len(paths)


def _article_lengths(
    articles: pa.StringArray,
    wanted: NDArray[np.int32],
    assessments: Assessments,
    elements: ElementTable | None,
) -> NDArray[np.int64]:
    """Length of each wanted article by the assessments, else the documents; `UNKNOWN` if in neither."""
    if not len(wanted):
        return np.empty(0, dtype=np.int64)
    assessed, lengths = _assessed_lengths(assessments)
    by_article = lengths[filled_numbers(pc.index_in(articles, value_set=assessed), UNKNOWN)]
    if elements is not None:
        missing = np.unique(wanted[by_article[wanted] == UNKNOWN])
        roots = np.zeros_like(missing)
        _, by_article[missing] = elements.places(articles, [WHOLE_ARTICLE], missing, roots)
    found: NDArray[np.int64] = by_article[wanted]
    return found


@derived
def _assessed_lengths(assessments: Assessments) -> tuple[pa.StringArray, NDArray[np.int64]]:
    """Articles with the first length that an assessment gives, and at the end `UNKNOWN` for all others."""
    lengths: dict[str, int] = {}
    for one in assessments.topics.values():
        for article, length in zip(one.articles, one.article_length.tolist(), strict=True):
            if length != UNKNOWN:
                lengths.setdefault(article, length)
    return string_array(list(lengths)), np.array([*lengths.values(), UNKNOWN], dtype=np.int64)


def _locate_elements(
    results: Results,
    elements: ElementTable,
    offset: NDArray[np.int64],
    length: NDArray[np.int64],
    located: NDArray[np.bool_],
) -> None:
    """Fill in the places of elements and ranges that the table has."""
    rows = np.flatnonzero(np.isin(results.form, (ResultForm.ELEMENT, ResultForm.RANGE)) & ~located)
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
