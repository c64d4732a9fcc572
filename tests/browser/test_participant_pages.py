"""Pages of a participant's site have their charts, and hold to what every page holds to."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import opened_and_checked

pytestmark = pytest.mark.browser


def test_pages_with_charts_are_accessible_fit_a_phone_and_keep_to_themselves(visit, own_sites: Path):
    page = opened_and_checked(visit, own_sites / "sample" / "sample-2009/tasks/Focused.html")
    dots = page.locator("#placing-chart svg .mark-symbol path")
    assert dots.count() == 16  # two runs by eight metrics
    assert page.locator("#placing-chart svg .mark-rect path").count() == 16  # medians and bests
    page = opened_and_checked(visit, own_sites / "sample" / "sample-2009/topics.html")
    assert page.locator("#topics-chart-1 svg .mark-symbol path").count() == 12
