"""Agreement of further judges with the official one on the grades of documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inexreport.model.assessment import Assessments, TopicAssessment
from inexreport.statistics.agreement import judged_by_both
from inexreport.statistics.agreement_beyond_chance import cohen_kappa, observed_agreement

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


def quadratic_kappa(table: ArrayLike, grades: Sequence[int]) -> float:
    """Cohen's weighted kappa of two judges, from -1 to 1; 0 is chance agreement.

    A disagreement weighs as much as the square of the difference of the grades. Chance agreement is that of
    judges who give grades with their own frequencies, independently.

    Parameters
    ----------
    table : array, shape (grades, grades)
        Number of items by grade of the first (row) and the second judge (column).
    grades : sequence of int
        The grades themselves: 0 and 2 are twice as far apart as 0 and 1, whether somebody gave a 1 or not.

    Returns
    -------
    float
        NaN without items, or if both judges gave all items the same grade.

    References
    ----------
    Cohen, Weighted kappa: nominal scale agreement with provision for scaled disagreement (1968).

    Examples
    --------
    Of four items one differs by 2 and one by 1: observed 4 + 1 = 5. The first judge gave 1, 1 and 2 times
    the grades 0, 1 and 2, the second 1, 0 and 3 times: expected (1·3·4 + 1·1·1 + 1·3·1 + 2·1·4) / 4 = 6.

    >>> round(quadratic_kappa([[0, 0, 1], [1, 0, 0], [0, 0, 2]], [0, 1, 2]), 10)
    0.1666666667
    """
    counts = _exact(table)
    distances = np.subtract.outer(_exact(grades), _exact(grades)) ** 2
    by_chance = (np.outer(counts.sum(axis=1), counts.sum(axis=0)) * distances).sum()
    if not by_chance:
        return float("nan")
    return float(1 - counts.sum() * (counts * distances).sum() / by_chance)


def ordinal_alpha(coincidences: ArrayLike) -> float:
    """Krippendorff's alpha for ordinal data, at most 1; 0 is chance agreement.

    A disagreement weighs as much as the square of the difference of both grades' mean ranks among all that
    were given. Chance agreement is that of grades drawn without replacement from those of all judges
    together.

    Parameters
    ----------
    coincidences : array, shape (grades, grades)
        Pairs of grades of the same item by different judges, in ascending order of grades: of two judges the
        table of their grades plus its transpose.

    Returns
    -------
    float
        NaN without items, or if all items have the same grade by both.

    References
    ----------
    Krippendorff, Computing Krippendorff's alpha-reliability (2011).

    Examples
    --------
    Two judges gave three items 1 and 1, 1 and 2, 3 and 3. Of six grades 1, 2 and 3 have the mean ranks 2, 4
    and 5.5, so that 1 and 2 are 4 apart, squared, 1 and 3 12.25, and 2 and 3 2.25. Observed 2 · 4, expected
    2 · (3·1·4 + 3·2·12.25 + 1·2·2.25) / 5 = 36.

    >>> round(ordinal_alpha([[2, 1, 0], [1, 0, 0], [0, 0, 2]]), 10)
    0.7777777778
    """
    pairs = _exact(coincidences)
    values = pairs.sum(axis=0)
    total = values.sum()
    ranks = 2 * values.cumsum() - values  # twice the mean rank, in whole numbers
    distances = np.subtract.outer(ranks, ranks) ** 2
    expected = (np.outer(values, values) * distances).sum()
    if not expected:
        return float("nan")
    return float(1 - (total - 1) * (pairs * distances).sum() / expected)


def _exact(numbers: ArrayLike | Sequence[Any]) -> NDArray[np.object_]:
    """The numbers as Python's, whose squares do not overflow and are the same everywhere."""
    return np.array(np.asarray(numbers).tolist(), dtype=object)
