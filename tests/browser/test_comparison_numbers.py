"""What the page computes of two runs is what the package computes and publishes."""

from __future__ import annotations

import shutil
from itertools import permutations
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page

from inexreport.building.build import build
from inexreport.statistics import paired_tests, score_intervals
from inexreport.statistics.paired_tests import paired_differences, randomization, t_test, wilcoxon
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.score_intervals import bootstrap_intervals, topic_draws
from inexreport.statistics.significance import pair_tests, sign_draws

pytestmark = pytest.mark.browser

SOURCES = Path(__file__).parents[2] / "templates/assets/compare"
METHOD = {
    "decimals": paired_tests.DECIMALS,
    "rounding": paired_tests.ROUNDING,
    "exact_up_to": paired_tests.EXACT_UP_TO,
    "exact_without_ties_up_to": paired_tests.EXACT_WITHOUT_TIES_UP_TO,
    "draws": paired_tests.DRAWS,
    "resamples": score_intervals.RESAMPLES,
    "confidence": score_intervals.CONFIDENCE,
}
NAN = np.nan


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory, real_data: Path) -> Path:
    out = tmp_path_factory.mktemp("real")
    return out / build(real_data / "inex-2009-adhoc", out).site


def choose(page: Page, **choice: str) -> None:
    """Set the address, and wait until the page has followed it."""
    page.evaluate(
        """address => new Promise(done => {
            if (location.hash === address) return done();
            addEventListener("hashchange", () => setTimeout(done), { once: true });
            location.hash = address;
        })""",
        f"#{urlencode(choice)}",
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
    return {test: numbers[3 * place : 3 * place + 3] for place, test in enumerate(tests)}


def check_pair(page: Page, rows: pd.DataFrame, *, turned: bool) -> None:
    """Compare what the page says about a pair with its rows of significance.csv."""
    first = rows.iloc[0]
    a, b = (first.run_b, first.run_a) if turned else (first.run_a, first.run_b)
    choose(page, a=a, b=b)
    assert page.locator("#compared-topics").inner_text() == str(first.topics)
    sign = -1 if turned else 1
    assert same(shown(page, "#mean-difference"), [sign * first.difference])
    assert same(shown(page, "#effect-size"), [sign * first.effect_size])
    found = shown_tests(page)
    assert set(found) == set(rows.test)
    for row in rows.itertuples():
        assert same(found[row.test], [row.statistic, row.p, row.p_adjusted]), (a, b, row.test)


def some_pairs(site: Path, task: str) -> list[pd.DataFrame]:
    """At most six pairs from all over the published table."""
    table = pd.read_csv(site / "data/significance.csv").query("task == @task")
    pairs = [rows for _, rows in table.groupby(["run_a", "run_b"], sort=False)]
    return pairs[:: -(-len(pairs) // 6)]


@pytest.mark.parametrize(
    ("campaign", "task"),
    [
        *(("sample-2006", task) for task in ("Focused", "Thorough", "BestInContext", "AllInContext")),
        *(("sample-2009", task) for task in ("Focused", "Thorough", "RelevantInContext", "BestInContext")),
    ],
)
def test_pairs_equal_the_published_table(visit, sample_sites: Path, campaign: str, task: str):
    site = sample_sites / campaign
    page = visit.open(site / f"compare/{task}.html")
    for place, rows in enumerate(some_pairs(site, task)):
        check_pair(page, rows, turned=bool(place % 2))
    assert (visit.said, visit.strangers) == ([], [])


def test_runs_side_by_side_have_the_published_numbers(visit, sample_sites: Path):
    data = sample_sites / "sample-2009/data"
    scores = pd.read_csv(data / "scores.csv", dtype={"topic": str}).query("task == 'Focused'")
    pairs = pd.read_csv(data / "significance.csv").query("task == 'Focused'")
    runs = sorted(set(pairs.run_a) | set(pairs.run_b))[:4]
    page = visit.open(sample_sites / "sample-2009/compare/Focused.html")
    address = urlencode([("a", runs[0]), ("b", runs[1]), *(("run", run) for run in runs[2:])])
    page.evaluate("address => { location.hash = address }", address)
    page.wait_for_url("**run=*")
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
    assert visit.said == []


@pytest.fixture(scope="session")
def tukey_site(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> Path:
    """A sample campaign whose runs are tested all at once; two topics have no score in some runs."""
    campaign = tmp_path_factory.mktemp("tukey") / "sample-2009"
    shutil.copytree(sample_campaign.with_name("sample-2009"), campaign)
    settings = campaign / "campaign.toml"
    text = settings.read_text("utf-8")
    settings.write_text(f'significance = "tukey"\ntopics = "returned"\n{text}', "utf-8")
    return campaign.parent / "site" / build(campaign, campaign.parent / "site").site


def test_the_test_of_all_pairs_equals_the_published_table(visit, tukey_site: Path):
    for task in ("Focused", "RelevantInContext"):
        page = visit.open(tukey_site / f"compare/{task}.html")
        for place, rows in enumerate(some_pairs(tukey_site, task)):
            assert rows.test.tolist() == ["randomised_tukey_hsd", "t", "wilcoxon"]
            check_pair(page, rows, turned=bool(place % 2))
        assert "randomised Tukey HSD test of all pairs" in page.locator("#finding").inner_text()
    assert (visit.said, visit.strangers) == ([], [])


def test_another_metric_has_no_test_of_all_pairs(visit, tukey_site: Path):
    page = visit.open(tukey_site / "compare/Focused.html")
    choose(page, metric="MAiP")
    assert list(shown_tests(page)) == ["t", "wilcoxon"]
    assert page.locator("#effect-size").inner_text() == "–"
    assert "in the t test" in page.locator("#finding").inner_text()


@pytest.mark.real_data
def test_official_runs_equal_the_published_table(visit, real_site: Path):
    """68 topics: random signs, and Wilcoxon's test by the normal approximation."""
    for task in ("Focused", "Thorough", "RelevantInContext", "BestInContext"):
        page = visit.open(real_site / f"compare/{task}.html")
        for place, rows in enumerate(some_pairs(real_site, task)):
            check_pair(page, rows, turned=bool(place % 2))
    assert visit.said == []


def test_another_metric_is_tested_by_its_own_scores(visit, sample_sites: Path):
    site = sample_sites / "sample-2009"
    scores = pd.read_csv(site / "data/scores.csv", dtype={"topic": str})
    focused = scores[scores.task == "Focused"]
    topics = tuple(sorted(set(focused.topic) - {"all"}))
    page = visit.open(site / "compare/Focused.html")
    for metric in ("MAiP", "article-P@5"):
        table = focused[focused.metric == metric].pivot_table(index="run", columns="topic", values="score")
        means = table.pop("all")
        order = sorted(means.index, key=lambda run: -means[run])
        a, b = order[1], order[0]
        by_topic = table.reindex(columns=topics).loc[order[:2]].to_numpy()
        expected = pair_tests(by_topic, topics, metric)
        choose(page, a=a, b=b, metric=metric)
        for test, found in shown_tests(page).items():
            assert same(found, [expected.statistic[test][0], expected.p[test][0], NAN])
        low, high = bootstrap_intervals(paired_differences(by_topic[1], by_topic[0])[None], topics, metric)
        assert same(shown(page, "#interval data"), [low[0], high[0]])
        assert same(shown(page, "#runs td:nth-child(3)"), [means[a], means[b]])
        differences = shown(page, "#topics tbody td:last-child")
        assert same(differences, sorted(by_topic[1] - by_topic[0], reverse=True)[: len(differences)])


@pytest.fixture
def bench(page: Page) -> Page:
    """A page with nothing but the functions that compare runs."""
    for part in ("draws", "distributions", "paired-tests"):
        page.add_script_tag(path=SOURCES / f"{part}.js")
    return page


def computed(bench: Page, better: np.ndarray, worse: np.ndarray, *draws: RepeatableDraws) -> dict:
    scores = [[None if np.isnan(one) else float(one) for one in run] for run in (better, worse)]
    positions = [[f"{number:032x}" for number in one.position] for one in draws]
    return bench.evaluate(
        """([method, scores, [signs, topics]]) => {
            const [better, worse] = scores.map(run => run.map(score => score ?? NaN));
            const tests = pairedTests(method);
            const differences = tests.differences(better, worse);
            return {
                differences,
                t: tests.tTest(differences),
                wilcoxon: tests.wilcoxon(differences),
                randomization: tests.randomization(differences, signs),
                interval: tests.interval(differences, topics),
            };
        }""",
        [METHOD, scores, positions],
    )


def invented_pair(size: int, kind: str) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(size)
    better = generator.uniform(size=size)
    worse = np.clip(better + generator.normal(-0.03, 0.15, size), 0, 1)
    if kind == "ties":
        return better.round(1), worse.round(1)
    if kind == "gaps":
        better[::5] = NAN
        worse[1::7] = NAN
    if kind == "clear":
        worse = better * generator.uniform(size=size)
    if kind == "worse":
        return worse, better
    return better, worse


@pytest.mark.parametrize("kind", ["plain", "ties", "gaps", "clear", "worse"])
def test_the_browser_computes_what_the_package_does(bench: Page, kind: str):
    """Around each border between exact and approximate, and with as many topics as any track had."""
    for size in (2, 3, 12, 16, 17, 30, 50, 51, 125):
        better, worse = invented_pair(size, kind)
        topics = tuple(map(str, range(size)))
        # Each test uses a stream up.
        found = computed(bench, better, worse, sign_draws(topics, "MAiP"), topic_draws(topics, "MAiP"))
        differences = paired_differences(better, worse)[None]
        assert np.array_equal(np.array(found["differences"], dtype=float), differences[0], equal_nan=True)
        for name, expected in (
            ("t", t_test(differences)),
            ("wilcoxon", wilcoxon(differences)),
            ("randomization", randomization(differences, sign_draws(topics, "MAiP"))),
        ):
            assert same([found[name]["statistic"], found[name]["p"]], np.ravel(expected)), (size, name)
        assert same(found["interval"], np.ravel(bootstrap_intervals(differences, topics, "MAiP"))), size


@pytest.mark.parametrize(
    ("better", "worse"),
    [([0.5], [0.25]), ([0.5, 0.25], [0.5, 0.25]), ([0.5, 0.75], [0.25, 0.5]), ([NAN, 0.5], [0.5, 0.25])],
    ids=["one topic", "no difference", "one difference everywhere", "one common topic"],
)
def test_what_the_package_leaves_undefined_the_browser_does(bench: Page, better, worse):
    draws = RepeatableDraws("undefined")
    found = computed(bench, np.array(better), np.array(worse), draws, draws)
    differences = paired_differences(np.array(better), np.array(worse))[None]
    for name, expected in (
        ("t", t_test(differences)),
        ("wilcoxon", wilcoxon(differences)),
        ("randomization", randomization(differences, draws)),
    ):
        assert same([found[name]["statistic"], found[name]["p"]], np.ravel(expected)), name
