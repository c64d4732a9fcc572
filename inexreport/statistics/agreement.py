"""Agreement of further judges with the official ones on relevant articles, elements and grades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from inexreport.model.assessment import Assessments, Scale, TopicAssessment
from inexreport.model.score_numbers import mean
from inexreport.statistics.grades import NON_ZERO, graded_articles, graded_elements, grades

MEAN = "mean"
"""In place of a topic: the mean over topics."""

ARTICLE = "article"
ELEMENT = "element"


class Agreement(NamedTuple):
    """Agreement of a judge with the official one.

    Attributes
    ----------
    judge : str
        Name of the judge's folder.
    topic : str
        Id, or `MEAN`.
    level : str
        `ARTICLE` or `ELEMENT`.
    grade : str
        See `inexreport.statistics.grades`.
    union, intersection : float
        Number of items, or mean number.
    ratio : float
        Intersection / union, NaN for an empty union; or the mean of the defined ratios.
    """

    judge: str
    topic: str
    level: str
    grade: str
    union: float
    intersection: float
    ratio: float


def agreement(official: Assessments, judge: Assessments) -> tuple[Agreement, ...]:
    """Agreement on articles and elements, by grade and topic, followed by means.

    Only topics that both have judged count; elements are compared if both have judged elements. The grade of
    an article is that of its root element.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 2.
    """
    rows: list[Agreement] = []
    for level, names in _levels(official, judge).items():
        of_level = []
        for topic, first, second in judged_by_both(official, judge):
            for grade in names:
                one, other = _items(level, first, grade), _items(level, second, grade)
                of_level.append(_row(judge.judge, topic, level, grade, len(one | other), len(one & other)))
        rows += with_means(of_level)
    return tuple(rows)


def mutual_agreement(official: Assessments, judge: Assessments) -> tuple[Agreement, ...]:
    """Agreement on the grades of elements that both judges find relevant.

    `union` is the number of these elements with the official grade, `intersection` the number of those with
    the same grade by the other judge.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 3.
    """
    rows = []
    for topic, first, second in judged_by_both(official, judge):
        agreed = _items(ELEMENT, first, NON_ZERO) & _items(ELEMENT, second, NON_ZERO)
        for grade in _levels(official, judge).get(ELEMENT, ()):
            given = _items(ELEMENT, first, grade) & agreed
            confirmed = given & _items(ELEMENT, second, grade)
            rows.append(_row(judge.judge, topic, ELEMENT, grade, len(given), len(confirmed)))
    return tuple(with_means(rows))


def judged_by_both(
    official: Assessments, judge: Assessments
) -> Iterator[tuple[str, TopicAssessment, TopicAssessment]]:
    """Topics that both have judged, ordered, with the official and the other assessment."""
    for topic in sorted(official.topics.keys() & judge.topics.keys()):
        yield topic, official.topics[topic], judge.topics[topic]


def scale_of(assessments: Assessments) -> Scale | None:
    """The scale of judged elements; None if no elements are judged."""
    judged = (assessment.elements for assessment in assessments.topics.values())
    return next((elements.scale for elements in judged if elements is not None), None)


def shared_grades(official: Assessments, judge: Assessments) -> tuple[str, ...]:
    """Grades by which two judges can be compared; only `NON_ZERO` if their scales differ."""
    scale = scale_of(official)
    return grades(scale if scale is scale_of(judge) else None)


def mean_of_defined(values: Iterable[float]) -> float:
    """Mean of the values that are not NaN; NaN without any.

    Examples
    --------
    >>> mean_of_defined([0.5, float("nan"), 0.25])
    0.375
    """
    return mean(value for value in values if value == value)


def with_means(rows: Sequence[Agreement]) -> list[Agreement]:
    """The rows of a level, and for each grade the means of the counts and of the defined ratios."""
    by_grade: dict[str, list[Agreement]] = {}
    for row in rows:
        by_grade.setdefault(row.grade, []).append(row)
    means = [
        of_grade[0]._replace(
            topic=MEAN,
            union=mean(row.union for row in of_grade),
            intersection=mean(row.intersection for row in of_grade),
            ratio=mean_of_defined(row.ratio for row in of_grade),
        )
        for of_grade in by_grade.values()
    ]
    return [*rows, *means]


def _levels(official: Assessments, judge: Assessments) -> Mapping[str, tuple[str, ...]]:
    """The levels at which two judges can be compared, with the grades."""
    names = shared_grades(official, judge)
    if scale_of(official) is None or scale_of(judge) is None:
        return {ARTICLE: names}
    return {ARTICLE: names, ELEMENT: names}


def _items(level: str, assessment: TopicAssessment, grade: str) -> frozenset[object]:
    found: Mapping[str, frozenset[object]]
    found = dict(graded_articles(assessment) if level == ARTICLE else graded_elements(assessment))
    return found.get(grade, frozenset())


def _row(judge: str, topic: str, level: str, grade: str, union: int, intersection: int) -> Agreement:
    ratio = intersection / union if union else float("nan")
    return Agreement(judge, topic, level, grade, union, intersection, ratio)
