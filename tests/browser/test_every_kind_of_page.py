"""What holds for every kind of page: accessible in both themes, fit for a phone, offline, without a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from browser.test_pages import faults_in_both_themes
from lxml import html
from playwright.sync_api import Page
from rendering.invented_campaign import invented_metrics, invented_outcome

from inexreport.rendering import page_kinds
from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers

FindPage = Callable[[str], Path | None]

ORGANISERS = Audience(Readers.ORGANISERS)

KINDS = sorted({*page_kinds.KINDS, "about", "archive", "system"})
"""Pages of campaigns, and those of the archive."""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def organisers_site(made_once: Callable[..., Path]) -> Path:
    """What organisers see of a campaign whose names hold markup. Read only."""
    return made_once(
        "organisers-site",
        lambda out: write_site(invented_outcome(), invented_metrics(), out, audience=ORGANISERS),
    )


@pytest.fixture(scope="session")
def sample(sample_sites: Path, organisers_site: Path) -> FindPage:
    """Finds the largest page of a kind among the samples; of what only organisers see, on their site."""
    return lambda kind: largest(sample_sites, kind) or largest(organisers_site, kind)


@pytest.fixture(scope="session")
def invented(built_site: Path, organisers_site: Path, trapped_sites: Path) -> FindPage:
    """The same among the campaigns whose names hold markup."""
    # The trapped one has pages about judged elements and pairs of tasks.
    sites = (built_site, organisers_site, trapped_sites)
    return lambda kind: next(filter(None, (largest(site, kind) for site in sites)), None)


def largest(site: Path, kind: str) -> Path | None:
    """The largest page of a kind, which is likely to have all that such a page can have."""
    return largest_pages(site).get(kind)


@cache
def largest_pages(site: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for page in sorted(site.rglob("*.html"), key=lambda page: (page.stat().st_size, str(page))):
        if kind := re.search(r'<body data-page="([^"]*)">', page.read_text("utf-8")):
            found[kind[1]] = page
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_accessible_fits_a_phone_and_keeps_to_itself(visit, sample: FindPage, kind: str) -> None:
    path = sample(kind)
    assert path is not None
    page = visit.open(path)
    assert faults_in_both_themes(page) == []
    assert page.locator("h1").count() == 1
    assert page.locator("[hidden]:visible").count() == 0
    assert_header_is_easy_to_hit(page)
    assert_fits(page)
    assert_header_is_easy_to_hit(page)
    assert page.locator("header.top").bounding_box()["height"] <= 120
    assert visit.said == []
    assert visit.strangers == []


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_strangers_leave_the_page_whole(visit, invented: FindPage, kind: str) -> None:
    path = invented(kind)
    assert path is not None
    assert_fits(visit.open(path))
    assert visit.said == []
    assert visit.strangers == []


def assert_fits(page: Page) -> None:
    """No scrolling to the side on a phone."""
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


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


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_light(sample: FindPage, invented: FindPage, kind: str) -> None:
    for find in (sample, invented):
        page = find(kind)
        assert page is not None
        assert page.stat().st_size <= 300_000


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
