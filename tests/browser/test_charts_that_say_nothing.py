"""Where a picture would say nothing, its sentence stands alone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser


def test_equal_ranks_under_two_metrics_are_a_sentence(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2009/tasks/Thorough.html")
    sentence = page.locator("#ranks-chart-summary").inner_text()
    assert sentence == "Runs with the same rank by MAiP(overlap=allowed) and by art_prec: 3 of 3."
    assert page.locator("#ranks-chart").count() == 0
    assert page.locator("figure:has(#ranks-chart-summary) :is(.picture, .legend, svg, button)").count() == 0
