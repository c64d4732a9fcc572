"""Whole builds: the first one, one after nothing changed, and those after one run did."""

from __future__ import annotations

import itertools
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring.comparison import Block, Candidate, in_turns, row
from benchmarks.settings import Settings

WALK, FIRST, UNCHANGED, CORRECTED, REPLACED = (
    "lxml.iterparse over the run files",
    "first build",
    "rebuild, nothing changed",
    "rebuild, one run corrected",
    "rebuild, one run replaced",
)
AT_REST = 30.0
"""Seconds between a build and the next one that has something to do."""

REBUILDS = 3
"""Of each kind in a turn, every one after another change."""

STATED = re.compile(rb'participant-id="[^"]*" run-id="[^"]*"')


def measure_builds(settings: Settings) -> list[Block]:
    """Compare a build with a walk through the same run files, and rebuilds with the first build."""
    campaign = settings.campaign("inex-2006")
    runs = sorted((campaign / "runs").rglob("*.xml"))
    build = BuildPlace(settings.work / "build", campaign)
    original = runs[0].read_bytes()
    corrected = (_without_results(original, count) for count in itertools.count(1))
    others = itertools.cycle(run for run in runs[1:] if run.parent == runs[0].parent)
    replaced = (_with_results_of_another(original, other.read_bytes()) for other in others)
    candidates = [
        # Every turn begins with the campaign as it was made.
        Candidate(
            WALK,
            [*settings.program("walk_lxml"), *runs],
            settings.cores,
            before=lambda: _replace(runs[0], original),
        ),
        Candidate(FIRST, build.command, settings.cores, before=build.clear),
        Candidate(UNCHANGED, build.command, settings.cores, times=REBUILDS),
        _rebuild(CORRECTED, build, settings, lambda: _replace(runs[0], next(corrected))),
        _rebuild(REPLACED, build, settings, lambda: _replace(runs[0], next(replaced))),
    ]
    try:
        measured = in_turns(candidates, settings.turns)
    finally:
        _replace(runs[0], original)
    pages = build.pages()
    rows = {name: row(name, turns, 0 if name == WALK else pages) for name, turns in measured.items()}
    cores = f"{len(settings.cores)} processors"
    return [
        Block("3 first build", "First build", f"{settings.described}, {cores}", (rows[WALK], rows[FIRST])),
        Block(
            "4 rebuilds",
            "Rebuilds",
            f"{settings.described}, {cores}",
            (rows[FIRST], rows[UNCHANGED], rows[CORRECTED], rows[REPLACED]),
        ),
    ]


def _rebuild(name: str, build: BuildPlace, settings: Settings, change: Callable[[], None]) -> Candidate:
    """A build that replaces the site of an earlier one.

    Nobody corrects a run within seconds of a build, while the disk is busy with its site: to remove a file
    takes ten times as long then.
    """
    return Candidate(name, build.command, settings.cores, before=change, rest=AT_REST, times=REBUILDS)


class BuildPlace:
    """Where a campaign is built, and the command that does it."""

    def __init__(self, folder: Path, campaign: Path) -> None:
        self._folder, self._slug = folder, campaign.name
        self.out, self.cache = folder / "site", folder / "cache"
        self.command = [
            *(sys.executable, "-m", "inexreport", "build", campaign),
            *("--out", self.out, "--cache", self.cache),
        ]

    def clear(self) -> None:
        """Remove the site and all that builds have kept."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)

    def pages(self) -> int:
        """How many pages the site of the campaign has."""
        return sum(1 for _ in (self.out / self._slug).rglob("*.html"))


def _without_results(run: bytes, count: int) -> bytes:
    """A run without so many of its very first results, which are in its task's pool."""
    for _ in range(count):
        begin, end = run.index(b"<result>"), run.index(b"</result>") + len(b"</result>")
        run = run[:begin] + run[end:]
    return run


def _with_results_of_another(run: bytes, other: bytes) -> bytes:
    """A run that says whose it is as before and returns what another one does."""
    stated, place = STATED.search(run), STATED.search(other)
    assert stated is not None
    assert place is not None
    return other[: place.start()] + stated.group() + other[place.end() :]


def _replace(path: Path, content: bytes) -> None:
    if path.read_bytes() != content:
        path.write_bytes(content)
