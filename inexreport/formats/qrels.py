"""Assessments of 2008-2010: ``topic Q0 article relevant_chars article_length [bep offset:length ...]``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain, pairwise, repeat
from typing import NamedTuple

import numpy as np

from inexreport.formats.file_content import utf8_text, words_within
from inexreport.formats.likely_format import PRELS, QRELS, TREC_QRELS, first_line, likely_format, looks_like
from inexreport.formats.names import article_name
from inexreport.formats.shown_text import FIT_NAME, examples, quoted
from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import shown

FEWEST_COLUMNS = 5
MOST_WORDS = 4_000_000
"""In one file; the largest campaigns' files have a tenth of them."""

_NUMBER = rb"\+?[0-9]{1,12}"
"""Within `inexreport.formats.numbers.LARGEST_NUMBER`."""

_PASSAGE = b"%b:%b" % (_NUMBER, _NUMBER)
_ENTRY_POINT = b"-1|" + _NUMBER  # -1 is how the exporting tools write that there is none
_LINE = re.compile(
    rb"\s*(\S+)\s+\S+\s+(\S+)\s+(%b)\s+(%b)(?:\s+(%b)((?:\s+%b)*))?\s*"
    % (_NUMBER, _NUMBER, _ENTRY_POINT, _PASSAGE)
)

NUMBERS = "whole numbers from 0, passages as offset:length"


class JudgedArticle(NamedTuple):
    """One line of qrels, with numbers as in `inexreport.model.assessment.TopicAssessment`."""

    topic: str
    article: str
    relevant_characters: int
    article_length: int
    entry_point: int
    passages: list[tuple[int, int]]


class QrelsReader:
    """Collects the judged articles of one or more files, by topic and name in the order of the files."""

    def __init__(self) -> None:
        self.by_topic: dict[str, dict[str, JudgedArticle]] = {}

    def read(self, data: bytes, log: ProblemLog) -> None:
        """Add a file; lines that cannot be used are in `log`, as are doubtful ones."""
        text = utf8_text(data, log)
        if text is None or not words_within(text, MOST_WORDS, log):
            return
        if not are_qrels(text, QRELS, (TREC_QRELS,), "lines of INEX qrels", log):
            return
        doubts: dict[str, list[tuple[str, int]]] = {}
        for line, content in enumerate(text.split(b"\n"), start=1):
            judged = _judged_article(content, line, log) if content.strip() else None
            if judged is None:
                continue
            topic, article = judged.topic, judged.article
            articles = self.by_topic.setdefault(topic, {})
            if article in articles:
                log.add(
                    "assessments-article-twice",
                    found=f"article {quoted(article)} of topic {quoted(topic)} again",
                    expected="one line for each topic and article",
                    lines=[line],
                )
                continue
            articles[article] = judged
            for code in _doubts(judged):
                doubts.setdefault(code, []).append((article, line))
        for code, doubtful in doubts.items():
            log.add(
                code,
                found=f"article {examples(article for article, _ in doubtful)}",
                expected="one consistent judgement",
                lines=[line for _, line in doubtful],
            )

    def assessments(self) -> dict[str, TopicAssessment]:
        """Return what has been read, in the order of the files."""
        return {topic: _as_columns(topic, articles) for topic, articles in self.by_topic.items()}


def are_qrels(
    text: bytes, format_: str, of_other_protocols: Collection[str], expected: str, log: ProblemLog
) -> bool:
    """Whether a text may be qrels of a format; if it looks like something else, `log` says so."""
    likely = likely_format(text)
    if likely in ("", format_):
        return True
    code = "assessments-other-protocol" if likely in of_other_protocols else "assessments-format-unknown"
    if likely == PRELS:
        code = "assessments-sampled"
        expected = f"the iteration as second column and nothing after the grade: {expected}"
    log.add(code, found=first_line(text) + looks_like(text), expected=expected, lines=[1])
    return False


def _judged_article(content: bytes, line: int, log: ProblemLog) -> JudgedArticle | None:
    """Return the judgement on a line; None, with the reason in `log`, if it cannot be used."""
    found = _LINE.fullmatch(content)
    if found is None:
        _report_mistake(content.split(), line, log)
        return None
    topic, article = (name.decode("utf-8") for name in found.group(1, 2))
    if unfit := [name for name in (topic, article) if shown(name) != name]:
        log.add("name-unfit", found=examples(unfit), expected=FIT_NAME, lines=[line])
        return None
    passages = [column.split(b":") for column in (found[6] or b"").split()]
    return JudgedArticle(
        topic,
        article_name(article),
        int(found[3]),
        int(found[4]),
        # The official tool reads an entry point only where a passage follows it; scores depend on that.
        int(found[5]) if passages else UNKNOWN,
        [(int(offset), int(size)) for offset, size in passages],
    )


def _report_mistake(columns: list[bytes], line: int, log: ProblemLog) -> None:
    if len(columns) < FEWEST_COLUMNS:
        found = f"{len(columns)} columns: {quoted(b' '.join(columns))}"
        log.add("assessments-columns", found=found, expected="at least 5 columns", lines=[line])
        return
    wanted = chain((_NUMBER, _NUMBER, _ENTRY_POINT), repeat(_PASSAGE))
    wrong = [
        column for column, one in zip(columns[3:], wanted, strict=False) if not re.fullmatch(one, column)
    ]
    log.add("assessments-number", found=examples(wrong), expected=NUMBERS, lines=[line])


def _doubts(judged: JudgedArticle) -> Iterator[str]:
    """Yield the codes of what is odd about a judgement; it is used as it stands."""
    passages = sorted(judged.passages)
    if sum(length for _, length in passages) != judged.relevant_characters:
        yield "assessments-lengths-differ"
    last_end = max((offset + length for offset, length in passages), default=0)
    if max(last_end, judged.relevant_characters) > judged.article_length:
        yield "assessments-beyond-article"
    if any(first[0] + first[1] > second[0] for first, second in pairwise(passages)):
        yield "assessments-passages-overlap"


def _as_columns(topic: str, judged: dict[str, JudgedArticle]) -> TopicAssessment:
    numbers = np.array([article[2:5] for article in judged.values()], dtype=np.int64)
    places = [
        (index, *passage)
        for index, article in enumerate(judged.values())
        for passage in sorted(article.passages)
    ]
    passages = np.array(places, dtype=np.int64).reshape(-1, 3)
    return TopicAssessment(
        topic=topic,
        articles=tuple(judged),
        relevant_characters=numbers[:, 0].copy(),
        article_length=numbers[:, 1].copy(),
        entry_point=numbers[:, 2].copy(),
        passage_article=passages[:, 0].copy(),
        passage_offset=passages[:, 1].copy(),
        passage_length=passages[:, 2].copy(),
    )
