"""Likely causes of low scores: how a run's results on a topic differ from the median of its task."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

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
    MISFIT = "misfit"
    OVERLAP = "overlap"
    UNJUDGED = "unjudged"


class LikelyCauses:
    """Likely causes for each run and topic, whatever the score is.

    Rows and columns are those of `TaskDiagnoses`.
    """

    def __init__(self, outcome: TaskOutcome) -> None:
        diagnoses = task_diagnoses(outcome)
        self._holds = _holds(diagnoses.quantities, diagnoses.medians)
        if outcome.relevant_articles.only_relevant:  # unlisted results may have been judged
            del self._holds[Cause.UNJUDGED]

    def of_run(self, row: int) -> tuple[tuple[Cause, ...], ...]:
        """Causes that hold for the run in a row on each topic."""
        by_topic = zip(*(held[row].tolist() for held in self._holds.values()), strict=True)
        return tuple(
            tuple(cause for cause, holds in zip(self._holds, topic, strict=True) if holds)
            for topic in by_topic
        )


def _holds(own: Mapping[str, Floats], median: Mapping[str, Floats]) -> dict[Cause, NDArray[np.bool_]]:
    """Where each cause holds, shape (runs, topics); parameters as `TaskDiagnoses.quantities`."""
    answered = own["results"] > 0
    enough = (1 - MARKEDLY / 100) * median["articles_found"]
    missed = answered & (own["articles_found"] <= enough) & (enough > 0)
    nothing = np.isinf(own["first_relevant"])
    late = own["first_relevant"] >= np.maximum(
        LATER * median["first_relevant"], median["first_relevant"] + LATER
    )
    # Comparisons with NaN are false.
    return {
        Cause.NOT_ANSWERED: ~answered,
        Cause.NOTHING_RELEVANT: answered & nothing & ~np.isinf(median["first_relevant"]),
        Cause.FEW_RESULTS: missed & (own["results"] < median["results"] / 2),
        Cause.ARTICLES_MISSED: missed,
        Cause.RANKED_LATE: answered & late & ~nothing,
        Cause.FEW_AT_TOP: answered & (own["relevant_first"] <= median["relevant_first"] - FEWER_AT_TOP),
        Cause.MISFIT: answered & (own["fitting"] <= median["fitting"] - MARKEDLY),
        Cause.OVERLAP: answered & (own["overlapping"] >= median["overlapping"] + MARKEDLY),
        Cause.UNJUDGED: answered & (own["unjudged_first"] >= median["unjudged_first"] + MORE_UNJUDGED),
    }


@once_per_outcome
def likely_causes(outcome: TaskOutcome) -> LikelyCauses:
    """The likely causes of low scores in a task."""
    return LikelyCauses(outcome)
