"""The matrix of significant differences: another test, another order, and a link from each sign."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest
from browser.test_every_kind_of_page import opened_and_checked

pytestmark = pytest.mark.browser


MATRIX = """rows => rows.map((row) => [
  row.dataset.run, row.dataset.participant ?? "",
  [...row.querySelectorAll("td")].map((one) => one.innerText)])"""
"""Run, participant and cells of each row as they are shown."""


def test_test_and_order_are_changed_and_signs_lead_to_the_two_runs(visit, built_site: Path) -> None:
    path = next(built_site.glob("*/significance/CO.Thorough.html"))
    page = opened_and_checked(visit, path)
    rows = page.locator("#matrix-table tbody tr")
    signs = dict(
        rows.evaluate_all("rows => rows.map((row) => [row.dataset.run, row.dataset.signs.split('|')])")
    )
    runs = list(signs)
    assert len(runs) == 12
    for test in (1, 2, 0):
        page.locator("#matrix-test").select_option(index=test)
        for run, (_, _, shown) in zip(runs, rows.evaluate_all(MATRIX), strict=True):
            own = signs[run][test]
            assert "".join(shown[3:]) == own.replace(".", "")
            assert shown[1:3] == [str(own.count("+")), str(own.count("−"))]
    page.locator("#matrix-order").select_option("title")
    heads = page.locator("#matrix-table thead th").all_text_contents()[4:]
    assert heads == sorted(heads)
    matrix = rows.evaluate_all(MATRIX)
    order = [run for run, _, _ in matrix]
    assert sorted(order) == sorted(runs)
    for run, _, shown in matrix:
        expected = "".join(signs[run][0][runs.index(other)] for other in order)
        assert "".join(shown[3:]) == expected.replace(".", "")
    page.locator("#matrix-order").select_option("participant")
    matrix = rows.evaluate_all(MATRIX)
    participants = [participant for _, participant, _ in matrix]
    assert len(set(participants)) > 1
    together = [name for name, _ in groupby(participants)]
    assert len(together) == len(set(together))
    assert "" not in together[:-1]
    for name in together:
        of_one = [int(shown[0]) for _, participant, shown in matrix if participant == name]
        assert of_one == sorted(of_one)
    page.locator("#matrix-order").select_option("better")
    beaten = [int(shown[1]) for _, _, shown in rows.evaluate_all(MATRIX)]
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
