"""Reading run files: our readers against parsers that keep nothing."""

from __future__ import annotations

from benchmarks.measuring.comparison import Block, Candidate, in_turns, row
from benchmarks.measuring.process import MeasurementError
from benchmarks.settings import Settings

MOST_FILES = 8
MEGABYTE = 2**20


def measure_reading(settings: Settings) -> list[Block]:
    """Compare whole processes that read the same bytes, on one processor.

    Raises
    ------
    MeasurementError
        If they do not find the same number of results.
    """
    files = sorted((settings.campaign("inex-2006") / "runs").rglob("*.xml"))[:MOST_FILES]
    candidates = [
        Candidate(name, [*settings.program(program), *files], settings.one_core)
        for name, program in (
            ("inexreport's reader", "read_inexreport"),
            ("expat, no handlers", "parse_expat"),
            ("expat, empty handlers", "parse_expat_events"),
            ("lxml.iterparse", "walk_lxml"),
        )
    ]
    measured = in_turns(candidates, settings.turns)
    counts = {turns[0].output.strip() for turns in measured.values()} - {""}
    if len(counts) != 1:
        raise MeasurementError(f"the readers find different numbers of results: {sorted(counts)}")
    size = sum(file.stat().st_size for file in files) / MEGABYTE
    setting = (
        f"{len(files)} runs in XML, {size:.0f} MB, {counts.pop()} results, whole processes, one processor"
    )
    rows = tuple(row(name, turns) for name, turns in measured.items())
    return [Block("2 reading", "Reading run files", setting, rows)]
