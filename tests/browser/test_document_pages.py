"""Pages of a campaign of documents in a browser: the first results of two runs that the reader chooses."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import opened_and_checked
from building.document_campaigns import HOSTILE
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def topic_page(documents_site: Path) -> Path:
    return documents_site / "topics" / "1.html"


@pytest.fixture
def compare_page(documents_site: Path) -> Path:
    return documents_site / "compare" / "adhoc.html"


def test_depths_of_pools_are_whole_numbers(visit, documents_site: Path):
    page = visit.open(documents_site / "pooling" / "adhoc.html")
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


def test_the_best_two_runs_are_shown_without_scripts(plain: Page, topic_page: Path):
    plain.goto(topic_page.as_uri())
    assert shown(plain) == BEST_TWO
    assert not plain.locator("#rankings-1 .choices").is_visible()


def test_the_best_two_or_any_two_runs_are_shown_and_their_documents_counted_and_shaded(
    visit, topic_page: Path
):
    page = opened_and_checked(visit, topic_page)
    assert shown(page) == BEST_TWO
    shared = page.locator("#rankings-1 td.name.shared")
    assert shared.all_inner_texts() == ["d1", "d2", "d2", "d1", "x1", "x1"]
    assert overlap(page) == (
        "3 documents are among the first results of both runs. Not judged: 1 of 4 in A, 1 of 3 in B."
    )
    page.get_by_label("Run B").select_option("west (fourth)")
    assert shown(page) == [
        ["1", "d1", "2", "3", "d4", "0", "–"],
        ["2", "d2", "1", "–", HOSTILE, "–", "–"],
        ["3", "d3", "0", "–", "d1", "2", "1"],
        ["4", "x1", "–", "–", "–", "–", "–"],
    ]
    assert overlap(page) == (
        "1 document is among the first results of both runs. Not judged: 1 of 4 in A, 1 of 3 in B."
    )
    assert shared.all_inner_texts() == ["d1", "d1"]
    page.get_by_label("Run A").select_option("west (fourth)")
    assert shown(page)[2] == ["3", "d1", "2", "3", "d1", "2", "3"]
    link = page.locator('#rankings-1 [data-run="b"] a')
    assert link.get_attribute("href") == "../runs/adhoc/fourth.html"
    assert (visit.said, visit.strangers) == ([], [])


def test_the_compare_page_shows_the_topic_on_which_runs_differ_most_or_any_other_which_the_address_names(
    visit, compare_page: Path
):
    """By nDCG@10, best and second are best apart on topic 3: 1 against 1 / log2(3)."""
    page = opened_and_checked(visit, compare_page)
    expect(page.locator("#results-topic option:checked")).to_have_text("3: query 3")
    assert page.locator("[data-topic] a").get_attribute("href") == "../topics/3.html"
    assert compared(page) == [
        ["1", "d9", "1", "2", "x3", "–", "–"],
        ["2", "d2", "0", "–", "d9", "1", "1"],
    ]
    assert "topic" not in page.url
    page.get_by_label("Topic", exact=True).select_option("1: query 1")
    expect(page.locator("#rankings tbody tr")).to_have_count(4)
    assert compared(page) == BEST_TWO
    assert page.locator("#rankings [data-run] a").all_inner_texts() == ["east (best)", "east (second)"]
    assert page.url.endswith("&topic=1")

    # The topic stays if runs change.
    page.goto(f"{compare_page.as_uri()}#a=best&b=fourth&topic=1")
    expect(page.locator("#rankings tbody td").nth(3)).to_have_text("d4")
    assert compared(page)[1] == ["2", "d2", "1", "–", HOSTILE, "–", "–"]
    page.get_by_role("button", name="Swap A and B").click()
    expect(page.locator("#rankings tbody td").first).to_have_text("d4")
    assert page.url.endswith("#a=fourth&b=best&topic=1")
    page.go_back()
    expect(page.locator("#rankings tbody td").first).to_have_text("d1")
    # A run without results, and a topic that is unknown, are said.
    page.goto(f"{compare_page.as_uri()}#a=best&b=fourth&topic=3")
    expect(page.locator("[data-overlap]")).to_have_text(
        "No documents are among the first results of both runs. Not judged: 0 of 2 in A, B has no results."
    )
    assert [row[4:] for row in compared(page)] == [["–", "–", "–"]] * 2
    page.goto(f"{compare_page.as_uri()}#topic=9")
    expect(page.get_by_role("alert")).to_have_text("This task has no topic with results named “9”.")
