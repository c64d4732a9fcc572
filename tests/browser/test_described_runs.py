"""Runs of which something is stated: filters of the table of runs, marks, and links to documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import opened_and_checked
from lxml import html
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def shown_runs(page: Page) -> list[str]:
    return page.locator("#runs tbody tr th a").all_inner_texts()


def test_runs_are_marked_and_filtered_by_what_is_stated(visit, described_site: Path) -> None:
    page = visit.open(described_site / "tasks" / "adhoc.html")
    assert page.locator("[hidden]:visible").count() == 0
    tags = page.locator("#runs tr", has_text="tag8").locator(".tag").all_inner_texts()
    assert tags == ["baseline", "manual"]
    everyone = ["tag6", "tag4", "tag1", "tag8", "tag5"]
    assert shown_runs(page) == everyone
    assert page.locator("[data-filters] label").all_inner_texts() == [
        *("Participant", "Status", "Type", "Contributed", "GPU", "ir_metadata.platform.cpu"),
    ]
    page.get_by_role("combobox", name="Type", exact=True).select_option(label="manual")
    assert shown_runs(page) == ["tag1", "tag8"]
    page.get_by_role("combobox", name="Participant", exact=True).select_option(label="Harbour")
    assert shown_runs(page) == ["tag8"]
    page.get_by_role("combobox", name="Type", exact=True).select_option(label="all")
    assert shown_runs(page) == ["tag6", "tag8"]
    page.get_by_role("combobox", name="Status", exact=True).select_option(label="official")
    assert shown_runs(page) == ["tag6"]
    # The search for text still counts.
    page.locator(".table-filter input").last.fill("nothing like it")
    assert shown_runs(page) == []
    assert (visit.said, visit.strangers) == ([], [])


def test_authors_and_metadata_are_shown_as_text(visit, described_site: Path) -> None:
    page = opened_and_checked(visit, described_site / "index.html")
    assert page.get_by_role("link", name="Josiah <Carberry>").get_attribute("href") == (
        "https://orcid.org/0000-0002-1825-0097"
    )
    assert page.get_by_role("link", name="10.5281/zenodo.1234567").get_attribute("href") == (
        "https://doi.org/10.5281/zenodo.1234567"
    )
    run = html.parse(described_site / "runs" / "adhoc" / "good.html")
    assert len(run.xpath("//main//dd[.='<b>fast</b>']")) == 1


def test_an_unranked_run_is_compared_by_its_mean(visit, described_site: Path) -> None:
    page = opened_and_checked(visit, described_site / "runs" / "adhoc" / "best.html")
    page.get_by_role("link", name="the best run").click()
    page.locator("#results").wait_for()
    rows = page.locator("#runs tr").all_inner_texts()
    assert [row.split("\t")[1] for row in rows] == ["–", "1"]
    assert "A wins on 2 of" in page.locator("#finding").inner_text()
    # The pair is not among the tested ones.
    assert not page.locator("#tests").is_visible()
    assert page.locator("#untested").is_visible()
    assert page.locator("#interval").inner_text() == "–"
