"""Writes all pages of a site from page data in memory, timing that alone: `write_pages.py FILE OUT`.

A first writing of the site, which is not timed, keeps what every page is given and builds what all sites
have alike: templates and the specifications of each kind of chart. Then the pages are written again, from
the same data and by the same code, on all processors that the process may use: charts are drawn, templates
rendered, the inputs filled in, files written and their checksums taken.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from forked import in_processes
from timing import timed

from inexreport.rendering.pages import PlannedPage
from inexreport.rendering.site import write_site
from inexreport.rendering.site_parts import Part, SiteParts


def pages_with_data(outcome: Any, metrics: Any, first: Path, again: Path) -> list[Part]:
    """Write a site below `first`; its pages, which have their data, will be written below `again`."""
    sites: list[SiteParts] = []
    parts: list[Part] = []
    pages_of_site = SiteParts.pages

    def remembered(site: SiteParts, pages: Iterable[PlannedPage], *further: Any) -> Iterator[Part]:
        sites.append(site)
        with_data = [replace(page, gather=cache(page.gather)) for page in pages]
        planned = list(pages_of_site(site, with_data, *further))
        parts.extend(planned)
        return iter(planned)

    with mock.patch.object(SiteParts, "pages", remembered):
        write_site(outcome, metrics, first)
    for site in sites:
        site.folder = again
    return parts


def write(parts: Sequence[Part]) -> None:
    """Write some of the pages."""
    for part in parts:
        part.write()


if __name__ == "__main__":
    outcome, metrics = pickle.loads(Path(sys.argv[1]).read_bytes())
    first, again = (Path(sys.argv[2]) / name for name in ("first", "again"))
    parts = pages_with_data(outcome, metrics, first, again)
    again.mkdir()
    sys.stdout.write(f"{len(parts)}\n")
    sys.stdout.flush()
    with timed():
        in_processes(write, parts)
