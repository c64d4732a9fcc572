"""How many relevant elements topics have, how large they are and how much of them is highlighted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import stdev

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN, Assessments, Scale, TopicAssessment
from inexreport.model.score_numbers import mean
from inexreport.statistics.agreement import scale_of
from inexreport.statistics.grades import grades, masks

UNDEFINED = float("nan")


def standard_deviation(values: NDArray[np.float64]) -> float:
    """Standard deviation of a sample, by n - 1; NaN for less than two values.

    Examples
    --------
    >>> standard_deviation(np.array([1.0, 2.0, 3.0]))
    1.0
    """
    return stdev(values.tolist()) if len(values) > 1 else UNDEFINED


SUMMARIES: Mapping[str, Callable[[NDArray[np.float64]], float]] = {
    "mean": lambda values: mean(values.tolist()),
    "minimum": lambda values: float(values.min()),
    "maximum": lambda values: float(values.max()),
    "median": lambda values: float(np.median(values)),
    "standard_deviation": standard_deviation,
}
"""What stands for the topic in rows over all topics, in the order of publication."""


@dataclass(frozen=True, slots=True)
class RelevantElements:
    """The relevant elements of one grade.

    Attributes
    ----------
    topic : str
        Id of the topic, or one of `SUMMARIES`.
    grade : str
        See `inexreport.statistics.grades`.
    count : float
    mean_size : float
        Mean text of the elements, in the campaign's unit; NaN where there are none or no size is known.
    mean_highlighted : float
        Mean of the elements' highlighted shares, in percent; NaN where there are none, or no highlighting.
    """

    topic: str
    grade: str
    count: float
    mean_size: float
    mean_highlighted: float


def relevant_elements(assessments: Assessments) -> tuple[RelevantElements, ...]:
    """Relevant elements of every topic by grade, and summaries over the topics.

    A topic without elements of a grade counts 0 among the counts and not at all among the sizes.

    Returns
    -------
    tuple of RelevantElements
        Topic by topic, then summary by summary; empty where no elements are judged.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 1.
    """
    scale = scale_of(assessments)
    if scale is None:
        return ()
    shown = grades(scale)
    rows = [row for _, one in sorted(assessments.topics.items()) for row in topic_elements(one)]
    return (*rows, *(_summary(name, grade, rows) for name in SUMMARIES for grade in shown))


def topic_elements(assessment: TopicAssessment) -> Sequence[RelevantElements]:
    """Relevant elements of a topic by grade; nothing where no elements are judged."""
    elements = assessment.elements
    if elements is None:
        return ()
    known = elements.size != UNKNOWN
    shares = elements.scale in (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED)
    percent = 100 * elements.specificity if shares else np.full(len(elements), np.nan)
    return [
        RelevantElements(
            assessment.topic,
            grade,
            int(np.count_nonzero(mask)),
            _mean(elements.size[mask & known]),
            _mean(percent[mask & ~np.isnan(percent)]),
        )
        for grade, mask in masks(elements).items()
    ]


def _mean(values: NDArray[np.generic]) -> float:
    return mean(values.tolist())


def _summary(name: str, grade: str, rows: Sequence[RelevantElements]) -> RelevantElements:
    summarise = SUMMARIES[name]
    of_grade = [row for row in rows if row.grade == grade]
    columns = [
        np.array([value for value in values if value == value], dtype=np.float64)
        for values in (
            [row.count for row in of_grade],
            [row.mean_size for row in of_grade],
            [row.mean_highlighted for row in of_grade],
        )
    ]
    count, size, highlighted = (summarise(column) if len(column) else UNDEFINED for column in columns)
    return RelevantElements(name, grade, count, size, highlighted)
