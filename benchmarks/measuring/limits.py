"""What the measurements are expected to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.measuring.comparison import Block

MEGABYTE = 2**20


@dataclass(frozen=True)
class Limit:
    """A row of a block, and what should be measured of it.

    Attributes
    ----------
    statement : str
    block : str
        Its key.
    row : str
        Its name; of the last row without one.
    value : float or None
        Of the time, as a multiple of the block's first row; of memory in megabytes. None where a number is
        reported of which nothing is expected.
    at_most : bool
        Else at least.
    memory : bool
        Whether the peak of memory is limited.
    """

    statement: str
    block: str
    row: str
    value: float | None
    at_most: bool = True
    memory: bool = False

    @property
    def expected(self) -> str:
        return "" if self.value is None else f"{'≤' if self.at_most else '≥'} {self.value:g}"

    def holds(self, measured: float) -> str:
        """Whether what was measured is within the limit."""
        if self.value is None:
            return ""
        return "yes" if (measured <= self.value if self.at_most else measured >= self.value) else "no"


FIRST, REBUILDS = "3 first build", "4 rebuilds"
JINJA, GENERATORS = "5 site and jinja", "6 site and generators"
DOCUMENTS, LARGE_RUN = "9 documents", "10 large run"

LIMITS = (
    Limit(
        "pytrec_eval takes, of inexreport's time for article measures",
        "1 articles",
        "pytrec_eval",
        1.5,
        False,
    ),
    Limit("A first build takes, of lxml's walk through the runs", FIRST, "first build", 2.5),
    Limit("A first build needs, in MB of memory", FIRST, "first build", 2048, memory=True),
    Limit("A rebuild without change takes, of the first", REBUILDS, "rebuild, nothing changed", 0.02),
    Limit(
        "A rebuild after one run lost a result takes, of the first",
        REBUILDS,
        "rebuild, one run corrected",
        0.1,
    ),
    Limit(
        "A rebuild after all results of one run were replaced takes, of the first",
        REBUILDS,
        "rebuild, one run replaced",
        0.1,
    ),
    Limit(
        "All pages take, from the same page data, of bare Jinja2's time",
        JINJA,
        "inexreport, all pages from the same page data",
        2,
    ),
    Limit(
        "The whole site takes, of bare Jinja2's time for its pages", JINJA, "inexreport, the whole site", None
    ),
    Limit("mkdocs-material takes, of the site's time", GENERATORS, "mkdocs-material", 5, False),
    Limit("Pelican takes, of the site's time", GENERATORS, "Pelican", 5, False),
    Limit("Sphinx takes, of the site's time", GENERATORS, "Sphinx", 5, False),
    Limit("Twice the runs take, of the time for half of them", "7 growth runs", "", 2.1),
    Limit("inexreport takes, of ir_measures' time for measures of documents", DOCUMENTS, "inexreport", 1),
    Limit("A first build of documents takes, of ir_measures' time", DOCUMENTS, "first build", 6),
    Limit("A first build of documents needs, in MB of memory", DOCUMENTS, "first build", 1024, memory=True),
    Limit("A run of MS MARCO's size takes, of ir_measures' time", LARGE_RUN, "inexreport", 1.2),
    Limit("A run of MS MARCO's size needs, in MB of memory", LARGE_RUN, "inexreport", 2000, memory=True),
)

HEADER = ("", "expected", "measured", "in CPU time", "holds")


def judged(blocks: Sequence[Block]) -> list[tuple[str, ...]]:
    """Return a line for each limit about which something was measured, the header first."""
    lines = [HEADER]
    by_key = {block.key: block for block in blocks}
    for limit in LIMITS:
        rows = by_key[limit.block].rows if limit.block in by_key else ()
        found = [row for row in rows if row.turns and limit.row in ("", row.name)]
        if not found or found[-1] is rows[0]:
            continue
        row, first = found[-1], rows[0]
        measured = row.peak / MEGABYTE if limit.memory else row.wall / first.wall
        by_cpu = "" if limit.memory else f"{row.cpu / first.cpu:.3g}"
        lines.append((limit.statement, limit.expected, f"{measured:.4g}", by_cpu, limit.holds(measured)))
    return lines
