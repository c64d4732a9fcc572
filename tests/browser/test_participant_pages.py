"""Pages of a participant's site have their charts, and hold to what every page holds to."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import largest_pages, opened_and_checked
from playwright.sync_api import expect

from inexreport.rendering.page_kinds import PARTICIPANT_KINDS

pytestmark = pytest.mark.browser


KINDS = ("archive", *PARTICIPANT_KINDS)


IN_THE_SAMPLE_ALONE = ("archive", "front", "topics")
"""Kinds of pages that have further sections or charts there, of further tasks and systems."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_what_it_is_is_accessible_fits_a_phone_and_keeps_to_itself(
    visit, own_sites: Path, kind: str
):
    for site in ("hostile", "sample") if kind in IN_THE_SAMPLE_ALONE else ("hostile",):
        page = opened_and_checked(visit, largest_pages(own_sites / site)[kind])
        expect(page.get_by_role("complementary")).to_contain_text("Not released.")


def test_charts_are_drawn(visit, own_sites: Path):
    page = visit.open(own_sites / "sample" / "sample-2009/tasks/Focused.html")
    dots = page.locator("#placing-chart svg .mark-symbol path")
    assert dots.count() == 16  # two runs by eight metrics
    assert page.locator("#placing-chart svg .mark-rect path").count() == 16  # medians and bests
    page = visit.open(own_sites / "sample" / "sample-2009/topics.html")
    assert page.locator("#topics-chart-1 svg .mark-symbol path").count() == 12
