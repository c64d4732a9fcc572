"""The agreement of two judges in coefficients that allow for chance, subject by subject."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from inexreport.model.assessment import Assessments, Scale, TopicAssessment
from inexreport.model.score_numbers import mean
from inexreport.statistics.agreement import (
    MEAN,
    judged_by_both,
    mean_of_defined,
    scale_of,
    shared_grades,
)
from inexreport.statistics.chance_correction import cohen_kappa, krippendorff_alpha, observed_agreement
from inexreport.statistics.grades import NON_ZERO, dimensions, graded_articles, graded_elements
from inexreport.statistics.highlighted_agreement import highlighted_agreement

ARTICLES = "articles"
ELEMENTS = "elements"
CHARACTERS = "characters"

Table = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Agreement of a judge with the official one beyond chance.

    Attributes
    ----------
    judge, topic : str
        As in `inexreport.statistics.agreement.Agreement`.
    subject : str
        ``articles``, ``elements``, ``characters``: whether what both have judged is relevant.
        ``exhaustivity``, ``specificity``: the grade of elements that both find relevant.
    items : float
        How many were compared; the mean in rows of means.
    observed : float
        Share of them on which the judges agree.
    kappa, alpha : float
        Cohen's and Krippendorff's; NaN where everything is in one category.
    """

    judge: str
    topic: str
    subject: str
    items: float
    observed: float
    kappa: float
    alpha: float


def agreement_beyond_chance(official: Assessments, judge: Assessments) -> tuple[Coefficients, ...]:
    """Coefficients of every subject on which two judges can be compared, by topic and in the mean.

    Elements are compared where judges say of elements that they are not relevant, as in 2002-2004; where
    text is highlighted nobody counted those, but characters can be compared where passages have places and
    articles have lengths.
    """
    by_subject: dict[str, list[Coefficients]] = {}
    for topic, first, second in judged_by_both(official, judge):
        for subject, table in _tables(official, judge, first, second):
            items = sum(map(sum, table))
            if items:
                by_subject.setdefault(subject, []).append(
                    Coefficients(
                        judge.judge,
                        topic,
                        subject,
                        items,
                        observed_agreement(table),
                        cohen_kappa(table),
                        krippendorff_alpha(table),
                    )
                )
    return tuple(row for rows in by_subject.values() for row in (*rows, _mean(rows)))


def _tables(
    official: Assessments, judge: Assessments, first: TopicAssessment, second: TopicAssessment
) -> Iterator[tuple[str, Table]]:
    both = set(first.articles) & set(second.articles)
    yield ARTICLES, _relevance(both, _relevant_articles(first), _relevant_articles(second))
    scale = scale_of(official)
    if scale in (Scale.RELEVANCE_COVERAGE, Scale.GRADES) and scale is scale_of(judge):
        elements = _judged_elements(first) & _judged_elements(second)
        yield (
            ELEMENTS,
            _relevance(
                elements,
                graded_elements(first).get(NON_ZERO, frozenset()),
                graded_elements(second).get(NON_ZERO, frozenset()),
            ),
        )
    if scale is not None and len(shared_grades(official, judge)) > 1:
        for dimension, names in dimensions(scale).items():
            yield dimension, _grades(names, graded_elements(first), graded_elements(second))
    characters = highlighted_agreement(first, second)
    if characters.union and not characters.unplaced_articles and characters.table is not None:
        yield CHARACTERS, characters.table


def _relevance(
    items: set[Hashable] | set[str], first: frozenset[Hashable], second: frozenset[Hashable]
) -> Table:
    counts = Counter((item in first, item in second) for item in items)
    return [[counts[True, True], counts[True, False]], [counts[False, True], counts[False, False]]]


def _grades(
    names: Sequence[str],
    first: Mapping[str, frozenset[Hashable]],
    second: Mapping[str, frozenset[Hashable]],
) -> Table:
    """Pairs of grades of the elements that both have graded."""
    nothing: frozenset[Hashable] = frozenset()
    return [[len(first.get(one, nothing) & second.get(other, nothing)) for other in names] for one in names]


def _relevant_articles(assessment: TopicAssessment) -> frozenset[Hashable]:
    return frozenset(graded_articles(assessment).get(NON_ZERO, frozenset()))


def _judged_elements(assessment: TopicAssessment) -> set[Hashable]:
    elements = assessment.elements
    if elements is None:
        return set()
    return {
        (assessment.articles[article], elements.paths[path])
        for article, path in zip(elements.article.tolist(), elements.path.tolist(), strict=True)
    }


def _mean(rows: Sequence[Coefficients]) -> Coefficients:
    return Coefficients(
        rows[0].judge,
        MEAN,
        rows[0].subject,
        mean(row.items for row in rows),
        mean_of_defined(row.observed for row in rows),
        mean_of_defined(row.kappa for row in rows),
        mean_of_defined(row.alpha for row in rows),
    )
