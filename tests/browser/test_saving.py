from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
TASK = "invented-2042/tasks/Focused.html"


def saved(page: Page, chart: str) -> ElementTree.Element:
    with page.expect_download() as download:
        page.locator(f"figure:has(#{chart}) .save").click()
    assert download.value.suggested_filename == f"{Path(page.url).stem}-{chart}.svg"
    return ElementTree.fromstring(Path(download.value.path()).read_bytes())


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def test_a_saved_chart_is_for_print_whatever_the_theme_and_shows_what_the_reader_chose(
    visit, built_site: Path
):
    page = visit.open(built_site / TASK)
    light = saved(page, "curve-chart-1")
    page.emulate_media(color_scheme="dark")
    dark = saved(page, "curve-chart-1")
    assert ElementTree.tostring(light) == ElementTree.tostring(dark)
    assert light[0].tag == f"{SVG}title"
    assert light[0].text == page.locator("#curve-chart-1-title").inner_text()
    assert light.find(f"{SVG}rect").get("fill") == "white"
    buttons = page.locator("#curve-chart-1 ~ .legend button").all_inner_texts()
    assert set(buttons) <= set(texts(light))
    assert not [name for one in light.iter() for name in one.attrib if name.endswith("href")]

    second = page.locator("#ranks-chart ~ .legend button").nth(1)
    name = second.inner_text()
    assert name in texts(saved(page, "ranks-chart"))
    second.click()
    page.get_by_label("Ranks on the right by").select_option("iP@0.10")
    shown = texts(saved(page, "ranks-chart"))
    assert name not in shown
    assert {"iP@0.01", "iP@0.10"} <= set(shown)
    assert "MAiP" not in shown
    # A chart with a file and without choices is not saved from the page.
    assert page.locator("figure:has(#runs-chart) .print").count() == 1
    assert page.locator("figure:has(#runs-chart) .save").count() == 0
    assert visit.said == []


def test_the_legend_of_saved_bars_keeps_its_colours(visit, built_site: Path):
    page = visit.open(built_site / "invented-2042/runs/Focused/run_03a.html")
    assert page.locator("figure:has(#worth) .print").count() == 0
    groups = [one for one in saved(page, "worth").iter() if "role-legend-symbol" in one.get("class", "")]
    colours = {symbol.get("fill") for group in groups for symbol in group}
    assert len(groups) == len(colours) > 2
    assert "none" not in colours
    assert visit.said == []
