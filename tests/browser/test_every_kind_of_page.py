"""What holds for every kind of page: accessible, fit for a phone, offline, without a word, without harm."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from browser.test_injected_text import assert_no_trap_springs
from browser.test_pages import faults_in_both_themes
from lxml import html
from playwright.sync_api import Page

from inexreport.rendering import page_kinds

KINDS = sorted({*page_kinds.KINDS, "about", "archive", "system"})
"""Pages of campaigns, and those of the archive."""

OTHER_PAGES = {
    "sample_sites": (
        "sample-2004/tasks/CO.html",
        "sample-2006/groups/Focused.html",
        "sample-2006/index.html",
        "sample-2006/metrics.html",
        "sample-2009/systems.html",
        "sample-2025/metrics.html",
        "sample-2025/pooling/adhoc.html",
        "sample-2025/significance/adhoc.html",
    ),
    # Pages with little to show, but for that of the archive.
    "built_site": (
        "index.html",
        "invented-2042/compare/focused-b0185429.html",
        "invented-2042/correlations/focused-b0185429.html",
        "invented-2042/pooling/focused-b0185429.html",
        "invented-2042/runs/Focused/rejected.html",
        "invented-2042/significance/focused-b0185429.html",
        "invented-2042/tasks/focused-b0185429.html",
        "invented-2042/topics/2011.html",
    ),
}
"""Of sites without traps, pages with charts, tables or notes that no page of the trapped campaign has.

Further ones are checked by the tests of what can be done on them, and those of participants.
"""

PHONE = {"width": 360, "height": 740}

pytestmark = pytest.mark.browser


@pytest.fixture
def trapped(trapped_sites: Path) -> dict[str, Path]:
    """The largest page of each kind of the trapped campaign; what only organisers see is from their site."""
    return largest_pages(trapped_sites / "organisers") | largest_pages(trapped_sites / "public")


@cache
def largest_pages(site: Path) -> dict[str, Path]:
    """The largest page of each kind, which is likely to have all that such a page can have."""
    found: dict[str, Path] = {}
    for page in sorted(site.rglob("*.html"), key=lambda page: (page.stat().st_size, str(page))):
        if kind := re.search(r'<body data-page="([^"]*)">', page.read_text("utf-8")):
            found[kind[1]] = page
    return found


def opened_and_checked(visit, path: Path) -> Page:
    """Open a page on a wide screen, and look at it in both themes and on a phone."""
    page = visit.open(path)
    assert faults_in_both_themes(page) == []
    assert page.locator("h1").count() == 1
    assert page.locator("[hidden]:visible").count() == 0
    assert_header_is_easy_to_hit(page)
    assert_fits(page)
    assert_header_is_easy_to_hit(page)
    assert page.locator("header.top").bounding_box()["height"] <= 120
    page.set_viewport_size({"width": 1280, "height": 900})
    assert (visit.said, visit.strangers) == ([], []), path
    return page


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_accessible_fits_a_phone_keeps_to_itself_and_no_trap_springs(
    visit, trapped: dict[str, Path], kind: str
) -> None:
    page = opened_and_checked(visit, trapped[kind])
    assert_no_trap_springs(page, with_input=kind != "about")
    assert visit.said == []
    assert visit.strangers == []


@pytest.mark.parametrize("site", OTHER_PAGES)
def test_what_only_other_sites_show_is_accessible_fits_a_phone_and_keeps_to_itself(
    visit, request: pytest.FixtureRequest, site: str
) -> None:
    for path in OTHER_PAGES[site]:
        opened_and_checked(visit, request.getfixturevalue(site) / path)


def assert_fits(page: Page) -> None:
    """No scrolling to the side on a phone."""
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


TARGET_SIZES = """[...document.querySelectorAll(":is(header.top, nav.pages) :is(a, button, label, input)")]
  .filter((one) => one.checkVisibility() && one.type !== "radio")
  .map((one) => [one.textContent || one.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height > 1)
  .map(([name, box]) => [name, box.width, box.height])"""
"""Name, width and height of what a pointer hits around the content; a label stands for its radio button."""


def assert_header_is_easy_to_hit(page: Page) -> None:
    """Targets of the header and the list of pages are at least 24 pixels high and wide (WCAG 2.2, 2.5.8)."""
    targets = page.evaluate(TARGET_SIZES)
    assert len(targets) >= 4
    assert [one for one in targets if min(one[1:]) < 24] == []


@pytest.mark.parametrize("site", ["sample_sites", "built_site", "trapped_sites", "own_sites"])
def test_pages_are_light(request: pytest.FixtureRequest, site: str) -> None:
    pages = largest_pages(request.getfixturevalue(site))
    assert {kind for kind, page in pages.items() if page.stat().st_size > 300_000} <= {"print_view"}


def weight(page: Path) -> int:
    """Size of a page with its scripts, styles and the pictures that it shows with scripts."""
    loaded = "//script/@src | //img[not(ancestor::noscript)]/@src | //head/link[@rel!='alternate']/@href"
    files = {page.parent / address for address in html.parse(page).xpath(loaded)}
    return page.stat().st_size + sum(file.stat().st_size for file in files)


def test_front_and_task_pages_are_light_with_all_they_load(sample_sites: Path) -> None:
    tasks = list(sample_sites.glob("sample-*/tasks/*.html"))
    assert len(tasks) >= 8
    assert max(map(weight, tasks)) < 1_200_000
    assert max(map(weight, sample_sites.glob("sample-*/index.html"))) < 450_000


def test_shared_assets_are_light(sample_sites: Path) -> None:
    assets = [asset for asset in (sample_sites / "assets").iterdir() if asset.is_file()]
    assert sum(asset.stat().st_size for asset in assets) < 1_300_000


def test_nothing_moves_or_runs_by_itself(sample_sites: Path) -> None:
    for page in sample_sites.rglob("*.html"):
        assert not re.search(
            r"<(?:marquee|blink|iframe|object|embed|meta http-equiv=.?refresh)", page.read_text("utf-8")
        )
