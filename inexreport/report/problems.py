"""The problems page, and problems as other pages list them."""

from __future__ import annotations

from collections.abc import Iterable

from inexreport.model.problem import Problem
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.tables.problems import all_problems

LINES_SHOWN = 12
"""Line numbers listed for one problem; problems.csv has a thousand."""


def problem_items(problems: Iterable[Problem]) -> list[PageData]:
    """Return the problems of a file, errors first, each with the further lines on which it was found."""
    ordered = sorted(problems, key=lambda problem: not problem.is_error)
    return [{"problem": problem, "further_lines": _further_lines(problem)} for problem in ordered]


def _further_lines(problem: Problem) -> str:
    listed = problem.lines[1 : LINES_SHOWN + 1]
    if not listed:
        return ""
    rest = problem.count - 1 - len(listed)
    text = ", ".join(str(line) for line in listed)
    return f"{text} and {rest} more" if rest > 0 else text


def problems_page(view: CampaignView) -> PageData:
    """Return the problems of all input files, by file in the order in which the files were read."""
    by_file: dict[str, list[Problem]] = {}
    for problem in all_problems(view.outcome):
        by_file.setdefault(problem.file, []).append(problem)
    files: list[PageData] = [
        {
            "file": file,
            "run": view.names.get((problems[0].task, problems[0].run)),
            "problems": problem_items(problems),
        }
        for file, problems in by_file.items()
    ]
    errors = [item["problem"].is_error for file in files for item in file["problems"]]
    return {
        "errors": sum(errors),
        "warnings": len(errors) - sum(errors),
        "files": files,
        "rejected_runs": [
            view.names[task.task.name, run.submission.name]
            for task in view.outcome.tasks
            for run in task.runs
            if not run.evaluated
        ],
    }
