"""Pages of participants' sites hold to what every page holds to."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import assert_fits, largest
from browser.test_pages import faults_in_both_themes
from playwright.sync_api import expect

from inexreport.rendering.page_kinds import PARTICIPANT_KINDS

KINDS = ["archive", *PARTICIPANT_KINDS]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_accessible_fits_a_phone_and_keeps_to_itself(visit, own_sites: Path, kind: str):
    for name in ("hostile", "sample"):
        path = largest(own_sites / name, kind)
        assert path is not None
        assert path.stat().st_size <= 300_000
        page = visit.open(path)
        assert page.locator("h1").count() == 1
        expect(page.get_by_role("complementary")).to_contain_text("Not released.")
        assert_fits(page)
        page.set_viewport_size({"width": 1280, "height": 900})
    assert faults_in_both_themes(page) == []
    assert visit.said == []
    assert visit.strangers == []


def test_charts_are_drawn(visit, own_sites: Path):
    page = visit.open(own_sites / "sample" / "sample-2009/tasks/Focused.html")
    dots = page.locator("#placing-chart svg .mark-symbol path")
    assert dots.count() == 16  # two runs by eight metrics
    assert page.locator("#placing-chart svg .mark-rect path").count() == 16  # medians and bests
    page = visit.open(own_sites / "sample" / "sample-2009/topics.html")
    assert page.locator("#topics-chart-1 svg .mark-symbol path").count() == 12
