"""What runs.csv states: it decides, it is never stale, and runs without a rank are in no statistic."""

from __future__ import annotations

import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from described_campaign import TABLE, write_described
from drawn_pages import drawn_pages, pages_of
from evaluated_samples import cached
from lxml import html
from part_of_2006 import copy_part
from pooling_campaigns import scores_alone

from inexreport.building import run_evaluation
from inexreport.building.build import build
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import evaluate_campaign, score_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.errors import CampaignRefusedError
from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.rendering.site import public_site
from inexreport.report.audience import parse_audience
from inexreport.report.campaign_record import input_files
from inexreport.report.tables.published import TABLES, published
from inexreport.report.tables.scores import MEDIANS, RUNS
from inexreport.subjects.assessment_sets import ASSESSMENT_VARIANTS
from inexreport.subjects.curves import MEDIAN_CURVES
from inexreport.subjects.likely_causes import TOPIC_MEDIANS
from inexreport.subjects.topics import DIFFICULTY

from .test_incremental import everything

OF_RANKED_RUNS = [
    MEDIANS,
    MEDIAN_CURVES,
    DIFFICULTY,
    TOPIC_MEDIANS,
    ASSESSMENT_VARIANTS,
    *(
        table
        for table in TABLES
        if table.name.startswith(("run_group", "task_pair", "topic_subset", "topic_influence"))
        or table.name in ("efficiency", "correlations", "significance", "intervals", "swap_errors")
    ),
]
"""Tables with nothing but statistics of ranked runs."""

RANKED = {"good": 1, "fair": 2, "poor": 3}


def runs_of(outcome: CampaignOutcome) -> dict[str, RunOutcome]:
    return {run.submission.name: run for task in outcome.tasks for run in task.runs}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return write_described(tmp_path / "documents")


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> CampaignOutcome:
    """Of the campaign as it is. Read only."""
    return evaluate_campaign(write_described(tmp_path_factory.mktemp("evaluated") / "documents"))[0]


def test_what_is_stated_is_known_of_the_runs(outcome: CampaignOutcome) -> None:
    best, fair = (runs_of(outcome)[name].submission for name in ("best", "fair"))
    assert (best.participant, best.standing, best.contributed) == ("Harbour", "baseline", False)
    assert (best.description, best.run_id) == ("Made by hand", "tag8")
    assert fair.facets == {"type": "automatic", "contributed": "yes", "GPU": "one"}
    assert (fair.description, fair.contributed) == ("", True)


def test_runs_of_another_standing_have_scores_and_no_rank(outcome: CampaignOutcome) -> None:
    rows = RUNS.build(outcome).to_pylist()
    assert {row["run"]: row["official_rank"] for row in rows if row["official_rank"]} == RANKED
    assert {row["run"]: row["standing"] for row in rows} == {
        "best": "baseline",
        "good": "official",
        "fair": "official",
        "poor": "official",
        "slow": "late",
    }
    best = next(row for row in rows if row["run"] == "best")
    assert (best["official_score"], best["topics_counted"], best["status"]) == (1.0, 8, "evaluated")


def test_statistics_are_those_of_a_campaign_without_these_runs(
    outcome: CampaignOutcome, tmp_path: Path
) -> None:
    without = write_described(tmp_path / "without", without=("best", "slow"))
    assert_same_statistics(outcome, evaluate_campaign(without)[0])


def test_so_they_are_in_a_campaign_of_elements(sample_campaign: Path, tmp_path: Path) -> None:
    described, without = (
        copy_part(sample_campaign, tmp_path / name, ["Focused", "Thorough"], runs=6, topics=3)
        for name in ("described", "without")
    )
    (described / "runs.csv").write_text(
        "run,task,status\nspecimen-overlap,Focused,reference\nsouth-propagated,Thorough,unofficial\n"
    )
    (without / "runs" / "Focused" / "specimen-overlap.xml").unlink()
    (without / "runs" / "Thorough" / "south-propagated.xml.gz").unlink()
    with scores_alone():  # statistics are computed where they are compared
        ours, expected = (evaluate_campaign(one)[0] for one in (described, without))
    thorough = next(task for task in ours.tasks if task.task.name == "Thorough")
    (propagated,) = (run for run in thorough.runs if run.submission.name == "south-propagated")
    assert propagated.submission.standing == "unofficial"
    assert_same_statistics(ours, expected)


def assert_same_statistics(ours: CampaignOutcome, expected: CampaignOutcome) -> None:
    assert len(OF_RANKED_RUNS) > 12
    filled = 0
    for table in OF_RANKED_RUNS:
        filled += table.build(expected).num_rows > 0
        assert table.build(ours).equals(table.build(expected)), table.name
    assert filled > 5


def text_of(page: str) -> str:
    return html.fromstring(page).text_content()


BEST = "runs/adhoc/best.html"


def test_a_task_without_a_ranked_run_is_published(tmp_path: Path) -> None:
    table = "run,status\n" + "".join(f"{name},late\n" for name in ("best", "good", "fair", "poor", "slow"))
    task, best = drawn_pages(write_described(tmp_path / "documents", table), "tasks/adhoc.html", BEST)
    assert "No run of this task is ranked." in task
    assert "not ranked: late" in text_of(best)


def test_marks_are_shown_to_participants(campaign: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    audience = parse_audience("participant:Harbour")
    folder = site / build(campaign, site, audience=audience, resources=cached()).site
    assert "This run is not ranked: baseline." in text_of((folder / BEST).read_text("utf-8"))
    shown = (file for file in folder.rglob("*") if file.suffix in (".html", ".csv", ".json", ".js"))
    texts = [file.read_text("utf-8") for file in shown]
    # Nor what the organisers state, which may name anybody.
    assert not any(name in text for text in texts for name in ("Lighthouse", "Came later", "Made by hand"))
    assert not (folder / "data" / "facets.csv").exists()


def test_marks_are_shown_to_organisers(campaign: Path) -> None:
    outcome, prepared = evaluate_campaign(campaign)
    site = public_site(outcome, prepared.metrics, parse_audience("organisers"))
    pages = pages_of(site, BEST, "tasks/adhoc.html")
    assert "This run is not ranked: baseline." in text_of(pages[BEST])
    assert "Made by hand" in pages[BEST]
    (facets,) = (table.build(outcome).to_pylist() for table in site.tables if table.name == "facets")
    first, *others = (tuple(row.values()) for row in facets)
    assert [*facets[0]] == ["task", "run", "facet", "value"]
    assert first == ("adhoc", "best", "type", "manual")
    assert ("adhoc", "slow", "GPU", "one") in others
    # Runs in the order of the table: good, fair, poor, best, slow; filters: participant, status,
    # type, contributed, GPU.
    places = re.findall('data-places="([^"]*)"', pages["tasks/adhoc.html"])
    assert [row.split() for row in places] == [
        ["0", "2", "0", "1", "0"],
        ["1", "2", "0", "1", "1"],
        ["1", "2", "1", "0", "1"],
        ["0", "0", "1", "0", "–"],
        ["1", "1", "0", "0", "1"],
    ]


def test_a_stated_participant_counts_and_a_contradiction_is_a_warning(campaign: Path) -> None:
    (campaign / "runs" / "adhoc" / "Other").mkdir()
    for name in ("fair", "poor"):
        file = campaign / "runs" / "adhoc" / f"{name}.txt"
        file.rename(file.parent / "Other" / file.name)
    (campaign / "runs.csv").write_text("run,participant\ngood,Harbour\nfair,Lighthouse\npoor,Other\n")
    runs = runs_of(score_campaign(campaign))
    assert [runs[name].submission.participant for name in ("best", "good", "fair", "poor")] == [
        "",
        "Harbour",
        "Lighthouse",
        "Other",
    ]
    assert {name: [one.code for one in run.problems] for name, run in runs.items()} == {
        "best": [],
        "good": [],
        "fair": ["run-table-participant"],
        "poor": [],
        "slow": [],
    }
    (problem,) = runs["fair"].problems
    assert (problem.found, problem.run, problem.is_error) == ("participant “Other”", "fair", False)


def test_names_that_collide_have_the_stated_participant(campaign: Path) -> None:
    (campaign / "runs" / "adhoc" / "x").mkdir()
    shutil.copy(campaign / "runs" / "adhoc" / "good.txt", campaign / "runs" / "adhoc" / "x" / "good.txt")
    (campaign / "runs.csv").write_text(
        "run,file,participant\ngood,runs/adhoc/good.txt,A\ngood,runs/adhoc/x/good.txt,B\n"
    )
    assert {"A.good", "B.good"} < runs_of(score_campaign(campaign)).keys()


def test_a_changed_fact_is_never_stale_and_scores_nothing_again(
    campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inexreport.building.file_checksums.SETTLED_AFTER", 0)
    cached, pages = Resources(cache=Cache(tmp_path / "cache")), ("tasks/adhoc.html", BEST, "index.html")
    drawn_pages(campaign, *pages, resources=cached)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a run was evaluated again")

    changes = {"baseline": "official", "Weighted terms": "Other words", "none": "two", "Harbour": "Quay"}
    for before, after in changes.items():
        (campaign / "runs.csv").write_text(TABLE.replace(before, after))
        with monkeypatch.context() as patch:
            patch.setattr(run_evaluation, "evaluate_run", refuse)
            with scores_alone():
                found, _ = evaluate_campaign(campaign, resources=cached)
            drawn = drawn_pages(campaign, *pages, resources=cached) if before == "baseline" else None
        with scores_alone():
            assert everything(found) == everything(evaluate_campaign(campaign)[0]), before
        assert drawn in (None, drawn_pages(campaign, *pages)), before


def test_changed_metadata_beside_a_run_are_never_stale(campaign: Path, tmp_path: Path) -> None:
    cache, file = Cache(tmp_path / "cache"), campaign / "runs" / "adhoc" / "good.yml"
    for value in ("first", "second"):
        file.write_text(f"method: {value}\n")
        with scores_alone():
            outcome, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
        assert runs_of(outcome)["good"].submission.facets["ir_metadata.method"] == value
        recorded = {one.file: one.sha256 for one in input_files(outcome)}
        assert recorded["runs/adhoc/good.yml"] == sha256(file.read_bytes()).hexdigest()
    assert len(recorded) == 3 + 5 + 1  # settings, judgements and runs.csv; runs; metadata


@pytest.mark.parametrize("row", ["best,,baseline", "bets,,winner", "best,1,late\nbest,,late"])
def test_errors_of_the_table_refuse_the_campaign(campaign: Path, row: str) -> None:
    (campaign / "runs.csv").write_text(f"run,note,status\n{row}\n")
    refused = row != "best,,baseline"
    assert check_campaign(campaign).refused is refused
    if refused:
        with pytest.raises(CampaignRefusedError):
            evaluate_campaign(campaign)


def test_no_table_of_facets_is_published_where_nothing_is_stated(tmp_path: Path) -> None:
    with scores_alone():
        outcome, _ = evaluate_campaign(write_described(tmp_path / "documents", ""))
    assert "facets" not in {table.name for table in published(TABLES, outcome)}
