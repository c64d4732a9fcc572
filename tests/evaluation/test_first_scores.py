"""Scores of a run after each of its first results are those of a run that ends there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from evaluated_samples import evaluated_sample
from lxml import etree
from pooled_documents import DocumentCampaign

from inexreport.building.campaign import PreparedCampaign, prepare_campaign
from inexreport.building.evaluation import evaluate_campaign
from inexreport.evaluation.run_evaluation import evaluate_run, score_run
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.described_runs import describe_runs
from inexreport.formats.runs import read_run
from inexreport.model.outcome import FirstScores, RunOutcome, RunScores
from inexreport.model.run import Run


@dataclass(frozen=True)
class Sample:
    """A sample campaign with its evaluated runs, read anew."""

    prepared: PreparedCampaign
    runs: tuple[tuple[Run, TaskPlan, RunOutcome], ...]


@pytest.fixture(scope="module", params=["2004", "2006", "2009", "2025"])
def sample(request, sample_campaign: Path) -> Sample:
    folder = sample_campaign.with_name(f"sample-{request.param}")
    prepared = prepare_campaign(folder)
    return Sample(prepared, tuple(evaluated(folder, prepared)))


def evaluated(folder: Path, prepared: PreparedCampaign) -> Iterator[tuple[Run, TaskPlan, RunOutcome]]:
    for file in describe_runs(folder, prepared.campaign)[0]:
        run, problems = read_run(file, prepared.campaign)
        if run is not None:
            plan = prepared.plans[file.task]
            outcome = evaluate_run(run, prepared.campaign, plan, prepared.elements, problems)
            if outcome.scores is not None:
                yield run, plan, outcome


def of_topic(scores: RunScores, topic: str) -> list[float]:
    return scores.by_topic[:, scores.topics.index(topic)].tolist()


def test_scores_after_a_result_are_those_of_a_run_that_ends_there(sample):
    """As if the task had this cut-off."""
    prepared, compared = sample.prepared, 0
    for run, plan, outcome in sample.runs:
        found = outcome.first_scores
        if found is None:
            continue
        for end in (1, 4, len(found.places)):
            short = replace(plan, task=plan.task.model_copy(update={"cutoff": end}))
            cut = score_run(run, prepared.campaign, short, prepared.elements)
            assert cut.scores is not None
            expected = pytest.approx(of_topic(cut.scores, found.topic), abs=1e-12, nan_ok=True)
            assert found.scores[:, min(end, len(found.places)) - 1].tolist() == expected
            compared += 1
    assert compared > 10


def test_the_last_scores_are_the_published_ones_of_a_run_without_further_results(sample):
    short = [
        (found, outcome.scores)
        for _, _, outcome in sample.runs
        if (found := outcome.first_scores) is not None and found.results == len(found.places)
    ]
    assert short or sample.prepared.campaign.year == 2004  # where all runs go on
    for found, scores in short:
        published = of_topic(scores, found.topic)
        assert found.scores[:, -1].tolist() == pytest.approx(published, abs=1e-12, nan_ok=True)


DEEP = {"1": [*(f"x{rank}" for rank in range(10)), "a"]}

SMALL = DocumentCampaign(
    grades={"1": {"a": 2, "b": 0, "c": -1}, "2": {"d": 0}, "3": {"e": 1}, "4": {"f": 1}, "5": {"g": 1}},
    runs={
        ("north", "early"): {"1": ["c", "x", "a", "b"], "2": ["d"], "3": ["z"]},
        ("north", "late"): DEEP,
        ("south", "nothing"): {"2": ["d"]},
        ("south", "many"): {"1": ["a"], "3": ["x", "e"], "4": ["x", "y", "z", "f"], "5": ["x", "y", "g"]},
    },
    metrics=("AP", "RR", "RBP(p=0.5)"),
    official="AP",
)


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> dict[str, FirstScores | None]:
    outcome, _ = evaluate_campaign(SMALL.write(tmp_path_factory.mktemp("campaigns") / "small"))
    return {run.submission.name: run.first_scores for task in outcome.tasks for run in task.runs}


def test_scores_of_documents_by_hand(small):
    found = small["early"]
    assert (found.topic, found.results, found.chosen_by) == ("1", 4, "AP")
    assert found.places == (("c", ""), ("x", ""), ("a", ""), ("b", ""))
    np.testing.assert_array_equal(found.judgements["grade"], [-1, np.nan, 2, 0])
    assert found.scores.tolist() == [
        [0, 0, pytest.approx(1 / 3), pytest.approx(1 / 3)],
        [0, 0, pytest.approx(1 / 3), pytest.approx(1 / 3)],
        [0, 0, 0.125, 0.125],
    ]


def test_the_topic_has_a_medium_score(small):
    """Of 1, 0, 1/2, 1/4 and 1/3; and of scores whose median is 0, the topic that has one."""
    assert small["many"].topic == "5"
    assert small["early"].topic == "1"


def test_a_run_without_a_score_after_its_first_results_has_none(small):
    """Its relevant document is at rank 11, or its only topic has none."""
    assert small["late"] is None
    assert small["nothing"] is None


def judged_of(folder: Path, task: str, name: str) -> FirstScores:
    outcome, _ = evaluated_sample(folder)
    tasks = {one.task.name: one for one in outcome.tasks}
    return next(run.first_scores for run in tasks[task].runs if run.submission.name == name)


def test_what_was_judged_of_elements(sample_campaign: Path):
    folder = sample_campaign.with_name("sample-2004")
    found = judged_of(folder, "CO", "south-propagated")
    file = folder / "assessments" / "official" / f"topic-{found.topic}.xml"
    grades = {
        (article.get("name"), element.get("path")): (
            float(element.get("exhaustiveness")),
            float(element.get("specificity")),
        )
        for article in etree.parse(file).getroot()
        for element in article
    }
    assert list(found.judgements) == ["exhaustivity", "specificity"]
    judged = zip(found.places, *found.judgements.values(), strict=True)
    assert all(
        grades.get(place, (np.nan, np.nan)) == pytest.approx(given, nan_ok=True) for place, *given in judged
    )
    assert found.judgements["exhaustivity"][:7].tolist() == [2, 2, 3, 3, 0, 0, 3]


def test_what_was_judged_of_passages(sample_campaign: Path):
    """Line 16 of the assessments: article 11886 has 359 highlighted characters, all in its first section."""
    passages = judged_of(sample_campaign, "Focused", "north-sections")
    assert list(passages.judgements) == ["characters", "highlighted"]
    assert passages.judgements["characters"][:3].tolist() == [372, 400, 473]
    assert passages.judgements["highlighted"][:3].tolist() == [359, 387, 460]
    entry_points = judged_of(sample_campaign, "BestInContext", "north-sections")
    assert list(entry_points.judgements) == ["distance"]
    assert entry_points.judgements["distance"][:3].tolist() == [0, 0, 0]
