"""A campaign of documents made of single files instead of a directory: qrels, topics or neither."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from inexreport.errors import UsageError
from inexreport.formats.assessments import read_document_assessments
from inexreport.formats.file_content import FileContent, read_content
from inexreport.formats.input_files import LARGEST_LIST, valid_name
from inexreport.formats.protocols import TREC, example_task
from inexreport.formats.topics import add_topics
from inexreport.model.assessment import OFFICIAL, Assessments, Judged
from inexreport.model.campaign import Campaign, Collection, Order
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.task import Task
from inexreport.model.topic import Topic


def campaign_of_files(
    qrels: Path | None = None, topics: Path | None = None
) -> tuple[Campaign, tuple[Problem, ...]]:
    """Return a campaign of documents with one task, and the problems of its files.

    Parameters
    ----------
    qrels, topics : Path, optional
        What a file with errors says is left out.

    Raises
    ------
    UsageError
        If there is no such file.
    """
    problems: list[Problem] = []
    statements: dict[str, Topic] = {}
    assessments = Assessments(OFFICIAL, {})

    def read(path: Path, use: Callable[[FileContent, ProblemLog], None]) -> bool:
        if not path.is_file():
            raise UsageError(f"There is no file {str(path)!r}. Give the path of qrels or topics.")
        log = ProblemLog(valid_name(str(path)))
        content = read_content(path, log, LARGEST_LIST)
        if content is not None:
            use(content, log)
        problems.extend(log)
        return not log.has_errors

    def read_qrels(content: FileContent, log: ProblemLog) -> None:
        nonlocal assessments
        assessments = read_document_assessments(OFFICIAL, [(content, log)], 1, statements)
        if not assessments.topics and not log.has_errors:
            log.add("assessments-missing", found="no judgement", expected="at least one line")

    if topics is not None and not read(
        topics, lambda content, log: add_topics(statements, content.data, log)
    ):
        statements = {}
    if qrels is not None and not read(qrels, read_qrels):
        assessments = Assessments(OFFICIAL, {})
    return campaign_of_documents(example_task(TREC), assessments, statements), tuple(problems)


def campaign_of_documents(
    task: Task, assessments: Assessments, topics: Mapping[str, Topic] | None = None
) -> Campaign:
    """A campaign of documents with a single task."""
    return Campaign(
        *("", "", 0, TREC, {task.name: task}, topics or {}, assessments),
        collection=Collection(unit="documents", mean_document_length=1.0),
        judged=Judged.DOCUMENTS,
        order=Order.SCORE,
    )
