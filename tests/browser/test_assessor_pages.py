from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_pages import faults_in_both_themes
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SAYING = {"sample-2009/assessors.html": "judge no elements"}


@pytest.fixture(scope="session")
def judged_site(sample_sites: Path) -> Path:
    return sample_sites


@pytest.mark.parametrize("path", SAYING)
def test_page_is_accessible_and_fits_a_phone(visit, judged_site: Path, path: str):
    page = visit.open(judged_site / path)
    assert faults_in_both_themes(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert visit.said == []
    assert visit.strangers == []


@pytest.mark.parametrize("path", SAYING)
def test_what_is_missing_is_said(visit, judged_site: Path, path: str):
    assert SAYING[path] in visit.open(judged_site / path).locator("main").inner_text()


def test_every_chart_is_drawn(visit, judged_site: Path):
    for path in ("sample-2006/assessors.html", "sample-2006/reliability.html"):
        page = visit.open(judged_site / path)
        shown = page.locator(".picture:visible")
        assert shown.count() >= 2
        for i in range(shown.count()):
            assert shown.nth(i).locator("svg").count() == 1


def test_each_simulated_run_keeps_its_colour(visit, judged_site: Path):
    page = visit.open(judged_site / "sample-2006/reliability.html")
    legends = page.locator(".legend:visible").all()
    assert len(legends) == 2
    for legend in legends:
        assert legend.locator("button").all_inner_texts() == ["irb", "frb", "ia", "id", "lo", "ao"]
        assert legend.locator("line[stroke-dasharray]").count() == 1


def test_the_bump_chart_compares_any_metric_with_the_expected_order(visit, judged_site: Path):
    page = visit.open(judged_site / "sample-2006/reliability.html")
    choice = page.get_by_label("Ranks on the right by")
    choice.select_option("nxCG(quant=gen,overlap=on)@10")
    expect(page.locator("#bump-chart svg")).to_contain_text("nxCG(quant=gen,overlap=on)@10")
    assert visit.said == []
