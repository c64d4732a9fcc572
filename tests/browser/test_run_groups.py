"""Groups that the browser makes are those of the package, and its t distribution is SciPy's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page
from scipy import stats

from inexreport.statistics import paired_tests
from inexreport.statistics.significance import BEST_RUNS, LEVEL, MOST_RUNS, groups, holm, pair_tests

pytestmark = pytest.mark.browser

SOURCES = Path(__file__).parents[2] / "templates/assets/compare"
METHOD = {
    "decimals": paired_tests.DECIMALS,
    "level": LEVEL,
    "most_runs": MOST_RUNS,
    "best_runs": BEST_RUNS,
}


@pytest.fixture
def bench(page: Page) -> Page:
    """A page with nothing but the functions that make groups."""
    for part in ("distributions", "paired-tests", "run-groups"):
        page.add_script_tag(path=SOURCES / f"{part}.js")
    return page


def grouped(bench: Page, scores: np.ndarray, **method: int) -> list[int | None]:
    rows = [[None if np.isnan(one) else float(one) for one in run] for run in scores]
    return bench.evaluate(
        """([method, rows]) => runGroups(method).groups(rows.map(run => run.map(score => score ?? NaN)))""",
        [METHOD | method, rows],
    )


def test_the_t_distribution_is_that_of_scipy(bench: Page):
    values = [(t, freedom) for freedom in (1, 2, 3, 10, 29, 67, 114, 500) for t in np.linspace(-9, 9, 73)]
    found = bench.evaluate(
        "values => values.map(([t, freedom]) => distributions.studentTail(t, freedom))",
        [[float(t), freedom] for t, freedom in values],
    )
    assert np.allclose(found, [stats.t.sf(t, freedom) for t, freedom in values], rtol=1e-10, atol=0)


def test_holms_correction_is_that_of_the_package(bench: Page):
    p = np.array([0.03, 0.01, np.nan, 0.02, 0.01, 0.9, 0.0])
    found = bench.evaluate(
        "([method, p]) => [...runGroups(method).holm(p.map(one => one ?? NaN))]",
        [METHOD, [None if np.isnan(one) else float(one) for one in p]],
    )
    assert np.allclose(np.array(found, dtype=float), holm(p), rtol=0, atol=1e-15, equal_nan=True)


@pytest.mark.parametrize(("runs", "topics"), [(2, 2), (6, 5), (40, 115), (60, 30)])
def test_groups_are_those_of_the_package(bench: Page, runs: int, topics: int):
    generator = np.random.default_rng(runs)
    scores = np.clip(
        np.linspace(0.9, 0.1, runs)[:, None] + generator.normal(0, 0.2, (runs, topics)), 0, 1
    ).round(4)
    scores[generator.uniform(size=scores.shape) < 0.05] = np.nan
    scores = scores[np.argsort(-np.nan_to_num(np.nanmean(scores, axis=1)), kind="stable")]
    names = tuple(map(str, range(topics)))
    expected = groups(runs, pair_tests(scores, names, "MAiP")).tolist()
    assert grouped(bench, scores) == expected
    assert runs < 40 or max(expected) > 2


def test_runs_that_cannot_be_tested_have_no_group(bench: Page):
    assert grouped(bench, np.array([[0.5], [0.25]])) == [None, None]
    assert grouped(bench, np.array([[0.5, 0.5], [0.5, 0.5]])) == [None, None]
    assert grouped(bench, np.empty((0, 3))) == []


def test_of_very_many_runs_the_best_are_tested(bench: Page):
    scores = np.array([[0.9, 0.8, 0.9, 0.7], [0.9, 0.7, 0.9, 0.6], [0.1, 0.2, 0.1, 0], [0, 0.1, 0.1, 0]])
    assert grouped(bench, scores) == groups(4, pair_tests(scores, ("1", "2", "3", "4"), "MAiP")).tolist()
    assert grouped(bench, scores, most_runs=3, best_runs=2)[2:] == [None, None]
