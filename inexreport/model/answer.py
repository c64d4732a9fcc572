"""Generated answers, the nuggets that judges found in them, and how their citations support them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer, with the names of the documents that it cites."""

    text: str
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a run to a topic, by the name under which the assessments know the run."""

    run: str
    sentences: tuple[Sentence, ...]


class Support(StrEnum):
    """Whether an answer has a nugget, or a document supports the sentence that cites it."""

    FULL = "support"
    PARTIAL = "partial_support"
    NONE = "not_support"


@dataclass(frozen=True, slots=True)
class Nugget:
    """A fact that answers of a topic should have, with what a judge says of one answer.

    `sentences` are the places, from 0, of the sentences that have it; empty where the judge does not say.
    """

    text: str
    vital: bool
    assignment: Support
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedCitation:
    """Whether a document supports a sentence, which is given by its place in the answer, from 0."""

    sentence: int
    document: str
    support: Support


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """What a judge says of an answer; empty of nuggets or citations where only the others were judged."""

    nuggets: tuple[Nugget, ...] = ()
    citations: tuple[JudgedCitation, ...] = ()
