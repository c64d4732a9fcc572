"""Pages of a campaign of documents in a browser: the first results of two runs that the reader chooses."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import assert_fits
from browser.test_pages import faults_in_both_themes
from building.document_campaigns import HOSTILE, SETTINGS, write_campaign
from playwright.sync_api import Page, expect

from inexreport.building.build import build

pytestmark = pytest.mark.browser


@pytest.fixture
def topic_page(documents_site: Path) -> Path:
    return documents_site / "topics" / "1.html"


@pytest.fixture
def compare_page(documents_site: Path) -> Path:
    return documents_site / "compare" / "adhoc.html"


def test_depths_of_pools_are_whole_numbers(visit, tmp_path: Path):
    campaign = write_campaign(tmp_path / "pooled", settings=f"{SETTINGS}pool_depth = 3\n")
    build(campaign, tmp_path / "site")
    page = visit.open(tmp_path / "site" / "pooled" / "pooling" / "adhoc.html")
    labels = page.locator("#growth-chart svg .role-axis-label").first.locator("text").all_text_contents()
    assert labels == ["1", "2", "3"]


def shown(page: Page, place: str = "#rankings-1") -> list[list[str]]:
    rows = page.locator(f"{place} tbody tr").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


def compared(page: Page) -> list[list[str]]:
    return shown(page, "#rankings")


def overlap(page: Page) -> str:
    return page.locator("[data-overlap]").inner_text()


BEST_TWO = [
    ["1", "d1", "2", "2", "d2", "1", "2"],
    ["2", "d2", "1", "1", "d1", "2", "1"],
    ["3", "d3", "0", "–", "x1", "–", "4"],
    ["4", "x1", "–", "3", "–", "–", "–"],
]


def test_the_best_two_runs_are_shown_with_scripts_and_without(visit, plain: Page, topic_page: Path):
    page = visit.open(topic_page)
    assert shown(page) == BEST_TWO
    plain.goto(topic_page.as_uri())
    assert shown(plain) == BEST_TWO
    assert not plain.locator("#rankings-1 .choices").is_visible()


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


def test_documents_of_both_are_counted_and_shaded(visit, topic_page: Path):
    page = visit.open(topic_page)
    assert page.locator("#rankings-1 td.name.shared").all_inner_texts() == [
        "d1",
        "d2",
        "d2",
        "d1",
        "x1",
        "x1",
    ]
    assert overlap(page) == (
        "3 documents are among the first results of both runs. Not judged: 1 of 4 in A, 1 of 3 in B."
    )
    page.get_by_label("Run B").select_option("west (fourth)")
    assert overlap(page) == (
        "1 document is among the first results of both runs. Not judged: 1 of 4 in A, 1 of 3 in B."
    )
    assert page.locator("#rankings-1 td.name.shared").all_inner_texts() == ["d1", "d1"]


class TestComparePage:
    def test_first_is_the_topic_on_which_the_two_runs_differ_most(self, visit, compare_page: Path):
        """By nDCG@10, best and second are best apart on topic 3: 1 against 1 / log2(3)."""
        page = visit.open(compare_page)
        expect(page.locator("#results-topic option:checked")).to_have_text("3: query 3")
        assert page.locator("[data-topic] a").get_attribute("href") == "../topics/3.html"
        assert compared(page) == [
            ["1", "d9", "1", "2", "x3", "–", "–"],
            ["2", "d2", "0", "–", "d9", "1", "1"],
        ]
        assert "topic" not in page.url
        assert (visit.said, visit.strangers) == ([], [])

    def test_it_shows_what_the_topic_page_shows(self, visit, compare_page: Path):
        page = visit.open(compare_page)
        page.get_by_label("Topic", exact=True).select_option("1: query 1")
        expect(page.locator("#rankings tbody tr")).to_have_count(4)
        assert compared(page) == BEST_TWO
        assert page.locator("#rankings [data-run] a").all_inner_texts() == [
            "east (best)",
            "east (second)",
        ]
        assert page.url.endswith("&topic=1")

    def test_the_topic_stays_if_runs_change_and_is_part_of_the_address(self, visit, compare_page: Path):
        page = visit.page
        page.goto(f"{compare_page.as_uri()}#a=best&b=fourth&topic=1")
        expect(page.locator("#rankings tbody td").nth(3)).to_have_text("d4")
        assert compared(page)[1] == ["2", "d2", "1", "–", HOSTILE, "–", "–"]
        page.get_by_role("button", name="Swap A and B").click()
        expect(page.locator("#rankings tbody td").first).to_have_text("d4")
        assert page.url.endswith("#a=fourth&b=best&topic=1")
        page.go_back()
        expect(page.locator("#rankings tbody td").first).to_have_text("d1")

    def test_a_run_without_results_is_said(self, visit, compare_page: Path):
        page = visit.page
        page.goto(f"{compare_page.as_uri()}#a=best&b=fourth&topic=3")
        expect(page.locator("[data-overlap]")).to_have_text(
            "No documents are among the first results of both runs."
            " Not judged: 0 of 2 in A, B has no results."
        )
        assert [row[4:] for row in compared(page)] == [["–", "–", "–"]] * 2

    def test_an_unknown_topic_is_said(self, visit, compare_page: Path):
        page = visit.page
        page.goto(f"{compare_page.as_uri()}#topic=9")
        alert = page.get_by_role("alert")
        expect(alert).to_have_text("This task has no topic with results named “9”.")


@pytest.mark.parametrize("address", ["topics", "metrics", "topics/1", "compare/adhoc"])
def test_pages_of_documents_are_accessible_and_fit_a_phone(visit, documents_site: Path, address: str):
    page = visit.open(documents_site / f"{address}.html")
    assert faults_in_both_themes(page) == []
    assert_fits(page)
