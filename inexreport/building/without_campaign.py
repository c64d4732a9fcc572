"""Runs and a file of assessments, without a campaign directory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.single_files import campaign_of_documents
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.evaluation.task_plan import inapplicable_metrics, plan_task, unknown_metrics
from inexreport.formats.assessments import read_assessments, read_document_assessments
from inexreport.formats.file_content import FileContent, read_content
from inexreport.formats.input_files import valid_name
from inexreport.formats.likely_format import QRELS, likely_format
from inexreport.formats.protocols import ONLY_TASK, TREC, read_protocol
from inexreport.model.assessment import OFFICIAL, Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.problem import ProblemLog
from inexreport.model.task import Task, TopicSelection


def campaign_of_qrels(
    path: Path, metrics: Sequence[str] = (), topics: TopicSelection = TopicSelection.ASSESSED
) -> PreparedCampaign:
    """A campaign with one task, of which only a file of assessments is known.

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
    if not path.is_file():
        raise UsageError(f"There is no file {str(path)!r}. Give the path of a file of assessments.")
    log = ProblemLog(valid_name(str(path)))
    content = read_content(path, log)
    documents = content is not None and not content.is_markup and likely_format(content.data) != QRELS
    assessments = _read(content, log, documents=documents)
    if not assessments.topics and not log.has_errors:
        log.add("assessments-missing", found="no judgement", expected="at least one line")
    if log.has_errors:
        raise CampaignRefusedError(tuple(log))
    task = _task(metrics, topics, documents=documents)
    if documents:
        campaign = campaign_of_documents(task, assessments)
    else:
        campaign = Campaign("", "", 0, "", {task.name: task}, {}, assessments)
    plan = plan_task(task, campaign)
    if inapplicable := inapplicable_metrics(plan):
        reasons = "; ".join(f"{name}: {reason}" for name, reason in inapplicable.items())
        raise UsageError(f"These assessments do not allow all metrics: {reasons}.")
    return PreparedCampaign(campaign, {task.name: plan}, None, tuple(log))


def _read(content: FileContent | None, log: ProblemLog, *, documents: bool) -> Assessments:
    files = [] if content is None else [(content, log)]
    if documents:
        return read_document_assessments(OFFICIAL, files, relevance_level=1)
    return read_assessments(OFFICIAL, files)


def _task(metrics: Sequence[str], topics: TopicSelection, *, documents: bool) -> Task:
    identifiers = tuple(dict.fromkeys(metrics))
    if not identifiers:
        defaults = read_protocol(TREC).any_task
        if not documents or defaults is None:
            raise UsageError("Give --metric, such as MAiP or MAgP(score=F,beta=0.25), for these assessments.")
        identifiers = tuple(defaults.metrics or ())
    task = Task(ONLY_TASK, "", 10**6, identifiers[0], identifiers, topics)
    if unknown := dict.fromkeys(unknown_metrics(task).values()):
        raise UsageError(f"Unknown metric: {'; '.join(unknown)}.")
    return task
