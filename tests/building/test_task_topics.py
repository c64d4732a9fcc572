"""Tasks that call other topics the same, against campaigns with such a task alone."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from drawn_pages import pages_of

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
from inexreport.subjects.topics import TOPICS as TOPIC_TABLE
from tests.building.document_campaigns import LANGUAGES, TOPICS, prefix_topics, with_metrics, write_languages


def problems_of(directory: Path) -> dict[str, str]:
    return {
        one.code: f"{one.file}: {one.found}; {one.expected}" for one in check_campaign(directory).problems
    }


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_languages(tmp_path_factory.mktemp("both") / "campaign")


@pytest.fixture(scope="module")
def outcome(campaign: Path) -> CampaignOutcome:
    return evaluate_campaign(campaign)[0]


@pytest.mark.parametrize("task", LANGUAGES)
def test_a_task_has_the_numbers_that_it_has_alone(
    outcome: CampaignOutcome, task: str, tmp_path: Path
) -> None:
    """In every published table that has a column for the task, if files call the topics as the site does."""
    directory = write_languages(tmp_path / "campaign", {task: LANGUAGES[task]})
    prefix_topics([*directory.rglob("*.txt"), *directory.rglob("*.tsv")], f"{task}/")
    alone, compared = evaluate_campaign(directory)[0], 0
    for table in published(TABLES, alone):
        expected, found = table.build(alone).to_pandas(), table.build(outcome).to_pandas()
        if "task" in expected and len(expected):
            found = found[found["task"] == task].reset_index(drop=True)
            found["sha256"] = expected["sha256"] = ""  # of the files of runs, which differ here
            pd.testing.assert_frame_equal(found, expected, check_dtype=False, obj=table.name)
            compared += "topic" in expected
    assert compared > 8


def test_topics_are_those_of_all_tasks(outcome: CampaignOutcome) -> None:
    table = TOPIC_TABLE.build(outcome).to_pandas().set_index("topic")
    titles = {f"{task}/{topic}": f"query {topic} in {task}" for task in LANGUAGES for topic in TOPICS}
    assert table["title"].to_dict() == titles
    assert table["judged_articles"].tolist() == [12] * 3 + [7] * 3


def test_checks_and_commands_know_the_topics_of_the_task(tmp_path: Path) -> None:
    directory = write_languages(tmp_path / "campaign")
    assert problems_of(directory) == {}
    (directory / "topics" / "fa" / "more.tsv").write_text("4\tjudged by nobody\n")
    run = directory / "runs/ru/east/one.txt"
    run.write_text(f"{run.read_text()}4 Q0 ru40 1 2 one\nfa/1 Q0 ru41 1 2 one\n")
    found = problems_of(directory)
    assert found["run-topic-unknown"] == "runs/ru/east/one.txt: topic “4”, “fa/1”; a topic of the task ru"
    assert {*evaluate(run, directory)["topic"]} == {"all", "ru/1", "ru/2", "ru/3"}
    assert [*make_pools(directory, "system", 20)[0]["ru"]] == [*TOPICS]


def test_pages_have_the_text_the_documents_and_the_collection_of_their_task(tmp_path: Path) -> None:
    directory = write_languages(tmp_path / "campaign")
    with_metrics(directory, "nDCG@10", "AP")
    with (directory / "campaign.toml").open("a") as settings:
        for task, judged in LANGUAGES.items():
            facts = (
                f'name = "News {task}"\ndocuments = {judged}\ndocument_url = "https://{task}.org/{{docno}}"\n'
            )
            settings.write(f"[tasks.{task}.collection]\n{facts}")
    judged = {line.split()[2] for line in (directory / "assessments/ru/qrels.txt").read_text().splitlines()}
    (directory / "documents-ru.txt").write_text("\n".join(judged))
    assert problems_of(directory).keys() == {"run-documents-unknown"}
    cached = Resources(cache=Cache(tmp_path / "cache"))
    build(directory, tmp_path / "site", resources=cached)
    site = tmp_path / "site" / "campaign"
    assert verify(site, campaign=directory).empty
    record = json.loads((site / "data" / "campaign.json").read_text())
    assert record["task_collections"]["ru"]["documents"] == LANGUAGES["ru"]
    topics = {task: next((site / "topics").glob(f"{task}-1-*.html")) for task in LANGUAGES}
    places = {task: f"topics/{file.name}" for task, file in topics.items()}
    outcome, prepared = evaluate_campaign(directory, resources=cached)
    of_participant = participant_site(view_for_participant("east", outcome, prepared.metrics))
    own = pages_of(
        of_participant, "index.html", *places.values(), *(f"tasks/{one}.html" for one in LANGUAGES)
    )
    for pages in ({place: (site / place).read_text() for place in own}, own):
        assert "News fa, 12 documents" in pages["index.html"]
        for task, other in (("fa", "ru"), ("ru", "fa")):
            page = pages[places[task]]
            assert f"https://{task}.org/{task}11" in page
            assert f"{other}.org" not in page
            assert f"The collection is News {task} with" in pages[f"tasks/{task}.html"]
    for task, other in (("fa", "ru"), ("ru", "fa")):
        page = topics[task].read_text()
        assert f"Topic {task}/1: query 1 in {task}" in page
        assert f">{task}11<" in page
        assert f">{other}11<" not in page
