"""Tasks with assessments and relevance levels of their own, against campaigns with such a task alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import ir_measures
import pandas as pd
import pytest
from drawn_pages import drawn_pages, pages_of

from inexreport import evaluate, verify
from inexreport.building.build import build
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.pool_files import make_pools
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.site import participant_site
from inexreport.report.embargo import view_for_participant
from inexreport.report.tables.published import TABLES, published
from inexreport.report.tables.scores import SCORES
from inexreport.subjects.agreement import AGREEMENT
from inexreport.subjects.judges import GRADE_AGREEMENT
from inexreport.subjects.topics import TOPICS as TOPIC_TABLE
from tests.building.document_campaigns import TOPICS, with_metrics, write_tasks

TASKS = {"docs": 12, "passages": 7}
OWN = {
    "docs": '[tasks.docs]\nassessments = "docs"\npool_depth = 4\n',
    "passages": '[tasks.passages]\nassessments = "passages"\npool_depth = 4\nrelevance_level = 2\n',
}
BOTH = "".join(OWN.values())
OF_TASKS = [f"{folder}/{task}.html" for folder in ("tasks", "pooling") for task in TASKS]
"""Pages of single tasks."""


def outcome_of(directory: Path) -> CampaignOutcome:
    return evaluate_campaign(directory)[0]


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tasks(tmp_path_factory.mktemp("both") / "campaign", TASKS, BOTH)


@pytest.fixture(scope="module")
def outcome(campaign: Path) -> CampaignOutcome:
    return outcome_of(campaign)


def test_qrels_of_two_collections_in_one_folder_are_refused_with_the_cure(tmp_path: Path) -> None:
    directory = write_tasks(tmp_path / "campaign", TASKS)
    official = directory / "assessments" / "official"
    official.mkdir()
    for task in TASKS:
        shutil.move(directory / "assessments" / task / "qrels.txt", official / f"{task}.txt")
        (directory / "assessments" / task).rmdir()
    (problem,) = [one for one in check_campaign(directory).problems if one.is_error]
    assert (problem.code, problem.file) == ("assessments-sets-mixed", "assessments/official/passages.txt")
    assert problem.found == (
        "3 topics of assessments/official/docs.txt, but 0 of the 21 documents judged here for them"
    )
    for task in TASKS:
        (directory / "assessments" / task).mkdir()
        shutil.move(official / f"{task}.txt", directory / "assessments" / task)
    official.rmdir()
    with (directory / "campaign.toml").open("a") as settings:
        settings.write(BOTH)
    assert not [one for one in check_campaign(directory).problems if one.is_error]


@pytest.mark.parametrize("task", TASKS)
def test_a_task_has_the_numbers_that_it_has_alone(
    outcome: CampaignOutcome, task: str, tmp_path: Path
) -> None:
    """In every published table that has a column for the task."""
    alone = outcome_of(
        write_tasks(
            tmp_path / "campaign",
            {task: TASKS[task]},
            OWN[task].replace(f'assessments = "{task}"\n', ""),
            official=task,
        )
    )
    compared = 0
    for table in published(TABLES, alone):
        expected, found = table.build(alone).to_pandas(), table.build(outcome).to_pandas()
        if "task" in expected and len(expected):
            found = found[found["task"] == task].reset_index(drop=True)
            pd.testing.assert_frame_equal(found, expected, check_dtype=False, obj=table.name)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("task", TASKS)
def test_scores_are_those_of_ir_measures_by_the_own_qrels(
    campaign: Path, outcome: CampaignOutcome, task: str
) -> None:
    scores = SCORES.build(outcome).to_pandas()
    scores = scores[(scores["task"] == task) & (scores["topic"] == "all")].set_index(["run", "metric"])[
        "score"
    ]
    qrels = list(ir_measures.read_trec_qrels(str(campaign / "assessments" / task / "qrels.txt")))
    for file in sorted((campaign / "runs" / task).rglob("*.txt")):
        names = ["nDCG@10", "AP", "P@5", "Rprec", "Judged@10"]
        measures = {name: ir_measures.parse_measure(name) for name in names}
        run = list(ir_measures.read_trec_run(str(file)))
        expected = ir_measures.calc_aggregate(list(measures.values()), qrels, run)
        for name, measure in measures.items():
            assert scores[file.stem, name] == pytest.approx(expected[measure], abs=1e-12), (file, name)
        own = evaluate(file, campaign)
        own = own[own["topic"] == "all"].set_index("metric")["score"]
        assert own["nDCG@10"] == scores[file.stem, "nDCG@10"]
        assert own["num_rel"] == sum(one.relevance >= (2 if task == "passages" else 1) for one in qrels)


def test_topics_count_the_documents_of_all_tasks(outcome: CampaignOutcome) -> None:
    """The grade of document i of topic t is i t modulo 4."""
    table = TOPIC_TABLE.build(outcome).to_pandas().set_index("topic")
    for topic in TOPICS:
        grades = {
            task: [number * int(topic) % 4 for number in range(judged)] for task, judged in TASKS.items()
        }
        relevant = sum(one >= 1 for one in grades["docs"]) + sum(one >= 2 for one in grades["passages"])
        assert table.loc[topic, ["judged_articles", "relevant_articles"]].tolist() == [19, relevant]


def test_a_relevance_level_of_a_task_needs_no_assessments_of_its_own(tmp_path: Path) -> None:
    directory = write_tasks(tmp_path / "campaign", {"docs": 12}, official="docs")
    shutil.copytree(directory / "runs" / "docs", directory / "runs" / "strict")
    with (directory / "campaign.toml").open("a") as settings:
        settings.write("[tasks.strict]\nrelevance_level = 3\n")
    found = outcome_of(directory)
    relevant = {one.task.name: one.relevant_articles.relevant_articles for one in found.tasks}
    # Grades of topics 1, 2 and 3: three documents of each grade, six of grades 0 and 2, three of each.
    assert {
        name: [len(one) for one in of] if isinstance(of[0], tuple) else list(of)
        for name, of in relevant.items()
    } == {
        "docs": [9, 6, 9],
        "strict": [3, 0, 3],
    }


def test_unjudged_pools_leave_out_what_is_judged_for_the_task(campaign: Path) -> None:
    pools, *_ = make_pools(campaign, "system", 20, unjudged=True)
    for task in TASKS:
        assert {name for one in pools[task].values() for name, _ in one.elements} == {
            f"x{topic}" for topic in TOPICS
        }


def test_a_judge_is_compared_with_the_task_whose_documents_it_judges(tmp_path: Path) -> None:
    directory = write_tasks(tmp_path / "campaign", TASKS, BOTH)
    for task in TASKS:
        shutil.copytree(directory / "assessments" / task, directory / "assessments" / f"model-{task}")
    found = outcome_of(directory)
    assert [judge.judge for judge in found.campaign.judges] == ["model-docs", "model-passages"]
    assert {one.task.name: [of.change for of in one.sets] for one in found.tasks} == {
        task: [f"model-{task}"] for task in TASKS
    }
    table = GRADE_AGREEMENT.build(found).to_pandas()
    pooled = table[(table["topic"] == "all") & (table["measure"] == "agreement")].set_index("judge")
    assert pooled["pairs"].to_dict() == {"model-docs": 36, "model-passages": 21}
    assert pooled["value"].tolist() == [1.0, 1.0]
    shared = AGREEMENT.build(found).to_pandas()
    assert len(shared) > 0
    assert (shared["union"] == shared["intersection"]).all(), (
        "documents of the other task are no disagreement"
    )


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ('[tasks.docs]\nassessments = "dosc"\n', "assessments/dosc"),
        ('[tasks.docs]\nassessments = "docs"\n[assessments.docs]\nscored = false\n', "the set"),
        ("[assessments.docs]\nrelevance_level = 2\n", "relevance_level only"),
    ],
)
def test_wrong_settings(settings: str, found: str, tmp_path: Path) -> None:
    directory = write_tasks(tmp_path / "campaign", {"docs": 5}, settings, official="")
    problems = [one for one in check_campaign(directory).problems if one.is_error]
    assert any(found in f"{one.file} {one.found} {one.expected}" for one in problems), problems


def test_sites_of_both_audiences_and_rebuilds(campaign: Path, tmp_path: Path) -> None:
    directory = shutil.copytree(campaign, tmp_path / "campaign")
    with_metrics(directory, "nDCG@10", "AP")
    cached, place = Resources(cache=Cache(tmp_path / "cache")), "topics/1.html"
    drawn_pages(directory, place, "topics/2.html", "index.html", *OF_TASKS, resources=cached)
    qrels = directory / "assessments" / "passages" / "qrels.txt"
    qrels.write_text(qrels.read_text().replace("2 0 passages21 2", "2 0 passages21 0"))
    build(directory, tmp_path / "site", resources=cached)
    assert verify(tmp_path / "site" / "campaign", campaign=directory).empty
    record = json.loads((tmp_path / "site" / "campaign" / "data" / "campaign.json").read_text())
    assert record["parameters"]["passages"]["relevance_level"] == 2
    topic = (tmp_path / "site" / "campaign" / place).read_text()
    assert "12 documents judged, 9 relevant" in topic
    assert "7 documents judged, 3 relevant" in topic
    outcome, prepared = evaluate_campaign(directory, resources=cached)
    own = participant_site(view_for_participant("east", outcome, prepared.metrics))
    assert "7 documents judged, 3 relevant" in pages_of(own, place)[place]
