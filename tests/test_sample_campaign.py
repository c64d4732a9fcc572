"""The sample campaign of 2009: its parts fit together, its problems are intended."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from evaluated_samples import evaluated_sample
from lxml import etree

from inexreport.formats.campaign_directory import read_campaign
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.subjects.efficiency import EFFICIENCY

INTENDED_PROBLEMS = {
    ("Focused", "south-nested"): {"overlap-not-allowed"},
    ("RelevantInContext", "south-interrupted"): {"xml-not-well-formed"},
    ("Thorough", "specimen-careless"): {
        *("run-topic-unknown", "run-topic-without-results", "duplicate-result", "run-order-contradicted")
    },
    ("Thorough", "ue-efficiency"): {"run-topics-by-candidate-number"},
}


@pytest.fixture(scope="module")
def campaign(sample_campaign: Path) -> Campaign:
    campaign, problems = read_campaign(sample_campaign)
    assert problems == ()
    return campaign


@pytest.fixture(scope="module")
def outcome(sample_campaign: Path) -> CampaignOutcome:
    outcome, _ = evaluated_sample(sample_campaign)
    return outcome


def test_assessments_lie_within_the_text_of_the_documents(campaign: Campaign, sample_campaign: Path) -> None:
    for assessment in campaign.assessments.topics.values():
        for article, length in zip(assessment.articles, assessment.article_length, strict=True):
            text = "".join(etree.parse(sample_campaign / "documents" / f"{article}.xml").getroot().itertext())
            assert text == text.strip()
            assert len(text) == length
        ends = assessment.passage_offset + assessment.passage_length
        assert (ends <= assessment.article_length[assessment.passage_article]).all()
        assert (assessment.entry_point < assessment.article_length).all()


def test_a_passage_holds_the_sentences_that_answer_its_topic(
    campaign: Campaign, sample_campaign: Path
) -> None:
    lens = campaign.assessments.topics["2009001"]
    article = lens.articles[lens.passage_article[0]]
    text = "".join(etree.parse(sample_campaign / "documents" / f"{article}.xml").getroot().itertext())
    start = int(lens.passage_offset[0])
    passage = text[start : start + int(lens.passage_length[0])]
    assert passage.startswith("The lens of a lighthouse bends the light of the lamp")
    assert passage.endswith(".")


def test_topics_are_assessed_unassessed_and_without_anything_relevant(campaign: Campaign) -> None:
    assessed = campaign.assessments.topics
    assert len(campaign.topics) == 15
    assert [topic for topic in campaign.topics if topic not in assessed] == ["2009014", "2009015"]
    assert [topic for topic, found in assessed.items() if not found.relevant_articles] == ["2009013"]


def _runs(outcome: CampaignOutcome) -> dict[tuple[str, str], RunOutcome]:
    return {(task.task.name, run.submission.name): run for task in outcome.tasks for run in task.runs}


def test_runs_have_the_intended_problems_and_no_others(outcome: CampaignOutcome) -> None:
    assert outcome.problems == ()
    found = {
        name: {problem.code for problem in run.problems}
        for name, run in _runs(outcome).items()
        if run.problems
    }
    assert found == INTENDED_PROBLEMS


def test_all_but_the_rejected_runs_are_evaluated_and_belong_to_a_participant(
    outcome: CampaignOutcome,
) -> None:
    runs = _runs(outcome)
    assert {name for name, run in runs.items() if not run.evaluated} == {
        ("Focused", "south-nested"),
        ("RelevantInContext", "south-interrupted"),
    }
    assert {run.submission.participant for run in runs.values()} == set(outcome.campaign.participants)


def test_runs_with_times_differ_in_speed_length_and_score(outcome: CampaignOutcome) -> None:
    table = EFFICIENCY.build(outcome).to_pandas()
    table = table[table["task"] == "Efficiency"]
    assert (table["timed"] == 15).all()
    whole = table[table["depth"] == 1500].set_index("run")
    assert whole["milliseconds"].is_unique
    assert whole["score"].is_unique
    assert [sum(whole["returned"].between(low, high)) for low, high in ((1, 15), (16, 150), (151, 1500))] == [
        *(3, 1, 1)
    ]
    first = table[table["depth"] == 15].set_index("run")
    assert first.loc["ue-paragraphs-150", "score"] == first.loc["ue-paragraphs-15", "score"]
    assert whole.loc["ue-paragraphs-150", "score"] > first.loc["ue-paragraphs-150", "score"]


def test_there_are_strong_and_weak_systems_and_easy_and_hard_topics(outcome: CampaignOutcome) -> None:
    focused = next(task for task in outcome.tasks if task.task.name == "Focused")
    scores = [run.scores for run in focused.runs if run.scores is not None]
    metric = scores[0].metrics.index(focused.task.official)
    means = [score.mean[metric] for score in scores]
    counted = ~np.isnan(scores[0].by_topic[metric])
    by_topic = np.mean([score.by_topic[metric][counted] for score in scores], axis=0)
    assert max(means) - min(means) > 0.3
    assert by_topic.max() - by_topic.min() > 0.3


def test_the_campaign_stays_small(sample_campaign: Path) -> None:
    assert sum(path.stat().st_size for path in sample_campaign.rglob("*") if path.is_file()) < 1_500_000
