"""Relevant elements by grade, as the page of assessors shows them."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.assessment import Assessments, TopicAssessment
from inexreport.report.figure import known
from inexreport.statistics.relevant_elements import (
    SUMMARIES,
    RelevantElements,
    relevant_elements,
    topic_elements,
)

LABELS = {name: name.replace("_", " ").capitalize() for name in SUMMARIES}


@dataclass(frozen=True, slots=True)
class RelevantRow:
    """A topic, a summary over topics or a grade; mean size, and mean highlighted share in percent."""

    label: str
    count: float | None
    size: float | None
    highlighted: float | None


@dataclass(frozen=True, slots=True)
class RelevantGrade:
    """The relevant elements of one grade: summaries over topics, and topics."""

    grade: str
    summaries: tuple[RelevantRow, ...]
    topics: tuple[RelevantRow, ...]


@dataclass(frozen=True, slots=True)
class RelevantTable:
    """Relevant elements of all assessed topics."""

    topics: int
    grades: tuple[RelevantGrade, ...]
    has_sizes: bool
    has_highlighting: bool


def relevant_table(assessments: Assessments) -> RelevantTable | None:
    """Table 1 of Pehcevski and Thom (2005) for a judge; None where no elements are judged."""
    rows = relevant_elements(assessments)
    if not rows:
        return None
    grades = tuple(dict.fromkeys(row.grade for row in rows))
    shown = {grade: [(row, _row(row)) for row in rows if row.grade == grade] for grade in grades}
    return RelevantTable(
        topics=len({row.topic for row in rows} - SUMMARIES.keys()),
        grades=tuple(
            RelevantGrade(
                grade,
                tuple(one for row, one in shown[grade] if row.topic in SUMMARIES),
                tuple(one for row, one in shown[grade] if row.topic not in SUMMARIES),
            )
            for grade in grades
        ),
        has_sizes=any(row.mean_size == row.mean_size for row in rows),
        has_highlighting=any(row.mean_highlighted == row.mean_highlighted for row in rows),
    )


def topic_grades(assessment: TopicAssessment) -> tuple[RelevantRow, ...]:
    """The relevant elements of a topic, a row for each grade."""
    return tuple(
        RelevantRow(row.grade, known(row.count), known(row.mean_size), known(row.mean_highlighted))
        for row in topic_elements(assessment)
    )


def _row(row: RelevantElements) -> RelevantRow:
    return RelevantRow(
        LABELS.get(row.topic, row.topic),
        known(row.count),
        known(row.mean_size),
        known(row.mean_highlighted),
    )
