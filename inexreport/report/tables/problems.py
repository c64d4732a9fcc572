"""The table of problems in input files."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.model.problem import Problem
from inexreport.report.tables.table import Rows, Shown, Table, boolean, integer, optional_integer, text


def all_problems(outcome: CampaignOutcome) -> tuple[Problem, ...]:
    """Return the problems of the campaign's own files, then those of the runs, by task and run."""
    of_runs = (problem for task in outcome.tasks for run in task.runs for problem in run.problems)
    return (*outcome.problems, *of_runs)


def _problems(outcome: CampaignOutcome) -> Rows:
    for problem in all_problems(outcome):
        yield {name: getattr(problem, name) for name in PROBLEMS.columns} | {
            "lines": " ".join(map(str, problem.lines)),
            "severity": str(problem.severity),
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
        "changes_scored": boolean("Whether the problem is a warning that affects the scores of its run."),
    },
    _problems,
    participants=Shown("One row per kind of problem in an own run’s file."),
)
