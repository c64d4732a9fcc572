"""Scores from many topics that a model judged and few that people did: by Welch's test, and by simulation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from judged_documents import LENIENT, OFFICIAL, write_documents_campaign
from scipy.stats import ttest_1samp, ttest_ind

from inexreport.api import evaluate
from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.campaign_view import view_campaign
from inexreport.statistics.prediction_powered import corrected_means
from inexreport.subjects.corrected_scores import CORRECTED_SCORES, corrected_section


@pytest.mark.parametrize(("topics", "of_people"), [(30, 8), (50, 10), (100, 20), (60, 40)])
def test_intervals_hold_in_95_percent_of_simulations(topics, of_people):
    """Skewed scores, of which a model overrates the low and underrates the high ones; their mean is 0.4."""
    random = np.random.default_rng(topics)
    people = random.beta(1.2, 1.8, (2_000, topics))
    model = np.clip(0.2 + 0.7 * people + random.normal(0, 0.12, people.shape), 0, 1)
    people[:, of_people:] = np.nan
    found = corrected_means(model, people)
    assert 0.93 <= found.eval("low <= 0.4 <= high").mean() <= 0.97
    assert abs(found.corrected.mean() - 0.4) < 0.005 < abs(found.raw.mean() - 0.4)
    assert found.eval("high - low").mean() < found.eval("people_high - people_low").mean()


def test_intervals_are_those_of_welchs_test():
    random = np.random.default_rng(3)
    model, people = random.random((2, 1, 25))
    people[0, 7:] = np.nan
    known, others = model[0, :7] * 7 / 25 + people[0, :7] - model[0, :7], -model[0, 7:] * 18 / 25
    found = corrected_means(model, people).iloc[0]
    low, high = ttest_ind(known, others, equal_var=False).confidence_interval()
    assert found[["low", "high"]].tolist() == pytest.approx([low, high])
    low, high = ttest_1samp(people[0, :7], 0).confidence_interval()
    assert found[["people_low", "people_high"]].tolist() == pytest.approx([low, high])
    assert found.corrected == pytest.approx(model.mean() + (people[0, :7] - model[0, :7]).mean())


def test_equal_scores_have_an_interval_of_one_value():
    people = np.array([[0.5, 0.5, np.nan, np.nan]])
    assert corrected_means(np.full((1, 4), 0.25), people)[["low", "high"]].to_numpy().tolist() == [[0.5, 0.5]]


FEW = {topic: OFFICIAL[topic] for topic in ("1", "2")}


def campaign(folder: Path, toml: str = "") -> Path:
    """People judged two topics, a model four, and somebody else one."""
    judges = {"model": OFFICIAL | {"1": LENIENT["1"]}, "other": {"1": LENIENT["1"]}}
    return write_documents_campaign(folder / "c", judges, toml, FEW)


def test_a_judge_of_more_topics_is_a_model(tmp_path):
    outcome, prepared = evaluate_campaign(campaign(tmp_path))
    rows = CORRECTED_SCORES.build(outcome).to_pandas().set_index("run")
    assert {*rows.judge} == {"model"}
    assert rows[["topics", "topics_people"]].drop_duplicates().to_numpy().tolist() == [[4, 2]]
    scores = {one.submission.name: one.scores.mean[0] for one in outcome.tasks[0].runs}
    assert rows.people.to_dict() == pytest.approx(scores)
    printed = evaluate(tmp_path / "c/runs/main/first.run", tmp_path / "c").set_index("metric").score
    printed = printed[
        [f"{name}:model(nDCG@10)" for name in ("raw", "corrected", "corrected_low", "corrected_high")]
    ]
    assert printed.tolist() == pytest.approx(rows.loc["first", ["raw", "corrected", "low", "high"]].tolist())
    section = corrected_section(view_campaign(outcome, prepared.metrics), "main")
    assert section.answer[0].startswith("model judged 4 topics and people 2 of them.")


@pytest.mark.parametrize(
    ("toml", "judges"),
    [('[assessments.model]\nmodel = "x"\n', {"model"}), ('[assessments.other]\nmodel = "x"\n', set())],
)
def test_campaign_toml_says_which_judge_is_a_model(tmp_path, toml, judges):
    outcome, _ = evaluate_campaign(campaign(tmp_path, toml))
    assert {*CORRECTED_SCORES.build(outcome)["judge"].to_pylist()} == judges
