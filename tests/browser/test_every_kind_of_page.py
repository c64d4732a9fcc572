"""What holds for every kind of page: accessible in both themes, fit for a phone, offline, without a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser.test_pages import faults
from lxml import html
from playwright.sync_api import Page
from rendering.invented_campaign import invented_metrics, invented_outcome
from trapped_campaign import write_trapped_campaign

from inexreport.building.build import build
from inexreport.rendering import page_kinds
from inexreport.rendering.environment import template_folder
from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers

FindPage = Callable[[str], Path | None]

ORGANISERS = Audience(Readers.ORGANISERS)

KINDS = sorted({*page_kinds.KINDS, *(file.stem for file in (template_folder() / "pages").glob("*.html"))})
"""Pages of campaigns, and those of the archive."""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def sample(sample_sites: Path, sample_campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> FindPage:
    """Finds the largest page of a kind among the samples; of what only organisers see, on their site."""
    out = tmp_path_factory.mktemp("organisers")
    build(sample_campaign.with_name("sample-2006"), out, audience=ORGANISERS)
    return lambda kind: largest(sample_sites, kind) or largest(out, kind)


@pytest.fixture(scope="module")
def invented(built_site: Path, sample_campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> FindPage:
    """The same among the campaigns whose names hold markup."""
    out = tmp_path_factory.mktemp("invented")
    write_site(invented_outcome(), invented_metrics(), out, audience=ORGANISERS)
    # It has pages about judged elements and pairs of tasks.
    trapped = write_trapped_campaign(sample_campaign.with_name("sample-2006"), out.with_name("trapped"))
    build(trapped, out, audience=ORGANISERS)
    return lambda kind: largest(built_site, kind) or largest(out, kind)


def largest(site: Path, kind: str) -> Path | None:
    """The largest page of a kind, which is likely to have all that such a page can have."""
    marker = f'<body data-page="{kind}">'
    pages = [page for page in site.rglob("*.html") if marker in page.read_text("utf-8")]
    return max(pages, key=lambda page: (page.stat().st_size, str(page)), default=None)


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_accessible_fits_a_phone_and_keeps_to_itself(visit, sample: FindPage, kind: str) -> None:
    path = sample(kind)
    assert path is not None
    page = visit.open(path)
    assert faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, runOnly=["color-contrast"]) == []  # nothing else depends on the theme
    assert page.locator("h1").count() == 1
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
