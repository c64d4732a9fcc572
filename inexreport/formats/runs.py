"""Runs: what a run's file tells, held against its campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from inexreport.formats.file_content import StoredFile, checksum, read_stored
from inexreport.formats.protocols import task_aliases
from inexreport.formats.run_checks import check_statements, check_topics, topic_names
from inexreport.formats.run_content import RunContent
from inexreport.formats.run_files import RunFile
from inexreport.formats.run_reading import RunReading, read_by_itself
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.run import Run, Submission
from inexreport.model.task import Task, Treatment


def read_run(
    run_file: RunFile,
    campaign: Campaign,
    reading_of: Callable[[StoredFile], RunReading] = read_by_itself,
    *,
    stored: StoredFile | None = None,
    with_checksum: bool = True,
) -> tuple[Run | None, tuple[Problem, ...]]:
    """Read a run.

    Parameters
    ----------
    run_file : RunFile
        One of those that `list_runs` returned.
    campaign : Campaign
    reading_of : callable, optional
        Returns what `read_by_itself` returns, perhaps from where it has been kept.
    stored : StoredFile, optional
        Its bytes, if they have been read.
    with_checksum : bool
        Whether the submission tells its file's checksum; else it is empty.

    Returns
    -------
    run : Run or None
        None if the file cannot be read or has no results. Results of topics that the campaign does not
        have are kept; lines with errors are left out.
    problems : tuple of Problem
        Those of `run_file` included. A run with an error is not to be evaluated.
    """
    log = _log(run_file)
    if not run_file.may_be_read:
        return None, tuple(log)
    file = stored or read_stored(run_file.path, log)
    if file is None:
        return None, tuple(log)
    return _held_against(reading_of(file), file.sha256 if with_checksum else "", run_file, campaign)


def _held_against(
    reading: RunReading, sha256: str, run_file: RunFile, campaign: Campaign
) -> tuple[Run | None, tuple[Problem, ...]]:
    """What a file tells by itself, held against its place and the campaign, as `read_run` returns it."""
    log = _log(run_file)
    log.extend(_placed(reading.problems, run_file))
    content = reading.content
    if content is None:
        return None, tuple(log)
    if not len(content.results):
        if not log.has_errors:
            log.add("run-empty", found="no result", expected="at least one result")
        return None, tuple(log)
    names = topic_names(content, campaign, log)
    check_topics(content, names, campaign, log)
    _report_order(reading, campaign.tasks.get(run_file.task), log)
    aliases = task_aliases(campaign.protocol)
    check_statements(content, run_file, dict(aliases), log)
    return _run(content, names, run_file, sha256), tuple(log)


def _report_order(reading: RunReading, task: Task | None, log: ProblemLog) -> None:
    """Report what is wrong with ranks and scores, in one problem where both contradict the order.

    Where a task wants the results of an article together, scores of elements need not follow their order.
    """
    by_article = task is not None and task.rules.scattered_articles is not Treatment.ALLOWED
    for problem in (*reading.rank_problems, *(() if by_article else reading.score_problems)):
        log.add(
            problem.code,
            found=problem.found,
            expected=problem.expected,
            lines=problem.lines,
            count=problem.count,
        )


def _log(run_file: RunFile) -> ProblemLog:
    log = ProblemLog(run_file.file, ProblemScope.RUN, run_file.task, run_file.name)
    log.extend(run_file.problems)
    return log


def _placed(problems: tuple[Problem, ...], run_file: RunFile) -> Iterator[Problem]:
    """Yield what is wrong with a file by itself as problems of this run."""
    for problem in problems:
        yield replace(problem, file=run_file.file, task=run_file.task, run=run_file.name)


def unread_submission(run_file: RunFile) -> Submission:
    """Return what is known of a run that cannot be read: its place, and its checksum unless it is a link."""
    return Submission(
        task=run_file.task,
        name=run_file.name,
        file=run_file.file,
        sha256=checksum(run_file.path) if run_file.may_be_read else "",
        participant=run_file.participant,
    )


def _run(content: RunContent, names: dict[str, str], run_file: RunFile, sha256: str) -> Run:
    results = content.results
    submission = Submission(
        task=run_file.task,
        name=run_file.name,
        file=run_file.file,
        sha256=sha256,
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
