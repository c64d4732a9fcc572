"""Runs in XML: the ad hoc submissions of 2002-2008 and the efficiency submissions of 2009."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from lxml import etree

from inexreport.formats.file_content import is_markup
from inexreport.formats.likely_format import looks_like
from inexreport.formats.numbers import decimal_number, whole_number
from inexreport.formats.regular_results import MARKER, without_regular_results
from inexreport.formats.run_content import (
    MOST_RESULTS,
    NOT_FOUND,
    RunContent,
    RunFormat,
    results_of,
    stated_submission,
)
from inexreport.formats.shown_text import ShownTexts, quoted
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
from inexreport.model.shown_text import LONGEST_TEXT

ROOTS = ("inex-submission", "efficiency-submission")

_COLUMNS = pa.schema(
    {
        "topic": pa.string(),
        "article": pa.string(),
        "form": pa.int8(),
        "offset": pa.int64(),
        "length": pa.int64(),
        "path": pa.string(),
        "end_path": pa.string(),
        "rank": pa.float64(),
        "score": pa.float64(),
        "line": pa.int64(),
    }
)
"""Parameters of `results_of`."""
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
    rest, regular = without_regular_results(data, name)
    reading = _Reading(regular)
    root: etree._Element | None = None
    before = len(log)
    for event, element in elements_as_they_end(rest, ("topic", name), log):
        if element.tag == name:
            root = element
        elif event == "end":
            reading.add_topic(element)
            clear(element)
            if reading.count > MOST_RESULTS:
                break
    if root is None or len(log) > before:
        return None
    reading.add_results(root, topic="")
    if reading.count > MOST_RESULTS:
        log.add("file-too-large", found="more results than these", expected=f"at most {MOST_RESULTS:,}")
        return None
    reading.mistakes.report(log)
    return reading.content(root, log)


def _attribute(element: etree._Element, *names: str) -> str:
    """Return the first of the attributes that is there, whether spelled with hyphens or underscores."""
    values = (element.get(one) for name in names for one in (name, name.replace("-", "_")))
    return " ".join(next((value for value in values if value is not None), "").split())


@dataclass(eq=False)
class _Reading:
    """Everything read so far of one submission."""

    regular: list[pa.Table]
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    """Results that were read one by one, since the last of `tables`."""
    tables: list[pa.Table] = field(default_factory=list)
    """All results before them."""
    count: int = 0
    """Number of results, with and without mistakes."""
    topic_lines: dict[str, int] = field(default_factory=dict)
    milliseconds: dict[str, float] = field(default_factory=dict)
    mistakes: Mistakes = field(default_factory=lambda: Mistakes(_EXPECTED))

    def add_topic(self, element: etree._Element) -> None:
        """Add a topic that has ended, with its results."""
        topic = _attribute(element, "topic-id")
        line = line_of(element)
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
        markers = [MARKER.decode()] if self.regular else []
        for result in element.iter("result", *markers):
            if result.tag == "result":
                self.count += 1
                self._add(result, topic)
            else:
                self._add_regular(int(result.text or ""), topic)

    def _add_regular(self, number: int, topic: str) -> None:
        """Add the regular results that were where a marker is, or their mistakes."""
        results = self.regular[number]
        self.count += len(results)
        if not topic:
            for line in results["line"].to_pylist():
                self.mistakes.add("run-topic-id-missing", "<result>", line)
            return
        columns = {
            **{name: results[name] for name in results.column_names},
            **dict.fromkeys(("offset", "length"), pa.repeat(0, len(results))),
            "topic": pa.repeat(topic, len(results)),
            "form": pa.repeat(pa.scalar(_ELEMENT, pa.int8()), len(results)),
            "end_path": pa.nulls(len(results), pa.string()),
        }
        self._end_rows()
        self.tables.append(pa.table({name: columns[name] for name in _COLUMNS.names}, _COLUMNS))

    def _end_rows(self) -> None:
        """Append the results that were read one by one to the tables."""
        if self.rows:
            columns = zip(*self.rows, strict=True)
            arrays = [pa.array(column, kind) for column, kind in zip(columns, _COLUMNS.types, strict=True)]
            self.tables.append(pa.Table.from_arrays(arrays, schema=_COLUMNS))
            self.rows.clear()

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
        self.rows.append((topic, article, *place, rank, np.nan if score is None else score, line))

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
        self._end_rows()
        table = pa.concat_tables([_COLUMNS.empty_table(), *self.tables]).combine_chunks()
        columns = {name: table[name].combine_chunks() for name in table.column_names}
        return results_of(
            **{
                name: column if pa.types.is_string(column.type) else column.to_numpy()
                for name, column in columns.items()
            }
        )

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


RUN_FORMATS = (RunFormat(is_markup, read_xml_run, of_documents=False, extensions=(".xml",)),)
