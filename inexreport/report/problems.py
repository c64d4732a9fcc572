"""The problems page, and problems as other pages list them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inexreport.model.problem import Problem
from inexreport.model.problem_kinds import Severity
from inexreport.report.campaign_view import CampaignView
from inexreport.report.naming import RunName
from inexreport.report.tables.problems import all_problems

LINES_SHOWN = 12
"""Line numbers listed for one problem; problems.csv has a thousand."""


@dataclass(frozen=True, slots=True)
class ProblemItem:
    """One kind of mistake in one file, in words.

    Attributes
    ----------
    place : str
        ``file:line`` of the first occurrence.
    further_lines : str
        The other lines, as far as they are listed; may be empty.
    run : RunName or None
        Whose problem it is; None for the campaign's own files.
    """

    code: str
    error: bool
    place: str
    file: str
    line: int | None
    further_lines: str
    count: int
    meaning: str
    found: str
    expected: str
    remedy: str
    run: RunName | None = None


@dataclass(frozen=True, slots=True)
class ProblemFile:
    """The problems of one file."""

    file: str
    run: RunName | None
    items: tuple[ProblemItem, ...]


@dataclass(frozen=True, slots=True)
class ProblemsPage:
    """Everything found wrong in the input, by file in the order in which it was read."""

    errors: int
    warnings: int
    files: tuple[ProblemFile, ...]
    rejected_runs: tuple[RunName, ...]


def problem_items(problems: Iterable[Problem], run: RunName | None = None) -> tuple[ProblemItem, ...]:
    """Errors first, each with its line, meaning and remedy."""
    ordered = sorted(problems, key=lambda problem: problem.severity is not Severity.ERROR)
    return tuple(
        ProblemItem(
            code=problem.code,
            error=problem.severity is Severity.ERROR,
            place=problem.place,
            file=problem.file,
            line=problem.line,
            further_lines=_further_lines(problem),
            count=problem.count,
            meaning=problem.kind.meaning,
            found=problem.found,
            expected=problem.expected,
            remedy=problem.remedy,
            run=run,
        )
        for problem in ordered
    )


def _further_lines(problem: Problem) -> str:
    listed = problem.lines[1 : LINES_SHOWN + 1]
    if not listed:
        return ""
    rest = problem.count - 1 - len(listed)
    text = ", ".join(str(line) for line in listed)
    return f"{text} and {rest} more" if rest > 0 else text


def problems_page(view: CampaignView) -> ProblemsPage:
    """Gather the problems of all files."""
    by_file: dict[str, list[Problem]] = {}
    for problem in all_problems(view.outcome):
        by_file.setdefault(problem.file, []).append(problem)
    files = []
    for file, problems in by_file.items():
        run = view.names.get((problems[0].task, problems[0].run))
        files.append(ProblemFile(file, run, problem_items(problems, run)))
    items = [item for one in files for item in one.items]
    return ProblemsPage(
        errors=sum(item.error for item in items),
        warnings=sum(not item.error for item in items),
        files=tuple(files),
        rejected_runs=tuple(
            view.names[task.task.name, run.submission.name]
            for task in view.outcome.tasks
            for run in task.runs
            if not run.evaluated
        ),
    )
