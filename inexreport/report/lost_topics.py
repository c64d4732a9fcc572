"""The topics on which a run falls behind the median, and why, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inexreport.model.diagnosis import FIRST_RESULTS
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.report.run_topics import TopicRow
from inexreport.statistics.lost_topics import Cause, likely_causes
from inexreport.statistics.run_diagnoses import TaskDiagnoses, task_diagnoses

TOPICS_SHOWN = 20
"""The worst; all are in topic_diagnosis.csv."""

NOTHING_STANDS_OUT = "Nothing stands out: it found about as much, as early, as the median run."

CAUSE_NAMES = {
    Cause.NOT_ANSWERED: "not answered",
    Cause.NOTHING_RELEVANT: "nothing relevant returned",
    Cause.FEW_RESULTS: "few results",
    Cause.ARTICLES_MISSED: "relevant articles missed",
    Cause.RANKED_LATE: "ranked late",
    Cause.FEW_AT_TOP: "few relevant at the top",
    Cause.MISFIT: "results that do not fit",
    Cause.OVERLAP: "overlap",
    Cause.UNJUDGED: "unjudged",
}


@dataclass(frozen=True, slots=True)
class _OnTopic:
    """A run on a topic beside the median of its task, as sentences tell of it."""

    diagnoses: TaskDiagnoses
    row: int
    place: int

    def own(self, quantity: str) -> float:
        return float(self.diagnoses.quantities[quantity][self.row, self.place])

    def median(self, quantity: str) -> float:
        return float(self.diagnoses.medians[quantity][self.place])

    def against(self, quantity: str) -> str:
        return f"{self.own(quantity):,.0f}, median {self.median(quantity):,.10g}"

    def percents(self, quantity: str) -> str:
        # No line breaks before a percent sign.
        return f"{self.own(quantity):.0f}\u00a0% (median {self.median(quantity):.0f}\u00a0%)"


_SENTENCES: dict[Cause, Callable[[_OnTopic], str]] = {
    Cause.NOT_ANSWERED: lambda _: "Not answered.",
    Cause.NOTHING_RELEVANT: lambda it: f"Nothing relevant among its {it.own('results'):,.0f} results.",
    Cause.FEW_RESULTS: lambda it: f"Few results: {it.against('results')}.",
    Cause.ARTICLES_MISSED: lambda it: (
        f"Relevant articles missed: {it.own('articles_found'):.0f} of {it.diagnoses.relevant[it.place]} "
        f"found, median {it.median('articles_found'):g}."
    ),
    Cause.RANKED_LATE: lambda it: (
        f"Ranked late: first relevant result at rank {it.against('first_relevant')}."
    ),
    Cause.FEW_AT_TOP: lambda it: (
        f"Few relevant among the first {FIRST_RESULTS}: {it.against('relevant_first')}."
    ),
    Cause.MISFIT: lambda it: (
        f"Results that do not fit: of those in relevant articles {it.percents('fitting')} fit."
    ),
    Cause.OVERLAP: lambda it: f"Overlap: of its results {it.percents('overlapping')} overlap earlier ones.",
    Cause.UNJUDGED: lambda it: (
        f"Unjudged: {it.own('unjudged_first'):.0f} of the first {FIRST_RESULTS} results, median "
        f"{it.median('unjudged_first'):g}."
    ),
}


@dataclass(frozen=True, slots=True)
class LostTopic:
    """A topic on which the run is below the median."""

    row: TopicRow
    causes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LostTopics:
    """All topics on which a run is below the median.

    Attributes
    ----------
    lost, compared : int
        Of how many topics.
    shown : tuple of LostTopic
        The worst first.
    causes : tuple of (str, int)
        On how many topics each cause holds, the most frequent first.
    """

    lost: int
    compared: int
    shown: tuple[LostTopic, ...]
    causes: tuple[tuple[str, int], ...]


def lost_topics(outcome: TaskOutcome, run: RunOutcome, rows: Sequence[TopicRow]) -> LostTopics:
    """Sort out the topics that an evaluated run loses."""
    diagnoses = task_diagnoses(outcome)
    row = diagnoses.row(run)
    causes = likely_causes(outcome).of_run(row)
    places = {topic: place for place, topic in enumerate(diagnoses.topics)}
    compared = [one for one in rows if one.difference is not None and one.topic in places]
    lost = sorted((one for one in compared if (one.difference or 0) < 0), key=_loss)
    counts = Counter(cause for one in lost for cause in causes[places[one.topic]])
    return LostTopics(
        lost=len(lost),
        compared=len(compared),
        shown=tuple(
            LostTopic(one, _sentences(causes[place], _OnTopic(diagnoses, row, place)))
            for one in lost[:TOPICS_SHOWN]
            for place in (places[one.topic],)
        ),
        causes=tuple(
            (CAUSE_NAMES[cause], counts[cause])
            for cause in sorted(counts, key=lambda cause: (-counts[cause], list(Cause).index(cause)))
        ),
    )


def _loss(row: TopicRow) -> tuple[float, str]:
    return row.difference or 0.0, row.topic


def _sentences(causes: tuple[Cause, ...], found: _OnTopic) -> tuple[str, ...]:
    return tuple(_SENTENCES[cause](found) for cause in causes) or (NOTHING_STANDS_OUT,)
