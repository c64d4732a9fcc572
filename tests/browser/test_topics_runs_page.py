"""What the page computes of chosen topics is what the package computes from the published scores."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
from pathlib import Path
from urllib.parse import urlencode

import pandas as pd
import pytest
from playwright.sync_api import expect

from inexreport.statistics.summary import competition_ranks, known_means

pytestmark = pytest.mark.browser


TASKS = [("sample-2009", "Focused", "MAiP"), ("sample-2025", "adhoc", "nDCG@10")]
ROWS = """rows => rows.filter(row => row.dataset.rank).map(row => [
    row.querySelector("a").href.match(/([^/]*)[.]html$/)[1],
    ...["rank", "topics", "mean", "group", "low", "high"].map(name => {
        const cell = row.querySelector(`.${name}`);
        if (!cell?.checkVisibility()) return null;
        return Number(cell.querySelector("data")?.value ?? cell.textContent);
    })])"""


@pytest.mark.parametrize(("campaign", "task", "metric"), TASKS)
def test_all_topics_have_the_published_numbers_and_chosen_ones_those_of_the_package(
    visit, sample_sites: Path, campaign: str, task: str, metric: str
):
    site = sample_sites / campaign
    published = pd.read_csv(site / "data/intervals.csv").query("task == @task")
    runs = pd.read_csv(site / "data/runs.csv").query("task == @task and official_rank.notna()")
    ranks = runs.set_index("run").official_rank
    page = visit.open(site / f"topics-runs/{task}.html")
    rows = page.locator("#heat tbody tr")
    expected = [
        [one.run, ranks[one.run], one.topics, one.score, one.group, one.low, one.high]
        for one in published.itertuples()
    ]
    assert rows.evaluate_all(ROWS) == expected
    page.get_by_role("button", name="Choose none").click()
    expect(page.locator("#chosen")).to_contain_text("Chosen: 0 of")
    assert rows.evaluate_all(ROWS) == []
    basis = page.locator("#strips-basis")
    expect(basis).to_contain_text("is the median.")
    page.get_by_role("button", name="Invert").click()
    expect(basis).to_contain_text("is the median, the thick line ")
    expect(page.locator("#heat td.left-out")).to_have_count(0)
    assert rows.evaluate_all(ROWS) == expected
    # Only the official metric has published ones.
    page.locator("#metric").select_option(index=1)
    page.wait_for_url("**metric=*")
    expect(page.locator("#heat thead")).not_to_contain_text("Interval")

    scores = pd.read_csv(site / "data/scores.csv", dtype={"topic": str})
    scores = scores[(scores.task == task) & (scores.metric == metric) & (scores.topic != "all")]
    by_run = scores[scores.run.isin(runs.run)].pivot_table(index="run", columns="topic", values="score")
    for step in (2, 3):
        table = by_run.iloc[:, ::step]
        choice = [("metric", metric), ("topics", "hand"), *(("topic", topic) for topic in table.columns)]
        page.evaluate("address => { location.hash = address }", urlencode(choice))
        page.locator("#chosen", has_text=f"Chosen: {table.shape[1]} of").wait_for()
        found = rows.evaluate_all(ROWS)
        means = known_means(table.to_numpy())
        of_package = competition_ranks(means).tolist()
        lines = zip(table.index, of_package, table.notna().sum(axis=1), means.tolist(), strict=True)
        # A part of the topics has neither groups nor intervals.
        assert sorted(found) == sorted(
            [run, rank, topics, pytest.approx(mean, abs=1e-14), None, None, None]
            for run, rank, topics, mean in lines
        )
        assert [rank for _, rank, *_ in found] == sorted(of_package)
    assert (visit.said, visit.strangers) == ([], [])


def test_a_topic_is_left_out_and_chosen_again_by_the_keyboard(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2009/topics-runs/Focused.html")
    rows, chosen = page.locator("#heat tbody tr"), page.locator("#chosen")
    before = [rows.all_inner_texts(), chosen.inner_text()]
    page.get_by_text("Choose single topics").click()
    box = page.locator("#boxes input").nth(1)
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator("#heat td.left-out")).to_have_count(rows.count())
    topic = page.locator("#heat tbody tr td.left-out").first.evaluate("cell => cell.cellIndex")
    id_of_box = box.locator("..").inner_text().strip()
    assert page.locator(f"#heat thead th:nth-child({topic + 1})").text_content() == id_of_box
    expect(box).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#heat td.left-out")).to_have_count(0)
    assert [rows.all_inner_texts(), chosen.inner_text()] == before
    table = page.locator("#heat")
    for name, value in (("metric", "MAiP"), ("order", "difficulty"), ("shown", "differences")):
        shown = table.text_content()
        page.locator(f"#{name}").select_option(value)
        page.wait_for_url(f"**={value}*")
        # The scores of a metric are loaded when it is chosen.
        expect(table).not_to_have_text(shown)
        expect(rows).to_have_count(len(before[0]))
    assert visit.said == []


def test_paper_cells_and_strips_tell_scores(visit, sample_sites: Path):
    site = sample_sites / "sample-2025"
    scores = pd.read_csv(site / "data/scores.csv", dtype={"topic": str}).query("task == 'adhoc'")
    page = visit.page
    page.goto(f"{(site / 'topics-runs/adhoc.html').as_uri()}#metric=AP&topics=hardest+quarter")
    page.locator(":root.settled").wait_for(state="attached")
    printed = page.locator("#printed")
    expect(printed).to_have_text(
        re.compile(r"^AP; 4 of 13 topics \(Hardest quarter\): \d+, \d+, \d+, \d+\.$")
    )
    expect(printed).to_be_hidden()
    page.emulate_media(media="print")
    expect(printed).to_be_visible()
    page.emulate_media(media="screen")

    # All topics are on the screen, and a cell tells its number.
    page.evaluate("location.hash = 'topics=all'")
    expect(page.locator("#metric")).to_have_value("nDCG@10")
    expect(page.locator("#heat td.left-out")).to_have_count(0)
    by_run = scores.query("metric == 'nDCG@10'").set_index(["run", "topic"]).score
    row = page.locator("#heat tbody tr").first
    run = Path(row.locator("th a").get_attribute("href")).stem
    topics = page.locator("#heat thead .topic").all_text_contents()
    cells = row.locator(".cell")
    reading = page.locator("#cell")
    assert len(topics) == cells.count() == 13
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for place in (0, 12):
            box = cells.nth(place).bounding_box()
            assert box["width"] >= 8
            assert 0 <= box["x"] < box["x"] + box["width"] <= width
        assert cells.first.locator("a").evaluate("link => getComputedStyle(link).fontSize") == "0px"
        cells.nth(2).hover()
        expect(reading).to_contain_text(f"{by_run[run, topics[2]]:.4f} by ")
        cells.nth(2).locator("a").focus()
        page.keyboard.press("ArrowRight")
        expect(reading).to_contain_text(f"{by_run[run, topics[3]]:.4f} by ")
        expect(reading).to_contain_text(f"mean {by_run[run, 'all']:.4f}, 95% interval")
        page.keyboard.press("End")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#heat tbody tr:nth-child(2) .cell a").last).to_be_focused()
        assert page.locator("#heat tbody a[tabindex='0']").count() == 1
    page.set_viewport_size({"width": 1280, "height": 900})

    # Strips show all scores and mark a run.
    scores = scores.query("metric == 'P@5' and topic != 'all'")
    page.locator("#metric").select_option("P@5")
    page.wait_for_url("**metric=P%405*")
    page.locator("#marked").select_option(label="Example University South (south-passages, automatic)")
    page.wait_for_url("**south-passages*")
    strips = page.locator("#strips li")
    expect(page.locator("#strips-basis")).to_contain_text("P@5, from 0.0000 (left) to 1.0000")
    expect(strips).to_have_count(scores.topic.nunique())
    for strip in strips.all():
        of_topic = scores[scores.topic == strip.locator("a").inner_text()].set_index("run").score
        lines = [float(x) / 240 for x in re.findall("M([0-9.]+)", strip.locator(".all").get_attribute("d"))]
        assert sorted(lines) == pytest.approx(sorted(of_topic), abs=0.001)
        own = strip.locator(".own").get_attribute("d")
        assert float(own[1:].split()[0]) / 240 == pytest.approx(of_topic["south-passages"], abs=0.001)
        reading = re.compile(f"^{of_topic['south-passages']:.4f}; median")
        expect(strip.locator(".reading")).to_have_text(reading)
        highest = f"highest {of_topic.max():.4f}"
        expect(strip.get_by_role("img", name=re.compile(highest))).to_have_count(1)
    page.get_by_text("Choose single topics").click()
    page.get_by_role("checkbox", name="Choose topic 51").uncheck()
    expect(page.locator("#strips .left-out a")).to_have_text(["51"])
    page.reload()
    expect(page.locator("#strips .left-out a")).to_have_text(["51"])
    expect(page.locator("#marked")).to_have_value("Example University South (south-passages, automatic)")

    cell = page.locator("#heat tbody tr").first.locator(".cell a").last
    cell.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/topics/{topics[-1]}.html")
    assert visit.said == []


@pytest.fixture
def many_runs(sample_sites: Path, tmp_path: Path) -> Path:
    """The page of a task of documents with each of its ten runs 21 times."""
    shutil.copytree(sample_sites / "assets", tmp_path / "assets", copy_function=os.link)
    site = tmp_path / "sample-2025"
    for part in ("topics-runs", "compare/adhoc"):
        shutil.copytree(sample_sites / "sample-2025" / part, site / part)
    page = site / "topics-runs" / "adhoc.html"
    text = page.read_text("utf-8")
    (about,) = re.findall(r'id="topics-runs">(.*?)</script>', text, re.DOTALL)
    data = json.loads(about)
    data["runs"] *= 21
    page.write_text(text.replace(about, json.dumps(data).replace("<", "\\u003c")), "utf-8")
    for script in (site / "compare" / "adhoc").glob("scores-*.js"):
        head, _, part = script.read_text("utf-8").partition(" = ")
        scores = json.loads(part.rstrip().rstrip(";"))
        scores["scores"] = base64.b64encode(base64.b64decode(scores["scores"]) * 21).decode()
        scores["ranks"] *= 21
        scores["means"] *= 21
        script.write_text(f"{head} = {json.dumps(scores)};\n", "utf-8")
    return page


def test_of_many_runs_the_best_are_shown_until_all_are_asked_for_or_printed(visit, many_runs: Path):
    page = visit.open(many_runs)
    rows = page.locator("#heat tbody tr")
    expect(rows).to_have_count(100)
    shown = rows.locator("td:nth-child(2)").all_text_contents()
    assert [int(rank) for rank in shown] == sorted(int(rank) for rank in shown)
    page.get_by_text("Choose single topics").click()
    page.get_by_role("checkbox", name="Choose topic 51").uncheck()
    expect(page.locator("#chosen")).to_contain_text("Chosen: 12 of 13")
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="Show all 210 runs").click()
    expect(rows).to_have_count(210)
    # Rows that were not there when the topic was left out know it too.
    assert page.locator("#heat tbody td.left-out").count() == 210
    expect(page.get_by_role("button", name="Show all 210 runs")).to_be_hidden()
    page.reload()
    expect(rows).to_have_count(100)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#heat tbody tr")).to_have_count(210)
