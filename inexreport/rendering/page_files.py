"""Writes planned pages into a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.assets import asset_names
from inexreport.rendering.pages import PlannedPage, render_page
from inexreport.report.campaign_record import Record

Progress = Callable[[int, int], None]
"""Told after each page, and after the files of each report, how many of how many are written."""


def write_pages(
    pages: Sequence[PlannedPage], addresses: Addresses, record: Record, folder: Path, progress: Progress
) -> None:
    """Render every page to its address; their navigation leads to no others."""
    written = {page.address for page in pages}
    for done, page in enumerate(pages, start=1):
        links = Links(addresses, page.address, asset_names())
        target = folder / page.address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(render_page(page, links, record, written), encoding="utf-8", newline="\n")
        progress(done, len(pages))
