"""The page that `inexreport diff` writes needs no other file, and shows names from sites as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import assert_fits
from browser.test_pages import faults_in_both_themes
from rendering.invented_campaign import MARKUP

pytestmark = pytest.mark.browser


def test_it_is_accessible_fits_a_phone_needs_no_other_file_and_shows_names_as_text(visit, changes_site: Path):
    path = changes_site / "changes.html"
    page = visit.page
    page.goto(path.as_uri())
    assert faults_in_both_themes(page) == []
    assert_fits(page)
    assert page.locator("h1").count() == 1
    assert page.locator("script").count() == 0
    assert visit.said == []
    assert [one for one in visit.asked if not one.startswith("data:")] == [path.as_uri()]
    assert page.locator("h2").first.inner_text() == f"Campaign {MARKUP} ({MARKUP})"
    assert page.locator("th", has_text=f"{MARKUP} run").count() == 1
    assert page.locator("th", has_text=f"runs/{MARKUP}").count() == 1
