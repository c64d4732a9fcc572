"""The gain of runs for single topics, on their pages and as published."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from evaluated_samples import evaluated_sample

from inexreport.model.outcome import TopicGains
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.cumulated_gain import CUMULATED_GAINS, by_rank, compared_at, gains_section

UP = TopicGains(
    "7", "best", "(quant=gen)", np.array([0, 1, 2.0]), np.array([1, 2, 2.0]), np.array([np.nan, 0.5, 2 / 3])
)
NONE = TopicGains("8", "worst", "(quant=gen)", np.zeros(2), np.ones(2), np.full(2, np.nan))


@pytest.fixture(scope="module", params=["2004", "2006"])
def view(request, sample_campaign: Path):
    outcome, prepared = evaluated_sample(sample_campaign.with_name(f"sample-{request.param}"))
    return view_campaign(outcome, prepared.metrics)


def runs(view):
    return [(task.task, run) for task in view.outcome.tasks for run in task.runs if run.gains]


def test_metrics_compare_where_the_run_has_half_of_its_gain():
    assert compared_at(UP) == {
        "rank": 2,
        "gain": 1,
        "ideal_gain": 2,
        "nxcg": 0.5,
        "effort_precision": 0.5,
    }
    assert compared_at(NONE) is None
    assert by_rank(NONE)["nxcg"].tolist() == [0, 0]


def test_topics_are_the_best_the_median_and_the_worst_of_the_run(view):
    assert runs(view)
    for task, run in runs(view):
        row = run.scores.metrics.index(task.official)
        scores = dict(zip(run.scores.topics, run.scores.by_topic[row].tolist(), strict=True))
        best, *middle, worst = (scores[one.topic] for one in run.gains)
        known = sorted(score for score in scores.values() if not np.isnan(score))
        assert [one.place for one in run.gains] == ["best", "median", "worst"]
        assert (best, worst) == (known[-1], known[0])
        assert middle == [known[len(known) // 2]]


def test_the_gains_are_those_of_nxcg(view):
    """Divided by each other, they are the scores of the same quantisation at a rank."""
    compared = 0
    for _, run in runs(view):
        for one in run.gains:
            identifier = f"nxCG{one.parameters}@10"
            if identifier in run.scores.metrics and len(one.run) >= 10:
                row, topic = run.scores.metrics.index(identifier), run.scores.topics.index(one.topic)
                assert one.run[9] / one.ideal[9] == pytest.approx(run.scores.by_topic[row, topic])
                compared += 1
    assert compared or view.outcome.campaign.year == 2004  # whose nXCG is a mean over ranks


def test_the_section_says_what_is_gained_on_each_topic(view):
    rows = CUMULATED_GAINS.build(view.outcome).to_pandas()
    for task, run in runs(view):
        section = gains_section(view, task.name, run)
        choices = section.parts[0].choices
        assert section.tables >= {"cumulated_gains"}
        for one, (name, (chart, table)) in zip(run.gains, choices.items(), strict=False):
            own = rows[
                (rows.task == task.name) & (rows.run == run.submission.name) & (rows.topic == one.topic)
            ]
            assert name == f"Topic {one.topic} ({one.place})"
            assert len(own) == len(one.run)
            assert table.frame.nxcg.tolist() == own.nxcg[own["rank"].isin(table.frame["rank"])].tolist()
            at = compared_at(one)
            if at is None:
                assert f"topic {one.topic} ({one.place})" in section.answer[0].partition("nothing")[2]
                assert list(chart.frame.label[1:]) == ["Ideal ranking"]
            else:
                assert f"{at['nxcg']:.4f} on topic {one.topic}" in section.answer[0]
                upright, level = chart.frame.iloc[2], chart.frame.iloc[3]
                assert (upright.x, upright.y) == ([at["rank"]] * 2, [at["gain"], at["ideal_gain"]])
                assert level.x == [pytest.approx(at["rank"] * at["effort_precision"]), at["rank"]]
        curves = {curve.metric for curve in run.curves}
        assert ("Mean over topics" in choices) == (f"CG{run.gains[0].parameters}" in curves)


def test_runs_without_gains_of_elements_have_no_section(view):
    others = [
        gains_section(view, task.task.name, run)
        for task in view.outcome.tasks
        for run in task.runs
        if not run.gains
    ]
    assert others or view.outcome.campaign.year == 2004  # all of whose runs have gains
    assert others == [None] * len(others)
