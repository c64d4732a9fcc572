"""A campaign made of single files instead of a directory: assessments, topics or neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.chosen_metrics import checked_plan
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.formats.assessments import read_assessments, read_document_assessments
from inexreport.formats.file_content import FileContent, read_content
from inexreport.formats.input_files import LARGEST_LIST, valid_name
from inexreport.formats.likely_format import QRELS, likely_format
from inexreport.formats.protocols import ONLY_TASK, TREC, example_task, read_protocol
from inexreport.formats.topics import add_topics
from inexreport.model.assessment import OFFICIAL, Assessments, Judged
from inexreport.model.campaign import Campaign, Collection, Order
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.task import Task, TopicSelection
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
    if topics is not None:
        content, log = _read(topics, "topics")
        if content is not None:
            add_topics(statements, content.data, log)
        if log.has_errors:
            statements = {}
        problems += log
    if qrels is not None:
        content, log = _read(qrels, "qrels")
        read = _assessments(content, log, documents=True, topics=statements)
        if not log.has_errors:
            assessments = read
        problems += log
    return _campaign_of_documents(example_task(TREC), assessments, statements), tuple(problems)


def campaign_of_qrels(
    path: Path, metrics: Sequence[str] = (), topics: TopicSelection = TopicSelection.ASSESSED
) -> PreparedCampaign:
    """Return a campaign with one task, of which only a file of assessments is known.

    Parameters
    ----------
    path : Path
        Qrels of documents (four columns), or of INEX (five and more, or XML).
    metrics : sequence of str
        Identifiers; without any, those of the protocol `TREC`.
    topics : TopicSelection

    Raises
    ------
    UsageError
        If there is no such file or metric.
    CampaignRefusedError
        With every problem of the file.
    """
    content, log = _read(path, "a file of assessments")
    documents = content is not None and not content.is_markup and likely_format(content.data) != QRELS
    assessments = _assessments(content, log, documents=documents)
    if log.has_errors:
        raise CampaignRefusedError(tuple(log))
    task = _task(metrics, topics, documents=documents)
    if documents:
        campaign = _campaign_of_documents(task, assessments)
    else:
        campaign = Campaign("", "", 0, "", {task.name: task}, {}, assessments)
    return PreparedCampaign(campaign, {task.name: checked_plan(task, campaign)}, None, tuple(log))


def _read(path: Path, what: str) -> tuple[FileContent | None, ProblemLog]:
    """The content of a file and its problems."""
    if not path.is_file():
        raise UsageError(f"There is no file {str(path)!r}. Give the path of {what}.")
    log = ProblemLog(valid_name(str(path)))
    return read_content(path, log, LARGEST_LIST), log


def _assessments(
    content: FileContent | None,
    log: ProblemLog,
    *,
    documents: bool,
    topics: Mapping[str, Topic] | None = None,
) -> Assessments:
    files = [] if content is None else [(content, log)]
    if documents:
        assessments = read_document_assessments(OFFICIAL, files, 1, topics or ())
    else:
        assessments = read_assessments(OFFICIAL, files)
    if not assessments.topics and not log.has_errors:
        log.add("assessments-missing", found="no judgement", expected="at least one line")
    return assessments


def _campaign_of_documents(
    task: Task, assessments: Assessments, topics: Mapping[str, Topic] | None = None
) -> Campaign:
    return Campaign(
        *("", "", 0, TREC, {task.name: task}, topics or {}, assessments),
        collection=Collection(unit="documents", mean_document_length=1.0),
        judged=Judged.DOCUMENTS,
        order=Order.SCORE,
    )


def _task(metrics: Sequence[str], topics: TopicSelection, *, documents: bool) -> Task:
    identifiers = tuple(dict.fromkeys(metrics))
    if not identifiers:
        defaults = read_protocol(TREC).any_task
        if not documents or defaults is None:
            raise UsageError("Give --metric, such as MAiP or MAgP(score=F,beta=0.25), for these assessments.")
        identifiers = tuple(defaults.metrics or ())
    return Task(name=ONLY_TASK, cutoff=10**6, official=identifiers[0], metrics=identifiers, topics=topics)
