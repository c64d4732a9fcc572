"""A task's pages in one file: readable without scripts, and no table is wider than its sheet."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from browser.test_pages import faults
from lxml import html
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PIXELS_PER_MM = 96 / 25.4
MARGINS = 2 * 14
WIDTHS = {"auto": 210, "wide": 297, "wider": 420, "widest": 594}
"""Width of the sheet of each named page, for A4, in millimetres; see print.css."""

TABLES = """() => [...document.querySelectorAll(".frame")].map(
  (frame) => [frame.getAttribute("aria-label"), frame.scrollWidth, getComputedStyle(frame).page])"""


def assert_tables_fit(page: Page) -> None:
    tables = page.evaluate(TABLES)
    assert tables
    too_wide = [
        (label, width)
        for label, width, sheet in tables
        if width > (WIDTHS[sheet] - MARGINS) * PIXELS_PER_MM + 2
    ]
    assert too_wide == []


@pytest.mark.parametrize(
    "address",
    [
        *("sample-2009/topics-runs/Focused.html", "sample-2009/topics.html"),
        *("sample-2025/pooling/adhoc.html", "sample-2025/data.html"),
    ],
)
def test_printed_tables_fit_their_sheets(page: Page, sample_sites: Path, address: str) -> None:
    print_to_sheets(page, f"{sample_sites.as_uri()}/{address}")
    assert_tables_fit(page)


def print_to_sheets(page: Page, address: str) -> None:
    page.set_viewport_size({"width": int((WIDTHS["auto"] - MARGINS) * PIXELS_PER_MM), "height": 900})
    page.goto(address)
    page.emulate_media(media="print")


def printed_pages(page: Page, address: str, paper: str) -> int:
    page.goto(address)
    pdf = page.pdf(format=paper, prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    return pdf.count(b"/Type /Page\n")


def test_summaries_have_at_most_four_pages(plain: Page, sample_sites: Path) -> None:
    views = sorted(sample_sites.glob("sample-*/print/*.html"))
    for view, paper in zip(views, cycle(("A4", "Letter"))):
        assert printed_pages(plain, view.as_uri(), paper) <= 4, (view, paper)


def test_a_summary_is_printed_and_the_appendix_on_request(plain: Page, sample_sites: Path) -> None:
    view = sample_sites / "sample-2009" / "print" / "Focused.html"
    plain.goto(view.as_uri())
    assert plain.locator("script, select, button").count() == 0
    loaded = plain.locator("#summary img").evaluate_all("all => all.map((one) => one.naturalWidth > 0)")
    assert loaded == [True]
    assert plain.locator("#summary table tbody tr").count() > 10
    assert plain.locator("#appendix").is_hidden()
    plain.get_by_role("link", name="with all pages of the task as an appendix").click()
    assert plain.locator("#appendix").is_visible()
    assert plain.locator("details:not([open])").count() == 0
    pages = printed_pages(plain, plain.url, "A4")
    assert pages > plain.locator("section.printed").count()
    plain.goto("about:blank")  # else only the fragment changes
    assert printed_pages(plain, f"{view.as_uri()}#significance-matrix", "A4") == pages


@pytest.mark.real_data
@pytest.mark.parametrize("campaign", ["inex-2009-adhoc", "trec-covid-round1"])
def test_summaries_of_real_campaigns_have_at_most_four_pages(
    page: Page, real_sites: Path, campaign: str
) -> None:
    views = sorted((real_sites / campaign / "print").iterdir())
    assert views
    for view in views:
        assert printed_pages(page, view.as_uri(), "A4") <= 4, view


STRANDED = """() => {
  const HEADING = "h1, h2, h3, h4, h5, h6, summary";
  const sheetOf = (one) => {
    const { page } = one ? getComputedStyle(one) : { page: "" };
    return page === "auto" ? sheetOf(one.parentElement) : page;
  };
  const all = [...document.querySelectorAll("main *")];
  const isContent = (one) => !one.matches(HEADING) && !one.querySelector(`.frame, :is(${HEADING})`);
  return all.filter((one, place) => {
    if (!one.matches(HEADING)) return false;
    const next = all.slice(place + 1).find((other) => !one.contains(other) && isContent(other));
    return getComputedStyle(one).breakAfter !== "avoid" || (next && sheetOf(one) !== sheetOf(next));
  }).map((one) => one.textContent);
}"""
"""Headings from which the text or table below may be separated: by a break, or on a sheet of another size."""


@pytest.mark.parametrize("address", ["sample-2009/print/Focused.html", "sample-2025/print/adhoc.html"])
def test_tables_of_the_view_fit_no_heading_is_stranded_and_it_is_accessible(
    page: Page, sample_sites: Path, address: str
) -> None:
    print_to_sheets(page, f"{sample_sites.as_uri()}/{address}#appendix")
    assert_tables_fit(page)
    assert page.locator(":is(h3, h4, h5, h6, summary)").count() > 30
    assert page.evaluate(STRANDED) == []
    page.emulate_media(media="screen")
    assert page.locator("#summary").is_visible()
    assert faults(page) == []


def test_ids_are_unique_and_links_lead_somewhere(sample_sites: Path) -> None:
    at = sample_sites / "sample-2009" / "print" / "Focused.html"
    page = html.parse(at)
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    hrefs = page.xpath("//a/@href")
    within = {href[1:] for href in hrefs if href.startswith("#")}
    assert "significance-matrix" in within
    assert within <= set(ids)
    files = {href.partition("#")[0] for href in hrefs if not href.startswith("#") and "://" not in href}
    assert [file for file in files if not (at.parent / file).resolve().exists()] == []
