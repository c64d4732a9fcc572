"""Rankings of documents by their grades, and the measures of them that are computed here: RBP and ERR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.model.assessment import TopicAssessment


@dataclass(frozen=True, eq=False)
class GradedRanking:
    """The grades of a ranking of documents.

    Attributes
    ----------
    grades : int64 array, shape (results,)
    is_judged : bool array, shape (results,)
        A result that is not judged has the grade 0.
    largest : int
        The largest grade of the official assessments, at least 1; another judge may give larger ones, which
        count as this one.
    assessed : int64 array, shape (judged documents,)
        The grades of the assessment.
    """

    grades: NDArray[np.int64]
    is_judged: NDArray[np.bool_]
    largest: int
    assessed: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


def graded_ranking(judged: JudgedRanking, largest_grade: int = 1) -> GradedRanking:
    """The grades of a ranking; `largest_grade` is that of all topics."""
    assessed = grades_of(judged.assessment)
    grades = np.append(assessed, 0)[judged.article]
    return GradedRanking(grades, judged.article != UNJUDGED, max(1, int(largest_grade)), assessed)


def grades_of(assessment: TopicAssessment) -> NDArray[np.int64]:
    """The grade of each judged document; none where documents were not graded."""
    nothing = np.zeros(0, dtype=np.int64)
    return nothing if assessment.grades is None else assessment.grades


@dataclass(frozen=True)
class RankBiasedPrecision:
    """Rank-biased precision: the expected gain of a reader who goes on to the next result with probability p.

    Attributes
    ----------
    persistence : float
        In (0, 1).
    relevance_level : int or None
        The lowest grade with a gain of 1; None for gains of grade / largest grade.
    depth : int or None
        Number of results read at most; None for all.

    References
    ----------
    Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness (2008).
    """

    persistence: float
    relevance_level: int | None = None
    depth: int | None = None

    def __call__(self, ranking: GradedRanking, cutoff: None = None) -> float:
        """The value of a ranking, in [0, 1].

        Examples
        --------
        Of grades 2, 0, 1, the largest being 2, with p = 0.5: 0.5 x (1 + 0 + 0.5 x 0.25).

        >>> grades = np.array([2, 0, 1])
        >>> RankBiasedPrecision(0.5)(GradedRanking(grades, np.ones(3, dtype=np.bool_), 2))
        0.5625
        """
        grades = ranking.grades[: self.depth]
        if self.relevance_level is None:
            gains = np.clip(grades, 0, ranking.largest) / ranking.largest
        else:
            gains = (grades >= self.relevance_level).astype(np.float64)
        return float(np.sum(gains * self._weights(len(gains))))

    def residual(self, ranking: GradedRanking, cutoff: None = None) -> float:
        """By how much the value could rise: the weight of unjudged results and of all after the last one.

        Returns
        -------
        float
            In [0, 1]; 1 without results.

        References
        ----------
        Moffat and Zobel (2008): the residual.

        Examples
        --------
        The second of three results is not judged; p = 0.5: 0.25, and 0.125 for what follows the third.

        >>> is_judged = np.array([True, False, True])
        >>> RankBiasedPrecision(0.5).residual(GradedRanking(np.array([2, 0, 1]), is_judged, 2))
        0.375
        """
        is_judged = ranking.is_judged[: self.depth]
        weights = self._weights(len(is_judged))
        return float(np.sum(weights[~is_judged]) + self.persistence ** len(is_judged))

    def _weights(self, results: int) -> NDArray[np.float64]:
        return (1 - self.persistence) * np.power(self.persistence, np.arange(results), dtype=np.float64)


@dataclass(frozen=True)
class ExpectedReciprocalRank:
    """The expected reciprocal of the rank at which a reader who goes down the list is satisfied.

    Attributes
    ----------
    depth : int or None
        Number of results read at most; None for all.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan, Expected reciprocal rank for graded relevance (2009).
    """

    depth: int | None = None

    def __call__(self, ranking: GradedRanking, cutoff: None = None) -> float:
        """The value of a ranking, in [0, 1].

        Examples
        --------
        Grades 1 and 2, the largest being 2, satisfy with probability 1/4 and 3/4: 1/4 + 3/4 x 3/4 / 2.

        >>> grades = np.array([1, 2])
        >>> ExpectedReciprocalRank()(GradedRanking(grades, np.ones(2, dtype=np.bool_), 2))
        0.53125
        """
        grades = np.clip(ranking.grades[: self.depth], 0, ranking.largest)
        satisfied = (np.exp2(grades) - 1) / np.exp2(ranking.largest)
        reached = np.cumprod(np.append(1.0, 1 - satisfied[:-1]))
        return float(np.sum(reached * satisfied / np.arange(1, len(grades) + 1))) if len(grades) else 0.0


def largest_grade(assessments: Sequence[TopicAssessment]) -> int:
    """The largest grade of all topics, at least 1."""
    grades = [one.grades for one in assessments if one.grades is not None]
    return max((int(of_topic.max(initial=1)) for of_topic in grades), default=1)
