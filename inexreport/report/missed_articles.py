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
    others, row = len(diagnoses.runs) - 1, diagnoses.row(run)
    missed = diagnoses.relevant - diagnoses.articles_found[row]
    if not others or not missed.any():
        return None
    widely = diagnoses.widely_missed[row].tolist()
    elsewhere = (missed - diagnoses.missed_by_all).tolist()
    topics = [place for place, articles in enumerate(elsewhere) if articles]
    first = sorted(topics, key=lambda place: (-widely[place], -elsewhere[place], diagnoses.topics[place]))
    return MissedArticles(
        others=others,
        relevant=int(diagnoses.relevant.sum()),
        missed=int(missed.sum()),
        widely=sum(widely),
        nowhere=int(diagnoses.missed_by_all.sum()),
        topics=len(topics),
        shown=diagnoses.missed(row, first[:TOPICS_SHOWN]),
    )
