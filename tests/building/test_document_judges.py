"""Runs under several judges of documents: which are scored, and by what."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from judged_documents import LENIENT, OFFICIAL, qrels, write_documents_campaign

from inexreport.building.campaign import examine_and_prepare
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.model.campaign import AssessmentSet
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.scores import SCORES
from inexreport.subjects.assessment_sets import ASSESSMENT_SCORES

pytestmark = pytest.mark.usefixtures("statistics_when_asked_for")

METRICS = (
    '[tasks.main]\nmetrics = ["nDCG@10", "AP", "AP(rel=2)", "RBP(p=0.5)", "RBP(rel=3,p=0.5)", "ERR", "P@5"]\n'
)


def scores(outcome: CampaignOutcome, judge: str) -> pd.Series:
    table = ASSESSMENT_SCORES.build(outcome).to_pandas()
    return table[table["set"] == judge].set_index(["run", "metric"])["score"].sort_index()


def official(outcome: CampaignOutcome) -> pd.Series:
    table = SCORES.build(outcome).to_pandas()
    return table[table["topic"] == "all"].set_index(["run", "metric"])["score"].sort_index()


@pytest.fixture(scope="module")
def outcome(tmp_path_factory) -> CampaignOutcome:
    root = tmp_path_factory.mktemp("judges")
    return evaluate_campaign(write_documents_campaign(root / "c", {"lenient": LENIENT}, METRICS))[0]


def test_runs_are_scored_under_every_judge_without_a_setting(outcome):
    assert outcome.campaign.assessment_sets == (AssessmentSet(name="lenient"),)
    assert [one.change for one in outcome.tasks[0].sets] == ["lenient"]
    assert scores(outcome, "official").to_dict() == official(outcome).to_dict()


def test_a_judge_scores_as_if_official(outcome, tmp_path):
    """All but RBP with gains and ERR, which depend on the largest official grade."""
    alone = evaluate_campaign(write_documents_campaign(tmp_path / "c", toml=METRICS, official=LENIENT))[0]
    one, other = scores(outcome, "lenient"), official(alone)
    assert set(one.index) == set(other.index)
    for (run, metric), score in one.items():
        same = score == other[run, metric]
        assert same or metric in ("RBP(p=0.5)", "ERR"), (run, metric)
    assert one["first", "RBP(p=0.5)"] != other["first", "RBP(p=0.5)"]


def test_the_largest_grade_is_the_official_one(outcome):
    """By hand: a gain is grade / 2 for the official judge and the other, whose grades 3 and 4 count as 2."""
    ranked = ("acebd", "fbagc", "khij")
    gains = [
        [min(LENIENT[topic].get(one, 0), 2) / 2 for one in of]
        for topic, of in zip("123", ranked, strict=True)
    ]
    by_hand = [sum(gain * 0.5 ** (rank + 1) for rank, gain in enumerate(of)) for of in gains]
    assert scores(outcome, "lenient")["first", "RBP(p=0.5)"] == pytest.approx(sum(by_hand) / 3)

    satisfied = [
        [(2 ** min(LENIENT[t].get(one, 0), 2) - 1) / 4 for one in of]
        for t, of in zip("123", ranked, strict=True)
    ]
    total = 0.0
    for of_topic in satisfied:
        goes_on = 1.0
        for rank, probability in enumerate(of_topic, start=1):
            total += goes_on * probability / rank
            goes_on *= 1 - probability
    assert scores(outcome, "lenient")["first", "ERR"] == pytest.approx(total / 3)


def test_a_relevance_level_above_all_official_grades_finds_the_other_judges_grades(outcome):
    assert (scores(outcome, "official").xs("RBP(rel=3,p=0.5)", level="metric") == 0).all()
    # Grades of at least 3: a and c of topic 1 first and second, f and b of topic 2, i of topic 3 third.
    by_hand = (0.5 + 0.25 + 0.5 + 0.25 + 0.125) / 3
    assert scores(outcome, "lenient")["first", "RBP(rel=3,p=0.5)"] == pytest.approx(by_hand)


def test_no_score_leaves_its_range(outcome):
    assert scores(outcome, "lenient").between(0, 1).all()


def test_a_judge_with_the_official_grades_scores_alike(tmp_path):
    outcome = evaluate_campaign(write_documents_campaign(tmp_path / "c", {"copy": OFFICIAL}))[0]
    assert scores(outcome, "copy").to_dict() == official(outcome).to_dict()


def test_campaign_toml_has_the_last_word(tmp_path):
    """A judge need not be scored; one that it names is not scored twice; a set may be made from a judge."""
    toml = (
        "[assessments.other]\nscored = false\n"
        '[assessments.model]\nmodel = "A model, second prompt"\n'
        '[assessments.fewer]\nfrom = "other"\ntopics = ["1"]\n'
    )
    judges = {"lenient": LENIENT, "model": LENIENT, "other": LENIENT}
    outcome = evaluate_campaign(write_documents_campaign(tmp_path / "c", judges, toml))[0]
    assert outcome.campaign.assessment_sets == (
        AssessmentSet(name="other", scored=False),
        AssessmentSet(name="model", model="A model, second prompt"),
        AssessmentSet(name="fewer", source="other", topics=("1",)),
        AssessmentSet(name="lenient"),
    )
    assert [one.change for one in outcome.tasks[0].sets] == ["model", "fewer", "lenient"]


def test_judges_of_passages_are_scored_on_request_only(sample_campaign):
    campaign = examine_and_prepare(sample_campaign).campaign
    named = {one.name for one in campaign.assessment_sets}
    assert [one.judge for one in campaign.judges if one.judge not in named]


def test_a_changed_judge_changes_only_the_scores_under_it(tmp_path):
    directory = write_documents_campaign(tmp_path / "c", {"lenient": LENIENT})
    resources = Resources(cache=Cache(tmp_path / "cache"))
    before, _ = evaluate_campaign(directory, resources=resources)
    changed = {**LENIENT, "1": {**LENIENT["1"], "a": 0}}
    (directory / "assessments/lenient/qrels.txt").write_text(qrels(changed))
    after, _ = evaluate_campaign(directory, resources=resources)
    clean, _ = evaluate_campaign(directory)
    assert official(before).equals(official(after))
    assert not scores(before, "lenient").equals(scores(after, "lenient"))
    assert scores(after, "lenient").equals(scores(clean, "lenient"))


def test_another_largest_official_grade_changes_the_scores_under_a_judge(tmp_path):
    directory = write_documents_campaign(tmp_path / "c", {"lenient": LENIENT}, METRICS)
    resources = Resources(cache=Cache(tmp_path / "cache"))
    before, _ = evaluate_campaign(directory, resources=resources)
    higher = {**OFFICIAL, "4": {"l": 4, "m": 0}}
    (directory / "assessments/official/qrels.txt").write_text(qrels(higher))
    after, _ = evaluate_campaign(directory, resources=resources)
    assert scores(after, "lenient")["first", "RBP(p=0.5)"] < scores(before, "lenient")["first", "RBP(p=0.5)"]
    assert scores(after, "lenient")["first", "AP"] == scores(before, "lenient")["first", "AP"]


@pytest.mark.parametrize(
    ("toml", "line", "said"),
    [
        ('[assessments.nobody]\nmodel = "x"\n', 4, "a folder assessments/nobody with judgements, or from"),
        ('[assessments.set]\nfrom = "official"\nmodel = "x"\n', 4, "model only for a judge, without from"),
        ("[assessments.lenient]\nmodel = 4\n", 5, "assessments.lenient.model"),
        ("[assessments.lenient]\nmodell = 'x'\n", 5, "“model” meant"),
    ],
)
def test_wrong_settings_are_reported_with_their_line(toml: str, line: int, said: str, tmp_path: Path):
    directory = write_documents_campaign(tmp_path / "c", {"lenient": LENIENT}, toml)
    problems = [one for one in examine_and_prepare(directory).problems if one.is_error]
    assert [(one.lines, said in one.message) for one in problems] == [((line,), True)]


def test_the_name_of_a_model_influences_no_score(tmp_path):
    directory = write_documents_campaign(tmp_path / "c", {"lenient": LENIENT})
    prepared = examine_and_prepare(directory)
    sets = (AssessmentSet(name="lenient", model="a model"),)
    named = replace(prepared, campaign=replace(prepared.campaign, assessment_sets=sets))
    assert {name: one.digest for name, one in prepared.sets.items()} == {
        name: one.digest for name, one in named.sets.items()
    }
