"""Agreement of further judges with the official one on the grades of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import Assessments, TopicAssessment
from inexreport.statistics.agreement import judged_by_both
from inexreport.statistics.agreement_beyond_chance import cohen_kappa, observed_agreement
from inexreport.statistics.weighted_agreement import ordinal_alpha, quadratic_kappa

POOLED = "all"
"""In place of a topic: the documents of all topics together."""

AGREEMENT = "agreement"
KAPPA = "kappa"
KAPPA_GRADES = "kappa_grades"
KAPPA_QUADRATIC = "kappa_quadratic"
ALPHA = "alpha"

MEASURES = (AGREEMENT, KAPPA, KAPPA_GRADES, KAPPA_QUADRATIC, ALPHA)
"""The first two are about relevance, the others about grades."""


class GradeAgreement(NamedTuple):
    """Agreement of a judge with the official one by one measure.

    Attributes
    ----------
    judge : str
        Name of the judge's folder.
    topic : str
        Id, or `POOLED`.
    measure : str
        One of `MEASURES`.
    pairs : int
        Number of documents that both have judged.
    value : float
        At most 1; NaN where undefined.
    """

    judge: str
    topic: str
    measure: str
    pairs: int
    value: float


@dataclass(frozen=True, eq=False)
class JudgedTwice:
    """Documents that two judges have graded.

    Attributes
    ----------
    grades : int64 array, shape (documents, 2)
        By the official and the other judge; negative ones count as they are.
    is_relevant : bool array, shape (documents, 2)
        Whether each grade reaches the campaign's relevance level.
    """

    grades: NDArray[np.int64]
    is_relevant: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.grades)


@dataclass(frozen=True, eq=False)
class GradeConfusion:
    """How often the judges gave each pair of grades.

    Attributes
    ----------
    grades : tuple of int
        Those that at least one of them gave, ascending.
    counts : int64 array, shape (grades, grades)
        Number of documents by the grade of the official (row) and of the other judge (column).
    """

    grades: tuple[int, ...]
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class GradeComparison:
    """The grades of a judge and of the official one.

    Attributes
    ----------
    judge : str
        Name of the folder.
    topics : mapping of str to JudgedTwice
        The topics of which both have graded the same document.
    """

    judge: str
    topics: Mapping[str, JudgedTwice]

    @cached_property
    def pooled(self) -> JudgedTwice:
        """The documents of all topics together."""
        return JudgedTwice(
            np.concatenate([np.zeros((0, 2), np.int64), *(one.grades for one in self.topics.values())]),
            np.concatenate([np.zeros((0, 2), np.bool_), *(one.is_relevant for one in self.topics.values())]),
        )

    @cached_property
    def confusion(self) -> GradeConfusion:
        """The grades of all topics together."""
        return confusion_of(self.pooled.grades)

    @cached_property
    def rows(self) -> tuple[GradeAgreement, ...]:
        """The agreement by each measure: of all topics together, then by topic; none without documents."""
        parts = {POOLED: self.pooled, **self.topics} if self.topics else {}
        return tuple(
            GradeAgreement(self.judge, topic, measure, len(judged), value)
            for topic, judged in parts.items()
            for measure, value in agreement_on_grades(judged).items()
        )


def compare_grades(official: Assessments, judge: Assessments) -> GradeComparison:
    """The documents that a judge and the official one have graded, by topic."""
    topics = {topic: judged_twice(first, second) for topic, first, second in judged_by_both(official, judge)}
    return GradeComparison(judge.judge, {topic: judged for topic, judged in topics.items() if len(judged)})


def judged_twice(first: TopicAssessment, second: TopicAssessment) -> JudgedTwice:
    """The documents of a topic with a grade by both, in the order of the first; none without grades."""
    if first.grades is None or second.grades is None:
        return JudgedTwice(np.zeros((0, 2), np.int64), np.zeros((0, 2), np.bool_))
    place = {document: row for row, document in enumerate(second.articles)}
    pairs = [(row, place[document]) for row, document in enumerate(first.articles) if document in place]
    one, other = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    return JudgedTwice(
        np.column_stack([first.grades[one], second.grades[other]]),
        np.column_stack([first.is_relevant[one], second.is_relevant[other]]),
    )


def confusion_of(grades: NDArray[np.int64]) -> GradeConfusion:
    """The confusion matrix of pairs of grades.

    Parameters
    ----------
    grades : int64 array, shape (documents, 2)

    Examples
    --------
    >>> found = confusion_of(np.array([[0, 0], [0, 2], [2, 2], [2, 2]]))
    >>> found.grades, found.counts.tolist()
    ((0, 2), [[1, 1], [0, 2]])
    """
    known, places = np.unique(grades, return_inverse=True)
    counts = np.zeros((len(known), len(known)), dtype=np.int64)
    np.add.at(counts, tuple(places.reshape(-1, 2).T), 1)
    return GradeConfusion(tuple(known.tolist()), counts)


def agreement_on_grades(judged: JudgedTwice) -> dict[str, float]:
    """The value of each of `MEASURES` for documents that two judges have graded."""
    relevance = confusion_of(judged.is_relevant.astype(np.int64)).counts
    found = confusion_of(judged.grades)
    return {
        AGREEMENT: observed_agreement(relevance),
        KAPPA: cohen_kappa(relevance),
        KAPPA_GRADES: cohen_kappa(found.counts),
        KAPPA_QUADRATIC: quadratic_kappa(found.counts, found.grades),
        ALPHA: ordinal_alpha(found.counts + found.counts.T),
    }
