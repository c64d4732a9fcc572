"""First results of two runs with their judgements, where elements, passages or entry points were judged."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_comparison_numbers import choose
from browser.test_every_kind_of_page import assert_fits
from browser.test_pages import faults
from lxml import html
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TOPIC = "sample-2009/topics/2009001.html"


def rows(page: Page, place: str) -> list[list[str]]:
    return [row.locator("td").all_inner_texts() for row in page.locator(f"{place} tbody tr").all()]


def headings(page: Page, place: str) -> list[str]:
    return page.locator(f"{place} thead tr:last-child th").all_inner_texts()[:4]


def test_any_two_runs_which_the_address_names_and_ticked_ones_are_compared_on_this_topic(
    visit, sample_sites: Path
) -> None:
    page = visit.open(sample_sites / TOPIC)
    assert headings(page, "#rankings-1") == ["Result", "Characters", "Highlighted", "Rank in B"]
    # The row that stands in the page is the same as the one that the script makes.
    assert rows(page, "#rankings-1")[0][:4] == ["11886\n/article[1]/bdy[1]/sec[1]", "372", "359", "–"]
    overlap = page.locator("#rankings-1 [data-overlap]")
    assert overlap.inner_text() == (
        "No results are among the first results of both runs. Both have results from the same 7 articles."
        " Not judged: 0 of 10 in A, 0 of 10 in B."
    )
    choice = page.locator("#rankings-1").get_by_label("Run B")
    choice.select_option(choice.locator("option").first.inner_text())
    assert [row[:4] for row in rows(page, "#rankings-1")] == [row[4:] for row in rows(page, "#rankings-1")]
    expect(overlap).to_contain_text("10 results are among the first results of both runs.")
    entry = page.locator(".rankings", has=page.get_by_role("columnheader", name="Distance")).first
    assert entry.locator("caption").inner_text().endswith("– marks what was not judged.")
    assert "Characters" not in headings(page, f"#{entry.get_attribute('id')}")

    # Chosen and ticked runs are in the address.
    chosen = choice.locator("option").nth(3).inner_text()
    choice.select_option(chosen)
    ticks = page.get_by_role("region", name="Runs of Focused", exact=True).locator(".tick input")
    page.locator("summary", has_text="runs of Focused").click()
    ticks.nth(2).check()
    shown, address = rows(page, "#rankings-1"), page.url
    page.goto("about:blank")
    page.goto(address)
    expect(choice.locator("option:checked")).to_have_text(chosen)
    assert rows(page, "#rankings-1") == shown
    assert page.locator("[aria-label='Runs of Focused'] .tick input").nth(2).is_checked()
    choice.select_option(index=1)  # the initial one needs no address
    bar = page.locator(".ticked")
    bar.get_by_role("button", name="Clear").click()
    assert "#" not in page.url

    # A run's page links to the results of two runs. Focused is not the first task, and they are not its best.
    run = sample_sites / "sample-2009/runs/Focused/specimen-paragraphs.html"
    named = "#Focused.a=specimen-paragraphs&Focused.b=prl-openings"
    assert f"../../topics/2009006.html{named}" in html.parse(run).xpath("//a/@href")
    page.evaluate("address => { location.hash = address }", named)
    for side, name in (("a", "specimen-paragraphs"), ("b", "prl-openings")):
        expect(page.locator(f".rankings [data-run='{side}'] a[href$='Focused/{name}.html']")).to_have_count(1)
    assert faults(page) == []
    assert_fits(page)
    page.set_viewport_size({"width": 1280, "height": 900})

    # A run of another task is no second run.
    for task in ("Focused", "Best In Context"):
        page.locator("summary", has_text=f"runs of {task}").click()
    focused = page.get_by_role("region", name="Runs of Focused", exact=True).locator(".tick input")
    focused.nth(2).check()
    entry = page.get_by_role("region", name="Runs of Best In Context").locator(".tick input")
    entry.first.check()
    expect(bar.get_by_role("link")).to_have_count(0)
    focused.first.check()
    link = bar.get_by_role("link")
    expect(link).to_have_text("Compare 2 runs of Focused")
    chosen = {focused.nth(place).get_attribute("value") for place in (0, 2)}
    link.click()
    page.locator("#results").wait_for()
    expect(page.locator("#results-topic option:checked")).to_contain_text("2009001")
    assert page.url.endswith("&topic=2009001")
    links = page.locator("#rankings [data-run] a").evaluate_all("links => links.map((one) => one.href)")
    assert {Path(one).stem for one in links} == chosen
    assert page.locator("#complaint").is_hidden()
    assert len(rows(page, "#rankings")) == 10

    # Lengths are no judgements.
    choose(page, a="north-sections", b="prl-openings", topic="2009011")
    expect(page.locator("[data-overlap]")).to_contain_text("Not judged: 0 of 10 in A, 3 of 10 in B.")
    missing = [row[6] for row in rows(page, ".rankings") if len(row) > 6]
    assert missing.count("–") == 3
    assert (visit.said, visit.strangers) == ([], [])


def test_grades_of_elements_on_the_compare_page(visit, sample_sites: Path) -> None:
    page = visit.open(sample_sites / "sample-2004/compare/CO.html")
    expect(page.locator("#rankings tbody tr")).to_have_count(10)
    assert headings(page, "#rankings") == ["Result", "Exhaustivity", "Specificity", "Rank in B"]
    assert "haracters" not in page.locator("#rankings").inner_text()
    assert_fits(page)
    assert visit.said == []
