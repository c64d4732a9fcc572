"""Relevant articles that a run does not return though other runs do."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.outcome import RunOutcome
from inexreport.statistics.run_diagnoses import MissedOfTopic, TaskDiagnoses

TOPICS_SHOWN = 20
"""Those with most widely found articles; missed_articles.csv has all."""


@dataclass(frozen=True, slots=True)
class MissedArticles:
    """What a run missed in all, and the topics with the most widely found of it.

    Attributes
    ----------
    others : int
        Other runs of the task.
    relevant, missed, widely, nowhere : int
        Added up over topics; see `MissedOfTopic`.
    topics : int
        With an article that the run missed and another found.
    shown : tuple of MissedOfTopic
        The first of them.
    """

    others: int
    relevant: int
    missed: int
    widely: int
    nowhere: int
    topics: int
    shown: tuple[MissedOfTopic, ...]


def missed_articles(diagnoses: TaskDiagnoses, run: RunOutcome) -> MissedArticles | None:
    """Sum up what an evaluated run missed; None if it missed nothing or there is no other run."""
    others = len(diagnoses.runs) - 1
    missed = diagnoses.missed(run)
    if not others or not missed:
        return None
    found_elsewhere = sorted(
        (one for one in missed if one.articles),
        key=lambda one: (-one.widely, one.nowhere - one.missed, one.topic),
    )
    return MissedArticles(
        others=others,
        relevant=int(diagnoses.relevant.sum()),
        missed=sum(one.missed for one in missed),
        widely=sum(one.widely for one in missed),
        nowhere=sum(one.nowhere for one in missed),
        topics=len(found_elsewhere),
        shown=tuple(found_elsewhere[:TOPICS_SHOWN]),
    )
