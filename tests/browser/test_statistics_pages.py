from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

PAGES = (
    "correlations/Focused.html",
    "correlations/focused-b0185429.html",
    "significance/Focused.html",
    "significance/focused-b0185429.html",
)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", PAGES)
def test_page_is_accessible_fits_a_phone_and_says_nothing(visit, built_site: Path, path: str):
    page = visit.open(built_site / "invented-2042" / path)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert Axe().run(page, options={"preload": False}).response["violations"] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert (visit.said, visit.strangers) == ([], [])


def test_two_metrics_are_chosen_by_lists_and_by_the_address(visit, built_site: Path):
    page = visit.open(built_site / "invented-2042/correlations/Focused.html")
    across, up = (page.get_by_label(name, exact=True) for name in ("Across", "Up"))
    assert across.locator("option:checked").inner_text() == "iP@0.01"
    up.select_option("MAiP")
    page.wait_for_function("document.querySelector('#scatter-chart').textContent.includes('MAiP')")
    page.evaluate("location.hash = '#pair-1-0'")
    page.wait_for_function("document.querySelector('#scatter-chart').textContent.includes('iP@0.10')")
    assert across.locator("option:checked").inner_text() == "iP@0.10"
    assert up.locator("option:checked").inner_text() == "iP@0.01"
    assert "Spearman’s ρ" in page.get_by_role("status").inner_text()
    assert visit.said == []


def test_a_cell_of_the_matrix_shows_its_scatter(visit, built_site: Path):
    page = visit.open(built_site / "invented-2042/correlations/Focused.html")
    # The value is written above the cell.
    page.locator("#matrix-chart-1 svg .mark-text.role-mark text").nth(1).click()
    page.wait_for_function("/^#pair-\\d+-\\d+$/.test(location.hash)")
    assert visit.said == []
