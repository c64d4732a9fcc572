"""Pages of a campaign of documents in a browser: the first results of two runs that the reader chooses."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import test_valid_html
from browser.test_every_kind_of_page import assert_fits
from browser.test_pages import faults
from building.document_campaigns import RUNS, SETTINGS, write_campaign
from playwright.sync_api import Browser, Page

from inexreport.building.build import build

pytestmark = pytest.mark.browser

HOSTILE = '<b>&"x'
"""Name of a document that nobody judged."""


@pytest.fixture(scope="module")
def topic_page(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    runs = RUNS | {"west/fourth": {"1": f"d4 {HOSTILE} d1"}}
    build(write_campaign(folder / "campaigns" / "invented", runs), folder / "site")
    return folder / "site" / "invented" / "topics" / "1.html"


def test_depths_of_pools_are_whole_numbers(visit, tmp_path: Path):
    campaign = write_campaign(tmp_path / "pooled", settings=f"{SETTINGS}pool_depth = 3\n")
    build(campaign, tmp_path / "site")
    page = visit.open(tmp_path / "site" / "pooled" / "pooling" / "adhoc.html")
    labels = page.locator("#growth-chart svg .role-axis-label").first.locator("text").all_text_contents()
    assert labels == ["1", "2", "3"]


def shown(page: Page) -> list[list[str]]:
    rows = page.locator("#rankings-1 tbody tr").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


BEST_TWO = [
    ["1", "d1", "2", "2", "d2", "1", "2"],
    ["2", "d2", "1", "1", "d1", "2", "1"],
    ["3", "d3", "0", "–", "x1", "–", "4"],
    ["4", "x1", "–", "3", "–", "–", "–"],
]


def test_the_best_two_runs_are_shown_with_scripts_and_without(visit, chromium: Browser, topic_page: Path):
    page = visit.open(topic_page)
    assert shown(page) == BEST_TWO
    context = chromium.new_context(java_script_enabled=False)
    quiet = context.new_page()
    quiet.goto(topic_page.as_uri())
    assert shown(quiet) == BEST_TWO
    assert not quiet.locator("#rankings-1 .choices").is_visible()
    context.close()


def test_any_two_runs_are_shown_side_by_side(visit, topic_page: Path):
    page = visit.open(topic_page)
    page.get_by_label("Run B").select_option("west (fourth)")
    assert shown(page) == [
        ["1", "d1", "2", "3", "d4", "0", "–"],
        ["2", "d2", "1", "–", HOSTILE, "–", "–"],
        ["3", "d3", "0", "–", "d1", "2", "1"],
        ["4", "x1", "–", "–", "–", "–", "–"],
    ]
    page.get_by_label("Run A").select_option("west (fourth)")
    assert shown(page)[2] == ["3", "d1", "2", "3", "d1", "2", "3"]
    link = page.locator('#rankings-1 [data-run="b"] a')
    assert link.get_attribute("href") == "../runs/adhoc/fourth.html"
    assert visit.said == []
    assert visit.strangers == []


@pytest.mark.parametrize(
    "address", ["index", "topics", "metrics", "topics/1", "runs/adhoc/best", "tasks/adhoc"]
)
def test_pages_of_documents_are_accessible_and_fit_a_phone(visit, topic_page: Path, address: str):
    page = visit.open(topic_page.parents[1] / f"{address}.html")
    assert faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, runOnly=["color-contrast"]) == []
    assert_fits(page)


def test_pages_of_documents_are_valid(topic_page: Path):
    assert test_valid_html.faults(topic_page.parents[2]) == []
