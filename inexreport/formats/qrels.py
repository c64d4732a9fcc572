"""Assessments of 2008-2010: ``topic Q0 article relevant_chars article_length [bep offset:length ...]``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from inexreport.formats.file_content import count_blanks, utf8_text, words_within
from inexreport.formats.likely_format import QRELS, first_line, likely_format, looks_like
from inexreport.formats.names import article_name
from inexreport.formats.numbers import whole_number
from inexreport.formats.quoting import examples, quoted
from inexreport.formats.shown_text import LONGEST_NAME, shown
from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.problem import ProblemLog

ENTRY_POINT_COLUMN = 5
MOST_WORDS = 4_000_000
"""In one file; the largest campaigns' have a tenth of them."""


@dataclass(frozen=True, slots=True)
class JudgedArticle:
    """One line of qrels.

    Attributes
    ----------
    topic, article : str
    relevant_characters, article_length, entry_point : int
        As in `inexreport.model.assessment.TopicAssessment`.
    passages : tuple of (int, int)
        Offset and length, in the order of the line.
    line : int
    """

    topic: str
    article: str
    relevant_characters: int
    article_length: int
    entry_point: int
    passages: tuple[tuple[int, int], ...]
    line: int


@dataclass(eq=False)
class QrelsReader:
    """Collects the judged articles of one or more files.

    Attributes
    ----------
    by_topic : dict of str to dict of str to JudgedArticle
        Of each topic its articles, in the order of the files.
    """

    by_topic: dict[str, dict[str, JudgedArticle]] = field(default_factory=dict)

    def read(self, data: bytes, log: ProblemLog) -> None:
        """Add a file; lines that cannot be used are in `log`, as are doubtful ones.

        Parameters
        ----------
        data : bytes
            Content of the file, unpacked.
        log : ProblemLog
            Of the file.
        """
        doubts: dict[str, list[JudgedArticle]] = {}
        text = utf8_text(data, log)
        if text is None or not words_within(count_blanks(text), MOST_WORDS, log):
            return
        if likely_format(text) not in ("", QRELS):
            log.add(
                "assessments-format-unknown",
                found=first_line(text) + looks_like(text),
                expected="lines of INEX qrels",
                lines=[1],
            )
            return
        for judged in _judged_articles(text, log):
            articles = self.by_topic.setdefault(judged.topic, {})
            if judged.article in articles:
                log.add(
                    "assessments-article-twice",
                    found=f"article {quoted(judged.article)} of topic {quoted(judged.topic)} again",
                    expected="one line for each topic and article",
                    lines=[judged.line],
                )
                continue
            articles[judged.article] = judged
            for code in _doubts(judged):
                doubts.setdefault(code, []).append(judged)
        for code, doubtful in doubts.items():
            log.add(
                code,
                found=f"article {examples(judged.article for judged in doubtful)}",
                expected="one consistent judgement",
                lines=[judged.line for judged in doubtful],
            )

    def assessments(self) -> dict[str, TopicAssessment]:
        """Return what has been read, in the order of the files."""
        return {topic: _as_columns(topic, list(found.values())) for topic, found in self.by_topic.items()}


def _judged_articles(data: bytes, log: ProblemLog) -> Iterator[JudgedArticle]:
    for line, content in enumerate(data.split(b"\n"), start=1):
        columns = [column.decode("utf-8") for column in content.split()]
        if not columns:
            continue
        if len(columns) < ENTRY_POINT_COLUMN:
            log.add(
                "assessments-columns",
                found=f"{len(columns)} columns: {quoted(content)}",
                expected="at least 5 columns",
                lines=[line],
            )
            continue
        judged = _judged_article(columns, line, log)
        if judged is not None:
            yield judged


def _judged_article(columns: list[str], line: int, log: ProblemLog) -> JudgedArticle | None:
    counts = [whole_number(column) for column in columns[3 : ENTRY_POINT_COLUMN + 1]]
    passages = [_passage(column) for column in columns[ENTRY_POINT_COLUMN + 1 :]]
    # -1 is how the exporting tools write "no entry point".
    lowest = (0, 0, UNKNOWN)
    wrong = [
        column
        for column, number, least in zip(columns[3 : ENTRY_POINT_COLUMN + 1], counts, lowest, strict=False)
        if number is None or number < least
    ]
    wrong += [
        column
        for column, passage in zip(columns[ENTRY_POINT_COLUMN + 1 :], passages, strict=True)
        if passage is None
    ]
    if wrong:
        log.add(
            "assessments-number",
            found=examples(wrong),
            expected="whole numbers from 0, passages as offset:length",
            lines=[line],
        )
        return None
    unfit = [name for name in (columns[0], columns[2]) if shown(name) != name]
    if unfit:
        log.add(
            "name-unfit",
            found=examples(unfit),
            expected=f"up to {LONGEST_NAME} visible letters",
            lines=[line],
        )
        return None
    numbers = [number for number in counts if number is not None]
    return JudgedArticle(
        topic=columns[0],
        article=article_name(columns[2]),
        relevant_characters=numbers[0],
        article_length=numbers[1],
        # The official tool reads an entry point only where a passage follows it; scores depend on that.
        entry_point=numbers[2] if passages else UNKNOWN,
        passages=tuple(passage for passage in passages if passage is not None),
        line=line,
    )


def _passage(column: str) -> tuple[int, int] | None:
    start, colon, size = column.partition(":")
    offset, length = whole_number(start), whole_number(size)
    if not colon or offset is None or length is None or offset < 0 or length < 0:
        return None
    return offset, length


def _doubts(judged: JudgedArticle) -> Iterator[str]:
    """Yield the codes of what is odd about a judgement; it is used as it stands."""
    passages = sorted(judged.passages)
    if sum(length for _, length in passages) != judged.relevant_characters:
        yield "assessments-lengths-differ"
    last_end = max((offset + length for offset, length in passages), default=0)
    if max(last_end, judged.relevant_characters) > judged.article_length:
        yield "assessments-beyond-article"
    end = 0
    for offset, length in passages:
        if offset < end:
            yield "assessments-passages-overlap"
            return
        end = offset + length


def _as_columns(topic: str, judged: list[JudgedArticle]) -> TopicAssessment:
    passages = [
        (index, offset, length)
        for index, article in enumerate(judged)
        for offset, length in sorted(article.passages)
    ]
    columns = np.array(passages, dtype=np.int64).reshape(-1, 3)
    return TopicAssessment(
        topic=topic,
        articles=tuple(article.article for article in judged),
        relevant_characters=np.array([article.relevant_characters for article in judged], dtype=np.int64),
        article_length=np.array([article.article_length for article in judged], dtype=np.int64),
        entry_point=np.array([article.entry_point for article in judged], dtype=np.int64),
        passage_article=columns[:, 0].copy(),
        passage_offset=columns[:, 1].copy(),
        passage_length=columns[:, 2].copy(),
    )
