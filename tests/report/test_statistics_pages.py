import dataclasses
import math

import numpy as np
import pytest
from rendering.invented_campaign import invented_metrics
from rendering.invented_large_task import large_outcome

from inexreport.report.campaign_view import view_campaign
from inexreport.report.correlations import correlations_page, significance
from inexreport.report.significance import significance_page
from inexreport.report.task import task_page
from inexreport.report.topics import topics_page


def view_with(outcome, count):
    task = outcome.tasks[0]
    runs = [run for run in task.runs if run.evaluated][:count]
    few = dataclasses.replace(outcome, tasks=(dataclasses.replace(task, runs=tuple(runs)),))
    return view_campaign(few, invented_metrics())


def test_matrices_are_symmetric_and_share_one_order(view):
    page = correlations_page(view, "Focused")
    assert [matrix["name"] for matrix in page["matrices"]] == [
        "Spearman’s ρ",
        "Kendall’s τ-b",
        "AP correlation τ-AP",
    ]
    for matrix in page["matrices"]:
        assert [column.identifier for column in matrix["columns"]] == [
            column.identifier for column in page["matrices"][0]["columns"]
        ]
        assert list(map(list, zip(*matrix["cells"], strict=True))) == matrix["cells"]
        assert [page["scatter"]["columns"][place] for place in matrix["places"]] == matrix["columns"]
    assert page["scatter"]["columns"][page["scatter"]["across"]].identifier == "iP@0.01"
    assert page["scatter"]["across"] != page["scatter"]["up"]


def test_correlations_that_are_not_significant_are_marked_and_counted(view):
    for matrix in correlations_page(view, "Focused")["matrices"]:
        marked = sum(map(sum, matrix["insignificant"])) // 2
        pairs = len(matrix["cells"]) * (len(matrix["cells"]) - 1) // 2
        if matrix["name"].startswith("AP"):
            assert (marked, matrix["significance"]) == (0, "")
        else:
            assert matrix["significance"] == significance(
                np.array([0.001] * (pairs - marked) + [0.5] * marked)
            )


LEVEL = "significantly from 0 (two-tailed p < 0.01)"


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ([], ""),
        ([math.nan], ""),
        ([0.001], f"Every correlation differs {LEVEL}."),
        ([0.01, math.nan], f"No correlation differs {LEVEL}; all are marked †."),
        ([0.001, 0.2], f"1 of 2 correlations differs {LEVEL}; the other is marked †."),
        ([0.001, 0.002, 0.2, 1], f"2 of 4 correlations differ {LEVEL}; the others are marked †."),
    ],
)
def test_how_many_correlations_are_significant_in_words(p, expected):
    assert significance(np.array(p)) == expected


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_runs_have_no_matrix(outcome, count):
    page = correlations_page(view_with(outcome, count), "Focused")
    assert (page["runs"], page["matrices"], page["scatter"]) == (count, [], None)


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_runs_have_no_pairs_and_no_swaps(outcome, count):
    page = significance_page(view_with(outcome, count), "Focused")
    assert (page["runs"], page["all_pairs"], page["pairs"], page["swaps"], page["groups"]) == (
        count,
        0,
        [],
        None,
        0,
    )


def test_pairs_are_counted_and_shown(view):
    page = significance_page(view, "Focused")
    assert page["all_pairs"] == page["runs"] * (page["runs"] - 1) // 2 == len(page["pairs"])
    for test in page["tests"]:
        assert page["all_pairs"] >= test["tested"] >= test["significant"] >= test["after_correction"]
    assert page["groups"] == page["standings"][-1]["group"]


def test_only_the_best_of_many_runs_are_shown():
    outcome, metrics = large_outcome(runs=30)
    view = view_campaign(outcome, metrics)
    page = significance_page(view, outcome.tasks[0].task.name)
    assert page["all_pairs"] == 435
    assert len(page["pairs"]) == 190
    best = {row["name"].run for row in page["standings"][:20]}
    assert {pair["worse"].run for pair in page["pairs"]} <= best


def test_the_task_page_has_the_same_groups_and_intervals(view, outcome):
    page = task_page(view, outcome.tasks[0])
    assert [dot["group"] for dot in page["dots"]["rows"]] == [row["group"] for row in page["standings"]]
    assert all(dot["low"] <= dot["score"] <= dot["high"] for dot in page["dots"]["rows"])
    assert "cannot be told apart" in page["dots"]["figure"].summary + page["dots"]["figure"].basis


def test_the_topics_overview_names_the_deciding_topics(view):
    figure = topics_page(view)["figures"][0]
    assert sum(topic["share"] for topic in figure["topics"]) == pytest.approx(100)
    assert figure["deciding"].startswith("Half of the differences")
