"""The filter of the problems page, with and without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PAGE = "sample-2009/problems.html"


def check_filter(page: Page) -> None:
    errors, warnings = page.locator(".kind-error"), page.locator(".kind-warning")
    count = errors.count(), warnings.count()
    assert min(count) > 0
    for label, shown in (
        ("errors only", (True, False)),
        ("warnings only", (False, True)),
        ("all", (True, True)),
    ):
        page.get_by_role("radio", name=label).check()
        for groups, visible in zip((errors, warnings), shown, strict=True):
            for group in groups.all():
                expect(group).to_be_visible(visible=visible)
        expect(page.locator("#rejected")).to_be_visible()


def test_rejected_runs_lead_with_reason_and_cure_and_problems_are_filtered_by_severity(
    visit, sample_sites: Path
) -> None:
    page = visit.open(sample_sites / PAGE)
    assert page.locator("h2").all_inner_texts() == ["Rejected runs", "All problems by kind"]
    first = page.locator("section.entry").first
    expect(first.locator(".remedy")).not_to_be_empty()
    expect(first.locator(".severity")).to_have_text("Error")
    check_filter(page)
    assert visit.said == []


def test_the_filter_works_without_scripts(plain: Page, sample_sites: Path) -> None:
    plain.goto((sample_sites / PAGE).as_uri())
    check_filter(plain)
