"""The worked examples of the metrics guide end in the published scores."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from evaluated_samples import evaluated_sample

from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.metrics_guide import metrics_page


def view_of(folder: Path) -> CampaignView:
    outcome, prepared = evaluated_sample(folder)
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def documents_view(sample_campaign: Path) -> CampaignView:
    return view_of(sample_campaign.with_name("sample-2025"))


@pytest.fixture(scope="module")
def documents_example(documents_view: CampaignView):
    (example,) = metrics_page(documents_view)["examples"]
    return example


@pytest.fixture(scope="module", params=["2004", "2006", "2009", "2025"])
def any_view(request, sample_campaign: Path) -> CampaignView:
    return view_of(sample_campaign.with_name(f"sample-{request.param}"))


def scores_by_row(example, identifier):
    place = [column.identifier for column in example["columns"]].index(identifier)
    return [row["scores"][place] for row in example["rows"]], example["final"][place]


def test_metrics_of_the_first_ten_results_end_in_the_published_score(documents_example):
    assert documents_example["run"].run == "north-manual"
    assert len(documents_example["rows"]) == 10
    for identifier in ("nDCG@10", "P@5", "RR", "ERR@10", "Judged@10"):
        scores, published = scores_by_row(documents_example, identifier)
        assert scores[-1] == pytest.approx(published, abs=1e-12), identifier


def test_each_row_is_the_score_of_the_results_so_far(documents_view, documents_example):
    grades = [int(row["judgement"][0].replace("–", "0")) for row in documents_example["rows"]]
    relevant = [int(grade >= 1) for grade in grades]
    precision = np.cumsum(relevant) / np.arange(1, 11)
    by_hand = np.cumsum(precision * relevant) / documents_example["relevant"]
    assert scores_by_row(documents_example, "AP")[0] == pytest.approx(by_hand.tolist())
    counts = [sum(relevant[: min(rank, 5)]) / 5 for rank in range(1, 11)]
    assert scores_by_row(documents_example, "P@5")[0] == pytest.approx(counts)
    largest = max(
        int(topic.grades.max()) for topic in documents_view.outcome.campaign.assessments.topics.values()
    )
    weights = [0.2 * 0.8**rank * grade / largest for rank, grade in enumerate(grades)]
    assert scores_by_row(documents_example, "RBP(p=0.8)")[0] == pytest.approx(np.cumsum(weights).tolist())


def test_final_scores_are_those_of_the_best_run(any_view):
    for example in metrics_page(any_view)["examples"]:
        run = any_view.standings[example["task"]].runs[0]
        assert example["is_best"]
        assert example["run"] == any_view.names[example["task"], run.submission.name]
        topic = run.scores.topics.index(example["topic"])
        for column, final in zip(example["columns"], example["final"], strict=True):
            assert final == run.scores.by_topic[run.scores.metrics.index(column.identifier), topic]
        if example["results"] == len(example["rows"]):
            assert example["rows"][-1]["scores"] == pytest.approx(example["final"], abs=1e-12)


def test_every_entry_of_the_guide_has_a_column_in_one_example(any_view):
    page = metrics_page(any_view)
    shown = [column.identifier for example in page["examples"] for column in example["columns"]]
    entries = [[identifier for identifier, _ in one["identifiers"]] for one in page["entries"]]
    columns = [len(set(entry) & set(shown)) for entry in entries]
    computed = [not one["metric"].imported for one in page["entries"]]
    assert columns == [int(one) for one in computed]
    assert len(shown) == sum(columns)
    for entry, identifiers in zip(page["entries"], entries, strict=True):
        example = page["examples"][entry["example"] - 1]["columns"] if entry["example"] else ()
        assert any(column.identifier in identifiers for column in example) is (
            entry["metric"].imported is None
        )


def test_the_best_run_with_an_example_is_shown(documents_view):
    (task,) = documents_view.standings
    standings = documents_view.standings[task]
    first = replace(standings.runs[0], first_scores=None)
    without = replace(standings, runs=(first, *standings.runs[1:]))
    (example,) = metrics_page(replace(documents_view, standings={task: without}))["examples"]
    assert not example["is_best"]
    assert example["run"].run == standings.runs[1].submission.name
    topic = standings.runs[1].scores.topics.index(example["topic"])
    assert example["final"][0] == standings.runs[1].scores.by_topic[0, topic]


def test_there_is_no_example_without_scores_after_the_first_results(documents_view):
    (task,) = documents_view.standings
    standings = documents_view.standings[task]
    runs = tuple(replace(run, first_scores=None) for run in standings.runs)
    nothing = replace(documents_view, standings={task: replace(standings, runs=runs)})
    assert metrics_page(nothing)["examples"] == []


def test_there_is_no_example_without_runs(documents_view):
    (task,) = documents_view.standings
    nothing = replace(documents_view, standings={task: replace(documents_view.standings[task], runs=())})
    assert metrics_page(nothing)["examples"] == []
