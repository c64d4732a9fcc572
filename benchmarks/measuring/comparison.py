"""Programs that do the same, measured in turns."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path

from benchmarks.measuring.process import Measured, measure


@dataclass(frozen=True)
class Candidate:
    """A program that is measured.

    Attributes
    ----------
    name : str
    command : sequence of str or Path
    cores : sequence of int
    directory : Path, optional
        Where it runs.
    before : callable
        Makes ready what each measurement needs, unmeasured.
    rest : float
        Seconds that the disk has to itself after that.
    times : int
        How often in each turn: seconds are more easily disturbed than the minutes they are compared with.
    """

    name: str
    command: Sequence[str | Path]
    cores: Sequence[int]
    directory: Path | None = None
    before: Callable[[], None] = field(default=lambda: None)
    rest: float = 0.0
    times: int = 1


@dataclass(frozen=True)
class Row:
    """What a candidate took, over all its turns.

    Attributes
    ----------
    name : str
    turns : int
    wall, wall_least, wall_most : float
        Seconds: median and range.
    cpu, cpu_least, cpu_most : float
        Seconds of processor time, of all processes together.
    peak : int
        Bytes, the highest of all turns.
    pages : int
        Pages written, 0 where that is not the question.
    note : str
        Why there are no numbers, if there are none.
    """

    name: str
    turns: int = 0
    wall: float = 0.0
    wall_least: float = 0.0
    wall_most: float = 0.0
    cpu: float = 0.0
    cpu_least: float = 0.0
    cpu_most: float = 0.0
    peak: int = 0
    pages: int = 0
    note: str = ""


@dataclass(frozen=True)
class Block:
    """Rows that are compared with the first of them, the reference.

    Attributes
    ----------
    key : str
    title : str
    setting : str
        What was measured on, and how.
    rows : tuple of Row
    """

    key: str
    title: str
    setting: str
    rows: tuple[Row, ...]


def in_turns(candidates: Sequence[Candidate], turns: int) -> dict[str, list[Measured]]:
    """Measure every candidate once, then every one again, and so on.

    What disturbs the machine for a while then disturbs all alike.
    """
    measured: dict[str, list[Measured]] = {candidate.name: [] for candidate in candidates}
    for _ in range(turns):
        for candidate in chain.from_iterable(repeat(one, one.times) for one in candidates):
            candidate.before()
            os.sync()  # nobody shall wait for what the one before has left to write
            time.sleep(candidate.rest)
            measured[candidate.name].append(measure(candidate.command, candidate.cores, candidate.directory))
    return measured


def row(name: str, measured: Sequence[Measured], pages: int = 0) -> Row:
    """Return medians and ranges of a candidate's turns."""
    wall = [one.wall for one in measured]
    cpu = [one.cpu for one in measured]
    return Row(
        name=name,
        turns=len(measured),
        wall=statistics.median(wall),
        wall_least=min(wall),
        wall_most=max(wall),
        cpu=statistics.median(cpu),
        cpu_least=min(cpu),
        cpu_most=max(cpu),
        peak=max(one.peak for one in measured),
        pages=pages,
    )
