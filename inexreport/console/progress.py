"""Shows how far a command is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column

from inexreport.console.output import open_console

if TYPE_CHECKING:
    from inexreport.building.resources import Progress as ProgressReport

NARROW = 70
"""Columns of a terminal on which there is no room for a bar."""


@contextmanager
def progress_display() -> Iterator[ProgressReport]:
    """Show progress on standard error: bars on a terminal, otherwise a line after each stage.

    A stage without items is not shown.
    """
    console = open_console(to_stderr=True)
    if not console.is_terminal:
        yield _lines(console)
        return
    narrow = console.width < NARROW
    display = Progress(*_columns(narrow=narrow), console=console, transient=True, expand=narrow)
    stages: dict[str, TaskID] = {}

    def report(stage: str, done: int, total: int) -> None:
        if not total:
            return
        if stage not in stages:
            display.start()
            stages[stage] = display.add_task(escape(stage), total=total)
        elif not done:
            display.reset(stages[stage])  # it begins anew, for another campaign
        display.update(stages[stage], completed=done, total=total)

    try:
        yield report
    finally:
        display.stop()


def _columns(*, narrow: bool) -> list[ProgressColumn]:
    """Stage, number of items, and time: how long it takes yet, as measured so far, or has taken."""
    if narrow:
        # What is too long is the stage's name; it gets the room that the numbers leave.
        shortened = Column(ratio=1, no_wrap=True, overflow="ellipsis")
        return [
            TextColumn("{task.description}", table_column=shortened),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True, elapsed_when_finished=True),
        ]
    return [
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()),
        *(TextColumn("left:"), TimeRemainingColumn()),
    ]


def _lines(console: Console) -> ProgressReport:
    begun: dict[str, float] = {}

    def report(stage: str, done: int, total: int) -> None:
        if done < total:
            begun.setdefault(stage, time.monotonic())
        elif stage in begun:
            seconds = time.monotonic() - begun.pop(stage)
            of_items = f"{done} of {total} in " if total > 1 else ""
            console.print(f"{escape(stage)}: {of_items}{seconds:.1f} s")

    return report
