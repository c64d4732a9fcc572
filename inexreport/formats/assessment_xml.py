"""Assessments of 2002-2007: ``<assessments topic="203">`` with a ``<file>`` for each judged article.

The years differ in the names of the elements below ``<file>`` and in the attributes that carry the
judgement; what an element has decides how it is read, not the year. A topic may be spread over several files.
"""

from __future__ import annotations

from lxml import etree

from inexreport.formats.element_judgements import Reading, read_judgement
from inexreport.formats.judged_topic import JudgedArticle, topic_assessment
from inexreport.formats.names import article_name, normalised_path
from inexreport.formats.numbers import whole_number_with_separators
from inexreport.formats.shown_text import FIT_NAME, quoted
from inexreport.formats.xml_reader import Mistakes, clear, elements_as_they_end, line_of
from inexreport.model.assessment import UNKNOWN, Scale, TopicAssessment
from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import shown

ROOT = "assessments"

_TRUE = ("true", "1", "yes")
_EXPECTED = {
    "assessments-article-missing": "the attribute file or name",
    "assessments-judgement-differs": "one judgement",
    "assessments-judgement-incomplete": "both values of the judgement",
    "assessments-judgement-repeated": "one judgement",
    "assessments-highlighted-beyond-size": "an rsize up to the size",
    "assessments-number": "whole numbers from 0",
    "assessments-place-missing": "the attribute path, or start and end",
    "assessments-scale-differs": "one scale in all files of a judge",
    "assessments-value-unknown": "a value of the year's scale",
    "assessments-values-contradict": "a pair of values that the scale has",
}


class XmlAssessmentsReader:
    """Collects the judgements of one judge, by topic and article in the order of the files."""

    def __init__(self) -> None:
        self.by_topic: dict[str, dict[str, JudgedArticle]] = {}
        self._scale: Scale | None = None
        self._graded = False
        self._only_highlighted = False

    def read(self, data: bytes, log: ProblemLog) -> None:
        """Add a file; what cannot be used is in `log`, as is what is doubtful."""
        reading: _FileReading | None = None
        for event, element in elements_as_they_end(data, (ROOT, "file"), log):
            if element.tag == ROOT:
                if event == "start" and element.getparent() is None:
                    reading = self._begin(element, log)
            elif event == "end" and reading is not None:
                reading.add_file(element)
                clear(element)
        if reading is not None:
            reading.mistakes.report(log)

    def assessments(self) -> dict[str, TopicAssessment]:
        """Return what has been read, in the order of the files."""
        scale = self._scale
        if scale is Scale.HIGHLIGHTED_GRADES and self._only_highlighted and not self._graded:
            scale = Scale.HIGHLIGHTED
        return {topic: topic_assessment(topic, articles, scale) for topic, articles in self.by_topic.items()}

    def accept(self, reading: Reading) -> bool:
        """Take note of a judgement's scale; return whether it is the one of all others."""
        scale = reading.scale
        if scale is Scale.HIGHLIGHTED:
            self.note_highlighting()
            scale = Scale.HIGHLIGHTED_GRADES
        self._scale = self._scale or scale
        self._graded = self._graded or reading.graded
        return scale is self._scale

    def note_highlighting(self) -> None:
        """Take note of what only files of 2006 and 2007 have."""
        self._only_highlighted = True

    def _begin(self, root: etree._Element, log: ProblemLog) -> _FileReading | None:
        topic = " ".join(root.get("topic", "").split())
        if not topic:
            log.add(
                "assessments-topic-missing",
                found=f"<{ROOT}> without it",
                expected=f'<{ROOT} topic="...">',
                lines=[line_of(root)],
            )
            return None
        if topic != shown(topic):
            log.add("name-unfit", found=quoted(topic), expected=FIT_NAME, lines=[line_of(root)])
            return None
        white_space = root.get("whitespace-text-node")
        if white_space is not None:
            self.note_highlighting()
        articles = self.by_topic.setdefault(topic, {})
        return _FileReading(self, articles, blank_nodes_count=white_space != "strip")


class _FileReading:
    """One file while it is being read, with the articles of its topic.

    `blank_nodes_count` says whether ``text()[k]`` counts text nodes that hold nothing but white space.
    """

    def __init__(
        self, judge: XmlAssessmentsReader, articles: dict[str, JudgedArticle], *, blank_nodes_count: bool
    ) -> None:
        self._judge, self._articles = judge, articles
        self._blank_nodes_count = blank_nodes_count
        self.mistakes = Mistakes(_EXPECTED)

    def add_file(self, file: etree._Element) -> None:
        """Add all that a ``<file>`` says."""
        name = article_name(file.get("file") or file.get("name") or "")
        if not name:
            self._mistake("assessments-article-missing", "a <file> without name", file)
            return
        article = self._articles.setdefault(name, JudgedArticle())
        for element in file.iterdescendants("*"):
            if element.tag == "passage":
                self._add_passage(article, element)
            elif element.tag == "best-entry-point":
                self._add_entry_point(article, element)
            else:
                self._add_element(article, element)

    def _add_element(self, article: JudgedArticle, element: etree._Element) -> None:
        attributes = {str(name): str(value) for name, value in element.attrib.items()}
        path = self._place(attributes.get("path", ""))
        if path and attributes.get("inpool", "").strip().lower() in _TRUE:
            article.in_pool.add(path)
        reading = read_judgement(attributes)
        if reading.code:
            self._mistake(reading.code, f"{path} {reading.found}", element)
        judged = reading.judgement
        if judged is None:
            article.unassessed = article.unassessed or bool(path)
            return
        if not path:
            self._mistake("assessments-place-missing", f"<{element.tag}>", element)
            return
        if not self._judge.accept(reading):
            self._mistake("assessments-scale-differs", str(reading.scale), element)
            return
        first = article.elements.setdefault(path, judged)
        if first is not judged:
            self._repeated(path, element, alike=first == judged)

    def _add_passage(self, article: JudgedArticle, element: etree._Element) -> None:
        start, end = (self._place(element.get(name) or "") for name in ("start", "end"))
        if not start or not end:
            self._mistake("assessments-place-missing", "<passage>", element)
            return
        text = (element.get("size") or "").strip()
        size = whole_number_with_separators(text) if text else UNKNOWN
        if size is None or (text and size < 0):
            self._mistake("assessments-number", f"size={text}", element)
            return
        if (start, end) in article.passages:
            self._repeated(f"{start} to {end}", element, alike=article.passages[start, end] == size)
        article.passages.setdefault((start, end), size)

    def _add_entry_point(self, article: JudgedArticle, element: etree._Element) -> None:
        self._judge.note_highlighting()
        path = self._place(element.get("path") or "")
        if not path:
            self._mistake("assessments-place-missing", "<best-entry-point>", element)
            return
        if article.entry_point:
            self._repeated(path, element, alike=article.entry_point == path)
        article.entry_point = article.entry_point or path

    def _place(self, path: str) -> str:
        """Return a path as it is looked up in the documents."""
        path = normalised_path(path)
        return path if self._blank_nodes_count else path.replace("/text()[", "/text()[normalize-space()][")

    def _repeated(self, what: str, element: etree._Element, *, alike: bool) -> None:
        self._mistake(
            "assessments-judgement-repeated" if alike else "assessments-judgement-differs", what, element
        )

    def _mistake(self, code: str, found: str, element: etree._Element) -> None:
        self.mistakes.add(code, found, line_of(element))
