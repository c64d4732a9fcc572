"""How far further judges agree with the official ones on what is relevant, and how much so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from inexreport.model.assessment import Assessments, Scale, TopicAssessment
from inexreport.model.score_numbers import mean
from inexreport.statistics.grades import NON_ZERO, graded_articles, graded_elements, grades

MEAN = "mean"
"""What stands for the topic in a row of means."""

ARTICLE = "article"
ELEMENT = "element"

UNDEFINED = float("nan")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of a judge with the official one.

    Attributes
    ----------
    judge : str
        Name of the folder.
    topic : str
        Id of the topic, or `MEAN`.
    level : str
        `ARTICLE` or `ELEMENT`.
    grade : str
        See `inexreport.statistics.grades`.
    union, intersection : float
        Numbers of items; means over topics in the rows of `MEAN`.
    ratio : float
        Intersection by union, NaN where there is no union; the mean of the defined ratios in those rows.
    """

    judge: str
    topic: str
    level: str
    grade: str
    union: float
    intersection: float
    ratio: float


def agreement(official: Assessments, judge: Assessments) -> tuple[Agreement, ...]:
    """Agreement on articles and on elements, per grade, topic by topic and in the mean.

    Topics that only one of the two has judged are left out; so is the level of elements where one of the
    two has judged none at all. An article has the grade of its root element.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 2.
    """
    rows: list[Agreement] = []
    for level, shown in _levels(official, judge).items():
        of_topics = [
            _compared(
                judge.judge, topic, level, grade, _items(level, first, grade), _items(level, second, grade)
            )
            for topic, first, second in judged_by_both(official, judge)
            for grade in shown
        ]
        rows += with_means(of_topics, shown)
    return tuple(rows)


def mutual_agreement(official: Assessments, judge: Assessments) -> tuple[Agreement, ...]:
    """Agreement on the grades of mutually agreed elements: those that both find relevant.

    Here `union` counts those that the official judge gave the grade, `intersection` those of them that the
    other judge gave it too: the ratio is a share of the official judge's elements.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 3.
    """
    shown = _levels(official, judge).get(ELEMENT, ())
    rows = []
    for topic, first, second in judged_by_both(official, judge):
        agreed = _items(ELEMENT, first, NON_ZERO) & _items(ELEMENT, second, NON_ZERO)
        for grade in shown:
            given = _items(ELEMENT, first, grade) & agreed
            confirmed = given & _items(ELEMENT, second, grade)
            rows.append(_row(judge.judge, topic, ELEMENT, grade, len(given), len(confirmed)))
    return tuple(with_means(rows, shown))


def judged_by_both(
    official: Assessments, judge: Assessments
) -> Iterator[tuple[str, TopicAssessment, TopicAssessment]]:
    """Topics that both have judged, ordered, with the assessments of the official and of the other judge."""
    for topic in sorted(official.topics.keys() & judge.topics.keys()):
        yield topic, official.topics[topic], judge.topics[topic]


def scale_of(assessments: Assessments) -> Scale | None:
    """The scale on which elements are judged; None where none are."""
    for assessment in assessments.topics.values():
        if assessment.elements is not None:
            return assessment.elements.scale
    return None


def shared_grades(official: Assessments, judge: Assessments) -> tuple[str, ...]:
    """The grades that two judges can be compared by; just `NON_ZERO` where their scales differ."""
    scale = scale_of(official)
    return grades(scale if scale is scale_of(judge) else None)


def mean_of_defined(values: Iterable[float]) -> float:
    """The mean of those that are no NaN; NaN if there are none.

    Examples
    --------
    >>> mean_of_defined([0.5, float("nan"), 0.25])
    0.375
    """
    return mean(value for value in values if value == value)


def with_means(rows: Collection[Agreement], shown: Iterable[str]) -> list[Agreement]:
    """The rows, and after them for each grade the mean of the counts and of the defined ratios."""
    means = []
    for grade in shown:
        of_grade = [row for row in rows if row.grade == grade]
        if of_grade:
            means.append(
                Agreement(
                    of_grade[0].judge,
                    MEAN,
                    of_grade[0].level,
                    grade,
                    mean(row.union for row in of_grade),
                    mean(row.intersection for row in of_grade),
                    mean_of_defined(row.ratio for row in of_grade),
                )
            )
    return [*rows, *means]


def _levels(official: Assessments, judge: Assessments) -> Mapping[str, tuple[str, ...]]:
    """The levels on which two judges can be compared, each with its grades."""
    shown = shared_grades(official, judge)
    if scale_of(official) is None or scale_of(judge) is None:
        return {ARTICLE: shown}
    return {ARTICLE: shown, ELEMENT: shown}


def _items(level: str, assessment: TopicAssessment, grade: str) -> frozenset[object]:
    found: Mapping[str, frozenset[object]]
    found = dict(graded_articles(assessment) if level == ARTICLE else graded_elements(assessment))
    return found.get(grade, frozenset())


def _compared(
    judge: str, topic: str, level: str, grade: str, first: frozenset[object], second: frozenset[object]
) -> Agreement:
    return _row(judge, topic, level, grade, len(first | second), len(first & second))


def _row(judge: str, topic: str, level: str, grade: str, union: int, intersection: int) -> Agreement:
    ratio = intersection / union if union else UNDEFINED
    return Agreement(judge, topic, level, grade, union, intersection, ratio)
