from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TASK = "large-2005/tasks/CO.Thorough.html"
RUN = "invented-2042/runs/Focused/run_03a.html"


def legend(page: Page, chart: str):
    return page.locator(f"#{chart} ~ .legend button")


def coloured(page: Page, chart: str):
    """Lines of the chart's coloured layer, which is drawn after the grey one."""
    return page.locator(f"#{chart} svg .layer_1_marks path")


def ends(page: Page, chart: str):
    """The names at the ends of lines."""
    return page.locator(f"#{chart} svg .mark-text.role-mark text:not([opacity='0'])")


def test_a_line_is_pointed_out_or_put_away_and_other_curves_and_ranks_are_chosen(visit, built_site: Path):
    page = visit.open(built_site / TASK)
    assert ends(page, "curve-chart-1").count() == 0  # of so many lines
    lines = coloured(page, "curve-chart-1")
    first = legend(page, "curve-chart-1").first
    assert legend(page, "curve-chart-1").count() == lines.count() == 10
    stroke = "elements => elements.map(element => getComputedStyle(element).stroke)"
    drawn = lines.evaluate_all(stroke)
    assert len(set(drawn)) == 10
    assert page.locator("#curve-chart-1 ~ .legend .swatch line").evaluate_all(stroke) == drawn
    first.focus()
    expect(lines.nth(1)).to_have_attribute("opacity", "0.3")
    expect(lines.nth(0)).to_have_attribute("opacity", "1")
    expect(page.locator("#curve-chart-1 + .reading")).to_have_text(first.inner_text())
    first.evaluate("button => button.blur()")
    expect(lines.nth(1)).to_have_attribute("opacity", "1")

    second = legend(page, "ranks-chart").nth(1)
    second.focus()
    page.keyboard.press("Enter")
    expect(second).to_have_attribute("aria-pressed", "false")
    expect(coloured(page, "ranks-chart")).to_have_count(9)
    page.keyboard.press("Enter")
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(coloured(page, "ranks-chart")).to_have_count(10)

    # Another curve is chosen without loading, and drawn on a logarithmic axis.
    choice = page.get_by_label("Curve", exact=True)
    assert choice.locator("option").all_inner_texts()[0] == "ep/gr(quant=genLifted,overlap=off)"
    assert page.locator("#curve-chart-2").is_hidden()
    choice.select_option("nxCG(quant=gen5,overlap=off)")
    shown = page.locator(".choice > :not([hidden])[data-name='nxCG(quant=gen5,overlap=off)']")
    expect(shown.locator(".picture svg")).to_be_visible()
    assert page.locator("#curve-chart-1").is_hidden()
    choice.select_option("nxCG(quant=genLifted,overlap=off)")
    shown = page.locator(".choice > [data-name='nxCG(quant=genLifted,overlap=off)']")
    ticks = shown.locator("svg .role-axis-label text")
    expect(ticks.first).to_be_visible()
    before = ticks.all_text_contents()
    shown.get_by_label("Log scale").check()
    expect(ticks).not_to_have_text(before)

    # Ranks are compared under metrics of choice, and under all.
    lines = page.locator("#ranks-chart svg .mark-line.role-mark path")
    before = lines.evaluate_all("lines => lines.map(line => line.getAttribute('d')).join()")
    summary = page.locator("#ranks-chart-summary")
    sentence = summary.inner_text()
    assert sentence.startswith("Runs with the same rank by ")
    right = page.get_by_label("Ranks on the right by")
    first = right.input_value()
    right.select_option("Q(quant=strict5,overlap=off)")
    expect(summary).to_be_empty()
    labels = page.locator("#ranks-chart svg .role-axis-label text")
    expect(labels.filter(has_text="Q(quant=strict5)")).to_be_visible()
    assert lines.evaluate_all("lines => lines.map(line => line.getAttribute('d')).join()") != before
    chart = page.locator("#ranks-chart")
    metrics = page.get_by_label("Ranks on the right by").locator("option").all_inner_texts()
    everything = page.get_by_label(f"All {len(metrics)} metrics")
    everything.check()
    labels = chart.locator("svg .role-axis-label text").filter(has_text=re.compile(r"\D"))
    expect(labels).to_have_count(len(metrics))
    expect(page.get_by_label("Ranks on the right by")).to_be_hidden()
    line = chart.locator("svg .mark-line.role-mark path").first
    assert line.get_attribute("d").count("L") >= len(metrics) - 1
    everything.uncheck()
    expect(page.get_by_label("Ranks on the right by")).to_be_visible()
    expect(labels).to_have_count(2)
    expect(summary).to_be_empty()
    right.select_option(first)
    expect(summary).to_have_text(sentence)


def test_a_few_lines_are_named_at_their_ends_until_they_are_put_away_and_lead_to_their_runs(
    visit, built_site: Path
):
    page = visit.page
    page.set_viewport_size({"width": 1600, "height": 900})
    visit.open(built_site / RUN)
    names = ends(page, "curve-chart-1")
    expect(names).to_have_count(3)
    shown = names.all_text_contents()
    legends = legend(page, "curve-chart-1").all_text_contents()
    assert legends[0].endswith(f"({next(name for name in shown if name in legends[0])})")
    assert {name.partition(":")[0].split()[0] for name in shown} >= {"Best", "Median"}
    boxes = sorted((name.bounding_box() for name in names.all()), key=lambda box: box["y"])
    assert all(lower["y"] - upper["y"] >= 13 for upper, lower in pairwise(boxes))
    picture = page.locator("#curve-chart-1 svg").bounding_box()
    assert all(box["x"] + box["width"] <= picture["x"] + picture["width"] + 1 for box in boxes)
    legend(page, "curve-chart-1").first.click()
    expect(names).to_have_count(2)
    legend(page, "curve-chart-1").first.click()
    expect(names).to_have_count(3)

    # The line nearest to the pointer is named, and leads to its run.
    picture = page.locator("#curve-chart-1")
    picture.scroll_into_view_if_needed()
    box = picture.locator("svg").bounding_box()
    best = legend(page, "curve-chart-1").nth(1).inner_text()
    assert best.startswith("Best run: ")
    page.mouse.move(box["x"] + 60, box["y"] + 2)
    reading = page.locator("#curve-chart-1 + .reading")
    heights = range(4, int(box["height"]), 6)
    for height in heights:
        page.mouse.move(box["x"] + 60, box["y"] + height)
        if "Best run" in reading.inner_text():
            break
    expect(reading).to_contain_text(best)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_url(lambda url: "/runs/Focused/" in url and not url.endswith("run_03a.html"))


def test_lines_on_a_narrow_page_have_only_the_legend(visit, built_site: Path):
    page = visit.page
    page.set_viewport_size({"width": 390, "height": 900})
    visit.open(built_site / RUN)
    expect(coloured(page, "curve-chart-1")).to_have_count(3)
    assert ends(page, "curve-chart-1").count() == 0
    assert legend(page, "curve-chart-1").count() == 3


def test_every_kind_of_curve_is_there_without_scripts(plain: Page, built_site: Path):
    plain.goto((built_site / TASK).as_uri())
    tables = plain.locator(".choice summary")
    assert tables.count() == 6
    tables.nth(5).click()
    assert plain.locator(".choice details[open] tbody tr").first.is_visible()
