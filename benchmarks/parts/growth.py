"""How the time of a first build grows with the number of runs, topics and results."""

from __future__ import annotations

from benchmarks.measuring.comparison import Block, Candidate, in_turns, row
from benchmarks.parts.builds import BuildPlace
from benchmarks.settings import Settings

DIMENSIONS = ("runs", "topics", "depth")


def measure_growth(settings: Settings) -> list[Block]:
    """Compare builds of campaigns of which one has twice as much of something as the other."""
    full = {name: getattr(settings, name) for name in DIMENSIONS}
    sizes = {"all": full} | {name: full | {name: full[name] // 2} for name in DIMENSIONS}
    candidates = []
    for name, size in sizes.items():
        place = BuildPlace(settings.work / "growth" / name, settings.campaign("inex-2006", **size))
        candidates.append(Candidate(name, place.command, settings.cores, before=place.clear))
    measured = in_turns(candidates, settings.turns)
    blocks = []
    for name in DIMENSIONS:
        rows = (
            row(f"{full[name] // 2} {name}", measured[name]),
            row(f"{full[name]} {name}", measured["all"]),
        )
        others = " x ".join(f"{full[other]} {other}" for other in DIMENSIONS if other != name)
        setting = f"first build, {others}, {len(settings.cores)} processors"
        blocks.append(Block(f"7 growth {name}", f"Twice the {name}", setting, rows))
    return blocks
