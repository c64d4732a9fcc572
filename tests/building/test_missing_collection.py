"""A campaign without its documents still builds; what needs them says so, run by run."""

import shutil
from pathlib import Path

import pytest

from inexreport.building.evaluation import score_campaign
from inexreport.formats.element_index import index_documents

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """The sample campaign of 2006 with and without its documents and mean document length."""
    whole = ROOT / "campaigns" / "sample-2006"
    bare = Path(shutil.copytree(whole, tmp_path_factory.mktemp("bare") / "sample-2006"))
    shutil.rmtree(bare / "documents")
    settings = bare / "campaign.toml"
    lines = [
        line for line in settings.read_text().splitlines() if not line.startswith("mean_document_length")
    ]
    settings.write_text("\n".join(lines))
    return score_campaign(whole), score_campaign(bare)


def by_run(outcome, task):
    runs = next(one.runs for one in outcome.tasks if one.task.name == task)
    return {run.submission.name: run for run in runs if run.evaluated}


def test_what_needs_no_documents_is_the_same(outcomes):
    for task in ("Thorough", "Focused"):
        whole, bare = (by_run(outcome, task) for outcome in outcomes)
        for name, run in whole.items():
            assert bare[name].scores.by_topic == pytest.approx(run.scores.by_topic, nan_ok=True)


@pytest.mark.parametrize("task", ["AllInContext", "BestInContext"])
def test_every_run_that_needs_them_says_so(outcomes, task):
    _, bare = (by_run(outcome, task) for outcome in outcomes)
    for run in bare.values():
        (problem,) = (one for one in run.problems if one.code == "place-unknown")
        assert problem.count == len(problem.lines) > 0


def test_the_campaign_says_what_stands_in_for_the_mean_length(outcomes):
    whole, bare = outcomes
    assert "mean-length-missing" not in {problem.code for problem in whole.problems}
    (problem,) = (one for one in bare.problems if one.code == "mean-length-missing")
    assert "the judged articles have" in problem.found


def test_passages_without_a_place_are_reported(outcomes):
    _, bare = outcomes
    assert "passages-unlocated" in {problem.code for problem in bare.problems}


def test_a_table_of_the_documents_serves_as_well_as_they_do(outcomes, tmp_path):
    whole, _ = outcomes
    campaign = Path(shutil.copytree(ROOT / "campaigns" / "sample-2006", tmp_path / "sample-2006"))
    index_documents(campaign / "documents", campaign / "elements.parquet", "characters", 1)
    shutil.rmtree(campaign / "documents")
    tabled = score_campaign(campaign)
    for task in ("Thorough", "Focused", "AllInContext", "BestInContext"):
        expected, found = by_run(whole, task), by_run(tabled, task)
        assert expected.keys() == found.keys()
        for name, run in expected.items():
            assert found[name].scores.by_topic == pytest.approx(run.scores.by_topic, abs=0, nan_ok=True)
            # Where overlap is determined by paths, the table is asked for judged articles only.
            assert "place-unknown" not in {problem.code for problem in found[name].problems}
