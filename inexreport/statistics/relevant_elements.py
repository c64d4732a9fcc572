"""Number, size and highlighted share of the relevant elements of topics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import stdev

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN, Assessments, Scale, TopicAssessment
from inexreport.model.score_numbers import mean
from inexreport.statistics.agreement import scale_of
from inexreport.statistics.grades import grades, masks

SUMMARIES: Mapping[str, Callable[[list[float]], float]] = {
    "mean": mean,
    "minimum": min,
    "maximum": max,
    "median": lambda values: float(np.median(values)),
    "standard_deviation": lambda values: stdev(values) if len(values) > 1 else float("nan"),
}
"""Rows over all topics, in the order of publication; the standard deviation is that of a sample (n − 1)."""


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
        Mean length of the elements, in the campaign's unit; NaN without known sizes.
    mean_highlighted : float
        Mean highlighted share of the elements in percent; NaN without highlighting.
    """

    topic: str
    grade: str
    count: float
    mean_size: float
    mean_highlighted: float


def relevant_elements(assessments: Assessments) -> tuple[RelevantElements, ...]:
    """Relevant elements by topic and grade, followed by summaries over topics; empty without judged elements.

    Topics without elements of a grade count 0 in the summary of counts, and do not count in those of means.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 1.
    """
    scale = scale_of(assessments)
    if scale is None:
        return ()
    rows = [row for _, one in sorted(assessments.topics.items()) for row in topic_elements(one)]
    return (*rows, *(_summary(name, grade, rows) for name in SUMMARIES for grade in grades(scale)))


def topic_elements(assessment: TopicAssessment) -> Sequence[RelevantElements]:
    """Relevant elements of a topic by grade; empty without judged elements."""
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
    of_grade = [row for row in rows if row.grade == grade]

    def summarise(values: Iterable[float]) -> float:
        defined = [float(value) for value in values if value == value]
        return SUMMARIES[name](defined) if defined else float("nan")

    return RelevantElements(
        name,
        grade,
        summarise(row.count for row in of_grade),
        summarise(row.mean_size for row in of_grade),
        summarise(row.mean_highlighted for row in of_grade),
    )
