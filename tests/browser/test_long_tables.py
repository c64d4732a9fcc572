"""A long table opens with its first rows; all are a press away, printed, and there without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

FILES = "sample-2006/data.html"
"""A page whose table of published files is long."""


def files(page: Page) -> list[str]:
    """Names of the files in the visible rows."""
    return page.locator("table.sortable tbody tr:visible > :first-child").all_inner_texts()


def test_a_long_table_shows_its_first_rows_until_all_are_asked_for_or_printed(
    visit, plain: Page, sample_sites: Path
) -> None:
    plain.goto((sample_sites / FILES).as_uri())
    everything = files(plain)
    assert len(everything) > 50
    page = visit.open(sample_sites / FILES)
    assert files(page) == everything[:25]
    page.get_by_role("button", name=f"Show all {len(everything)} rows").click()
    assert files(page) == everything
    page.get_by_role("button", name="Show the first 25 rows").click()
    assert files(page) == everything[:25]
    page.emulate_media(media="print")
    assert files(page) == everything
    page.emulate_media(media="screen")

    # The first rows are those of the chosen order and filter.
    head = page.locator("table.sortable thead th").first.locator(".order")
    head.click()
    head.click()
    assert files(page) == sorted(everything, reverse=True)[:25]
    page.get_by_label("Filter").fill("Focused")
    found = [file for file in sorted(everything, reverse=True) if "Focused" in file]
    assert files(page) == found
    assert 0 < len(found) <= 25
    expect(page.get_by_role("button", name="rows")).to_have_count(0)
    assert visit.said == []
