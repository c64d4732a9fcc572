import dataclasses
import json

import numpy as np
import pytest
from rendering.invented_campaign import invented_metrics

from inexreport.report.campaign_record import campaign_record
from inexreport.report.tables.scores import SCORES
from inexreport.subjects.correlations import CORRELATIONS
from inexreport.subjects.significance import INTERVALS, SIGNIFICANCE
from inexreport.subjects.swap_errors import SWAP_ERRORS
from inexreport.subjects.topic_influence import TOPIC_INFLUENCE

TABLES = (CORRELATIONS, SIGNIFICANCE, INTERVALS, TOPIC_INFLUENCE, SWAP_ERRORS)


@pytest.fixture(scope="session")
def evaluated(outcome):
    return [run for run in outcome.tasks[0].runs if run.evaluated]


def with_runs(outcome, runs):
    task = dataclasses.replace(outcome.tasks[0], runs=tuple(runs))
    return dataclasses.replace(outcome, tasks=(task,))


def test_correlations_include_every_pair_of_metrics_except_overlap(outcome, evaluated):
    table = CORRELATIONS.build(outcome).to_pandas()
    assert list(table.columns) == ["task", "metric_a", "metric_b", "coefficient", "value", "runs", "p"]
    first = table[table["task"] == outcome.tasks[0].task.name]
    assert first[["metric_a", "metric_b", "coefficient"]].to_numpy().tolist() == [
        [a, b, coefficient]
        for a, b in (("iP@0.01", "iP@0.10"), ("iP@0.01", "MAiP"), ("iP@0.10", "MAiP"))
        for coefficient in ("spearman", "kendall", "tau_ap")
    ]
    assert first["runs"].unique().tolist() == [len(evaluated)]
    assert first["value"].between(-1, 1).all()
    tested = first["coefficient"] != "tau_ap"
    assert first.loc[tested, "p"].between(0, 1, inclusive="right").all()
    assert first.loc[~tested, "p"].isna().all()
    # A stronger correlation of the same runs is less probable.
    rho = first[first["coefficient"] == "spearman"]
    assert rho["p"].rank().tolist() == rho["value"].abs().rank(ascending=False).tolist()


def test_significance_has_three_tests_per_pair_of_runs(outcome, evaluated):
    table = SIGNIFICANCE.build(with_runs(outcome, evaluated)).to_pandas()
    assert list(table.columns) == (
        [
            "task",
            "metric",
            "run_a",
            "run_b",
            "topics",
            "difference",
            "test",
            "statistic",
            "p",
            "p_adjusted",
            "effect_size",
            "low",
            "high",
        ]
    )
    assert (table["difference"] >= 0).all()
    assert (table["p_adjusted"] >= table["p"]).all()
    further = table[table["metric"] != table["metric"].iloc[0]]
    pairs = len(evaluated) * (len(evaluated) - 1) // 2
    assert set(further["metric"].value_counts()) == {pairs}
    assert set(further["test"]) == {"t"}
    table = table.drop(further.index)
    assert len(table) == 3 * pairs
    assert table["test"].head(3).tolist() == ["t", "wilcoxon", "randomization"]
    assert (table["low"] <= table["difference"]).all()
    assert (table["difference"] <= table["high"]).all()
    assert table[["low", "high"]].abs().max().max() <= 1
    assert table["run_a"].iloc[0] == INTERVALS.build(with_runs(outcome, evaluated)).to_pandas()["run"].iloc[0]


def test_intervals_contain_the_score_and_groups_follow_the_ranking(outcome):
    table = INTERVALS.build(outcome).to_pandas()
    columns = ["task", "metric", "run", "topics", "score", "low", "high", "group", "rank_low", "rank_high"]
    assert list(table.columns) == columns
    assert (table["rank_low"] <= table["rank_high"]).all()
    assert (table["low"] <= table["score"]).all()
    assert (table["score"] <= table["high"]).all()
    for _, of_task in table.groupby("task"):
        assert of_task["score"].is_monotonic_decreasing
        assert of_task["group"].dropna().is_monotonic_increasing


def test_intervals_follow_from_the_scores_and_the_seed_in_the_record(outcome):
    record = json.loads(json.dumps(campaign_record(outcome, invented_metrics())))
    scores, found = (table.build(outcome).to_pandas() for table in (SCORES, INTERVALS))
    task = record["tasks"][0]
    draws = task["random_draws"]
    generator = np.random.PCG64(int(draws["seeds"]["bootstrap"], 16))
    size = len(draws["topics"])
    drawn = (generator.random_raw(10_000 * size) >> 32) * size >> 32
    for row in found[found.task == task["name"]].itertuples():
        of_run = scores[
            (scores.task == row.task) & (scores.run == row.run) & (scores.metric == draws["metric"])
        ]
        by_topic = of_run.set_index("topic").score.reindex(draws["topics"]).to_numpy()
        means = np.nanmean(by_topic[drawn.reshape(10_000, size)], axis=1)
        assert [row.low, row.high] == pytest.approx(np.percentile(means, [2.5, 97.5]), abs=1e-12)
    assert size > 5
    assert len(found) > 10


def test_influence_includes_every_topic_with_a_score_and_shares_add_up_to_1(outcome):
    table = TOPIC_INFLUENCE.build(outcome).to_pandas()
    assert list(table.columns) == ["task", "metric", "topic", "runs", "kendall", "spread", "share"]
    for _, of_task in table.groupby("task"):
        assert of_task["topic"].is_unique
        assert of_task["share"].sum() == pytest.approx(1)


def test_swaps_go_up_to_half_of_the_topics(outcome):
    table = SWAP_ERRORS.build(outcome).to_pandas()
    assert list(table.columns) == [
        "task",
        "metric",
        "topics",
        "error",
        "ties",
        "largest",
        "run_a",
        "run_b",
        "error_of_best",
    ]
    first = table[table["task"] == outcome.tasks[0].task.name]
    assert first["topics"].tolist() == [1, 2, 3, 4, 5]
    assert table["error"].between(0, 0.5).all()
    assert (table["largest"] >= table["error"]).all()
    assert {*table["run_a"], *table["run_b"]} <= {run.submission.name for run in outcome.tasks[0].runs}


@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("table", TABLES)
def test_tables_of_too_few_runs_have_their_columns_and_types(outcome, evaluated, table, count):
    few, many = (table.build(one).to_pandas() for one in (with_runs(outcome, evaluated[:count]), outcome))
    assert list(few.columns) == list(many.columns)
    assert few.select_dtypes("number").columns.tolist() == many.select_dtypes("number").columns.tolist()
    if table is CORRELATIONS:
        assert few["value"].isna().all()
    elif table in (SIGNIFICANCE, SWAP_ERRORS):
        assert few.empty


@pytest.mark.parametrize("table", TABLES)
def test_tables_without_tasks_are_empty(outcome, table):
    assert not len(table.build(dataclasses.replace(outcome, tasks=())))
