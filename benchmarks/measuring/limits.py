"""What the measurements are expected to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.measuring.comparison import Block


@dataclass(frozen=True)
class Limit:
    """A ratio of a row to the first of its block, and what it should be.

    Attributes
    ----------
    statement : str
    block : str
        Its key.
    row : str
        Its name; of the last row without one.
    value : float
    at_most : bool
        Else at least.
    """

    statement: str
    block: str
    row: str
    value: float
    at_most: bool = True

    def holds(self, ratio: float) -> bool:
        """Whether a measured ratio is within the limit."""
        return ratio <= self.value if self.at_most else ratio >= self.value


LIMITS = (
    Limit(
        "pytrec_eval takes, of inexreport's time for article measures", "1 articles", "pytrec_eval", 2, False
    ),
    Limit("A first build takes, of lxml's walk through the runs", "3 first build", "first build", 1.5),
    Limit("A rebuild without change takes, of the first", "4 rebuilds", "rebuild, nothing changed", 0.02),
    Limit(
        "A rebuild after one run changed takes, of the first", "4 rebuilds", "rebuild, one run changed", 0.05
    ),
    Limit("The site takes, of bare Jinja2's time", "5 site and jinja", "inexreport, the whole site", 1.5),
    Limit("mkdocs-material takes, of the site's time", "6 site and generators", "mkdocs-material", 5, False),
    Limit("Pelican takes, of the site's time", "6 site and generators", "Pelican", 5, False),
    Limit("Sphinx takes, of the site's time", "6 site and generators", "Sphinx", 5, False),
    Limit("Twice the runs take", "7 growth runs", "", 2.1),
)

HEADER = ("", "expected", "time", "CPU time", "holds")


def judged(blocks: Sequence[Block]) -> list[tuple[str, ...]]:
    """Return a line for each limit about which something was measured, the header first."""
    lines = [HEADER]
    by_key = {block.key: block for block in blocks}
    for limit in LIMITS:
        rows = by_key[limit.block].rows if limit.block in by_key else ()
        found = [row for row in rows if row.turns and limit.row in ("", row.name)]
        if not found or found[-1] is rows[0]:
            continue
        by_wall, by_cpu = found[-1].wall / rows[0].wall, found[-1].cpu / rows[0].cpu
        lines.append(
            (
                limit.statement,
                f"{'≤' if limit.at_most else '≥'} {limit.value:g}",
                f"{by_wall:.3g}",
                f"{by_cpu:.3g}",
                "yes" if limit.holds(by_wall) else "no",
            )
        )
    return lines
