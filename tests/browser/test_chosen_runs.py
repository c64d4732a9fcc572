"""Runs chosen in the table of a task stand out in its charts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

TASK = "invented-2042/tasks/Focused.html"


def dots(page: Page) -> Locator:
    return page.locator("#runs-chart svg .mark-symbol.role-mark path")


def opacities(page: Page) -> list[float]:
    """Of the dots, best run first."""
    return dots(page).evaluate_all("dots => dots.map((dot) => Number(dot.getAttribute('opacity') ?? 1))")


def said_below(page: Page, chart: str) -> str:
    return page.locator(f"#{chart}").evaluate("chart => getComputedStyle(chart, '::after').content")


def runs_in(table: Locator) -> list[str]:
    return table.locator("tbody tr:visible th a").evaluate_all("links => links.map((link) => link.href)")


def test_runs_that_match_the_filter_stand_out_and_so_do_ticked_ones(visit, built_site: Path) -> None:
    page = visit.page
    page.goto(f"{(built_site / TASK).as_uri()}#runs.find=run_00")
    page.locator(":root.settled").wait_for(state="attached")
    table = page.locator("#runs")
    assert opacities(page).count(1.0) == len(runs_in(table)) < 12  # at once
    page.get_by_label("Filter").fill("")
    expect(dots(page).and_(page.locator("[opacity='0.2']"))).to_have_count(0)
    order = runs_in(table)
    assert opacities(page) == [1.0] * 12
    page.get_by_label("Filter").fill("run_0")
    matching = runs_in(table)
    assert 0 < len(matching) < 12
    expect(dots(page).nth(next(i for i, run in enumerate(order) if run not in matching))).to_have_attribute(
        "opacity", "0.2"
    )
    assert opacities(page) == [1.0 if run in matching else 0.2 for run in order]
    line = page.locator("#ranks-chart svg .mark-line.role-mark path[opacity='0.3']")
    expect(line.first).to_be_attached()
    assert said_below(page, "runs-chart").startswith('"Faded: ')
    assert said_below(page, "ranks-chart").startswith('"Faded: ')
    page.get_by_label("Filter").fill("")
    assert said_below(page, "runs-chart") == "none"
    expect(dots(page).and_(page.locator("[opacity='0.2']"))).to_have_count(0)
    page.locator("#runs .tick input").nth(2).check()
    expect(dots(page).first).to_have_attribute("opacity", "0.2")
    assert opacities(page) == [0.2, 0.2, 1.0, *[0.2] * 9]
    page.get_by_role("button", name="Clear").click()
    expect(dots(page).first).not_to_have_attribute("opacity", "0.2")

    # Ticked runs are in the address.
    names = page.locator("#runs tr[data-run]").evaluate_all("rows => rows.map((row) => row.dataset.run)")
    page.get_by_label("Filter").fill("run")
    boxes = page.locator("#runs .tick input")
    ticked = [boxes.nth(place).get_attribute("value") for place in (1, 4)]
    for place in (1, 4):
        boxes.nth(place).check()
    address = page.url
    assert address.endswith("#runs.find=run" + "".join(f"&ticked={run}" for run in ticked))
    page.goto("about:blank")
    page.goto(address)
    page.locator(":root.settled").wait_for(state="attached")
    expect(page.get_by_role("link", name="Compare 2 runs")).to_be_visible()
    checked = boxes.and_(page.locator(":checked"))
    assert checked.evaluate_all("boxes => boxes.map((one) => one.value)") == ticked
    expect(dots(page).first).to_have_attribute("opacity", "0.2")
    assert opacities(page) == [1.0 if run in ticked else 0.2 for run in names]
    page.goto(address.replace("#runs", "#ticked=no-such-run&runs").replace(f"&ticked={ticked[0]}", ""))
    expect(page.locator(".ticked")).to_contain_text("is ticked. Tick another run")
    page.get_by_role("button", name="Clear").click()
    assert page.url.endswith("#runs.find=run")
    assert visit.said == []
