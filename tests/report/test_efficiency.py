"""Official scores at several result depths, and reported times: as computed, as published, as shown."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from evaluated_samples import evaluated_sample
from hypothesis import given
from hypothesis import strategies as st
from pooling_campaigns import SmallCampaign, folder
from pooling_reference import PlainRun

from inexreport.building.evaluation import evaluate_campaign
from inexreport.formats.protocols import protocol_tasks
from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.name_list import NameList
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.efficiency import EFFICIENCY, efficiency_section, not_outdone, times_chart

# Of 600 relevant characters, each of the first articles has 2 to 4; the ranking begins with all of them.
ARTICLES = [f"a{number}" for number in range(200)]
JUDGED = {"1": {article: {0: (0, 2 + number % 3)} for number, article in enumerate(ARTICLES)}}
RANKING = [(article, (0, 4)) for article in ARTICLES]
RUNS = {
    "long": PlainRun("1", {"1": RANKING}),
    "first15": PlainRun("2", {"1": RANKING[:15]}),
    "first150": PlainRun("2", {"1": RANKING[:150]}),
    "other": PlainRun("3", {"1": [("z", (0, 4)), *RANKING[:1]]}),
}

NOT_COMPARED = "Fewer than two runs with a score report a time above 0, so none is compared."


@pytest.fixture(scope="module")
def campaign():
    with folder() as root:
        written = SmallCampaign(2010, JUDGED, {"1": "CO"}, {"Efficiency": RUNS}).write(root)
        outcome, prepared = evaluate_campaign(written)
        return outcome, prepared.metrics


@pytest.fixture(scope="module")
def table(campaign):
    return EFFICIENCY.build(campaign[0]).to_pandas().set_index(["run", "depth"])


def test_the_task_of_2010_compares_three_depths():
    assert {name: task.depths for name, task in protocol_tasks("inex-2010").items() if task.depths} == {
        "Efficiency": (15, 150, 1500)
    }


def test_the_score_at_a_depth_is_that_of_the_run_cut_there(campaign, table):
    official = {
        run.submission.name: run.scores.mean[run.scores.metrics.index("MAiP(overlap=allowed)")]
        for run in campaign[0].tasks[0].runs
    }
    for depth, cut in ((15, "first15"), (150, "first150"), (1500, "long")):
        assert table.loc[("long", depth), "score"] == official[cut]
    for name in RUNS:
        assert table.loc[(name, 1500), "score"] == official[name]
    scores = table.loc["long", "score"]
    assert scores.is_monotonic_increasing
    assert scores.iloc[0] < scores.iloc[1] < scores.iloc[2]


def test_a_score_at_a_depth_by_hand():
    # Of 100 relevant characters the first result has 50, at precision 1: AiP = 51 of 101 points.
    runs = {"one": PlainRun("", {"1": [("A", (0, 50)), ("A", (50, 50))]})}
    judged = {"1": {"A": {0: (0, 100)}}}
    settings = "depths = [1, 2]\n"
    with folder() as root:
        written = SmallCampaign(2009, judged, {"1": "CO"}, {"Thorough": runs}, settings=settings).write(root)
        outcome, _ = evaluate_campaign(written)
    rows = EFFICIENCY.build(outcome).to_pylist()
    assert [(row["depth"], row["metric"], row["score"], row["rank"]) for row in rows] == [
        (1, "MAiP(overlap=allowed)", pytest.approx(51 / 101), 1),
        (2, "MAiP(overlap=allowed)", 1.0, 1),
    ]


def test_ranks_are_among_the_runs_at_each_depth(table):
    assert table["rank"].unstack().loc[["long", "first150", "first15", "other"]].values.tolist() == [
        [1, 1, 1],
        [1, 1, 2],
        [1, 3, 3],
        [4, 4, 4],
    ]
    assert table.loc["other", "returned"].tolist() == [2, 2, 2]
    assert table["milliseconds"].isna().all()
    assert (table["timed"] == 0).all()


def view_with(campaign, times: dict[str, dict[str, float]]):
    outcome, metrics = campaign
    (task,) = outcome.tasks
    runs = tuple(
        replace(run, submission=replace(run.submission, milliseconds=times.get(run.submission.name, {})))
        for run in task.runs
    )
    return view_campaign(replace(outcome, tasks=(replace(task, runs=runs),)), metrics)


def test_without_times_there_is_a_table_and_no_chart(campaign):
    section = efficiency_section(view_with(campaign, {}), "Efficiency")
    assert section.answer == [NOT_COMPARED]
    (table,) = section.parts
    assert [head for head, _ in table.columns.values()][1:4] == ["First 15", "First 150", "First 1,500"]
    rows = table.frame.set_index("run")[["15", "150", "1500"]]
    assert list(rows.index) == ["long", "first150", "first15", "other"]
    assert [cell.text.partition(" ")[2] for cell in rows.loc["first15"]] == ["(1)", "(3)", "(3)"]


def test_runs_with_times_are_drawn(campaign):
    times = {
        "long": {"1": 30.0},
        "first150": {"1": 20.0, "2": 40.0},
        "first15": {"1": 2.0},
        "other": {"1": 0.0},
    }
    view = view_with(campaign, times)
    chart = times_chart(view, "Efficiency")
    assert chart.frame.set_index("run")[["milliseconds", "depth"]].T.to_dict("list") == {
        "long": [30.0, "up to 1,500"],
        "first150": [30.0, "up to 150"],
        "first15": [2.0, "up to 15"],
    }
    summary = chart.figure.summary
    assert summary.startswith("3 runs with a reported time. No other run is both at least as good and faster")
    assert summary.endswith(" ms). 1 run with a time of 0 or no score cannot be drawn.")
    named = {run: f"{view.names['Efficiency', run].label} (" in summary for run in RUNS}
    assert named == {"first15": True, "first150": False, "long": True, "other": False}
    table = EFFICIENCY.build(view.outcome).to_pandas()
    assert table.loc[table["run"] == "first150", ["milliseconds", "timed"]].values.tolist() == [[30.0, 2]] * 3
    drawn = str(draw(chart, NameList()))
    assert '"domain":[1.0,100.0]' in drawn
    assert '"domain":["up to 15","up to 150","up to 1,500"]' in drawn


def test_times_alone_are_shown_with_the_scores_at_the_cut_off(sample_campaign):
    outcome, prepared = evaluated_sample(sample_campaign)
    tasks = tuple(
        replace(one, task=one.task.model_copy(update={"depths": ()}))
        for one in outcome.tasks
        if one.task.name == "Thorough"
    )
    view = view_campaign(replace(outcome, tasks=tasks), prepared.metrics)
    section = efficiency_section(view, "Thorough")
    assert (section.answer, section.parts) == ([NOT_COMPARED], ["efficiency"])  # one run has a time
    table = EFFICIENCY.build(view.outcome).to_pandas()
    assert set(table.depth) == {1500}
    assert len(table) == len(view.standings["Thorough"].runs)


def test_a_task_without_depths_and_times_has_no_such_part(view, outcome):
    assert efficiency_section(view, outcome.tasks[0].task.name) is None
    assert len(EFFICIENCY.build(outcome)) == 0


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=1, max_size=8))
def test_runs_that_no_other_outdoes(points):
    scores, times = (np.array(column, dtype=np.float64) for column in zip(*points, strict=True))
    rows = not_outdone(scores, times).tolist()
    expected = {
        place
        for place, (score, time) in enumerate(points)
        if not any(
            other >= score and taken <= time and (other, taken) != (score, time) for other, taken in points
        )
    }
    assert set(rows) == expected
    assert [times[row] for row in rows] == sorted(times[row] for row in rows)
    assert not any(isnan(scores[row]) for row in rows)
