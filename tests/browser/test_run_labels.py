"""Charts with a run in each row name the runs so that they can be told apart, on a phone too."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_saving import saved, texts
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TASK, POOLS = "sample-2009/tasks/Efficiency.html", "sample-2004/pooling/CO.html"
DOTS = {
    "North-sections": "Example University North (North-sections)",
    "South-elements": "Example University South (South-elements)",
    "UE-150": "Université de l'Exemple (UE-150)",
    "UE-15": "Université de l'Exemple (UE-15)",
    "PRL-articles": "Placeholder Research Laboratory (PRL-articles)",
}
RARE = {
    "sit-paragraphs": "Sample Institute of Technology (sit-paragraphs)",
    "specimen-narrative": "Specimen College (specimen-narrative)",
}
CHARTS = [(TASK, "runs-chart", DOTS), (POOLS, "rare-chart", RARE)]


def labels(page: Page, chart: str) -> list[str]:
    """Of the axis at the left; the other axis has numbers."""
    shown = page.locator(f"#{chart} svg .role-axis-label text").all_text_contents()
    return [label for label in shown if not label.replace(".", "").isdigit()]


@pytest.mark.parametrize(("path", "chart", "names"), CHARTS)
def test_there_is_room_for_participants_on_a_wide_screen(visit, sample_sites: Path, path, chart, names):
    assert labels(visit.open(sample_sites / path), chart) == list(names.values())


@pytest.mark.parametrize(("path", "chart", "names"), CHARTS)
def test_a_phone_shows_the_names_of_runs_in_full(visit, sample_sites: Path, path, chart, names):
    visit.page.set_viewport_size({"width": 390, "height": 780})
    assert labels(visit.open(sample_sites / path), chart) == list(names)


def test_a_chart_saved_on_a_phone_names_the_participants(visit, sample_sites: Path):
    visit.page.set_viewport_size({"width": 390, "height": 780})
    page = visit.open(sample_sites / POOLS)
    assert set(RARE.values()) <= set(texts(saved(page, "rare-chart")))
