import dataclasses
import math

import numpy as np
import pytest
from rendering.invented_campaign import invented_metrics
from rendering.invented_large_task import large_outcome
from small_tasks import METRIC, campaign_of, run_of, task_of

from inexreport.metrics.registry import bind
from inexreport.model.task import Significance
from inexreport.report.audience import Audience, Readers
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.compare import compare_page
from inexreport.report.task import task_page
from inexreport.statistics import significance as pairwise
from inexreport.subjects.correlations import correlations_page, matrix_charts
from inexreport.subjects.correlations import significance as significance_sentence
from inexreport.subjects.sections import View
from inexreport.subjects.significance import (
    INTERVALS,
    SIGNIFICANCE,
    significance,
    significance_page,
    standing_rows,
)
from inexreport.subjects.swap_errors import SWAP_ERRORS
from inexreport.subjects.topics import topics_page


def view_with(outcome, count):
    task = outcome.tasks[0]
    runs = [run for run in task.runs if run.evaluated][:count]
    few = dataclasses.replace(outcome, tasks=(dataclasses.replace(task, runs=tuple(runs)),))
    return view_campaign(few, invented_metrics())


def section(page, name):
    (found,) = (one for one in page.sections if one.id == name)
    return found


def view_of(page, name):
    return [part for part in section(page, name).parts if isinstance(part, View)]


def test_matrices_are_symmetric_and_share_one_order(view):
    _, (choice, *_), (scatter, _) = (section.parts for section in correlations_page(view, "Focused").sections)
    assert list(choice.choices) == ["Spearman’s ρ", "Kendall’s τ-b", "AP correlation τ-AP"]
    charts = [parts[0] for parts in choice.choices.values()]
    for chart in charts:
        assert list(chart.frame.index) == list(chart.frame.columns) == list(charts[0].frame.index)
        assert (chart.frame == chart.frame.T).all(axis=None)
        metrics = [scatter.metrics[place] for place in chart.places]
        assert [metric.identifier for metric in metrics] == list(chart.frame.index)
        assert [metric.label for metric in metrics] == chart.labels
    across, up = scatter.chosen
    assert scatter.metrics[across].identifier == "iP@0.01"
    assert across != up


def test_correlations_that_are_not_significant_are_marked_and_counted(view):
    choice, *_ = correlations_page(view, "Focused").sections[1].parts
    for name, (_, table, counts) in choice.choices.items():
        cells = table.frame.drop(columns="metric")
        marked = int(cells.map(lambda cell: cell.endswith("†")).sum(axis=None)) // 2
        pairs = len(cells) * (len(cells) - 1) // 2
        if name.startswith("AP"):
            assert (marked, counts) == (0, "")
        else:
            p = np.array([0.001] * (pairs - marked) + [0.5] * marked)
            assert counts == significance_sentence(p, view.findings("Focused").ranked)


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
    assert significance_sentence(np.array(p), 9) == expected


@pytest.mark.parametrize(
    ("count", "runs"), [(0, "No runs of this task were"), (1, "1 run of this task was"), (2, "2 runs of")]
)
def test_too_few_runs_have_no_matrix(outcome, count, runs):
    view = view_with(outcome, count)
    page = correlations_page(view, "Focused")
    assert (page.sections, matrix_charts(view, "Focused")) == ([], {})
    assert page.missing.startswith(runs)


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_runs_have_no_pairs_and_no_swaps(outcome, count):
    view = view_with(outcome, count)
    page = significance_page(view, "Focused")
    assert (page.facts["runs"], page.facts["is_tested"], page.sections) == (count, False, [])
    assert len(significance(view.of("Focused"))) == 0
    assert {row["group"] for row in standing_rows(view, "Focused")} <= {None}


def test_pairs_are_counted_and_shown(view):
    page = significance_page(view, "Focused")
    runs = page.facts["runs"]
    (pairs,), (counts, *_) = view_of(page, "pairs"), section(page, "matrix").parts
    assert len(pairs.frame) == runs * (runs - 1) // 2
    assert f"Number of pairs of runs, of {len(pairs.frame)}, that differ" in counts.caption
    for test in counts.frame.itertuples():
        assert len(pairs.frame) >= test.tested >= test.p >= test.p_adjusted
    groups = standing_rows(view, "Focused")[-1]["group"]
    assert section(page, "groups").answer[0].startswith(f"{groups} group")


def test_only_the_best_of_many_runs_are_shown():
    outcome, metrics = large_outcome(runs=30)
    view = view_campaign(outcome, metrics)
    page = significance_page(view, outcome.tasks[0].task.name)
    assert section(page, "pairs").answer == [
        "The page shows the pairs of the best 20 runs; the data have all 435."
    ]
    (pairs,) = view_of(page, "pairs")
    assert len(pairs.frame) == 190
    assert {*pairs.frame.run_b} <= {row["run"] for row in page.facts["standings"][:20]}


def test_the_task_page_has_the_same_groups_and_intervals(view, outcome):
    page = task_page(view, outcome.tasks[0])
    assert [dot["group"] for dot in page["dots"]["rows"]] == [row["group"] for row in page["standings"]]
    assert all(dot["low"] <= dot["score"] <= dot["high"] for dot in page["dots"]["rows"])
    assert "not significantly below" in page["dots"]["figure"].summary + page["dots"]["figure"].basis


def test_the_topics_overview_names_the_deciding_topics(view):
    deciding = topics_page(view).sections[3]
    assert deciding.parts[0].frame.share.sum() == pytest.approx(100)
    assert "at least half of the variance of the runs’ means: " in deciding.answer[0]


def with_tukey(outcome):
    tasks = tuple(
        dataclasses.replace(one, task=one.task.model_copy(update={"significance": Significance.TUKEY}))
        for one in outcome.tasks
    )
    return dataclasses.replace(outcome, tasks=tasks)


def test_everything_follows_the_tukey_test_where_it_is_chosen(outcome):
    tukey = with_tukey(outcome)
    view, name = view_campaign(tukey, invented_metrics()), outcome.tasks[0].task.name
    page = significance_page(view, name)
    assert page.facts["tests"] == (
        ["randomised Tukey HSD test", "paired t-test", "Wilcoxon’s signed-rank test"]
    )
    (pairs,), (counts, *_) = view_of(page, "pairs"), section(page, "matrix").parts
    heads = [head for head, kind in pairs.columns.values() if kind == "p"]
    assert heads == ["Tukey HSD p", "t p", "p′", "Wilcoxon p", "p′"]
    assert counts.frame.p_adjusted.isna().tolist() == [True, False, False]
    table = SIGNIFICANCE.build(tukey).to_pandas().query("task == @name")
    first = table[table.test == "randomised_tukey_hsd"]
    assert pairs.frame.randomised_tukey_hsd.tolist() == first.p.tolist() == first.p_adjusted.tolist()
    assert pairs.frame.effect_size.tolist() == first.effect_size.tolist()
    assert counts.frame.p.iloc[0] == (first.p < 0.05).sum()
    groups = INTERVALS.build(tukey).to_pandas().query("task == @name").group.tolist()
    assert [row["group"] for row in page.facts["standings"]] == groups
    assert [row["group"] for row in task_page(view, tukey.tasks[0])["rows"]] == groups
    assert list(compare_page(view, name)["tests"]) == table.test.unique().tolist()
    assert campaign_record(tukey, invented_metrics())["parameters"][name]["significance"] == "tukey"


def test_of_many_runs_only_the_best_are_compared_in_pairs(monkeypatch):
    monkeypatch.setattr(pairwise, "MOST_RUNS", 12)
    monkeypatch.setattr(pairwise, "BEST_RUNS", 5)
    outcome, metrics = large_outcome(runs=13)
    view, task = view_campaign(outcome, metrics), outcome.tasks[0].task
    page = significance_page(view, task.name)
    rows = page.facts["standings"]
    assert (page.facts["runs"], page.facts["tested"], len(view_of(page, "pairs")[0].frame)) == (13, 5, 10)
    assert "are compared in pairs of the best 5 only" in section(page, "matrix").parts[1]
    assert [row["group"] is None for row in rows] == [False] * 5 + [True] * 8
    assert "of the best 5 runs on random sets" in section(page, "swaps").parts[0].figure.basis
    best = {row["run"] for row in rows[:5]}
    table = SIGNIFICANCE.build(outcome).to_pandas()
    assert set(table.run_a) | set(table.run_b) == best
    paired = compare_page(view, task.name)["paired"]
    assert (len(paired), set(paired) < best) == (4, True)
    assert [one["tested_runs"] for one in campaign_record(outcome, metrics)["tasks"]] == [5]
    (record,) = campaign_record(outcome, metrics, Audience(Readers.PARTICIPANT, "19"))["tasks"]
    assert "tested_runs" not in record
    assert task_page(view, outcome.tasks[0])["best_tested"] == 5


def test_up_to_the_limit_all_runs_are_compared_in_pairs(monkeypatch):
    monkeypatch.setattr(pairwise, "MOST_RUNS", 13)
    outcome, metrics = large_outcome(runs=13)
    page = significance_page(view_campaign(outcome, metrics), outcome.tasks[0].task.name)
    assert (page.facts["tested"], len(view_of(page, "pairs")[0].frame)) == (13, 78)
    assert not any("compared in pairs" in str(part) for part in section(page, "matrix").parts)
    assert "of 13 runs on random sets" in section(page, "swaps").parts[0].figure.basis
    assert [one["tested_runs"] for one in campaign_record(outcome, metrics)["tasks"]] == [13]


def test_the_pair_that_other_topics_reverse_most_often_is_named_only_if_the_mean_hides_it():
    """One run is best on every topic; two others are each better on every second one."""
    topics = tuple("12345678")
    scores = {"best": [0.9] * 8, "odd": [0.5, 0.1] * 4, "even": [0.1, 0.5] * 4}
    runs = [run_of(name, {METRIC: of_topics}, topics) for name, of_topics in scores.items()]

    def answer(*chosen):
        view = view_campaign(
            campaign_of([task_of([runs[place] for place in chosen])], {}), {METRIC: bind(METRIC)}
        )
        return section(significance_page(view, "Focused"), "swaps").answer[0]

    (most,) = SWAP_ERRORS.build(campaign_of([task_of(runs)], {})).to_pandas()[-1:].itertuples()
    named = (
        f"This is a mean over all pairs: between even and odd, {100 * most.largest:.1f}% of the comparisons"
    )
    assert f"{named} do with 4 topics." in answer(0, 1, 2)
    assert "mean over all pairs" not in answer(0, 1)
    assert "mean over all pairs" not in answer(1, 2)  # the only pair


def test_tests_that_are_too_coarse_for_the_number_of_pairs_are_named(outcome, view):
    """With 12 runs, p of 10 signs is 1 / 1024 at best, times 66 pairs."""
    page = significance_page(view, "Focused")
    counts, *notes = section(page, "matrix").parts
    coarse = [note.partition(":")[0] for note in notes if note.endswith(f"is {66 / 1024:.4f}.")]
    assert coarse == ["Wilcoxon’s signed-rank test", "Randomisation test"]
    assert counts.frame.p_adjusted[1:].tolist() == [0, 0]
    few = significance_page(view_with(outcome, 3), "Focused")
    assert not any("no pair can be significant" in str(part) for part in section(few, "matrix").parts)
