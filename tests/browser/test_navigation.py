"""The list of pages beside the content, and on demand on narrow screens; scripts are not needed for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from browser.test_pages import faults_in_both_themes
from playwright.sync_api import Browser, expect
from rendering.invented_campaign import invented_metrics, invented_outcome
from rendering.test_campaign_look import png

from inexreport.rendering.site import write_site

pytestmark = pytest.mark.browser

TASK = "invented-2042/tasks/Focused.html"
SCORES = "invented-2042/scores/Focused.html"
PHONE = {"width": 390, "height": 780}


@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_shows_the_list_on_demand(chromium: Browser, built_site: Path, scripts: bool) -> None:
    context = chromium.new_context(java_script_enabled=scripts, offline=True, viewport=PHONE)
    page = context.new_page()
    page.goto((built_site / SCORES).as_uri())
    listed = page.locator("nav.pages")
    expect(listed).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(listed).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(listed).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    listed.get_by_role("link", name="Significance", exact=True).click()
    page.wait_for_url("**/significance/Focused.html")
    context.close()


def test_the_list_closes_for_a_section_of_the_page(visit, built_site: Path) -> None:
    page = visit.open(built_site / TASK)
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Menu").click()
    assert faults_in_both_themes(page) == []
    page.emulate_media(reduced_motion="no-preference")  # so that the page scrolls there smoothly
    page.locator("nav.pages").get_by_role("link", name="All evaluated runs").click()
    expect(page.locator("nav.pages")).to_be_hidden()
    expect(page.locator("#all-runs")).to_be_in_viewport()


def test_a_wide_screen_shows_the_list_beside_the_content_and_keeps_it_there(visit, built_site: Path) -> None:
    page = visit.open(built_site / TASK)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("button", name="Menu")).to_be_hidden()
    listed, content = page.locator("nav.pages"), page.locator("main")
    assert listed.bounding_box()["x"] + listed.bounding_box()["width"] <= content.bounding_box()["x"]
    assert content.bounding_box()["width"] >= 1100
    page.locator("#all-runs").scroll_into_view_if_needed()
    expect(listed.get_by_role("link", name="All evaluated runs")).to_be_in_viewport()
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert 1200 <= content.bounding_box()["width"] <= 1400
    lines = page.locator("main > p").first.bounding_box()
    assert lines["width"] <= 42 * 16


def test_the_keyboard_goes_from_the_header_through_the_list_to_the_content(visit, built_site: Path) -> None:
    page = visit.open(built_site / SCORES)
    visited = []
    for _ in range(60):
        page.keyboard.press("Tab")
        visited.append(
            page.evaluate("document.activeElement.closest('.skip, header, nav.pages, main')?.className ?? ''")
        )
    assert list(dict.fromkeys(visited)) == ["skip", "top", "pages", ""]


def test_a_logo_leaves_the_header_of_a_phone_low(visit, tmp_path: Path) -> None:
    outcome = invented_outcome(runs=3)
    campaign = replace(outcome.campaign, logo=png())
    write_site(replace(outcome, campaign=campaign), invented_metrics(), tmp_path)
    (logo,) = tmp_path.rglob("logo-*.png")
    visit.page.set_viewport_size(PHONE)
    for size in ((1, 1), (400, 100), (100, 2000)):
        logo.write_bytes(png(*size))
        page = visit.open(tmp_path / SCORES)
        shown = page.locator("img.logo").evaluate("one => [one.naturalWidth, one.naturalHeight]")
        assert tuple(shown) == size
        assert page.locator("header.top").bounding_box()["height"] <= 90
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
