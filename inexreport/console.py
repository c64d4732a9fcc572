"""Output of the commands: problems, scores, definitions of metrics, and progress."""

from __future__ import annotations

import csv
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from operator import attrgetter
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from inexreport.building.build import BuildSummary
from inexreport.building.resources import Progress as ProgressReport
from inexreport.building.verifying.differences import Verification, describe_difference
from inexreport.building.verifying.tables import TOLERANCE
from inexreport.errors import CampaignRefusedError, InexreportError, NotWrittenError, UsageError
from inexreport.formats.shown_text import LONGEST_TEXT, UNSEEN, shown
from inexreport.metrics.metric import BoundMetric, Metric
from inexreport.metrics.registry import METRICS, form_of
from inexreport.model.outcome import RunScores
from inexreport.model.problem import Problem
from inexreport.model.problem_kinds import Severity
from inexreport.report.audience import PUBLIC, Audience
from inexreport.statistics.run_comparison import RunComparison, describe_comparison

LINES_SHOWN = 10
"""Number of line numbers of a problem that are printed; the JSON has up to a thousand."""

_FIELDS = (
    *("code", "severity", "file", "line", "lines", "count", "kind.meaning"),
    *("found", "expected", "remedy", "task", "run"),
)
PROBLEM_FIELDS = {name.removeprefix("kind."): attrgetter(name) for name in _FIELDS}
"""Fields of a problem in the JSON, and how they are read."""


class TableFormat(StrEnum):
    """How values are printed."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"


_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow"}


def print_problems(problems: Sequence[Problem], *, to_stderr: bool = False) -> None:
    """Print each problem as ``file:line: severity: message [code]`` with its remedy below."""
    console = _console(to_stderr=to_stderr, soft_wrap=True)
    for problem in problems:
        style = _STYLES[problem.severity]
        console.print(
            f"{_plain(problem.place)}: [{style}]{problem.severity}[/]: {_plain(problem.message)} "
            f"[dim]\\[{problem.code}][/]"
        )
        if problem.count > 1:
            shown = ", ".join(str(line) for line in problem.lines[:LINES_SHOWN])
            more = " ..." if problem.count > LINES_SHOWN else ""
            console.print(f"    {problem.count} places" + (f", lines {shown}{more}" if shown else ""))
        console.print(f"    [dim]{escape(problem.remedy)}[/]")


def _plain(text: str) -> str:
    """Text from a file without markup and control characters."""
    return escape(UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text))


def print_findings(problems: Sequence[Problem], *, as_json: bool) -> None:
    """Print the result of a check: problems and their number, or the same as JSON."""
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = len(problems) - errors
    if as_json:
        records = [{name: read(problem) for name, read in PROBLEM_FIELDS.items()} for problem in problems]
        findings = {"errors": errors, "warnings": warnings, "problems": records}
        sys.stdout.write(json.dumps(findings, indent=2, ensure_ascii=False) + "\n")
        return
    print_problems(problems)
    _console().print(f"{_number(errors, 'error')}, {_number(warnings, 'warning')}.")


def print_scores(
    runs: Sequence[tuple[str, Sequence[BoundMetric], RunScores]], *, per_topic: bool, output: TableFormat
) -> None:
    """Print the scores of runs, named as in scores.csv, counts as whole numbers.

    Parameters
    ----------
    runs : sequence of (str, sequence of BoundMetric, RunScores)
        Name, metrics and scores of each run.
    per_topic : bool
        Whether values of single topics come before the means.
    output : TableFormat
        As text: measure, topic and value, separated by tabs; with several runs, the name of each in a line of
        the measure ``runid`` before.
    """
    rows = [(name, *row) for name, metrics, scores in runs for row in _score_rows(metrics, scores, per_topic)]
    columns = ("run", "metric", "topic", "score")
    if output is TableFormat.JSON:
        records = [dict(zip(columns, row, strict=True)) for row in rows]
        sys.stdout.write(json.dumps(records, indent=2, ensure_ascii=False) + "\n")
    elif output is TableFormat.CSV:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerows((columns, *rows))
    else:
        last = None
        for name, metric, topic, value in rows:
            if len(runs) > 1 and name != last:
                sys.stdout.write(f"runid\tall\t{name}\n")
            last = name
            sys.stdout.write(f"{metric}\t{topic}\t{value!r}\n")


def _score_rows(
    metrics: Sequence[BoundMetric], scores: RunScores, per_topic: bool
) -> Iterator[tuple[str, str, float | int]]:
    """Measure, topic and value: topic by topic, then the means."""
    columns = [(topic, scores.by_topic[:, place]) for place, topic in enumerate(scores.topics)]
    for topic, values in [*(columns if per_topic else []), ("all", scores.mean)]:
        for bound, value in zip(metrics, values.tolist(), strict=True):
            if not np.isnan(value):
                yield bound.identifier, topic, int(value) if bound.metric.is_count else value


def print_comparison(
    names: tuple[str, str], comparisons: Sequence[RunComparison], output: TableFormat
) -> None:
    """Print by how much, and on which topics, a run differs from another under some metrics."""
    if output is TableFormat.JSON:
        records = [{"run_a": names[0], "run_b": names[1], **asdict(one)} for one in comparisons]
        sys.stdout.write(json.dumps(records, indent=2, ensure_ascii=False) + "\n")
        return
    if output is TableFormat.CSV:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        fields = ("mean_a", "mean_b", "topics", "difference", "low", "high", "better", "equal", "worse")
        tests = tuple(comparisons[0].p) if comparisons else ()
        writer.writerow(("run_a", "run_b", "metric", *fields, *(f"p_{test}" for test in tests)))
        for one in comparisons:
            values = (getattr(one, field) for field in fields)
            writer.writerow((*names, one.metric, *values, *one.p.values()))
        return
    console = _console(soft_wrap=True)
    for one in comparisons:
        console.print(f"[bold]{_plain(one.metric)}[/]: A = {_plain(names[0])}, B = {_plain(names[1])}")
        for line in describe_comparison(one):
            console.print(f"  {_plain(line)}")


def print_metrics(name: str | None) -> None:
    """Print the definitions of all metrics, or of those with one name."""
    chosen = [metric for metric in METRICS if name in (None, metric.name)]
    if not chosen:
        known = ", ".join(dict.fromkeys(metric.name for metric in METRICS))
        raise UsageError(f"There is no metric {name!r}. There are: {known}.")
    console = _console()
    for metric in chosen:
        _print_metric(console, metric, in_full=name is not None)


def _print_metric(console: Console, metric: Metric, *, in_full: bool) -> None:
    reconstructed = "" if metric.confirmed else " (reconstructed)"
    # Without line breaks, so that identifiers can be copied.
    console.print(
        f"[bold]{escape(form_of(metric))}[/]  {escape(metric.title)}{reconstructed}", soft_wrap=True
    )
    if not in_full:
        return
    console.print(f"  {escape(metric.explanation)}")
    if metric.topic_name != metric.name:
        both = f"  Mean over topics of {metric.topic_name}; a topic’s value is reported as {metric.name} too."
        console.print(escape(both), soft_wrap=True)
    for parameter in metric.parameters:
        console.print(f"  {escape(parameter.name)}: {escape(parameter.explanation)}")
    console.print(f"  Range: {metric.lowest:g} to {metric.highest:g}{metric.unit and ' ' + metric.unit}")
    console.print(f"  Missing topics: {escape(metric.missing_topics)}")
    console.print(f"  Ties: {escape(metric.ties)}")
    console.print(f"  Source: {escape(metric.source)}\n")


def print_document_list(titles: Mapping[str, str]) -> None:
    """Print the pages of the documentation: name and title."""
    width = max(map(len, titles))
    for name, title in titles.items():
        sys.stdout.write(f"{name:<{width}}  {title}\n")


def print_document(text: str) -> None:
    """Print a Markdown page: formatted on a terminal, else as it is."""
    console = _console()
    if console.is_terminal:
        console.print(Markdown(text, hyperlinks=False))  # relative ones lead nowhere
    else:
        sys.stdout.write(text)


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
    """Print what was built: runs by task, rejected runs with their reasons, and where the site is."""
    console = _console(soft_wrap=True)
    for task in summary.tasks:
        console.print(f"{escape(task.task)}: {_number(task.runs, 'run')}, {task.evaluated} evaluated")
        for run, problem in task.rejected:
            reason = f"{run}: {problem.place}: {problem.message}"
            console.print(f"  not evaluated: {escape(reason)}")
    console.print(f"{_number(summary.warnings, 'warning')}; see the site's problems page.")
    if audience != PUBLIC:
        console.print(f"For {escape(str(audience))} only: not released.")
    if not summary.written:
        console.print("Nothing has changed since it was built.")
    console.print(f"[bold]{escape(str(out / summary.site / 'index.html'))}[/]")


DIFFERENCES_SHOWN = 20
"""Number of differences per file that are printed without --all; the JSON has all."""


def print_verifications(found: Sequence[Verification], *, as_json: bool, everything: bool) -> None:
    """Print the differences of published sites by folder, or the same as JSON."""
    if as_json:
        # In ASCII, since names of files may be invalid UTF-8.
        sys.stdout.write(json.dumps([asdict(one) for one in found], indent=2) + "\n")
        return
    for one in found:
        _print_verification(one, everything)


def _print_verification(found: Verification, everything: bool) -> None:
    console = _console(soft_wrap=True)
    told = f": {found.title}, for {found.audience}" if found.title else ""
    told += f", by inexreport {found.version}" if found.version else ""
    console.print(f"[bold]{_in_a_line(found.folder)}[/]{_in_a_line(told)}")
    shown = Counter[str]()
    for one in found.differences:
        shown[one.file] += 1
        if everything or shown[one.file] <= DIFFERENCES_SHOWN:
            console.print(f"  {_in_a_line(describe_difference(one))}")
    for file, count in shown.items():
        if not everything and count > DIFFERENCES_SHOWN:
            console.print(f"  {_in_a_line(file)}: {count - DIFFERENCES_SHOWN} more; --all prints them")
    for note in found.notes:
        console.print(f"  {_in_a_line(note)}")
    compared = f"{_number(found.files, 'file')} compared with checksums"
    if found.tables is not None:
        compared += (
            f", {_number(found.tables, 'file')} of tables with recomputed ones, in which numbers may differ "
            f"by {TOLERANCE:g} of their value"
        )
    console.print(f"  {compared}: {_number(len(found.differences), 'difference')}.")


def _in_a_line(text: str) -> str:
    """Text from a file in one line, without markup and control characters."""
    return escape(shown(text, LONGEST_TEXT).replace("\n", " "))


LONG_STAGE = 5.0
"""Seconds after which a stage is reported if output goes to a file."""


@contextmanager
def progress_display() -> Iterator[ProgressReport]:
    """Show progress: bars on a terminal, otherwise a line after each long stage."""
    console = _console(to_stderr=True)
    if not console.is_terminal:
        yield _lines(console)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    display = Progress(*columns, console=console, transient=True)
    stages = {}

    def report(stage: str, done: int, total: int) -> None:
        if stage not in stages:
            display.start()
            stages[stage] = display.add_task(stage, total=total)
        display.update(stages[stage], completed=done, total=total)

    try:
        yield report
    finally:
        display.stop()


def _console(*, to_stderr: bool = False, soft_wrap: bool = False) -> Console:
    # Without emoji: in the place of a problem, such as runs/Focused/a.xml:100:, the line would become one.
    return Console(stderr=to_stderr, soft_wrap=soft_wrap, highlight=False, emoji=False)


def _lines(console: Console) -> ProgressReport:
    begun: dict[str, float] = {}

    def report(stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        seconds = now - begun.setdefault(stage, now)
        if done == total and seconds > LONG_STAGE:
            console.print(f"{escape(stage)}: {done} of {total} in {seconds:.0f} s", highlight=False)
            begun[stage] = now

    return report


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
