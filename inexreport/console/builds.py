"""Prints what a build did."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.markup import escape

from inexreport.building.build import BuildSummary, Leaders
from inexreport.console.output import open_console, plain
from inexreport.console.problems import print_problems
from inexreport.errors import CampaignRefusedError, InexreportError, NotWrittenError
from inexreport.model.counted import counted
from inexreport.report.audience import PUBLIC, Audience

TIED_RUNS_SHOWN = 3
"""Number of runs of equal score that are named."""


def print_build_result(
    directory: Path, result: BuildSummary | InexreportError, out: Path, audience: Audience = PUBLIC
) -> None:
    """Print the summary of a campaign, or why it was not built."""
    if isinstance(result, CampaignRefusedError):
        print_problems(result.problems, to_stderr=True)
    if isinstance(result, InexreportError):
        what = "Not built" if isinstance(result, NotWrittenError) else "Refused"
        reason = result.summary if isinstance(result, CampaignRefusedError) else result
        sys.stderr.write(f"\n{what}: {directory}: {reason}. Nothing of it was written.\n")
    else:
        print_build_summary(result, out, audience)


def print_build_summary(summary: BuildSummary, out: Path, audience: Audience = PUBLIC) -> None:
    """Print what was built: by task its runs and the best, rejected runs, and the address of the site."""
    console = open_console()
    for task in summary.tasks:
        evaluated = f"{plain(task.task)}: {counted(task.runs, 'run')}, {task.evaluated} evaluated"
        console.print(evaluated + (f"; {_best(task.leaders)}" if task.leaders else ""))
        for run, problem in task.rejected:
            reason = f"{run}: {problem.place}: {problem.message}"
            console.print(f"  not evaluated: {plain(reason)}")
    if summary.warnings:
        console.print(f"{counted(summary.warnings, 'warning')}; see the site's problems page.")
    if audience != PUBLIC:
        console.print(f"For {escape(str(audience))} only: not released.")
    if not summary.written:
        console.print("Nothing has changed since it was built.")
    address = (out / summary.site / "index.html").resolve().as_uri()
    console.print(f"[bold][link={address}]{escape(address)}[/link][/]")


def _best(leaders: Leaders) -> str:
    """The best runs of a task, as in ``best: a and b, tied (MAiP 0.2000)``."""
    names = [plain(name) for name in leaders.runs[:TIED_RUNS_SHOWN]]
    if more := len(leaders.runs) - len(names):
        names.append(f"{more:,} more")
    named = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    tied = ", tied" if len(leaders.runs) > 1 else ""
    return f"best: {named}{tied} ({plain(leaders.metric)} {leaders.score:.4f})"
