"""Writes all pages of a site from page data in memory, timing that alone: `write_pages.py FILE OUT`.

A first writing of the site, which is not timed, keeps what every page is given and builds what all sites
have alike: templates and the specifications of each kind of chart. Then the pages are written again, from
the same data and by the same code, on all processors that the process may use: charts are drawn, templates
rendered, the inputs filled in, files written and their checksums taken.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from forked import in_processes
from timing import timed

from inexreport.rendering import site
from inexreport.rendering.addresses import Page
from inexreport.rendering.pages import render_page
from inexreport.rendering.site import write_site
from inexreport.rendering.site_files import write_file

Write = Callable[[], Any]


def rendered_pages(outcome: Any, metrics: Any, first: Path, again: Path) -> list[Write]:
    """Write a site below `first`; return what renders each of its pages again and writes it below `again`."""
    calls: dict[str, Write] = {}  # by address, since print views render pages again

    def recorded(page: Page, *arguments: Any) -> str:
        calls[page.address] = partial(_write, again, page, *arguments)
        return render_page(page, *arguments)

    with mock.patch.object(site, "render_page", recorded):
        write_site(outcome, metrics, first)
    return list(calls.values())


def _write(folder: Path, page: Page, *arguments: Any) -> None:
    write_file(folder, page.address, render_page(page, *arguments).encode())


def write(calls: Sequence[Write]) -> None:
    """Write some of the pages."""
    for call in calls:
        call()


if __name__ == "__main__":
    outcome, metrics = pickle.loads(Path(sys.argv[1]).read_bytes())
    first, again = (Path(sys.argv[2]) / name for name in ("first", "again"))
    calls = rendered_pages(outcome, metrics, first, again)
    again.mkdir()
    sys.stdout.write(f"{len(calls)}\n")
    sys.stdout.flush()
    with timed():
        in_processes(write, calls)
