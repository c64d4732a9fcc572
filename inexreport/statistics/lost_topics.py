"""Why a run falls behind the median of its task on a topic, as far as its results tell."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.run_diagnoses import task_diagnoses
from inexreport.statistics.summary import Floats

MARKEDLY = 20.0
"""Percent, or percentage points of a share, by which a quantity must differ from the median to be a cause."""

MORE_UNJUDGED = 3
"""So many more of the first results than usual must be unjudged to be a cause."""

FEWER_AT_TOP = 2
"""So many fewer of the first results than usual must be relevant to be a cause."""

LATER = 2
"""A first relevant result is late at so many times the usual rank, and so many ranks below it."""


class Cause(StrEnum):
    """What may have cost a run its score on a topic, in the order in which causes are told."""

    NOT_ANSWERED = "not_answered"
    NOTHING_RELEVANT = "nothing_relevant"
    FEW_RESULTS = "few_results"
    ARTICLES_MISSED = "articles_missed"
    RANKED_LATE = "ranked_late"
    FEW_AT_TOP = "few_at_top"
    MISFIT = "misfit"
    OVERLAP = "overlap"
    UNJUDGED = "unjudged"


class LikelyCauses:
    """What would explain a low score of each run on each topic, whether the run is good or bad on it.

    Rows and columns are those of `TaskDiagnoses`.
    """

    def __init__(self, outcome: TaskOutcome) -> None:
        self._diagnoses = task_diagnoses(outcome)
        # Nothing is known of results that such assessments do not list.
        self._unknown = {Cause.UNJUDGED} if outcome.relevant_articles.only_relevant else set()

    def of_run(self, row: int) -> tuple[tuple[Cause, ...], ...]:
        """The causes that hold for a run on each topic; none where nothing stands out."""
        sets, numbers = self._sets
        return tuple(sets[number] for number in numbers[row].tolist())

    @cached_property
    def _sets(self) -> tuple[tuple[tuple[Cause, ...], ...], NDArray[np.intp]]:
        """The sets of causes that occur, and which of them each run has on each topic."""
        diagnoses = self._diagnoses
        shape = (len(diagnoses.runs), len(diagnoses.topics))
        holds = _holds(diagnoses.quantities, diagnoses.medians) if diagnoses.runs else {}
        bits = np.zeros(shape, dtype=np.int64)
        for place, cause in enumerate(Cause):
            if cause in self._unknown:
                continue
            bits |= np.left_shift(holds.get(cause, np.False_), place, dtype=np.int64)
        distinct, numbers = np.unique(bits, return_inverse=True)
        sets = [
            tuple(one for place, one in enumerate(Cause) if bit >> place & 1) for bit in distinct.tolist()
        ]
        return tuple(sets), numbers.reshape(shape)


def _holds(own: Mapping[str, Floats], median: Mapping[str, Floats]) -> dict[Cause, NDArray[np.bool_]]:
    """Of each cause, for which run and topic it holds; see `TaskDiagnoses.quantities`."""
    enough = (1 - MARKEDLY / 100) * median["articles_found"]
    missed = (own["articles_found"] <= enough) & (enough > 0)
    nothing = np.isinf(own["first_relevant"])
    late = own["first_relevant"] >= np.maximum(
        LATER * median["first_relevant"], median["first_relevant"] + LATER
    )
    # NaN, where nothing is comparable, is no cause.
    holds = {
        Cause.NOTHING_RELEVANT: nothing & ~np.isinf(median["first_relevant"]),
        Cause.FEW_RESULTS: missed & (own["results"] < median["results"] / 2),
        Cause.ARTICLES_MISSED: missed,
        Cause.RANKED_LATE: late & ~nothing,
        Cause.FEW_AT_TOP: own["relevant_first"] <= median["relevant_first"] - FEWER_AT_TOP,
        Cause.MISFIT: own["fitting"] <= median["fitting"] - MARKEDLY,
        Cause.OVERLAP: own["overlapping"] >= median["overlapping"] + MARKEDLY,
        Cause.UNJUDGED: own["unjudged_first"] >= median["unjudged_first"] + MORE_UNJUDGED,
    }
    answered = own["results"] > 0
    return {cause: answered & held for cause, held in holds.items()} | {Cause.NOT_ANSWERED: ~answered}


@once_per_outcome
def likely_causes(outcome: TaskOutcome) -> LikelyCauses:
    """The likely causes of low scores in a task."""
    return LikelyCauses(outcome)
