"""The problems page, and problems as other pages list them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem, gravest_first
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.tables.problems import all_problems

PROBLEMS_SHOWN = 20
"""Problems of one code that the page shows; the others can be opened."""

LINES_SHOWN = 12
"""Line numbers listed for one problem; problems.csv has a thousand."""


def problem_items(problems: Iterable[Problem]) -> list[PageData]:
    """Return the problems of a file, gravest first, each with the further lines on which it was found."""
    return [
        {"problem": problem, "further_lines": _further_lines(problem)} for problem in gravest_first(problems)
    ]


def scored_otherwise(run: RunOutcome) -> list[Problem]:
    """Return the warnings that affect the scores of a run; none if it was not evaluated."""
    return [problem for problem in run.problems if run.evaluated and problem.changes_scored]


def _further_lines(problem: Problem) -> str:
    listed = problem.lines[1 : LINES_SHOWN + 1]
    if not listed:
        return ""
    rest = problem.count - 1 - len(listed)
    text = ", ".join(str(line) for line in listed)
    return f"{text} and {rest:,} more" if rest > 0 else text


def problems_page(view: CampaignView) -> PageData:
    """Return the rejected runs with the errors that cost them, and the problems of all input files by code.

    ``groups`` have errors first, then warnings that affect the scores, and in each of these the codes
    found in the most files first. ``shown`` of a group are its
    problems in the order in which the files were read, ``others`` those beyond `PROBLEMS_SHOWN`.
    """
    problems = all_problems(view.outcome)
    by_code: dict[str, list[Problem]] = {}
    for problem in problems:
        by_code.setdefault(problem.code, []).append(problem)
    errors = sum(problem.is_error for problem in problems)
    groups = [_group(view, of_code) for of_code in by_code.values()]
    return {
        "errors": errors,
        "warnings": len(problems) - errors,
        "files": len({problem.file for problem in problems}),
        "scored_otherwise": sum(
            bool(scored_otherwise(run)) for task in view.outcome.tasks for run in task.runs
        ),
        "groups": sorted(
            groups,
            key=lambda group: (
                not group["is_error"],
                not group["kind"].changes_scored,
                -group["files"],
                group["code"],
            ),
        ),
        "rejected": [
            {
                "name": view.names[task.task.name, run.submission.name],
                "file": run.submission.file,
                "reasons": problem_items(problem for problem in run.problems if problem.is_error),
            }
            for task in view.outcome.tasks
            for run in task.runs
            if not run.evaluated
        ],
    }


def _group(view: CampaignView, problems: Sequence[Problem]) -> PageData:
    """The problems of one code."""
    items = [
        {
            "problem": problem,
            "further_lines": _further_lines(problem),
            "name": view.names.get((problem.task, problem.run)),
        }
        for problem in problems
    ]
    return {
        "code": problems[0].code,
        "kind": problems[0].kind,
        "is_error": problems[0].is_error,
        "files": len({problem.file for problem in problems}),
        "shown": items[:PROBLEMS_SHOWN],
        "others": items[PROBLEMS_SHOWN:],
    }
