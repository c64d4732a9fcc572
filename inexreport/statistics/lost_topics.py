"""Why a run falls behind the median of its task on a topic, as far as its results tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.statistics.run_diagnoses import task_diagnoses

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


@dataclass(frozen=True, eq=False)
class TopicCauses:
    """Causes that hold for a run on a topic, with the quantities by which they were told.

    Attributes
    ----------
    topic : str
    causes : tuple of Cause
        Empty where nothing stands out.
    own, median : mapping of str to float
        See `TaskDiagnoses.quantities`.
    relevant : int
        Relevant articles of the topic.
    """

    topic: str
    causes: tuple[Cause, ...]
    own: Mapping[str, float]
    median: Mapping[str, float]
    relevant: int


def topic_causes(outcome: TaskOutcome, run: RunOutcome) -> Mapping[str, TopicCauses]:
    """What would explain a low score, for every assessed topic of the task.

    Parameters
    ----------
    outcome : TaskOutcome
    run : RunOutcome
        One of its evaluated runs.

    Returns
    -------
    mapping of str to TopicCauses
        By topic, whether the run is good or bad on it.
    """
    diagnoses = task_diagnoses(outcome)
    row = diagnoses.row(run)
    result = {}
    for place, topic in enumerate(diagnoses.topics):
        own = {name: float(values[row, place]) for name, values in diagnoses.quantities.items()}
        median = {name: float(values[place]) for name, values in diagnoses.medians.items()}
        result[topic] = TopicCauses(topic, _causes(own, median), own, median, int(diagnoses.relevant[place]))
    return result


def _causes(own: Mapping[str, float], median: Mapping[str, float]) -> tuple[Cause, ...]:
    if not own["results"]:
        return (Cause.NOT_ANSWERED,)
    missed = own["articles_found"] <= (1 - MARKEDLY / 100) * median["articles_found"] > 0
    nothing = np.isinf(own["first_relevant"]) and not np.isinf(median["first_relevant"])
    late = (
        own["first_relevant"] >= LATER * median["first_relevant"]
        and own["first_relevant"] - median["first_relevant"] >= LATER
    )
    holds = {
        Cause.NOTHING_RELEVANT: nothing,
        Cause.FEW_RESULTS: missed and own["results"] < median["results"] / 2,
        Cause.ARTICLES_MISSED: missed,
        Cause.RANKED_LATE: late and not np.isinf(own["first_relevant"]),
        Cause.FEW_AT_TOP: own["relevant_first"] <= median["relevant_first"] - FEWER_AT_TOP,
        # NaN, where nothing is comparable, is no cause.
        Cause.MISFIT: own["fitting"] <= median["fitting"] - MARKEDLY,
        Cause.OVERLAP: own["overlapping"] >= median["overlapping"] + MARKEDLY,
        Cause.UNJUDGED: own["unjudged_first"] >= median["unjudged_first"] + MORE_UNJUDGED,
    }
    return tuple(cause for cause in Cause if holds.get(cause))
