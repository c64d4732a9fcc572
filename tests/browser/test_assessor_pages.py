from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import opened_and_checked
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def assert_every_chart_is_drawn(page: Page) -> None:
    shown = page.locator(".picture:visible")
    assert shown.count() >= 2
    for i in range(shown.count()):
        assert shown.nth(i).locator("svg").count() == 1


def test_a_page_of_passages_says_what_is_missing_and_one_of_elements_has_every_chart(
    visit, sample_sites: Path
):
    page = opened_and_checked(visit, sample_sites / "sample-2009/assessors.html")
    assert "judge no elements" in page.locator("main").inner_text()
    assert_every_chart_is_drawn(visit.open(sample_sites / "sample-2006/assessors.html"))


def test_each_simulated_run_keeps_its_colour_and_any_metric_is_compared_with_the_expected_order(
    visit, sample_sites: Path
):
    page = visit.open(sample_sites / "sample-2006/reliability.html")
    assert_every_chart_is_drawn(page)
    legends = page.locator(".legend:visible").all()
    assert len(legends) == 2
    for legend in legends:
        assert legend.locator("button").all_inner_texts() == ["irb", "frb", "ia", "id", "lo", "ao"]
        assert legend.locator("line[stroke-dasharray]").count() == 1
    page.get_by_label("Ranks on the right by").select_option("nxCG(quant=gen,overlap=on)@10")
    expect(page.locator("#bump-chart svg")).to_contain_text("nxCG(quant=gen,overlap=on)@10")
    assert visit.said == []
