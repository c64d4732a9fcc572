"""What the page computes of chosen topics is what the package computes from the published scores."""

from __future__ import annotations

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
