"""Runs in any format of 2002-2010, detected by content, and checked against their campaign."""

from __future__ import annotations

from dataclasses import replace

from inexreport.formats.document_list import report_outside
from inexreport.formats.document_runs import (
    EXPECTED,
    each_once,
    in_order_of,
    read_document_run,
    report_contradictions,
    reports_separators,
)
from inexreport.formats.file_content import (
    checksum,
    is_markup,
    read_content,
    utf8_text,
    words_within,
)
from inexreport.formats.likely_format import RUN, first_line, likely_format, looks_like
from inexreport.formats.run_answers import ANSWER_MEGABYTES, is_answers, read_answers
from inexreport.formats.run_checks import (
    check_rank_order,
    check_ranks,
    check_score_order,
    check_statements,
    check_topics,
    topic_names,
)
from inexreport.formats.run_content import RunContent, in_topic_order, run_formats
from inexreport.formats.run_files import RunFile
from inexreport.formats.run_metadata import split_metadata
from inexreport.formats.run_text import read_text_run
from inexreport.model.assessment import Judged
from inexreport.model.campaign import DEFAULT_LIMITS, Campaign, Limits
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.run import Run, Submission
from inexreport.model.task import Repeated, Treatment

WORDS_OF_A_RESULT = 8
"""Of a run in columns, for each result that the campaign allows."""


def read_run(
    run_file: RunFile, campaign: Campaign, *, with_checksum: bool = True
) -> tuple[Run | None, tuple[Problem, ...]]:
    """Read a run.

    Parameters
    ----------
    run_file : RunFile
        One of those that `list_runs` returned.
    campaign : Campaign
    with_checksum : bool
        Whether the submission has its file's checksum; else it is empty.

    Returns
    -------
    run : Run or None
        None if the file cannot be read or has no results. Results of topics that the campaign does not
        have are included; lines with errors are left out.
    problems : tuple of Problem
        Those of `run_file` included. A run with an error is not to be evaluated.
    """
    log = ProblemLog(run_file.file, ProblemScope.RUN, run_file.task, run_file.name)
    log.extend(run_file.problems)
    campaign = campaign.of_task(run_file.task)
    documents, limits = campaign.judged is Judged.DOCUMENTS, campaign.limits
    answers = campaign.judged is Judged.ANSWERS
    file = None
    if run_file.may_be_read:
        largest, allowed = limits.run_bytes, limits.at_most("run_megabytes")
        if answers:
            largest, allowed = ANSWER_MEGABYTES * 2**20, f"at most {ANSWER_MEGABYTES} MB of answers"
        file = read_content(run_file.path, log, largest, allowed)
    content = None
    if file and answers:
        judged = {run for one in campaign.assessments.topics.values() for run in one.articles}
        content = read_answers(file.data, log, run_file.name, judged)
    elif file:
        content = read_run_content(file.data, log, documents=documents, limits=limits)
    sha256 = file.sha256 if file and with_checksum else ""
    del file  # large ones would lie in memory until the run is read
    if content is None:
        return None, tuple(log)
    if not len(content.results):
        if not log.has_errors:
            log.add("run-empty", found="no result", expected="at least one result")
        return None, tuple(log)
    names = topic_names(content, campaign, log)
    check_topics(content, names, campaign, log)
    task = campaign.tasks.get(run_file.task)
    if documents:
        report_contradictions(campaign.order, content.results, log, of_lines=not content.by_rank)
        if campaign.document_names is not None:
            report_outside(content.results, campaign.document_names, log)
        repeated = task.rules.repeated_documents if task else Repeated.ERROR
        results = in_topic_order(content.results, by_rank=True) if content.by_rank else content.results
        results = each_once(in_order_of(campaign.order, results), repeated, log)
    elif answers:
        results = content.results
    else:
        check_ranks(content.results, log)
        check_rank_order(content, log)
        # Where a task wants the results of an article together, scores need not follow their order.
        if task is None or task.rules.scattered_articles is Treatment.ALLOWED:
            check_score_order(content, log)
        results = in_topic_order(content.results, by_rank=content.by_rank)
    check_statements(content, run_file, dict(campaign.task_aliases), log)
    stated = content.submission
    submission = replace(
        stated,
        task=run_file.task,
        name=run_file.name,
        file=run_file.file,
        sha256=sha256,
        participant=stated.participant or run_file.participant,
        milliseconds={names[topic]: time for topic, time in stated.milliseconds.items()},
    )
    results = replace(results, topics=tuple(map(names.__getitem__, results.topics)))
    return Run(submission, results, {names[topic]: one for topic, one in content.answers.items()}), tuple(log)


def read_run_content(
    data: bytes, log: ProblemLog, *, documents: bool = False, limits: Limits = DEFAULT_LIMITS
) -> RunContent | None:
    """Return the content of a run file; None, with the reason in `log`, if it cannot be read."""
    if is_answers(data):
        expected = f'lines of {EXPECTED}; a campaign of answers has protocol = "answers" in campaign.toml'
        log.add("run-of-answers", found="answers in JSON", expected=expected, lines=[1])
        return None
    formats = (one for one in run_formats() if one.of_documents is documents and one.recognises(data))
    known = next(formats, None)
    if known is None and is_markup(data):
        found = f"markup{looks_like(data)}"
        log.add("run-format-unknown", found=found, expected=f"lines of {EXPECTED}", lines=[1])
        return None
    content = known.read(data, log) if known else _read_columns(data, log, documents, limits)
    if content is None:
        if not log.has_errors:
            log.add("run-empty", found="no results", expected="at least one result")
    else:
        for what, count in (("topics", len(content.topic_lines)), ("results", len(content.results))):
            if count > getattr(limits, f"run_{what}"):
                log.add("file-too-large", found=f"{count:,} {what}", expected=limits.at_most(f"run_{what}"))
                return None
    return content


def _read_columns(data: bytes, log: ProblemLog, documents: bool, limits: Limits) -> RunContent | None:
    text = utf8_text(data, log)
    text, facets = (None, {}) if text is None else split_metadata(text, log)
    most = WORDS_OF_A_RESULT * limits.run_results
    if text is None or not words_within(text, most, log):
        return None
    if documents and reports_separators(text, log):
        return None
    if likely_format(text) not in ("", RUN):
        expected = f"lines of {EXPECTED}" if documents else "XML, or lines of 6 to 8 columns"
        found = first_line(text) + looks_like(text)
        log.add("run-format-unknown", found=found, expected=expected, lines=[1])
        return None
    content = read_document_run(text, log, limits) if documents else read_text_run(text, log)
    return content and replace(content, submission=replace(content.submission, facets=facets))


def unread_submission(run_file: RunFile) -> Submission:
    """Return the submission of an unreadable run: its place, and its checksum unless it is a link."""
    return Submission(
        task=run_file.task,
        name=run_file.name,
        file=run_file.file,
        sha256=checksum(run_file.path) if run_file.may_be_read else "",
        participant=run_file.participant,
    )
