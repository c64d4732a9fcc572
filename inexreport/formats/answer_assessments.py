"""What judges say of answers: JSON with an object for each answer, as AutoNuggetizer writes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field, NonNegativeInt, model_validator

from inexreport.formats.file_content import FileContent
from inexreport.formats.run_answers import RUN, TOPIC, Name, objects
from inexreport.formats.shown_text import ShownTexts, examples, quoted
from inexreport.formats.topic_fields import plain_name
from inexreport.model.answer import JudgedAnswer, JudgedCitation, Nugget, Support
from inexreport.model.assessment import Assessments, judged_answers
from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import LONGEST_TEXT

EXPECTED = (
    '{"qid": "1", "run_id": "a", "nuggets": [{"text": "...", "importance": "vital" or "okay", "assignment": '
    '"support", "partial_support" or "not_support"}], "citations": [{"sentence": 0, "document": "d7", '
    '"support": "support"}]}, or either of both lists'
)

FAILED = "failed"
"""What AutoNuggetizer writes where the answer of a language model could not be read."""

_SUPPORT = {
    "support": Support.FULL,
    "fullsupport": Support.FULL,
    "fs": Support.FULL,
    "2": Support.FULL,
    "partialsupport": Support.PARTIAL,
    "ps": Support.PARTIAL,
    "1": Support.PARTIAL,
    "notsupport": Support.NONE,
    "nosupport": Support.NONE,
    "ns": Support.NONE,
    "0": Support.NONE,
}
"""By what judges write, as `plain_name` returns it."""


def _support(value: Any) -> Any:
    return _SUPPORT.get(plain_name(str(value)), value)


Supported = Annotated[Support, BeforeValidator(_support)]


class _Nugget(BaseModel):
    text: str
    importance: Literal["vital", "okay", "failed"]
    assignment: Supported | Literal["failed"]
    sentences: tuple[NonNegativeInt, ...] = ()

    @property
    def failed(self) -> bool:
        return FAILED in (self.importance, self.assignment)


class _Citation(BaseModel):
    sentence: NonNegativeInt
    document: str = Field(validation_alias=AliasChoices("document", "docid", "docno", "citation"))
    support: Supported


class _Judged(BaseModel):
    topic: Name = TOPIC
    run: Name = RUN
    nuggets: list[_Nugget] = []
    citations: list[_Citation] = []

    @model_validator(mode="before")
    @classmethod
    def _one_citation(cls, value: Any) -> Any:
        """An object may be that of a single citation; one without any judgement is none."""
        if isinstance(value, dict) and "sentence" in value:
            return {**value, "citations": [value]}
        if isinstance(value, dict) and not (value.get("nuggets") or value.get("citations")):
            raise ValueError("neither nuggets nor citations")
        return value


def read_answer_assessments(judge: str, files: Iterable[tuple[FileContent, ProblemLog]]) -> Assessments:
    """Return what a judge says of answers, by topic and run; what cannot be used is in the files' logs."""
    found: dict[str, dict[str, JudgedAnswer]] = {}
    for content, log in files:
        texts = ShownTexts()
        failed = []
        for line, given in objects(content.data, _Judged, log, "assessments-answer", EXPECTED):
            topic, run = (
                texts.shown("topic", str(given.topic), line),
                texts.shown("run", str(given.run), line),
            )
            nuggets = tuple(
                Nugget(
                    texts.shown("nugget", " ".join(one.text.split()), line, LONGEST_TEXT),
                    one.importance == "vital",
                    one.assignment if isinstance(one.assignment, Support) else Support.NONE,
                    one.sentences,
                )
                for one in given.nuggets
            )
            citations = tuple(
                JudgedCitation(one.sentence, texts.shown("document", one.document, line), one.support)
                for one in given.citations
            )
            failed += [line] * any(one.failed for one in given.nuggets)
            before = found.setdefault(topic, {}).setdefault(run, JudgedAnswer())
            places = [(one.sentence, one.document) for one in (*before.citations, *citations)]
            if (nuggets and before.nuggets) or len(set(places)) < len(places):
                what = f"run {quoted(run)}, topic {quoted(topic)}"
                expected = "nuggets of an answer in one object, and each citation once"
                log.add("assessments-answer-twice", found=what, expected=expected, lines=[line])
                continue
            found[topic][run] = replace(
                before, nuggets=nuggets or before.nuggets, citations=(*before.citations, *citations)
            )
        texts.report(log)
        if failed:
            expected = "vital or okay; support, partial_support or not_support"
            log.add("assessments-answer-failed", found=examples([FAILED]), expected=expected, lines=failed)
    return Assessments(judge, {topic: judged_answers(topic, of_runs) for topic, of_runs in found.items()})
