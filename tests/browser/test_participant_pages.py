"""Pages of a participant's site have their charts, and hold to what every page holds to."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import PHONE, largest_pages, opened_and_checked
from playwright.sync_api import expect

from inexreport.rendering.page_kinds import PARTICIPANT_KINDS

pytestmark = pytest.mark.browser


KINDS = ("archive", *PARTICIPANT_KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_accessible_fits_a_phone_and_keeps_to_itself(visit, own_sites: Path, kind: str):
    opened_and_checked(visit, largest_pages(own_sites / "sample")[kind])


def test_every_kind_says_what_it_is_and_fits_a_phone_with_hostile_names(visit, own_sites: Path):
    visit.page.set_viewport_size(PHONE)
    for kind in KINDS:
        page = visit.open(largest_pages(own_sites / "hostile")[kind])
        expect(page.get_by_role("complementary")).to_contain_text("Not released.")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], kind


def test_charts_are_drawn(visit, own_sites: Path):
    page = visit.open(own_sites / "sample" / "sample-2009/tasks/Focused.html")
    dots = page.locator("#placing-chart svg .mark-symbol path")
    assert dots.count() == 16  # two runs by eight metrics
    assert page.locator("#placing-chart svg .mark-rect path").count() == 16  # medians and bests
    page = visit.open(own_sites / "sample" / "sample-2009/topics.html")
    assert page.locator("#topics-chart-1 svg .mark-symbol path").count() == 12
