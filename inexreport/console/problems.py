"""Prints problems of input files."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from rich.markup import escape

from inexreport.console.output import (
    OutputFormat,
    open_console,
    plain,
    print_csv_records,
    print_json,
)
from inexreport.model.counted import counted
from inexreport.model.problem import Problem, gravest_first
from inexreport.model.problem_kinds import Severity

LINES_SHOWN = 10
"""Number of line numbers of a problem that are printed; CSV and JSON have up to a thousand."""

_FIELDS = (
    *("code", "severity", "file", "line", "lines", "count", "kind.meaning"),
    *("found", "expected", "remedy", "task", "run", "changes_scored"),
)
PROBLEM_FIELDS = {name.removeprefix("kind."): attrgetter(name) for name in _FIELDS}
"""Fields of a problem in CSV and JSON, and how they are read."""

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow"}


def print_problems(problems: Sequence[Problem], *, to_stderr: bool = False) -> None:
    """Print each problem as ``file:line: severity: message [code]`` with its remedy below."""
    console = open_console(to_stderr=to_stderr)
    for problem in problems:
        style = _STYLES[problem.severity]
        console.print(
            f"{plain(problem.place)}: [{style}]{problem.severity}[/]: {plain(problem.message)} "
            f"[dim]\\[{problem.code}][/]"
        )
        if problem.count > 1:
            shown = ", ".join(str(line) for line in problem.lines[:LINES_SHOWN])
            more = " ..." if problem.count > LINES_SHOWN else ""
            console.print(f"    {problem.count} places" + (f", lines {shown}{more}" if shown else ""))
        if problem.changes_scored:
            console.print("    This affects the scores.")
        console.print(f"    [dim]{escape(problem.remedy)}[/]")


def print_findings(problems: Sequence[Problem], output: OutputFormat, *, quiet: bool = False) -> None:
    """Print the result of a check.

    Parameters
    ----------
    problems : sequence of Problem
    output : OutputFormat
        As text: the problems, the gravest first, and their number; as CSV a row for each.
    quiet : bool
        Whether to print errors only, and no number.
    """
    errors = [problem for problem in problems if problem.is_error]
    warnings = len(problems) - len(errors)
    printed = errors if quiet else gravest_first(problems)
    records = [{name: read(problem) for name, read in PROBLEM_FIELDS.items()} for problem in printed]
    if output is OutputFormat.JSON:
        print_json({"errors": len(errors), "warnings": warnings, "problems": records})
    elif output is OutputFormat.CSV:
        lines = [{**record, "lines": " ".join(map(str, record["lines"]))} for record in records]
        print_csv_records(tuple(PROBLEM_FIELDS), lines)
    else:
        print_problems(printed)
        if not quiet:
            found = f"{counted(len(errors), 'error')}, {counted(warnings, 'warning')}."
            open_console().print(found)
