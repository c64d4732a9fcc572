"""Runs: every format of 2002-2010, told apart by content."""

from __future__ import annotations

from dataclasses import replace

from inexreport.formats.file_content import FileContent, checksum, read_content
from inexreport.formats.protocol_file import load_protocol
from inexreport.formats.run_checks import check_ranks, check_statements, check_topics, topic_names
from inexreport.formats.run_content import RunContent, in_topic_order
from inexreport.formats.run_files import RunFile
from inexreport.formats.run_text import read_text_run
from inexreport.formats.run_xml import read_xml_run
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.run import Run, Submission


def read_run(run_file: RunFile, campaign: Campaign) -> tuple[Run | None, tuple[Problem, ...]]:
    """Read a run.

    Parameters
    ----------
    run_file : RunFile
        One of those that `list_runs` returned.
    campaign : Campaign

    Returns
    -------
    run : Run or None
        None if the file cannot be read or has no results. Results of topics that the campaign does not
        have are kept; lines with errors are left out.
    problems : tuple of Problem
        Those of `run_file` included. A run with an error is not to be evaluated.
    """
    log = ProblemLog(run_file.file, ProblemScope.RUN, run_file.task, run_file.name)
    log.extend(run_file.problems)
    if any(problem.code == "link-outside-campaign" for problem in run_file.problems):
        return None, tuple(log)
    file = read_content(run_file.path, log)
    if file is None:
        return None, tuple(log)
    content = read_xml_run(file.data, log) if file.is_markup else read_text_run(file.data, log)
    if content is None:
        return None, tuple(log)
    if not len(content.results):
        if not log.has_errors:
            log.add("run-empty", found="no result", expected="at least one result")
        return None, tuple(log)
    names = topic_names(content, campaign, log)
    check_topics(content, names, campaign, log)
    check_ranks(content.results, log)
    aliases = load_protocol(campaign.protocol).aliases if campaign.protocol else {}
    check_statements(content, run_file, dict(aliases), log)
    return _run(content, names, run_file, file), tuple(log)


def unread_submission(run_file: RunFile) -> Submission:
    """Return what is known of a run whose file cannot be read: its place and its checksum."""
    return Submission(
        task=run_file.task,
        name=run_file.name,
        file=run_file.file,
        sha256=checksum(run_file.path),
        participant=run_file.participant,
    )


def _run(content: RunContent, names: dict[str, str], run_file: RunFile, file: FileContent) -> Run:
    results = in_topic_order(content.results, by_rank=content.by_rank)
    submission = Submission(
        task=run_file.task,
        name=run_file.name,
        file=run_file.file,
        sha256=file.sha256,
        participant=content.participant or run_file.participant,
        run_id=content.run_id,
        stated_task=content.stated_task,
        query=content.query,
        result_type=content.result_type,
        description=content.description,
        topic_fields=content.topic_fields,
        milliseconds={names[topic]: time for topic, time in content.milliseconds.items()},
    )
    return Run(submission, replace(results, topics=tuple(names[topic] for topic in results.topics)))
