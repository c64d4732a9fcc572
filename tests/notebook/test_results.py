"""Results in a notebook are what the site publishes: tables, charts and comparisons of runs."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterable
from pathlib import Path

import pandas as pd
import pytest
from part_of_2006 import copy_part
from scipy import stats

import inexreport
from inexreport.rendering.charts.named import TASK_CHARTS

TASK = "Focused"


def test_every_table_is_the_published_one(results: inexreport.Results, sample_sites: Path) -> None:
    data = sample_sites / "sample-2009" / "data"
    assert set(results.tables) == {file.stem for file in data.glob("*.parquet")}
    for name in results.tables:
        pd.testing.assert_frame_equal(results.table(name), pd.read_parquet(data / f"{name}.parquet"))


def test_the_scores_are_those_of_the_function(results: inexreport.Results, sample_campaign: Path) -> None:
    pd.testing.assert_frame_equal(results.scores, inexreport.scores(sample_campaign))


def test_a_changed_table_changes_no_other(results: inexreport.Results) -> None:
    changed = results.table("runs")
    changed["run"] = "x"
    assert "x" not in set(results.table("runs")["run"])


def test_the_same_results_with_several_processes_and_a_cache(sample_campaign: Path, tmp_path: Path) -> None:
    part = copy_part(sample_campaign, tmp_path / "part", ("BestInContext",), runs=3, topics=3)
    campaign = inexreport.Campaign(part)
    alone = campaign.evaluate(workers=1)
    assert len(alone.table("significance"))
    for workers in (2, 1):  # computed by two processes, and from the cache
        again = campaign.evaluate(workers=workers, cache=tmp_path / "cache")
        pd.testing.assert_frame_equal(again.scores, alone.scores)
        pd.testing.assert_frame_equal(again.table("significance"), alone.table("significance"))


def test_a_comparison_follows_from_the_scores(results: inexreport.Results) -> None:
    a, b = "north-sections", "prl-articles"
    compared = results.compare(a, b, task=TASK).set_index("metric")
    scores = results.scores.query("task == @TASK and metric == 'MAiP'").pivot_table(
        index="topic", columns="run", values="score"
    )
    means, topics = scores.loc["all"], scores.drop(index="all")
    differences = (topics[a] - topics[b]).dropna()
    row = compared.loc["MAiP"]
    assert (row["mean_a"], row["mean_b"]) == (means[a], means[b])
    assert row["topics"] == len(differences)
    assert row["difference"] == pytest.approx(differences.mean())
    assert (row["better"], row["worse"]) == ((differences > 0).sum(), (differences < 0).sum())
    assert row["low"] < row["difference"] < row["high"]
    largest = differences.abs().sort_values(ascending=False)
    assert next(iter(row["deciding"])) == largest.index[0]
    assert max(map(abs, row["deciding"].values())) == pytest.approx(largest.iloc[0])
    assert row["p_t"] == pytest.approx(stats.ttest_rel(*topics[[a, b]].dropna().to_numpy().T).pvalue)
    assert set(compared.index) == set(results.scores.query("task == @TASK")["metric"])


def test_a_run_against_itself_differs_nowhere(results: inexreport.Results) -> None:
    compared = results.compare("north-sections", "north-sections", task=TASK)
    assert set(compared["difference"]) == {0.0}
    assert all(math.isnan(p) for p in compared["p_t"])
    assert not any(compared["deciding"])


def test_a_task_that_follows_from_the_runs_need_not_be_named(results: inexreport.Results) -> None:
    named = results.compare("prl-openings", "specimen-paragraphs", task=TASK)
    pd.testing.assert_frame_equal(results.compare("prl-openings", "specimen-paragraphs"), named)


@pytest.mark.parametrize(
    ("a", "b", "task", "expected"),
    [
        ("prl-opening", "north-sections", TASK, "'prl-opening'; is 'prl-openings' meant? There are: north"),
        ("prl-openings", "x", None, "There is no run 'x'. There are: north-sections"),
        ("prl-openings", "sit-entry-points", None, "No task has both runs"),
        ("north-sections", "prl-articles", None, "Name the task: each of Focused, RelevantInContext, BestIn"),
        ("north-sections", "prl-articles", "Fokused", "no task 'Fokused'; is 'Focused' meant?"),
        ("north-sections", "south-nested", TASK, "'south-nested' of Focused was rejected. runs/Focused/12/"),
    ],
)
def test_what_cannot_be_compared_is_named(
    results: inexreport.Results, a: str, b: str, task: str | None, expected: str
) -> None:
    with pytest.raises(inexreport.UsageError) as refused:
        results.compare(a, b, task=task)
    assert expected in str(refused.value)


def test_an_unknown_table_lists_those_that_exist(results: inexreport.Results) -> None:
    with pytest.raises(inexreport.UsageError, match=r"'score'; is 'scores' meant\? There are: scores, runs"):
        results.table("score")


def of_kinds(names: Iterable[str]) -> dict[str, str]:
    """The last of the charts of each kind."""
    return {name.partition("-")[0]: name for name in names}


def test_charts_of_all_kinds_of_tasks_and_runs_are_drawn(results: inexreport.Results) -> None:
    runs = results.table("runs").query("status == 'evaluated'")
    drawn, of_runs = set(), set()
    for task in results.tasks:
        charts = of_kinds(results.charts(task))
        for kind in charts.keys() - drawn:
            content = results.chart(charts[kind], task).to_dict()  # valid Vega-Lite, or Altair raises
            assert content["datasets"]["rows"]
            assert "@" not in {str(value)[:1] for value in content.values()}
            drawn.add(kind)
        run = runs.loc[runs["task"].eq(task), "run"].iloc[0]
        charts = of_kinds(results.charts(task, run))
        assert {"differences", "standing"} <= charts.keys()
        for kind in charts.keys() - of_runs:
            assert results.chart(charts[kind], task, run).to_dict()["datasets"]["rows"]
            of_runs.add(kind)
    assert drawn == {kind.name.partition("-")[0] for kind in TASK_CHARTS}


def test_a_chart_shows_the_scores_of_the_table(results: inexreport.Results) -> None:
    rows = results.chart("scores", task=TASK).to_dict()["datasets"]["rows"]
    runs = results.table("runs").query("task == @TASK").dropna(subset="official_rank")
    expected = runs.sort_values("official_rank")["official_score"].tolist()
    assert [row["score"] for row in rows] == pytest.approx(expected, abs=1e-6)
    assert all(row["run"] for row in rows)


def test_an_unknown_chart_lists_those_that_exist(results: inexreport.Results) -> None:
    with pytest.raises(inexreport.UsageError, match=r"no chart 'curve-x'.* There are: scores, curve-iP, top"):
        results.chart("curve-x", task=TASK)
    with pytest.raises(inexreport.UsageError, match=r"There are: differences, curve-iP, standing"):
        results.chart("scores", task=TASK, run="north-sections")


def test_a_notebook_shows_the_best_runs_of_each_task(results: inexreport.Results) -> None:
    html = results._repr_html_()
    best = results.table("runs").query("task == @TASK and official_rank == 1").iloc[0]
    assert html.index(f"{TASK}: ") < html.index(best["run"])
    assert f"<td>{best['official_score']:.4f}</td>" in html
    assert "Results of 'Sample Campaign 2009'" in repr(results)


def test_ids_and_titles_from_files_are_escaped(sample_campaign: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(sample_campaign, tmp_path / "copy")
    for others in set((copy / "runs").iterdir()) - {copy / "runs" / TASK}:
        shutil.rmtree(others)
    toml = copy / "campaign.toml"
    title = toml.read_text("utf-8").splitlines()[0]
    assert title.startswith("title = ")
    toml.write_text(toml.read_text("utf-8").replace(title, 'title = "<b>&x"'), "utf-8")
    run = copy / "runs/Focused/11/north-sections.run"
    run.rename(run.with_name("<i>north.run"))
    campaign = inexreport.Campaign(copy)
    for shown in (campaign, campaign.evaluate()):
        html = shown._repr_html_()
        assert "&lt;b&gt;&amp;x" in html
        assert "<b>" not in html
    assert "&lt;i&gt;north" in html
    assert "<i>" not in html
