"""The topics on which a run falls behind the median, and why, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inexreport.model.diagnosis import FIRST_RESULTS
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.report.run_topics import TopicRow
from inexreport.statistics.lost_topics import Cause, TopicCauses, topic_causes

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

_SENTENCES: dict[Cause, Callable[[TopicCauses], str]] = {
    Cause.NOT_ANSWERED: lambda _: "Not answered.",
    Cause.NOTHING_RELEVANT: lambda it: f"Nothing relevant among its {it.own['results']:,.0f} results.",
    Cause.FEW_RESULTS: lambda it: f"Few results: {_against(it, 'results')}.",
    Cause.ARTICLES_MISSED: lambda it: (
        f"Relevant articles missed: {it.own['articles_found']:.0f} of {it.relevant} found, median "
        f"{it.median['articles_found']:g}."
    ),
    Cause.RANKED_LATE: lambda it: (
        f"Ranked late: first relevant result at rank {_against(it, 'first_relevant')}."
    ),
    Cause.FEW_AT_TOP: lambda it: (
        f"Few relevant among the first {FIRST_RESULTS}: {_against(it, 'relevant_first')}."
    ),
    Cause.MISFIT: lambda it: (
        f"Results that do not fit: of those in relevant articles {_percents(it, 'fitting')} fit."
    ),
    Cause.OVERLAP: lambda it: f"Overlap: of its results {_percents(it, 'overlapping')} overlap earlier ones.",
    Cause.UNJUDGED: lambda it: (
        f"Unjudged: {it.own['unjudged_first']:.0f} of the first {FIRST_RESULTS} results, median "
        f"{it.median['unjudged_first']:g}."
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
    causes = topic_causes(outcome, run)
    compared = [row for row in rows if row.difference is not None and row.topic in causes]
    lost = sorted((row for row in compared if (row.difference or 0) < 0), key=_loss)
    found = [causes[row.topic] for row in lost]
    counts = Counter(cause for one in found for cause in one.causes)
    return LostTopics(
        lost=len(lost),
        compared=len(compared),
        shown=tuple(
            LostTopic(row, _sentences(one)) for row, one in zip(lost[:TOPICS_SHOWN], found, strict=False)
        ),
        causes=tuple(
            (CAUSE_NAMES[cause], counts[cause])
            for cause in sorted(counts, key=lambda cause: (-counts[cause], list(Cause).index(cause)))
        ),
    )


def _loss(row: TopicRow) -> tuple[float, str]:
    return row.difference or 0.0, row.topic


def _sentences(found: TopicCauses) -> tuple[str, ...]:
    return tuple(_SENTENCES[cause](found) for cause in found.causes) or (NOTHING_STANDS_OUT,)


def _against(found: TopicCauses, quantity: str) -> str:
    return f"{found.own[quantity]:,.0f}, median {found.median[quantity]:,.10g}"


def _percents(found: TopicCauses, quantity: str) -> str:
    # No line breaks before a percent sign.
    return f"{found.own[quantity]:.0f}\u00a0% (median {found.median[quantity]:.0f}\u00a0%)"
