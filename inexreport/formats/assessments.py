"""A judge's assessments: every file below a folder of assessments/, each in the format its content shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from inexreport.formats.assessment_xml import ROOT, XmlAssessmentsReader
from inexreport.formats.document_qrels import DocumentQrelsReader
from inexreport.formats.file_content import FileContent
from inexreport.formats.likely_format import looks_like
from inexreport.formats.qrels import QrelsReader
from inexreport.formats.shown_text import examples, quoted
from inexreport.formats.topic_zeros import alike_without_zeros, report_zeros
from inexreport.formats.xml_reader import root_name
from inexreport.model.assessment import Assessments
from inexreport.model.problem import ProblemLog


def read_document_assessments(
    judge: str,
    files: Iterable[tuple[FileContent, ProblemLog]],
    relevance_level: int,
    topics: Collection[str] = (),
) -> Assessments:
    """Return a judge's grades of documents.

    Parameters
    ----------
    judge, files
        As in `read_assessments`.
    relevance_level : int
        The lowest grade that is relevant.
    topics : collection of str
        Identifiers of the topics that have a statement: none is to match only without leading zeros.
    """
    reader = DocumentQrelsReader(relevance_level)
    for content, log in files:
        before = set(reader.by_topic)
        reader.read(content.data, log)
        lines = {
            topic: next(iter(judged.values()))[2]
            for topic, judged in reader.by_topic.items()
            if topic not in before
        }
        if alike := alike_without_zeros(lines, topics):
            report_zeros(alike, lines, log)
    return Assessments(judge=judge, topics=reader.assessments())


def read_assessments(judge: str, files: Iterable[tuple[FileContent, ProblemLog]]) -> Assessments:
    """Return a judge's assessments; what cannot be used is in the files' logs."""
    qrels, xml = QrelsReader(), XmlAssessmentsReader()
    in_both: set[str] = set()
    for content, log in files:
        if not content.is_markup:
            qrels.read(content.data, log)
        elif (name := root_name(content.data, log)) == ROOT:
            xml.read(content.data, log)
        elif name is not None:
            log.add(
                "assessments-format-unknown",
                found=f"XML with the root element {quoted(name)}{looks_like(content.data)}",
                expected=f"<{ROOT}> of 2002-2007 or qrels of 2008-2010",
            )
        shared = [topic for topic in qrels.by_topic if topic in xml.by_topic and topic not in in_both]
        if shared:
            log.add(
                "assessments-formats-mixed", found=f"topic {examples(shared)}", expected="one format a topic"
            )
            in_both.update(shared)
    return Assessments(judge=judge, topics={**qrels.assessments(), **xml.assessments()})
