"""Names in charts are whole and apart, points have names, colours tell relevance, clipped tables say so."""

from __future__ import annotations

import json
import re
import shutil
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest
from browser.test_saving import saved, texts
from lxml import html
from playwright.sync_api import Locator, Page, expect
from rendering.invented_campaign import invented_metrics, invented_outcome

from inexreport.rendering.site import public_site
from inexreport.report.audience import PUBLIC

pytestmark = pytest.mark.browser

NAMES = "svg .mark-text.role-mark text"
DOTTED, POOLS = "sample-2009/tasks/Efficiency.html", "sample-2004/pooling/CO.html"
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


def run_labels(page: Page, chart: str) -> Locator:
    """Of the axis at the left; the other axis has numbers."""
    return page.locator(f"#{chart} svg .role-axis-label text").filter(has_text=re.compile(r"[^\d.]"))


@pytest.fixture(scope="module")
def large_task(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a task with more runs than its charts have names for."""
    site = public_site(invented_outcome(runs=42), invented_metrics(), PUBLIC)
    (page,) = (page for page in site.pages if page.address == "tasks/Focused.html")
    folder = tmp_path_factory.mktemp("large")
    shutil.copytree(built_site / "assets", folder / "assets")
    path = folder / "invented-2042" / page.address
    path.parent.mkdir(parents=True)
    path.write_text(site.part_for(page).page(page)[page.address], "utf-8")
    return path


def overlapping(names: Locator) -> list[tuple[str, str]]:
    boxes = [(name.text_content() or "", name.bounding_box()) for name in names.all()]
    return [
        (one, other)
        for (one, a), (other, b) in combinations(boxes, 2)
        if a and b
        if a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
        if a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]
    ]


def test_bars_of_groups_are_beside_the_plot(sample_sites: Path, large_task: Path) -> None:
    for path, offset in (
        (sample_sites / "sample-2009/tasks/Focused.html", "xOffset"),
        (large_task, "yOffset"),
    ):
        (source,) = html.parse(path).xpath("//script[@data-chart='runs-chart']")
        layers = json.loads(source.text)["layer"]
        bars = [layer["mark"][offset] for layer in layers if layer["mark"].get("style") == ["bracket"]]
        outwards = [bar if offset == "xOffset" else -bar for bar in bars]
        assert len(outwards) == 2
        assert all(4 <= bar <= 8 for bar in outwards)  # a file for papers has ten pixels there


def test_of_many_runs_three_and_a_few_chosen_ones_are_named_apart(visit, large_task: Path) -> None:
    page = visit.open(large_task)
    ticks = page.locator("#runs .tick input")
    names = page.locator(f"#runs-chart {NAMES}")
    faded = names.and_(page.locator("[opacity='0.2']"))
    expect(names).to_have_count(3)
    expect(faded).to_have_count(0)
    ticks.nth(10).check()
    expect(names).to_have_count(4)
    chosen = page.locator("#runs tr.picked th a").inner_text()
    assert any(chosen in name for name in names.all_text_contents())
    for place in (11, 12, 13):
        ticks.nth(place).check()
    expect(names).to_have_count(7)
    expect(faded).to_have_count(3)  # the best, the median and the worst one, which were not chosen
    assert overlapping(names) == []
    for place in (14, 15):
        ticks.nth(place).check()
    expect(names).to_have_count(3)
    expect(faded).to_have_count(3)
    assert visit.said == []


def test_names_of_lines_that_end_together_stand_beside_their_colours(visit, sample_sites: Path) -> None:
    visit.page.set_viewport_size({"width": 1600, "height": 900})
    page = visit.open(sample_sites / "sample-2004/tasks/CO.html")
    names = page.locator(f"#curve-chart-1 {NAMES}")
    expect(names).to_have_count(6)
    assert overlapping(names) == []
    lines = page.locator("#curve-chart-1 svg .mark-rule.role-mark line")
    drawn = [
        (line.evaluate("line => getComputedStyle(line).stroke"), line.bounding_box()) for line in lines.all()
    ]
    for name in names.all():
        at = name.bounding_box()
        beside = [
            colour
            for colour, box in drawn
            if abs(box["y"] - at["y"] - at["height"] / 2) < 3 and box["height"] < 3
            if 0 < at["x"] - box["x"] - box["width"] < 6
        ]
        assert len(beside) == 1, name.text_content()
    assert len({colour for colour, _ in drawn}) == 6
    assert visit.said == []


def channels(colour: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", colour)[:3]]


def test_what_is_not_relevant_is_neutral(visit, sample_sites: Path) -> None:
    page: Page = visit.open(sample_sites / "sample-2004/runs/CO/south-propagated.html")
    legend = page.locator("#worth svg .role-legend-symbol path")
    labels = page.locator("#worth svg .role-legend-label text").all_text_contents()
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colours = legend.evaluate_all("paths => paths.map(path => getComputedStyle(path).fill)")
        found.append(colours)
        named = {label: channels(colour) for label, colour in zip(labels, colours, strict=True)}
        assert list(named) == ["Relevant", "In a relevant article", "Not relevant", "Not judged"]
        spread = {label: max(colour) - min(colour) for label, colour in named.items()}
        assert (
            max(spread["Not relevant"], spread["Not judged"])
            <= 16
            < min(spread["Relevant"], spread["In a relevant article"])
        )
        assert len(set(map(tuple, named.values()))) == 4
    light, dark = found
    assert light != dark


def test_a_few_points_of_a_scatter_are_named(visit, sample_sites: Path) -> None:
    site = sample_sites / "sample-2025"
    ranks = pd.read_csv(site / "data/runs.csv").query("task == 'adhoc'").set_index("run").official_rank
    for path, chart in (("correlations", "scatter-chart"), ("pooling", "unjudged-chart")):
        page = visit.open(site / path / "adhoc.html")
        shown = set(page.locator(f"#{chart} {NAMES}").all_text_contents())
        assert {ranks.idxmin(), ranks.idxmax()} <= shown
        assert len(shown) <= 3
    assert visit.said == []


def test_runs_are_named_with_their_participants_where_there_is_room_and_where_saved(
    visit, sample_sites: Path
) -> None:
    for path, chart, names in ((DOTTED, "runs-chart", DOTS), (POOLS, "rare-chart", RARE)):
        page = visit.open(sample_sites / path)
        expect(run_labels(page, chart)).to_have_text(list(names.values()))
        page.set_viewport_size({"width": 390, "height": 780})
        page.evaluate("document.dispatchEvent(new Event('chartchange'))")  # draws all charts again
        expect(run_labels(page, chart)).to_have_text(list(names))
        page.set_viewport_size({"width": 1280, "height": 900})
    page.set_viewport_size({"width": 390, "height": 780})
    assert set(RARE.values()) <= set(texts(saved(page, "rare-chart")))


def test_a_clipped_table_says_that_it_scrolls(visit, sample_sites: Path) -> None:
    page = visit.page
    page.set_viewport_size({"width": 390, "height": 800})
    visit.open(sample_sites / "sample-2025/scores/adhoc.html")
    frame = page.locator(".frame.scroller").first
    style = "frame => [getComputedStyle(frame, '::before').content, getComputedStyle(frame).maskImage]"
    hint, mask = frame.evaluate(style)
    assert "Scroll sideways for more columns →" in hint
    assert "linear-gradient" in mask
    frame.evaluate("frame => frame.scrollTo(frame.scrollWidth, 0)")
    expect(frame).not_to_have_attribute("data-clipped", "")
    assert frame.evaluate(style)[1] == "none"
    page.emulate_media(media="print")
    assert frame.evaluate(style) == ["none", "none"]
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1600, "height": 800})
    assert page.locator(".frame").first.evaluate(style) == ["none", "none"]
    assert visit.said == []


def test_names_hide_no_point_and_are_not_hit_in_its_place(visit, sample_sites: Path) -> None:
    page = visit.open(sample_sites / "sample-2006/correlations/Focused.html")
    points = page.locator("#scatter-chart svg .layer_2_marks path")
    expect(points).to_have_count(6)
    points.first.scroll_into_view_if_needed()
    hit = points.evaluate_all(
        """points => points.map((point) => {
          const { x, y, width, height } = point.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2).tagName;
        })"""
    )
    assert hit == ["path"] * 6
    boxes = [
        (name.bounding_box(), point.bounding_box())
        for name in page.locator(f"#scatter-chart {NAMES}").all()
        for point in points.all()
    ]
    assert any(
        name["x"] < point["x"] + point["width"] / 2 < name["x"] + name["width"]
        and name["y"] < point["y"] + point["height"] / 2 < name["y"] + name["height"]
        for name, point in boxes
    )  # so the order of drawing matters here
