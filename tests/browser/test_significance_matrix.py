"""The matrix of significant differences: another test, another order, and a link from each sign."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

pytestmark = pytest.mark.browser


def test_test_and_order_are_changed_and_signs_lead_to_the_two_runs(visit, built_site: Path) -> None:
    path = next(built_site.glob("*/significance/CO.Thorough.html"))
    page = visit.open(path)
    rows = page.locator("#matrix-table tbody tr")
    signs = {row.get_attribute("data-run"): row.get_attribute("data-signs").split("|") for row in rows.all()}
    runs = list(signs)
    assert len(runs) == 12
    for test in (1, 2, 0):
        page.locator("#matrix-test").select_option(index=test)
        for place, row in enumerate(rows.all()):
            shown = row.locator("td").all_inner_texts()
            own = signs[runs[place]][test]
            assert "".join(shown[3:]) == own.replace(".", "")
            assert shown[1:3] == [str(own.count("+")), str(own.count("−"))]
    page.locator("#matrix-order").select_option("title")
    heads = page.locator("#matrix-table thead th").all_text_contents()[4:]
    assert heads == sorted(heads)
    order = [row.get_attribute("data-run") for row in rows.all()]
    assert sorted(order) == sorted(runs)
    for place, row in enumerate(rows.all()):
        own = signs[order[place]][0]
        expected = "".join(own[runs.index(other)] for other in order)
        assert "".join(row.locator("td").all_inner_texts()[3:]) == expected.replace(".", "")
    page.locator("#matrix-order").select_option("participant")
    participants = [row.get_attribute("data-participant") or "" for row in rows.all()]
    assert len(set(participants)) > 1
    together = [name for name, _ in groupby(participants)]
    assert len(together) == len(set(together))
    assert "" not in together[:-1]
    ranks = [int(row.locator("td").first.inner_text()) for row in rows.all()]
    for name in together:
        of_one = [rank for rank, other in zip(ranks, participants, strict=True) if other == name]
        assert of_one == sorted(of_one)
    page.locator("#matrix-order").select_option("better")
    beaten = [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert beaten == sorted(beaten, reverse=True)
    assert beaten[0] > 0
    page.locator("#matrix-order").select_option("place")
    assert page.locator('#matrix-table td > a[tabindex="0"]').count() == 1
    page.locator('#matrix-table td > a[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/compare/**")
    selected = parse_qs(urlparse(page.url).fragment)
    assert (selected["a"], selected["b"]) == ([runs[1]], [runs[2]])
    assert visit.said == []
