"""The worked example of the metrics guide ends in the published scores."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inexreport.building.evaluation import evaluate_campaign
from inexreport.metrics.documents import first_document_values
from inexreport.metrics.registry import bind
from inexreport.model.assessment import TopicAssessment
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.worked_example import worked_example


@pytest.fixture(scope="module")
def documents_view(sample_campaign: Path) -> CampaignView:
    outcome, prepared = evaluate_campaign(sample_campaign.with_name("sample-2025"))
    return view_campaign(outcome, prepared.metrics)


def scores_by_row(example, identifier):
    place = [column.identifier for column in example["columns"]].index(identifier)
    return [row["scores"][place] for row in example["rows"]], example["final"][place]


def test_metrics_of_the_first_ten_results_end_in_the_published_score(documents_view):
    example = worked_example(documents_view)
    assert example["run"].run == "north-manual"
    assert len(example["rows"]) == 10
    for identifier in ("nDCG@10", "P@5", "RR", "ERR@10", "Judged@10"):
        scores, published = scores_by_row(example, identifier)
        assert scores[-1] == pytest.approx(published, abs=1e-12), identifier


def test_final_scores_are_those_of_the_run(documents_view):
    example = worked_example(documents_view)
    scores = documents_view.run("adhoc", "north-manual").scores
    topic = scores.topics.index(example["topic"])
    for column, final in zip(example["columns"], example["final"], strict=True):
        assert final == scores.by_topic[scores.metrics.index(column.identifier), topic]


def test_each_row_is_the_score_of_the_results_so_far(documents_view):
    example = worked_example(documents_view)
    relevant = [int((row["grade"] or 0) >= 1) for row in example["rows"]]
    precision = np.cumsum(relevant) / np.arange(1, 11)
    by_hand = np.cumsum(precision * relevant) / example["relevant"]
    assert scores_by_row(example, "AP")[0] == pytest.approx(by_hand.tolist())
    counts = [sum(relevant[: min(rank, 5)]) / 5 for rank in range(1, 11)]
    assert scores_by_row(example, "P@5")[0] == pytest.approx(counts)
    largest = max(
        int(topic.grades.max()) for topic in documents_view.outcome.campaign.assessments.topics.values()
    )
    weights = [0.2 * 0.8**rank * (row["grade"] or 0) / largest for rank, row in enumerate(example["rows"])]
    assert scores_by_row(example, "RBP(p=0.8)")[0] == pytest.approx(np.cumsum(weights).tolist())


def test_the_topic_is_the_nearest_to_the_median(documents_view):
    example = worked_example(documents_view)
    topics, scores = documents_view.topic_scores["adhoc"]
    distances = np.abs(scores[0] - np.nanmedian(scores[0]))
    assert distances[topics.index(example["topic"])] == np.nanmin(distances)


def test_there_is_no_example_without_a_relevant_document(documents_view):
    campaign = documents_view.outcome.campaign
    irrelevant = {
        topic: replace(one, grades=np.zeros_like(one.grades))
        for topic, one in campaign.assessments.topics.items()
    }
    assessments = replace(campaign.assessments, topics=irrelevant)
    outcome = replace(documents_view.outcome, campaign=replace(campaign, assessments=assessments))
    assert worked_example(replace(documents_view, outcome=outcome)) is None


def test_there_is_no_example_where_text_was_judged(view):
    assert worked_example(view) is None


def test_values_of_the_first_documents_by_hand(documents_view):
    judged = next(iter(documents_view.outcome.campaign.assessments.topics.values()))
    assert isinstance(judged, TopicAssessment)
    topic = replace(judged, articles=("a", "b", "c"), grades=np.array([2, 0, 1]))
    metrics = [bind("P@2"), bind("RR"), bind("RBP(p=0.5)")]
    found = first_document_values(metrics, topic, ("b", "x", "a"), 2)
    assert found.tolist() == [[0, 0, 0], [0, 0, pytest.approx(1 / 3)], [0, 0, 0.125]]
    assert first_document_values(metrics, topic, (), 2).shape == (3, 0)
