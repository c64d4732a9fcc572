"""What the page computes of two runs is what the package computes and publishes."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def choose(page: Page, **choice: str | list[str]) -> None:
    """Set the address, and wait until the page has followed it."""
    page.evaluate(
        """address => new Promise(done => {
            if (location.hash === address) return done();
            addEventListener("hashchange", () => setTimeout(done), { once: true });
            location.hash = address;
        })""",
        f"#{urlencode(choice, doseq=True)}",
    )
    page.wait_for_selector("#results[aria-busy='false']")


def shown(page: Page, place: str) -> list[float]:
    """The numbers of a part of the page, with all their digits; NaN where there is a dash."""
    return page.locator(place).evaluate_all(
        """cells => cells.map(cell => {
            const number = cell.matches("data") ? cell : cell.querySelector("data");
            return number ? Number(number.value) : NaN;
        })"""
    )


def same(found: object, expected: object) -> bool:
    numbers = (np.asarray(one, dtype=float) for one in (found, expected))
    return np.allclose(*numbers, rtol=1e-9, atol=1e-12, equal_nan=True)


def shown_tests(page: Page) -> dict[str, list[float]]:
    rows = page.locator("#tests tr").evaluate_all("rows => rows.map(row => row.id)")
    tests = [row.removeprefix("test-") for row in rows]
    numbers = shown(page, "#tests td")
    return {test: numbers[2 * place : 2 * place + 2] for place, test in enumerate(tests)}


def check_pair(page: Page, rows: pd.DataFrame, *, turned: bool) -> None:
    """Compare what the page says about a pair with its rows of significance.csv."""
    first = rows.iloc[0]
    a, b = (first.run_b, first.run_a) if turned else (first.run_a, first.run_b)
    choose(page, a=a, b=b)
    assert page.locator("#compared-topics").inner_text() == str(first.topics)
    sign = -1 if turned else 1
    assert same(shown(page, "#mean-difference"), [sign * first.difference])
    assert same(shown(page, "#effect-size"), [sign * first.effect_size])
    ends = sorted([sign * first.low, sign * first.high])
    assert shown(page, "#interval data") == ends
    assert page.locator("#finding").inner_text().count("95% interval") == 1
    found = shown_tests(page)
    assert set(found) == set(rows.test)
    for row in rows.itertuples():
        assert same(found[row.test], [row.p, row.p_adjusted]), (a, b, row.test)


def published_pairs(site: Path, task: str) -> pd.DataFrame:
    """The tests by the official metric, which come first."""
    table = pd.read_csv(site / "data/significance.csv").query("task == @task")
    return table[table.metric == table.metric.iloc[0]]


def some_pairs(site: Path, task: str) -> list[pd.DataFrame]:
    """At most three pairs from all over the published table."""
    table = published_pairs(site, task)
    pairs = [rows for _, rows in table.groupby(["run_a", "run_b"], sort=False)]
    return pairs[:: -(-len(pairs) // 3)]


@pytest.mark.parametrize(("campaign", "task"), [("sample-2025", "adhoc"), ("sample-2026", "generation")])
def test_the_test_of_all_pairs_equals_the_published_table(
    visit, sample_sites: Path, campaign: str, task: str
):
    site = sample_sites / campaign
    page = visit.open(site / f"compare/{task}.html")
    for place, rows in enumerate(some_pairs(site, task)):
        assert rows.test.tolist() == ["randomised_tukey_hsd", "t", "wilcoxon"]
        check_pair(page, rows, turned=bool(place % 2))
    assert "randomised Tukey HSD test of all pairs" in page.locator("#finding").inner_text()
    assert (visit.said, visit.strangers) == ([], [])


def test_pairs_runs_side_by_side_and_other_metrics_have_the_published_numbers(visit, sample_sites: Path):
    site = sample_sites / "sample-2009"
    page = visit.open(site / "compare/Focused.html")
    for place, rows in enumerate(some_pairs(site, "Focused")):
        assert rows.test.tolist() == ["t", "wilcoxon", "randomization"]
        check_pair(page, rows, turned=bool(place % 2))

    scores = pd.read_csv(site / "data/scores.csv", dtype={"topic": str}).query("task == 'Focused'")
    pairs = published_pairs(site, "Focused")
    runs = sorted(set(pairs.run_a) | set(pairs.run_b))[:4]
    address = urlencode([("a", runs[0]), ("b", runs[1]), *(("run", run) for run in runs[2:])])
    page.evaluate("address => { location.hash = address }", address)
    page.wait_for_url("**run=*")
    page.locator("#several-metrics tbody tr:nth-child(1) td:nth-child(5)").wait_for()
    metrics = page.locator("#several-metrics tbody th").all_inner_texts()
    page.locator(f"#several-metrics tbody tr:nth-child({len(metrics)}) td:nth-child(5)").wait_for()
    means = scores[scores.topic == "all"].pivot_table(index="metric", columns="run", values="score")
    assert len(metrics) > 5
    assert same(shown(page, "#several-metrics td"), means.loc[metrics, runs].to_numpy().ravel())
    official = pairs.metric.iloc[0]
    by_topic = scores[(scores.metric == official) & (scores.topic != "all")]
    table = by_topic.pivot_table(index="topic", columns="run", values="score")[runs]
    table = table.loc[page.locator("#several-topics tbody th").all_inner_texts()]
    spread = table.max(axis=1) - table.min(axis=1)
    assert spread.is_monotonic_decreasing
    found = shown(page, "#several-topics td.number")
    assert same(found, table.assign(spread=spread).to_numpy().ravel())
    best = table.eq(table.max(axis=1), axis=0).sum()
    assert page.locator("#several-runs td:nth-child(4)").all_inner_texts() == [str(one) for one in best]
    for test in dict.fromkeys(pairs.test):
        page.locator("#several-test").select_option(index=[*dict.fromkeys(pairs.test)].index(test))
        of_test = pairs[pairs.test == test].set_index(["run_a", "run_b"])
        expected = []
        for run, other in permutations(runs, 2):
            sign, pair = (1, (run, other)) if (run, other) in of_test.index else (-1, (other, run))
            expected += [sign * of_test.difference[pair], of_test.p_adjusted[pair]]
        assert same(shown(page, "#several-pairs td data"), expected)

    # Another metric has no tests.
    for metric in ("MAiP", "article-P@5"):
        table = scores[scores.metric == metric].pivot_table(index="run", columns="topic", values="score")
        means = table.pop("all")
        order = sorted(means.index, key=lambda run: -means[run])
        a, b = order[1], order[0]
        choose(page, a=a, b=b, metric=metric)
        assert shown_tests(page) == {}
        assert page.locator("#untested").is_visible()
        assert [page.locator(f"#{fact}").inner_text() for fact in ("interval", "effect-size")] == ["–", "–"]
        assert "95% interval" not in page.locator("#finding").inner_text()
        assert same(shown(page, "#runs td:nth-child(3)"), [means[a], means[b]])
        differences = shown(page, "#topics tbody td:last-child")
        expected = sorted(table.loc[a] - table.loc[b], reverse=True)
        assert same(differences, expected[: len(differences)])
    assert (visit.said, visit.strangers) == ([], [])


@pytest.mark.real_data
def test_official_runs_equal_the_published_table(visit, real_sites: Path):
    """68 topics: random signs, and Wilcoxon's test by the normal approximation."""
    site = real_sites / "inex-2009-adhoc"
    page = visit.open(site / "compare/Focused.html")
    for place, rows in enumerate(some_pairs(site, "Focused")):
        check_pair(page, rows, turned=bool(place % 2))
    assert visit.said == []
