from __future__ import annotations

import numpy as np
import pytest
from rendering.invented_large_task import OFFICIAL, large_outcome

from inexreport.metrics.registry import bind
from inexreport.report.all_scores import all_scores_page
from inexreport.report.campaign_view import view_campaign
from inexreport.report.metric_choice import companion_metric, leaderboard_pairs, main_columns
from inexreport.report.metrics_guide import metrics_page
from inexreport.report.naming import metric_columns
from inexreport.report.standing_strip import standing_figure
from inexreport.report.task import task_page
from inexreport.subjects.curves import official_curve, task_curves
from inexreport.subjects.rank_comparison import rank_comparison


@pytest.fixture(scope="module")
def large():
    outcome, metrics = large_outcome(runs=24)
    return view_campaign(outcome, metrics), outcome.tasks[0]


def test_a_table_shows_one_metric_of_each_name_under_the_official_parameters(large):
    view, task = large
    page = task_page(view, task)
    shown = [column.identifier for column in page["columns"]]
    assert shown[0] == OFFICIAL == page["at_first"][0]
    assert len(page["at_first"]) == 5
    assert set(page["at_first"]) < set(shown)
    assert "nxCG(quant=genLifted,overlap=off)@10" in shown
    assert "overlap(kind=rank)" in shown
    assert not [name for name in shown if "strict5" in name]
    names = [view.metrics[identifier].metric.name for identifier in (*shown, *task.task.metrics)]
    assert set(names[: len(shown)]) == set(names)
    assert len(shown) + page["further_metrics"] == len(task.task.metrics)
    assert all(len(row["cells"]) == len(shown) for row in page["rows"])


def test_a_table_of_very_many_runs_shows_fewer_metrics(large):
    view, task = large
    columns = [main_columns(task.task.metrics, OFFICIAL, view.metrics, runs) for runs in (10, 330, 9999)]
    assert [len(chosen) for chosen in columns] == [16, 9, 6]
    assert all(task.task.metrics.index(OFFICIAL) in chosen for chosen in columns)


def test_all_scores_are_on_their_page_with_their_ranks(large):
    view, task = large
    page = all_scores_page(view, "CO.Thorough").facts
    shown = [column.identifier for table in page["tables"] for column in table["columns"]]
    assert shown[0] == OFFICIAL
    assert sorted(shown) == sorted(task.task.metrics)
    assert page["precise"] == (24 * len(shown) <= 3000)
    assert max(len(table["columns"]) for table in page["tables"] if len(table["names"]) > 1) <= 12
    standings = view.standings["CO.Thorough"]
    assert [name.run for name in page["runs"]] == [run.submission.name for run in standings.runs]
    first = page["tables"][0]
    assert [row[0][0] for row in first["rows"]] == standings.means[:, standings.official].tolist()
    assert set(first["groups"]) == {name for name, _ in first["names"]}
    assert sorted(row[0][1] for row in first["rows"]) == list(range(1, 25))
    assert page["tables"][-1]["rows"][0][-1][1] is None  # much overlap is no merit


def test_curves_of_the_official_kind_come_first(large):
    view, _ = large
    curves = task_curves(view, "CO.Thorough")
    assert official_curve(view.metrics[OFFICIAL]) == "ep/gr(quant=genLifted,overlap=off)"
    names = list(curves)
    assert names[:3] == [
        "ep/gr(quant=genLifted,overlap=off)",
        "ep/gr(quant=strict5,overlap=off)",
        "ep/gr(quant=gen5,overlap=off)",
    ]
    assert len(names) == 6
    assert [curve.by_rank for curve in curves.values()] == [False] * 3 + [True] * 3
    for curve in curves.values():
        assert (curve.front, len(curve.frame)) == (10, 24)
        first, background = curve.frame.x[0], curve.frame.x[10]
        assert (background[0], background[-1]) == (first[0], first[-1])


def test_ranks_are_compared_under_every_metric_that_ranks(large):
    view, task = large
    chart = rank_comparison(view, "CO.Thorough")
    identifiers = list(chart.frame)
    assert identifiers == [name for name in task.task.metrics if not name.startswith("overlap")]
    left, right = chart.chosen
    assert identifiers[left] == OFFICIAL
    assert identifiers[right] == "iMAep(quant=genLifted,overlap=off)"
    moves = (chart.frame.iloc[:, left] - chart.frame.iloc[:, right]).abs()
    for name, moved in moves.items():
        if name.label in chart.figure.summary:
            furthest = moved
    assert furthest == moves.max()


def test_the_guide_shows_many_identifiers_as_one_form(large):
    view, _ = large
    entries = {entry["metric"].name: entry for entry in metrics_page(view)["entries"]}
    assert entries["nxCG"]["form"] == "nxCG(quant=…,overlap=off)@…"
    assert len(entries["nxCG"]["identifiers"]) == 9
    assert entries["MAep"]["form"] == "MAep(quant=…,overlap=off)"
    assert entries["MAep"]["parameters"][0]["used"] == ["strict5", "gen5", "genLifted"]
    assert entries["overlap"]["form"] == "overlap(kind=rank)"


def test_a_task_of_one_metric_has_no_other_to_compare_with(large):
    view, _ = large
    (official,) = (column for column in view.columns["CO.Thorough"] if column.identifier == OFFICIAL)
    assert companion_metric([official], official, view.metrics) is None


@pytest.mark.parametrize(
    ("official", "others", "expected"),
    [
        (
            "MAgP(score=F,beta=0.25)",
            ["gP(score=F,beta=0.25)@1", "gP(score=F,beta=0.25)@10", "article-MAP"],
            1,
        ),
        ("iP@0.01", ["iP@0.10", "MAiP", "article-MAP"], 1),
        ("char_prec(limit=1000)", ["article-MAP", "overlap(kind=rank)"], 0),
        ("MAiP", ["overlap(kind=set)"], None),
        ("nxCG(quant=gen,overlap=on)@10", ["MAep(quant=gen,overlap=off)", "MAep(quant=gen,overlap=on)"], 1),
    ],
)
def test_the_ranks_in_brackets_are_of_a_like_metric(official, others, expected):
    metrics = {name: bind(name) for name in (official, *others)}
    columns = metric_columns([official, *others], metrics)
    companion = companion_metric(columns, columns[0], metrics)
    assert (companion and companion.identifier) == (None if expected is None else others[expected])


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            [
                "inex_eval(quant=aggregate)",
                *(f"{name}(quant={quant})" for name in ("inex_eval", "nXCG") for quant in ("strict", "sog")),
            ],
            [
                ("inex_eval(quant=aggregate)", None),
                ("inex_eval(quant=strict)", "nXCG(quant=strict)"),
                ("inex_eval(quant=sog)", "nXCG(quant=sog)"),
            ],
        ),
        (
            ["inex_eval(quant=gen2002)", "inex_eval(quant=strict2002)"],
            [("inex_eval(quant=gen2002)", "inex_eval(quant=strict2002)")],
        ),
        (["inex_eval(quant=aggregate)", "MAiP"], [("inex_eval(quant=aggregate)", "MAiP")]),
        (["MAiP"], [("MAiP", None)]),
    ],
)
def test_leaderboards_pair_metrics_of_the_same_parameters(names, expected):
    metrics = {name: bind(name) for name in names}
    columns = metric_columns(names, metrics)
    pairs = leaderboard_pairs(columns, columns[0], metrics)
    assert [(one.identifier, other and other.identifier) for one, other in pairs] == expected


def test_a_run_stands_among_a_sample_of_very_many_others(large, monkeypatch):
    view, task = large
    standings = view.standings[task.task.name]
    others = standings.means[1:, standings.official]
    name = view.names[task.task.name, standings.runs[0].submission.name]
    every_one = standing_figure(view, name, 0)
    assert every_one["strips"][0]["others"] == others.tolist()
    assert every_one["figure"].basis.endswith("ticks are the others")
    monkeypatch.setattr("inexreport.report.standing_strip.MOST_TICKS", 3)
    sample = standing_figure(view, name, 0)
    assert sample["strips"][0]["others"] == [others.min(), np.sort(others)[11], others.max()]
    assert sample["figure"].basis.endswith("ticks are 3 of the others, evenly spaced by rank")
