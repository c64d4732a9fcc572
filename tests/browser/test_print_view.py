"""A task's pages in one file: readable without scripts, and no table is wider than its sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_pages import faults
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PIXELS_PER_MM = 96 / 25.4
MARGINS = 2 * 14
WIDTHS = {"auto": 210, "wide": 297, "wider": 420, "widest": 594}
"""Width of the sheet of each named page, for A4, in millimetres; see print.css."""

TABLES = """() => [...document.querySelectorAll(".frame")].map(
  (frame) => [frame.getAttribute("aria-label"), frame.scrollWidth, getComputedStyle(frame).page])"""


@pytest.mark.parametrize(
    "address",
    [
        *(
            "sample-2009/print/Focused.html",
            "sample-2009/topics-runs/Focused.html",
            "sample-2009/topics.html",
        ),
        *("sample-2025/print/adhoc.html", "sample-2025/pooling/adhoc.html", "sample-2025/data.html"),
    ],
)
def test_printed_tables_fit_their_sheets(page: Page, sample_sites: Path, address: str) -> None:
    page.set_viewport_size({"width": int((WIDTHS["auto"] - MARGINS) * PIXELS_PER_MM), "height": 900})
    page.goto((sample_sites / address).as_uri())
    page.emulate_media(media="print")
    tables = page.evaluate(TABLES)
    assert tables
    too_wide = [
        (label, width)
        for label, width, sheet in tables
        if width > (WIDTHS[sheet] - MARGINS) * PIXELS_PER_MM + 2
    ]
    assert too_wide == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_task_is_printed_with_pictures_and_numbered_pages(
    chromium: Browser, sample_sites: Path, paper: str
) -> None:
    context = chromium.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((sample_sites / "sample-2009" / "print" / "Focused.html").as_uri())
    assert page.locator("script, select, button").count() == 0
    assert page.locator("details:not([open])").count() == 0
    loaded = page.locator("img").evaluate_all("images => images.map((image) => image.naturalWidth > 0)")
    assert loaded
    assert all(loaded)
    pdf = page.pdf(format=paper, prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") >= page.locator("section.printed").count()
    context.close()


def test_it_is_accessible(page: Page, sample_sites: Path) -> None:
    page.goto((sample_sites / "sample-2009/print/Focused.html").as_uri())
    assert faults(page) == []


def test_ids_are_unique_and_links_lead_somewhere(chromium: Browser, sample_sites: Path) -> None:
    context = chromium.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    at = sample_sites / "sample-2009" / "print" / "Focused.html"
    page.goto(at.as_uri())
    ids = page.locator("[id]").evaluate_all("all => all.map((one) => one.id)")
    assert len(ids) == len(set(ids))
    hrefs = page.locator("a[href]").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    within = {href[1:] for href in hrefs if href.startswith("#")}
    assert "significance-matrix" in within
    assert within <= set(ids)
    files = {href.partition("#")[0] for href in hrefs if not href.startswith("#") and "://" not in href}
    assert [file for file in files if not (at.parent / file).resolve().exists()] == []
    context.close()
