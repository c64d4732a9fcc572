"""A judge's assessments: every file below a folder of assessments/, each in the format its content shows."""

from __future__ import annotations

from collections.abc import Iterable

from inexreport.formats.file_content import FileContent
from inexreport.formats.qrels import QrelsReader
from inexreport.formats.quoting import quoted
from inexreport.formats.xml_reader import root_name
from inexreport.model.assessment import Assessments
from inexreport.model.problem import ProblemLog


def read_assessments(judge: str, files: Iterable[tuple[FileContent, ProblemLog]]) -> Assessments:
    """Return a judge's assessments; what cannot be used is in the files' logs.

    Parameters
    ----------
    judge : str
        Name of the folder.
    files : iterable of (FileContent, ProblemLog)
        In the order in which they are to be read.
    """
    qrels = QrelsReader()
    for content, log in files:
        if content.is_markup:
            name = root_name(content.data, log)
            if name is not None:
                log.add(
                    "assessments-format-unknown",
                    found=f"XML with the root element {quoted(name)}",
                    expected="qrels of 2008-2010, the only format that is read so far",
                )
        else:
            qrels.read(content.data, log)
    return Assessments(judge=judge, topics=qrels.assessments())
