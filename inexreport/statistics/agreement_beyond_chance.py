"""Chance-corrected agreement of two judges: Cohen's kappa and Krippendorff's alpha."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inexreport.model.assessment import Assessments, Scale, TopicAssessment
from inexreport.model.score_numbers import mean
from inexreport.statistics.agreement import (
    MEAN,
    judged_by_both,
    mean_of_defined,
    scale_of,
    shared_grades,
)
from inexreport.statistics.grades import (
    NON_ZERO,
    dimensions,
    graded_articles,
    graded_elements,
    judged_elements,
)
from inexreport.statistics.highlighted_agreement import highlighted_agreement

ARTICLES = "articles"
ELEMENTS = "elements"
CHARACTERS = "characters"

Table = Sequence[Sequence[int]]
"""Number of items by category of the first (row) and the second judge (column)."""


class Coefficients(NamedTuple):
    """Chance-corrected agreement of a judge with the official one.

    Attributes
    ----------
    judge, topic : str
        As in `inexreport.statistics.agreement.Agreement`.
    subject : str
        ``articles``, ``elements``, ``characters``: relevance of items that both have judged;
        ``exhaustivity``, ``specificity``: grade of elements that both find relevant.
    items : float
        Number of compared items, or mean number.
    observed : float
        Share of items on which the judges agree.
    kappa, alpha : float
        Cohen's and Krippendorff's; NaN if everything is in one category.
    """

    judge: str
    topic: str
    subject: str
    items: float
    observed: float
    kappa: float
    alpha: float


def agreement_beyond_chance(official: Assessments, judge: Assessments) -> tuple[Coefficients, ...]:
    """Coefficients of every subject on which two judges can be compared, by topic, followed by means.

    Elements are compared if non-relevant elements are judged (2002-2004); characters if places of passages
    and lengths of articles are known.
    """
    by_subject: dict[str, list[Coefficients]] = {}
    for topic, first, second in judged_by_both(official, judge):
        for subject, table in _tables(official, judge, first, second):
            items = sum(map(sum, table))
            if items:
                found = observed_agreement(table), cohen_kappa(table), krippendorff_alpha(table)
                row = Coefficients(judge.judge, topic, subject, items, *found)
                by_subject.setdefault(subject, []).append(row)
    return tuple(row for rows in by_subject.values() for row in (*rows, _mean(rows)))


def _mean(rows: Sequence[Coefficients]) -> Coefficients:
    return rows[0]._replace(
        topic=MEAN,
        items=mean(row.items for row in rows),
        observed=mean_of_defined(row.observed for row in rows),
        kappa=mean_of_defined(row.kappa for row in rows),
        alpha=mean_of_defined(row.alpha for row in rows),
    )


def _tables(
    official: Assessments, judge: Assessments, first: TopicAssessment, second: TopicAssessment
) -> Iterator[tuple[str, Table]]:
    nothing: frozenset[str] = frozenset()
    both = set(first.articles) & set(second.articles)
    yield (
        ARTICLES,
        _relevance(both, *(graded_articles(one).get(NON_ZERO, nothing) for one in (first, second))),
    )
    of_first, of_second = graded_elements(first), graded_elements(second)
    scale = scale_of(official)
    if scale in (Scale.RELEVANCE_COVERAGE, Scale.GRADES) and scale is scale_of(judge):
        elements = set(judged_elements(first)).intersection(judged_elements(second))
        relevant = (one.get(NON_ZERO, frozenset()) for one in (of_first, of_second))
        yield ELEMENTS, _relevance(elements, *relevant)
    if scale is not None and len(shared_grades(official, judge)) > 1:
        for dimension, names in dimensions(scale).items():
            yield dimension, _grades(names, of_first, of_second)
    characters = highlighted_agreement(first, second)
    if characters.union and not characters.unplaced_articles and characters.table is not None:
        yield CHARACTERS, characters.table


def _relevance(items: Iterable[object], first: Set[object], second: Set[object]) -> Table:
    counts = Counter((item in first, item in second) for item in items)
    return [[counts[True, True], counts[True, False]], [counts[False, True], counts[False, False]]]


def _grades(
    names: Sequence[str], first: Mapping[str, Set[object]], second: Mapping[str, Set[object]]
) -> Table:
    """Pairs of grades of elements that both have graded."""
    nothing: frozenset[object] = frozenset()
    return [[len(first.get(one, nothing) & second.get(other, nothing)) for other in names] for one in names]


def observed_agreement(table: ArrayLike) -> float:
    """Share of the items in the same category by both judges; NaN without items.

    Parameters
    ----------
    table : array, shape (categories, categories)
        See `Table`.

    Examples
    --------
    >>> observed_agreement([[20, 5], [10, 15]])
    0.7
    """
    counts = _counts(table)
    return float(np.trace(counts) / counts.sum()) if counts.sum() else float("nan")


def cohen_kappa(table: ArrayLike) -> float:
    """Cohen's kappa of two judges, from -1 to 1; 0 is chance agreement.

    Chance agreement is that of judges who assign categories with their own frequencies, independently.

    Parameters
    ----------
    table : array, shape (categories, categories)
        See `Table`.

    Returns
    -------
    float
        NaN without items, or if both judges put all items into the same category.

    References
    ----------
    Cohen, A coefficient of agreement for nominal scales (1960).

    Examples
    --------
    Observed agreement 35/50 = 0.7, expected (25·30 + 25·20)/50² = 0.5:

    >>> cohen_kappa([[20, 5], [10, 15]])
    0.4
    """
    counts = _counts(table)
    items = counts.sum()
    by_chance = counts.sum(axis=1) @ counts.sum(axis=0)
    # Integers until the last step, so that agreement and chance are compared exactly.
    if not items or by_chance == items * items:
        return float("nan")
    return float((np.trace(counts) * items - by_chance) / (items * items - by_chance))


def krippendorff_alpha(table: ArrayLike) -> float:
    """Krippendorff's alpha of two judges for nominal categories, at most 1; 0 is chance agreement.

    Chance agreement is that of categories drawn without replacement from those of both judges together.

    Parameters
    ----------
    table : array, shape (categories, categories)
        See `Table`.

    Returns
    -------
    float
        NaN without items, or if both judges put all items into the same category.

    References
    ----------
    Krippendorff, Computing Krippendorff's alpha-reliability (2011).

    Examples
    --------
    The reference's binary example, ten items of two observers:

    >>> round(krippendorff_alpha([[5, 3], [1, 1]]), 3)
    0.095
    """
    counts = _counts(table)
    values = counts.sum(axis=0) + counts.sum(axis=1)
    total = values.sum()
    expected = total * total - values @ values
    if not expected:
        return float("nan")
    disagreements = 2 * (counts.sum() - np.trace(counts))
    return float(1 - (total - 1) * disagreements / expected)


def _counts(table: ArrayLike) -> NDArray[np.object_]:
    """The table in Python integers, whose squares do not overflow."""
    counts = np.array(np.asarray(table, dtype=np.int64).tolist(), dtype=object)
    return counts.reshape(len(counts), -1)
