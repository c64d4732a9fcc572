"""Pages print in light colours whatever the theme, and show published pictures without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PAPER, INK, SOFT = "rgb(252, 252, 250)", "rgb(28, 30, 33)", "rgb(84, 88, 94)"
"""The light colours of ``--paper``, ``--ink`` and ``--soft`` in site.css."""

DARK_PAPER, DARK_INK, DARK_SOFT = "rgb(22, 24, 27)", "rgb(231, 230, 226)", "rgb(174, 177, 181)"

COLOURS = """() => {
  const of = (selector, name) =>
    [...new Set([...document.querySelectorAll(selector)].map((one) => getComputedStyle(one)[name]))];
  return [of("body", "backgroundColor"), of("h1, main > p", "color").slice(0, 1),
    of(".picture svg .role-axis-title text", "fill"), of(".picture svg .role-axis-label text", "fill")];
}"""


@pytest.mark.parametrize("address", ["tasks/Focused.html", "pooling/Focused.html", "runs/*/*.html"])
def test_a_dark_page_shows_drawn_charts_alone_and_prints_in_light_colours(
    visit, sample_sites: Path, address: str
) -> None:
    visit.page.emulate_media(color_scheme="dark")
    page = visit.open(min((sample_sites / "sample-2009").glob(address)))
    for theme in ("system", "dark"):
        page.emulate_media(media="screen")
        page.locator(f".theme label:has(input[value={theme}])").click()
        assert page.evaluate(COLOURS) == [[DARK_PAPER], [DARK_INK], [DARK_INK], [DARK_SOFT]]
        page.emulate_media(media="print")
        assert page.evaluate(COLOURS) == [[PAPER], [INK], [INK], [SOFT]]
    assert page.locator("img.drawn").count() == 0
    assert [url for url in visit.asked if url.endswith(".svg") and "/reports/" in url] == []


def test_published_pictures_are_shown_without_scripts(plain: Page, sample_sites: Path) -> None:
    plain.goto((sample_sites / "sample-2009" / "tasks" / "Focused.html").as_uri())
    pictures = plain.locator("figure img.drawn")
    assert pictures.count() == plain.locator("figure .print").count() > 0
    first = pictures.first
    first.scroll_into_view_if_needed()
    plain.wait_for_load_state("networkidle")
    box = first.bounding_box()
    assert box["width"] > 300  # an image that is not loaded has the size of its text
    assert box["height"] > 100
