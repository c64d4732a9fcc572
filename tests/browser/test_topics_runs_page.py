"""What the page computes of chosen topics is what the package computes from the published scores."""

from __future__ import annotations

import base64
import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect
from scipy import stats

from inexreport.statistics.significance import groups, pair_tests
from inexreport.statistics.summary import competition_ranks
from inexreport.statistics.task_pairs import known_means

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("campaign", "task", "metric"),
    [("sample-2009", "Focused", "MAiP"), ("sample-2025", "adhoc", "nDCG@10")],
)
@pytest.mark.parametrize("step", [2, 3])
def test_chosen_topics_are_scored_as_by_the_package(
    visit, sample_sites: Path, campaign: str, task: str, metric: str, step: int
):
    site = sample_sites / campaign
    scores = pd.read_csv(site / "data/scores.csv", dtype={"topic": str})
    scores = scores[(scores.task == task) & (scores.metric == metric) & (scores.topic != "all")]
    runs = pd.read_csv(site / "data/runs.csv").query("task == @task and official_rank.notna()")
    scores = scores[scores.run.isin(runs.run)]
    table = scores.pivot_table(index="run", columns="topic", values="score").iloc[:, ::step]
    choice = [("metric", metric), ("topics", "hand"), *(("topic", topic) for topic in table.columns)]
    page = visit.open(site / f"topics-runs/{task}.html")
    page.evaluate("address => { location.hash = address }", urlencode(choice))
    page.locator("#chosen", has_text=f"Chosen: {table.shape[1]} of").wait_for()
    rows = page.locator("#heat tbody tr").evaluate_all(
        """rows => rows.map(row => [row.cells[1].textContent,
            row.cells[2].textContent, row.querySelector("a").href.match(/([^/]*)[.]html$/)[1],
            ...[...row.querySelectorAll("data")].map(one => Number(one.value)).slice(0, 3)])"""
    )
    values = table.to_numpy()
    means = known_means(values)
    ranks = competition_ranks(means)
    low, high = stats.t.interval(0.95, values.shape[1] - 1, means, stats.sem(values, axis=1))
    expected = sorted(zip(ranks.tolist(), means.tolist(), low, high, strict=True))
    ranked = [row for row in rows if row[0] != "–"]
    found = sorted((int(rank), *numbers) for rank, _, _, *numbers in ranked)
    assert [one[:2] for one in found] == [one[:2] for one in expected]
    assert np.allclose(found, expected, rtol=0, atol=1e-12)
    order = [run for _, _, run, *_ in ranked]
    assert [int(rank) for rank, *_ in ranked] == sorted(ranks.tolist())
    tested = pair_tests(table.loc[order].to_numpy(), tuple(table.columns), metric)
    assert [int(group) for _, group, *_ in ranked] == groups(len(order), tested).tolist()
    assert {group for rank, group, *_ in rows if rank == "–"} <= {"–"}
    assert (visit.said, visit.strangers) == ([], [])


def test_a_topic_is_left_out_and_chosen_again_by_the_keyboard(visit, sample_sites: Path):
    page = visit.open(sample_sites / "sample-2009/topics-runs/Focused.html")
    rows, chosen = page.locator("#heat tbody tr"), page.locator("#chosen")
    before = [rows.all_inner_texts(), chosen.inner_text()]
    box = page.locator("#heat thead input").nth(1)
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator("#heat td.left-out")).to_have_count(rows.count())
    assert page.locator("#heat tbody tr td.left-out").first.evaluate("cell => cell.cellIndex") == 6
    expect(box).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#heat td.left-out")).to_have_count(0)
    assert [rows.all_inner_texts(), chosen.inner_text()] == before
    for name, value in (("metric", "MAiP"), ("order", "difficulty"), ("shown", "differences")):
        page.locator(f"#{name}").select_option(value)
        page.wait_for_url(f"**={value}*")
        expect(rows).to_have_count(len(before[0]))
        assert rows.all_inner_texts() != before[0]
    assert visit.said == []


def test_strips_show_all_scores_and_mark_a_run(visit, sample_sites: Path):
    site = sample_sites / "sample-2025"
    scores = pd.read_csv(site / "data/scores.csv", dtype={"topic": str})
    scores = scores.query("task == 'adhoc' and metric == 'P@5' and topic != 'all'")
    page = visit.open(site / "topics-runs/adhoc.html")
    page.locator("#metric").select_option("P@5")
    page.wait_for_url("**metric=P%405*")
    page.locator("#marked").select_option(label="Example University South (south-passages)")
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
    page.get_by_role("checkbox", name="Choose topic 51").uncheck()
    expect(page.locator("#strips .left-out a")).to_have_text(["51"])
    page.reload()
    expect(page.locator("#strips .left-out a")).to_have_text(["51"])
    expect(page.locator("#marked")).to_have_value("Example University South (south-passages)")
    assert visit.said == []


@pytest.fixture
def many_runs(sample_sites: Path, tmp_path: Path) -> Path:
    """The page of a task of documents with each of its ten runs 25 times."""
    shutil.copytree(sample_sites / "assets", tmp_path / "assets")
    site = tmp_path / "sample-2025"
    shutil.copytree(sample_sites / "sample-2025", site)
    page = site / "topics-runs" / "adhoc.html"
    text = page.read_text("utf-8")
    (about,) = re.findall(r'id="topics-runs">(.*?)</script>', text, re.DOTALL)
    data = json.loads(about)
    data["runs"] *= 25
    page.write_text(text.replace(about, json.dumps(data).replace("<", "\\u003c")), "utf-8")
    for script in (site / "compare" / "adhoc").glob("scores-*.js"):
        head, _, part = script.read_text("utf-8").partition(" = ")
        scores = json.loads(part.rstrip().rstrip(";"))
        scores["scores"] = base64.b64encode(base64.b64decode(scores["scores"]) * 25).decode()
        scores["ranks"] *= 25
        script.write_text(f"{head} = {json.dumps(scores)};\n", "utf-8")
    return page


def test_of_many_runs_the_best_are_shown_until_all_are_asked_for(visit, many_runs: Path):
    page = visit.open(many_runs)
    rows = page.locator("#heat tbody tr")
    expect(rows).to_have_count(100)
    shown = rows.locator("td:nth-child(2)").all_text_contents()
    assert [int(rank) for rank in shown] == sorted(int(rank) for rank in shown)
    page.get_by_role("checkbox", name="Choose topic 51").uncheck()
    expect(page.locator("#chosen")).to_contain_text("Chosen: 12 of 13")
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="Show all 250 runs").click()
    expect(rows).to_have_count(250)
    # Rows that were not there when the topic was left out know it too.
    assert page.locator("#heat tbody td:nth-child(6).left-out").count() == 250
    expect(page.get_by_role("button", name="Show all 250 runs")).to_be_hidden()


def test_all_runs_are_printed(visit, many_runs: Path):
    page = visit.open(many_runs)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#heat tbody tr")).to_have_count(250)
