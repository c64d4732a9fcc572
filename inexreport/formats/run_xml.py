"""Runs in XML: the ad hoc submissions of 2002-2008 and the efficiency submissions of 2009."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from lxml import etree

from inexreport.formats.likely_format import looks_like
from inexreport.formats.numbers import decimal_number, whole_number
from inexreport.formats.run_content import MOST_RESULTS, NOT_FOUND, RunContent, results_of, stated_submission
from inexreport.formats.shown_text import LONGEST_TEXT, ShownTexts, quoted
from inexreport.formats.text_columns import decimal_numbers
from inexreport.formats.xml_reader import (
    Mistakes,
    clear,
    elements_as_they_end,
    folded_text,
    line_of,
    root_name,
)
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ResultForm, Results

ROOTS = ("inex-submission", "efficiency-submission")

_PARTS = ("file", "path", "rank", "rsv")
"""Children of a regular result, each with one text."""
_TEXTS: list[Any] = [
    etree.XPath(f"result/*[{place}][self::{part}]/text()[1]", smart_strings=False)
    for place, part in enumerate(_PARTS, start=1)
]
_COUNTS: list[Any] = [
    etree.XPath(f"count({nodes})") for nodes in (".//result", "result/*", "result/*/text()")
]
_COLUMNS = ("topic", "article", "form", "offset", "length", "path", "end_path", "rank", "score", "line")
_ELEMENT = int(ResultForm.ELEMENT)

_EXPECTED = {
    "run-number": "a whole number as offset and length, a number as rank",
    "run-length-negative": "a length of 0 or more",
    "run-score-not-number": "a decimal number",
    "run-topic-id-missing": 'results inside <topic topic-id="...">',
    "run-topic-twice": "each topic once",
    "run-result-unclear": "one <file> and one of <path>, <passage> and <fol>",
}

Place = tuple[int, int, int, str | None, str | None]
"""Form, offset, length, path and end path of a result."""


def read_xml_run(data: bytes, log: ProblemLog) -> RunContent | None:
    """Return the content of a run in XML; None, with the reason in `log`, if it cannot be read.

    Results with errors are left out; each is in `log`.

    Parameters
    ----------
    data : bytes
        Content of the file, unpacked.
    log : ProblemLog
        Of the file.
    """
    name = root_name(data, log)
    if name is None:
        return None
    if name.replace("_", "-") not in ROOTS:
        log.add(
            "run-format-unknown",
            found=f"the root element {quoted(name)}{looks_like(data)}",
            expected="<inex-submission> or <efficiency-submission>",
        )
        return None
    reading = _Reading()
    root: etree._Element | None = None
    malformed = ProblemLog(log.file)
    for event, element in elements_as_they_end(data, ("topic", name), malformed):
        if element.tag == name:
            root = element
        elif event == "end":
            reading.add_topic(element)
            clear(element)
            if reading.count > MOST_RESULTS:
                break
    if root is None or len(malformed):
        problem = next(iter(malformed))
        log.add(problem.code, found=problem.found, expected=problem.expected, lines=problem.lines)
        return None
    reading.add_results(root, topic="")
    if reading.count > MOST_RESULTS:
        log.add("file-too-large", found="more results than these", expected=f"at most {MOST_RESULTS:,}")
        return None
    reading.mistakes.report(log)
    return reading.content(root, log)


def _attribute(element: etree._Element, *names: str) -> str:
    """Return the first of the attributes that is there, whether spelled with hyphens or underscores."""
    for name in names:
        for spelling in (name, name.replace("-", "_")):
            value = element.get(spelling)
            if value is not None:
                return " ".join(value.split())
    return ""


@dataclass(eq=False)
class _Reading:
    """Everything read so far of one submission."""

    columns: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in _COLUMNS})
    """Parameters of `results_of`."""
    count: int = 0
    """Number of results, with and without mistakes."""
    topic_lines: dict[str, int] = field(default_factory=dict)
    milliseconds: dict[str, float] = field(default_factory=dict)
    mistakes: Mistakes = field(default_factory=lambda: Mistakes(_EXPECTED))

    def add_topic(self, element: etree._Element) -> None:
        """Add a topic that has ended, with its results."""
        topic = _attribute(element, "topic-id")
        line = line_of(element)
        if not topic or not self._add_regular(element, topic):
            self.add_results(element, topic)
        if not topic:
            self.mistakes.add("run-topic-id-missing", "<topic>", line)
            return
        if topic in self.topic_lines:
            self.mistakes.add("run-topic-twice", topic, line)
        self.topic_lines.setdefault(topic, line)
        time = _attribute(element, "total-time-ms")
        if time:
            milliseconds = decimal_number(time)
            if milliseconds is None:
                self.mistakes.add("run-score-not-number", time, line)
            else:
                self.milliseconds[topic] = milliseconds

    def add_results(self, element: etree._Element, topic: str) -> None:
        """Add the results of any form in an element, or their mistakes; without a topic each is one."""
        for result in element.iter("result"):
            self.count += 1
            self._add(result, topic)

    def _add_regular(self, element: etree._Element, topic: str) -> bool:
        """Add the results of a topic by columns if all are regular; return whether they were."""
        count, *counts = (int(count(element)) for count in _COUNTS)
        texts = [text(element) for text in _TEXTS]
        size = len(_PARTS) * count
        if counts != [size, size] or any(len(column) != count for column in texts):
            return False
        articles, paths = [text.strip() for text in texts[0]], texts[1]
        ranks, scores = (decimal_numbers(pa.array(column, pa.string())) for column in texts[2:])
        if (
            np.isnan(ranks).any()
            or np.isnan(scores).any()
            or not all(articles)
            or not all(path.strip(" \t\r\n/") for path in paths)
        ):
            return False
        values: dict[str, list[Any]] = {
            "topic": [topic] * count,
            "article": articles,
            "form": [_ELEMENT] * count,
            "offset": [0] * count,
            "length": [0] * count,
            "path": paths,
            "end_path": [None] * count,
            "rank": ranks.tolist(),
            "score": scores.tolist(),
            "line": list(map(line_of, element.iterchildren("result"))),
        }
        for name, column in self.columns.items():
            column += values[name]
        self.count += count
        return True

    def _add(self, element: etree._Element, topic: str) -> None:
        """Add a result of any form, or its mistakes."""
        line = line_of(element)
        parts: dict[str, etree._Element] = {}
        places = 0
        for part in element:
            tag = str(part.tag)
            places += tag in ("path", "fol", "passage")
            if tag in parts and tag in ("file", "rank", "rsv"):
                self.mistakes.add("run-result-unclear", f"two <{tag}>", line)
                return
            parts[tag] = part
        article = _text(parts, "file")
        if not article or places != 1:
            found = f"{places} of <path>, <passage>, <fol>" if article else "no <file>"
            self.mistakes.add("run-result-unclear", found, line)
            return
        if not topic:
            self.mistakes.add("run-topic-id-missing", "<result>", line)
            return
        place = self._place(parts, line)
        rank = self._number(_text(parts, "rank"), "run-number", line)
        score = self._number(_text(parts, "rsv"), "run-score-not-number", line)
        if place is None or rank is None:
            return
        row = (topic, article, *place, rank, np.nan if score is None else score, line)
        for column, value in zip(self.columns.values(), row, strict=True):
            column.append(value)

    def _number(self, text: str, code: str, line: int) -> float | None:
        """Return a number, NaN if the text is empty, None if it is something else."""
        number = decimal_number(text) if text else np.nan
        if number is None:
            self.mistakes.add(code, text, line)
        return number

    def _place(self, parts: dict[str, etree._Element], line: int) -> Place | None:
        """Return form, offset, length, path and end path; None if they cannot be read."""
        if "fol" in parts:
            return self._offset_and_length(parts["fol"], line)
        if "passage" in parts:
            start, end = (_attribute(parts["passage"], name) for name in ("start", "end"))
            if start and end:
                return ResultForm.RANGE, 0, 0, start, end
            self.mistakes.add("run-result-unclear", "a <passage> without start or end", line)
            return None
        path = parts["path"].text or ""
        if path.strip(" \t\r\n/"):
            return _ELEMENT, 0, 0, path, None
        self.mistakes.add("run-result-unclear", "an empty <path>", line)
        return None

    def _offset_and_length(self, fol: etree._Element, line: int) -> Place | None:
        start, size = _attribute(fol, "offset"), _attribute(fol, "length")
        if start in NOT_FOUND:
            return ResultForm.NOWHERE, 0, 0, None, None
        offset = whole_number(start)
        length = whole_number(size) if size else 0
        if offset is None or length is None:
            self.mistakes.add("run-number", start if offset is None else size, line)
            return None
        if length < 0:
            self.mistakes.add("run-length-negative", size, line)
            return None
        return ResultForm.PASSAGE if size else ResultForm.ENTRY_POINT, offset, length, None, None

    def results(self) -> Results:
        texts = ("topic", "article", "path", "end_path")
        types = {"form": np.int8, "rank": np.float64, "score": np.float64}
        columns: dict[str, Any] = {
            name: pa.array(column, pa.string())
            if name in texts
            else np.array(column, types.get(name, np.int64))
            for name, column in self.columns.items()
        }
        return results_of(**columns)

    def content(self, root: etree._Element, log: ProblemLog) -> RunContent:
        texts = ShownTexts()

        def stated(*names: str) -> str:
            return texts.shown(names[0], _attribute(root, *names), line_of(root))

        submission = stated_submission(
            run_id=stated("run-id"),
            participant=stated("participant-id"),
            stated_task=stated("task"),
            query=stated("query"),
            result_type=stated("result-type", "type"),
            description=_description(root, texts),
            topic_fields=_topic_fields(root, texts),
            milliseconds=self.milliseconds,
        )
        texts.report(log)
        return RunContent(self.results(), True, self.topic_lines, submission)


def _description(root: etree._Element, texts: ShownTexts) -> str:
    parts = [part for part in root if str(part.tag).endswith("description")]
    text = "\n\n".join(text for part in parts if (text := folded_text(part)))
    return texts.shown("description", text, line_of(parts[0]), LONGEST_TEXT) if parts else ""


def _topic_fields(root: etree._Element, texts: ShownTexts) -> dict[str, str]:
    part = root.find("topic-fields")
    if part is None:
        return {}
    line = line_of(part)
    return {
        texts.shown("topic-fields", str(name), line): texts.shown("topic-fields", str(value), line)
        for name, value in part.attrib.items()
    }


def _text(parts: dict[str, etree._Element], name: str) -> str:
    part = parts.get(name)
    return "" if part is None else (part.text or "").strip()
