from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_two_metrics_are_chosen_by_lists_the_address_and_the_matrix_and_compared_by_ranks(
    visit, built_site: Path
):
    page = visit.open(built_site / "invented-2042/correlations/Focused.html")
    across, up = (page.get_by_label(name, exact=True) for name in ("x axis", "y axis"))
    assert across.locator("option:checked").inner_text() == "iP@0.01"
    up.select_option("MAiP")
    expect(page.locator("#scatter-chart")).to_contain_text("MAiP")
    page.evaluate("location.hash = '#pair-1-0'")
    expect(page.locator("#scatter-chart")).to_contain_text("iP@0.10")
    assert across.locator("option:checked").inner_text() == "iP@0.10"
    assert up.locator("option:checked").inner_text() == "iP@0.01"
    assert "Spearman’s ρ" in page.locator("main").get_by_role("status").inner_text()
    # By the same metric on both axes, ranks are as far apart as they are numbers, scores are not.
    page.evaluate("location.hash = '#pair-2-2'")
    expect(page.locator("#scatter-chart")).not_to_contain_text("iP@")
    points = page.locator("#scatter-chart svg .mark-symbol").first.locator("path")
    places = "all => all.map((one) => one.getCTM().e).sort((one, other) => one - other)"
    expect(points).to_have_count(12)
    by_mean = points.evaluate_all(places)
    page.get_by_label("Ranks", exact=True).check()
    expect(page.locator("#scatter-chart")).to_contain_text("Rank by MAiP")
    by_rank = points.evaluate_all(places)
    steps = [[right - left for left, right in itertools.pairwise(one)] for one in (by_mean, by_rank)]
    assert max(steps[0]) > 2 * min(steps[0])
    assert max(steps[1]) < 1.1 * min(steps[1])
    # A cell of the matrix shows its scatter. The value is written above the cell.
    page.locator("#matrix-chart-1 svg .mark-text.role-mark text").nth(1).click()
    page.wait_for_url(re.compile(r"#pair-(?!2-2$)\d+-\d+$"))
    assert visit.said == []
