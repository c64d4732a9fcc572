"""Where the time of a first build goes."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.measuring.comparison import Block, row
from benchmarks.measuring.process import measure
from benchmarks.parts.builds import BuildPlace
from benchmarks.settings import Settings


def measure_profile(settings: Settings) -> list[Block]:
    """Tell which package of inexreport is at work for which share of the processor time."""
    campaign = settings.campaign("inex-2006")
    place = BuildPlace(settings.work / "profile", campaign)
    place.clear()
    command = [*settings.program("where_time_goes"), campaign, place.out, place.cache]
    measured = measure(command, settings.one_core)
    rows = [row("all", [measured])]
    for name, share in measured.answer.items():
        part = replace(measured, wall=share * measured.wall, cpu=share * measured.cpu, peak=0)
        rows.append(row(name, [part]))
    setting = (
        f"first build of {settings.described}, one process; libraries count for the part that calls them"
    )
    return [Block("8 profile", "Where the time goes", setting, tuple(rows))]
