"""Runs of answers in JSON, an object for each topic, as in TREC RAG of 2024 and 2025, and RAGTIME."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from pydantic import (
    AliasChoices,
    AliasPath,
    BaseModel,
    Field,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
)

from inexreport.formats.file_content import utf8_text
from inexreport.formats.json_rows import is_json, json_values
from inexreport.formats.run_content import RunContent, stated_submission
from inexreport.formats.shown_text import ShownTexts, examples, quoted
from inexreport.model.answer import Answer, Sentence
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ABSENT, ResultForm, Results
from inexreport.model.shown_text import LONGEST_TEXT

ANSWER_MEGABYTES = 10
"""What a run of answers may have at most, unpacked."""

EXPECTED = (
    '{"run_id": "a", "topic_id": "1", "references": ["d7"], "answer": [{"text": "...", "citations": [0]}]}'
)
_SENTENCES = ("answer", "responses")
_IS_ANSWERS = re.compile(rb'"(?:answer|responses)"\s*:\s*\[')

Model = TypeVar("Model", bound=BaseModel)


def named(*names: str) -> Any:
    """Return a field by any of these names, in an object or in its ``metadata``."""
    return Field(validation_alias=AliasChoices(*names, *(AliasPath("metadata", name) for name in names)))


Name = StrictStr | StrictInt
TOPIC = named("topic_id", "narrative_id", "request_id", "qid", "query_id")
RUN = named("run_id", "run")


class _Sentence(BaseModel):
    text: str
    citations: list[Name] | dict[str, StrictInt | StrictFloat] | None = None
    """Places in the references from 0, names of documents, or these with the confidence in each."""


class _Answer(BaseModel):
    topic: Name = TOPIC
    run: Name = RUN
    references: list[Name] = []
    answer: list[_Sentence] = Field(validation_alias=AliasChoices(*_SENTENCES))


def is_answers(data: bytes) -> bool:
    """Whether a file holds generated answers, by its beginning."""
    return is_json(data) and _IS_ANSWERS.search(data[:100_000]) is not None


def objects(
    data: bytes, model: type[Model], log: ProblemLog, code: str, expected: str
) -> Iterator[tuple[int, Model]]:
    """Yield the objects of a file in JSON, an array or one on each line, with their lines.

    Those that the model does not accept are in the log as a problem of this code.
    """
    text = utf8_text(data, log)
    wrong: dict[int, str] = {}
    for line, value in () if text is None else json_values(text.decode(), log, code, expected):
        for one in value if isinstance(value, list) else [value]:
            try:
                yield line, model.model_validate(one)
            except ValidationError as error:
                where = error.errors()[0]["loc"]
                field = ".".join(str(part) for part in where) or str(one)
                wrong.setdefault(line, f"{field}: {error.errors()[0]['msg']}")
    if wrong:
        log.add(code, found=examples(wrong.values()), expected=expected, lines=list(wrong))


def read_answers(data: bytes, log: ProblemLog, name: str, assessed: Collection[str]) -> RunContent | None:
    """Return the answers of a run; None, with the reason in `log`, if there are none.

    Parameters
    ----------
    data : bytes
    log : ProblemLog
        Of the run.
    name : str
        That of the file.
    assessed : collection of str
        The runs that the assessments name: by the file's name, unless they know the one that it states.
    """
    texts = ShownTexts()
    answers: dict[str, tuple[Sentence, ...]] = {}
    lines: dict[str, int] = {}
    runs: dict[str, int] = {}
    for line, given in objects(data, _Answer, log, "answer-line", EXPECTED):
        topic = texts.shown("topic", str(given.topic), line)
        runs.setdefault(texts.shown("run id", str(given.run), line), line)
        if topic in answers:
            found = f"topic {quoted(topic)} as in line {lines[topic]}"
            log.add("answer-twice", found=found, expected="one answer for each topic", lines=[line])
            continue
        lines[topic] = line
        answers[topic] = tuple(
            Sentence(
                texts.shown("sentence", " ".join(one.text.split()), line, LONGEST_TEXT),
                tuple(
                    texts.shown("document", each, line) for each in _cited(one, given.references, line, log)
                ),
            )
            for one in given.answer
        )
    texts.report(log)
    stated = next(iter(runs), "")
    if len(runs) > 1:
        log.add("run-id-changes", found=examples(runs), expected="one run id", lines=[*runs.values()][1:])
    if not answers:
        if not log.has_errors:
            log.add("run-empty", found="no answer", expected="at least one answer")
        return None
    known = stated if stated in assessed or name not in assessed else name
    return RunContent(
        _as_results(answers, lines, known),
        by_rank=False,
        topic_lines=lines,
        submission=stated_submission(run_id=stated),
        answers={topic: Answer(known, sentences) for topic, sentences in answers.items()},
    )


def _cited(sentence: _Sentence, references: list[str | int], line: int, log: ProblemLog) -> Iterator[str]:
    """Yield the documents that a sentence cites, each once."""
    beyond = []
    for one in dict.fromkeys(sentence.citations or ()):
        if isinstance(one, str):
            yield one
        elif 0 <= one < len(references):
            yield str(references[one])
        else:
            beyond.append(one)
    if beyond:
        expected = f"places from 0 in the {len(references):,} references, or names of documents"
        log.add("answer-citation", found=examples(beyond), expected=expected, lines=[line])


def _as_results(answers: dict[str, tuple[Sentence, ...]], lines: dict[str, int], run: str) -> Results:
    """The sentences as `inexreport.model.run.Run` describes them."""
    rows = [
        (place, len(one.text.split()), len(one.citations))
        for place, sentences in enumerate(answers.values())
        for one in sentences
    ]
    topic, length, cited = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    before = np.cumsum(length) - length
    starts = np.searchsorted(topic, topic)
    absent = np.full(len(rows), ABSENT, dtype=np.int32)
    return Results(
        topics=tuple(answers),
        articles=pa.array([run]),
        paths=(),
        topic=topic.astype(np.int32),
        article=np.zeros(len(rows), dtype=np.int32),
        form=np.full(len(rows), ResultForm.PASSAGE, dtype=np.int8),
        offset=before - before[starts],
        length=length,
        path=absent,
        end_path=absent,
        rank=np.full(len(rows), np.nan),
        score=cited.astype(np.float64),
        line=np.array([*lines.values()], dtype=np.int64)[topic],
    )
