from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import assert_fits
from browser.test_pages import faults_in_both_themes
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_page_of_passages_is_accessible_fits_a_phone_and_says_what_is_missing(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2009/assessors.html")
    assert "judge no elements" in page.locator("main").inner_text()
    assert faults_in_both_themes(page) == []
    assert_fits(page)
    assert visit.said == []
    assert visit.strangers == []


def test_every_chart_is_drawn(visit, sample_sites: Path):
    for path in ("sample-2006/assessors.html", "sample-2006/reliability.html"):
        page = visit.open(sample_sites / path)
        shown = page.locator(".picture:visible")
        assert shown.count() >= 2
        for i in range(shown.count()):
            assert shown.nth(i).locator("svg").count() == 1


def test_each_simulated_run_keeps_its_colour(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2006/reliability.html")
    legends = page.locator(".legend:visible").all()
    assert len(legends) == 2
    for legend in legends:
        assert legend.locator("button").all_inner_texts() == ["irb", "frb", "ia", "id", "lo", "ao"]
        assert legend.locator("line[stroke-dasharray]").count() == 1


def test_the_bump_chart_compares_any_metric_with_the_expected_order(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2006/reliability.html")
    choice = page.get_by_label("Ranks on the right by")
    choice.select_option("nxCG(quant=gen,overlap=on)@10")
    expect(page.locator("#bump-chart svg")).to_contain_text("nxCG(quant=gen,overlap=on)@10")
    assert visit.said == []
