"""What is wrong in the input files? The problems of a campaign's own files and of its runs."""

from __future__ import annotations

from collections.abc import Iterable

from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.model.problem import Problem, gravest_first
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.tables.table import Rows, Shown, Table, boolean, integer, optional_integer, text
from inexreport.subjects.sections import Page, Section

PROBLEMS_SHOWN = 20
"""Problems of one code that the page shows; the others can be opened."""


def all_problems(outcome: CampaignOutcome) -> tuple[Problem, ...]:
    """Return the problems of the campaign's own files, then those of the runs, by task and run."""
    of_runs = (problem for task in outcome.tasks for run in task.runs for problem in run.problems)
    return (*outcome.problems, *of_runs)


def scored_otherwise(run: RunOutcome) -> list[Problem]:
    """Return the warnings that affect the scores of a run; none if it was not evaluated."""
    return [problem for problem in run.problems if run.evaluated and problem.changes_scored]


def _affecting(outcome: CampaignOutcome) -> set[Problem]:
    """The warnings that affect scores: not those of runs that were not evaluated."""
    of_runs = (problem for task in outcome.tasks for run in task.runs for problem in scored_otherwise(run))
    return {*(problem for problem in outcome.problems if problem.changes_scored), *of_runs}


def _rows(outcome: CampaignOutcome) -> Rows:
    affecting = _affecting(outcome)
    for problem in all_problems(outcome):
        yield {name: getattr(problem, name) for name in PROBLEMS.columns} | {
            "lines": " ".join(map(str, problem.lines)),
            "severity": str(problem.severity),
            "changes_scored": problem in affecting,
        }


PROBLEMS = Table(
    "problems",
    "One row per kind of problem in an input file.",
    {
        "file": text("The file concerned."),
        "line": optional_integer("First line concerned; empty where the whole file is meant."),
        "lines": text("All lines recorded, separated by blanks."),
        "count": integer("How often it was found."),
        "code": text("Code of the problem."),
        "severity": text("`error` excludes the run; `warning` does not."),
        "task": text("Task of the run concerned; empty for the campaign’s own files."),
        "run": text("The run concerned; empty for the campaign’s own files."),
        "found": text("What the file says."),
        "expected": text("What it should say."),
        "remedy": text("What to do about it."),
        "changes_scored": boolean(
            "Whether the problem is a warning that affects scores: not that of a rejected run."
        ),
    },
    _rows,
    participants=Shown("One row per kind of problem in an own run’s file."),
)


def problems_page(view: CampaignView) -> Page:
    """Return the rejected runs with the errors that cost them, and the problems of all input files by code.

    Errors come first, then warnings that affect the scores, and of each of these the codes found in the most
    files first. Of each code the first `PROBLEMS_SHOWN` problems are ``shown``.
    """
    problems = all_problems(view.outcome)
    runs = [(task.task.name, run) for task in view.outcome.tasks for run in task.runs]
    rejected = [
        {
            "name": view.names[task, run.submission.name],
            "file": run.submission.file,
            "reasons": gravest_first(run.errors),
        }
        for task, run in runs
        if not run.evaluated
    ]
    errors = sum(problem.is_error for problem in problems)
    warnings, files = len(problems) - errors, len({problem.file for problem in problems})
    were, own = "was" if len(rejected) == 1 else "were", bool(view.participant)
    some = f"{len(rejected):,} of your runs {were}" if own else f"{counted(len(rejected), 'run')} {were}"
    none = "None of your runs was" if own else "No run was"
    in_files = f"{files:,} of your files" if own else counted(files, "input file")
    lead = (
        f"{counted(errors, 'error')} and {counted(warnings, 'warning')} in {in_files}. "
        f"{some if rejected else none} rejected."
    )
    by_kind = {
        "groups": _groups(problems, _affecting(view.outcome)),
        "names": view.names,
        "both": errors and warnings,
    }
    sections = [Section("all", "All problems by kind", parts=["problems"], facts=by_kind)] if problems else []
    if rejected:
        sections.insert(0, Section("rejected", "Rejected runs", facts={"runs": rejected}))
    return Page(
        "Problems",
        "Problems",
        lead if problems else f"No problem was found in {'your files' if own else 'any input file'}.",
        sections,
        notes="problems.html",
        facts={
            "problems": problems,
            "scored_otherwise": sum(bool(scored_otherwise(run)) for _, run in runs),
            "own": own,
        },
    )


def _groups(problems: Iterable[Problem], affecting: set[Problem]) -> list[PageData]:
    """The problems by code, in the order of the page."""
    by_code: dict[str, list[Problem]] = {}
    for problem in problems:
        by_code.setdefault(problem.code, []).append(problem)
    groups = [
        {
            "code": code,
            "kind": found[0].kind,
            "is_error": found[0].is_error,
            "affecting": not affecting.isdisjoint(found),
            "files": len({problem.file for problem in found}),
            "shown": found[:PROBLEMS_SHOWN],
            "others": found[PROBLEMS_SHOWN:],
        }
        for code, found in by_code.items()
    ]
    return sorted(
        groups,
        key=lambda one: (not one["is_error"], not one["affecting"], -one["files"], one["code"]),
    )
