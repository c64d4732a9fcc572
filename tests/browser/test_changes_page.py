"""The page that `inexreport diff` writes needs no other file, and shows names from sites as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_pages import faults
from browser.test_valid_html import faults as html_faults
from rendering.invented_campaign import MARKUP, invented_outcome, with_earlier_edition

from inexreport.rendering.changes_page import changes_page
from inexreport.subjects.changes import change_groups, outcome_results, result_changes

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page about an invented campaign with hostile names, and one without a change."""
    outcome = with_earlier_edition(invented_outcome())
    before = outcome.campaign.editions[0].results
    assert before is not None
    groups = change_groups(result_changes(before, outcome_results(outcome)))
    campaigns = [
        {"campaign": MARKUP, "title": f"Campaign {MARKUP}", "groups": groups},
        {"campaign": "", "title": "The archive's own pages", "groups": []},
    ]
    path = tmp_path_factory.mktemp("page") / "changes.html"
    path.write_text(changes_page(f"old/{MARKUP}", "new", campaigns), "utf-8")
    return path


def test_it_is_accessible_fits_a_phone_and_needs_no_other_file(visit, path: Path) -> None:
    page = visit.page
    page.goto(path.as_uri())
    assert faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, runOnly=["color-contrast"]) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("h1").count() == 1
    assert page.locator("script").count() == 0
    assert visit.said == []
    assert [one for one in visit.asked if not one.startswith("data:")] == [path.as_uri()]


def test_names_are_text(visit, path: Path) -> None:
    page = visit.page
    page.goto(path.as_uri())
    assert page.locator("h2").first.inner_text() == f"Campaign {MARKUP} ({MARKUP})"
    assert page.locator("th", has_text=f"{MARKUP} run").count() == 1
    assert page.locator("th", has_text=f"runs/{MARKUP}").count() == 1


def test_it_is_valid(path: Path) -> None:
    assert html_faults(path.parent) == []
