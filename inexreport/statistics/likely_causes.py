"""Likely causes of low scores: how a run's results on a topic differ from the median of its task."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from inexreport.model.diagnosis import FIRST_RESULTS, Aspect, Reading
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.run_diagnoses import task_diagnoses
from inexreport.statistics.summary import Floats

MARKEDLY = 20.0
"""Minimal difference from the median, in percent of counts, or in percentage points of shares."""

MORE_UNJUDGED = 3
"""Minimal number of unjudged results above the median, among the first results."""

FEWER_AT_TOP = 2
"""Minimal number of relevant results below the median, among the first results."""

LOWER_GRADES = 2
"""Minimal difference of the sum of grades from the median; it is also at least `MARKEDLY`."""

LATER = 2
"""The first relevant result is late at this multiple of the median rank, and at least as many ranks below."""


class Cause(StrEnum):
    """A likely cause of a low score on a topic, in the order in which causes are reported."""

    NOT_ANSWERED = "not_answered"
    NOTHING_RELEVANT = "nothing_relevant"
    FEW_RESULTS = "few_results"
    ARTICLES_MISSED = "articles_missed"
    RANKED_LATE = "ranked_late"
    FEW_AT_TOP = "few_at_top"
    LOW_GRADES = "low_grades"
    MISFIT = "misfit"
    OVERLAP = "overlap"
    UNJUDGED = "unjudged"


_NEEDED = {
    Cause.NOTHING_RELEVANT: {Aspect.RELEVANCE},
    Cause.FEW_RESULTS: {Aspect.RELEVANCE, Aspect.LATER, Aspect.MISSED},
    Cause.ARTICLES_MISSED: {Aspect.RELEVANCE, Aspect.LATER, Aspect.MISSED},
    Cause.RANKED_LATE: {Aspect.RELEVANCE, Aspect.ORDER, Aspect.UNJUDGED},
    Cause.FEW_AT_TOP: {Aspect.RELEVANCE, Aspect.LATER, Aspect.UNJUDGED},
    Cause.LOW_GRADES: {Aspect.GRADES, Aspect.UNJUDGED},
    Cause.MISFIT: {Aspect.PLACES, Aspect.END},
    Cause.OVERLAP: {Aspect.OVERLAP, Aspect.END},
    Cause.UNJUDGED: {Aspect.UNJUDGED},
}
"""What the official metric reads if it can see a cause. Ranks and first results are counted with unjudged
ones, fit and overlap at all ranks."""


def visible(cause: Cause, reading: Reading) -> bool:
    """Whether a metric can see a cause: whether its value can depend on it."""
    needed = _NEEDED.get(cause, set())
    if cause in (Cause.FEW_RESULTS, Cause.ARTICLES_MISSED) and reading.depth is None:
        needed = needed | {Aspect.END}
    if cause in (Cause.FEW_AT_TOP, Cause.LOW_GRADES, Cause.UNJUDGED) and Aspect.END in reading.aspects:
        needed = needed | {Aspect.ORDER}  # without order, all results count as much as the first
    at_top = reading.depth is not None and reading.depth <= FIRST_RESULTS
    # What is missing among so few results is few at the top.
    return needed <= reading.aspects and not (cause is Cause.ARTICLES_MISSED and at_top)


class LikelyCauses:
    """Likely causes for each run and topic that the official metric can see, whatever the score is.

    Rows and columns are those of `TaskDiagnoses`.
    """

    def __init__(self, outcome: TaskOutcome) -> None:
        diagnoses = task_diagnoses(outcome)
        reading = diagnoses.reading
        held = _holds(diagnoses.quantities, diagnoses.medians, reading.depth or sys.maxsize)
        self._holds = {cause: holds for cause, holds in held.items() if visible(cause, reading)}
        if outcome.relevant_articles.only_relevant:  # unlisted results may have been judged
            self._holds.pop(Cause.UNJUDGED, None)

    def of_run(self, row: int) -> tuple[tuple[Cause, ...], ...]:
        """Causes that hold for the run in a row on each topic."""
        by_topic = zip(*(held[row].tolist() for held in self._holds.values()), strict=True)
        return tuple(
            tuple(cause for cause, holds in zip(self._holds, topic, strict=True) if holds)
            for topic in by_topic
        )


def _holds(
    own: Mapping[str, Floats], median: Mapping[str, Floats], depth: int
) -> dict[Cause, NDArray[np.bool_]]:
    """Where each cause holds down to a depth, shape (runs, topics); others as `TaskDiagnoses.quantities`."""
    answered = own["results"] > 0
    enough = (1 - MARKEDLY / 100) * median["articles_read"]
    missed = answered & (own["articles_read"] <= enough) & (enough > 0)
    nothing = own["first_relevant"] > depth
    lower = np.maximum(LOWER_GRADES, MARKEDLY / 100 * median["grades_first"])
    late = own["first_relevant"] >= np.maximum(
        LATER * median["first_relevant"], median["first_relevant"] + LATER
    )
    # Comparisons with NaN are false.
    return {
        Cause.NOT_ANSWERED: ~answered,
        Cause.NOTHING_RELEVANT: answered & nothing & (median["first_relevant"] <= depth),
        Cause.FEW_RESULTS: missed & (own["results_read"] < median["results_read"] / 2),
        Cause.ARTICLES_MISSED: missed,
        Cause.RANKED_LATE: answered & late & ~nothing,
        Cause.FEW_AT_TOP: answered & (own["relevant_first"] <= median["relevant_first"] - FEWER_AT_TOP),
        Cause.LOW_GRADES: answered & (own["grades_first"] <= median["grades_first"] - lower),
        Cause.MISFIT: answered & (own["fitting"] <= median["fitting"] - MARKEDLY),
        Cause.OVERLAP: answered & (own["overlapping"] >= median["overlapping"] + MARKEDLY),
        Cause.UNJUDGED: answered & (own["unjudged_first"] >= median["unjudged_first"] + MORE_UNJUDGED),
    }


@once_per_outcome
def likely_causes(outcome: TaskOutcome) -> LikelyCauses:
    """The likely causes of low scores in a task."""
    return LikelyCauses(outcome)
