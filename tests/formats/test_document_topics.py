"""Topics of a campaign of documents: without a statement, with other zeros than runs, of single tasks."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from drawn_pages import drawn_pages

from inexreport.building.checking import check_campaign
from inexreport.errors import CampaignRefusedError
from inexreport.formats.campaign_directory import read_campaign
from inexreport.model.problem import Problem
from inexreport.model.topic import Topic
from tests.building.document_campaigns import LANGUAGES, TOPICS, prefix_topics, write_languages

Only = Callable[..., Problem]

SETTINGS = 'title = "Documents"\nyear = 2020\nprotocol = "trec"\n'
QRELS = "51 0 a 1\n51 0 b 0\n52 0 a 2\n"
RUN = "51 Q0 a 1 0.5 mine\n52 Q0 a 1 0.5 mine\n"


@pytest.fixture
def documents(tmp_path: Path) -> Callable[..., Path]:
    """Write a campaign of documents with these topics, qrels and run."""

    def write(topics: str = "", qrels: str = QRELS, run: str = RUN) -> Path:
        files = {
            "campaign.toml": SETTINGS,
            "topics/topics.tsv": topics,
            "assessments/official/qrels": qrels,
            "runs/mine.txt": run,
        }
        for place, text in files.items():
            path = tmp_path / "docs" / place
            path.parent.mkdir(parents=True, exist_ok=True)
            if text:
                path.write_text(text, encoding="utf-8")
        return tmp_path / "docs"

    return write


def test_judged_topics_need_no_statement(documents: Callable[..., Path], only: Only) -> None:
    campaign, problems = read_campaign(documents())
    assert problems == ()
    assert campaign.topics == {"51": Topic("51"), "52": Topic("52")}
    campaign, problems = read_campaign(documents("9\tunjudged\n52\tsecond\n"))
    assert [(topic.id, topic.title) for topic in campaign.topics.values()] == [
        ("9", "unjudged"),
        ("51", ""),
        ("52", "second"),
    ]
    assert "51" in only(problems, "assessments-topic-unknown").found


def test_their_pages_say_so(documents: Callable[..., Path]) -> None:
    campaign = documents('{"id": "52", "title": "second", "who <asks>": "a <b>vet</b>"}\n')
    without, with_one = drawn_pages(campaign, "topics/51.html", "topics/52.html")
    assert "The campaign has no statement of this topic." in without
    assert "no statement" not in with_one
    assert "<dt>who &lt;asks&gt;</dt><dd>a &lt;b&gt;vet&lt;/b&gt;</dd>" in with_one.replace("<wbr>", "")


@pytest.mark.parametrize(
    ("topics", "qrels"), [("51\ta\n52\tb\n", "051"), ("051\ta\n052\tb\n", "51"), ("51\ta\n52\tb\n", "0051")]
)
def test_assessments_that_match_only_without_zeros(
    documents: Callable[..., Path], only: Only, topics: str, qrels: str
) -> None:
    text = f"{qrels} 0 a 1\n{qrels} 0 b 0\n{qrels[:-1]}2 0 a 1\n"
    with pytest.raises(CampaignRefusedError) as refused:
        read_campaign(documents(topics, text))
    assert [problem.code for problem in refused.value.problems] == ["topic-zeros"]
    problem = only(refused.value.problems, "topic-zeros")
    assert (problem.file, problem.lines) == ("assessments/official/qrels", (1, 3))
    assert problem.found == f"topic “{qrels}” for “{topics.split(chr(9))[0]}” and 1 more"


@pytest.mark.parametrize("topics", ["", "51\ta\n52\tb\n"])
def test_runs_that_match_only_without_zeros(documents: Callable[..., Path], only: Only, topics: str) -> None:
    problems = check_campaign(documents(topics, run=RUN.replace("51", "051"))).problems
    assert [problem.code for problem in problems] == ["topic-zeros"]
    problem = only(problems, "topic-zeros")
    assert (problem.file, problem.lines, problem.is_error) == ("runs/mine.txt", (1,), True)
    problems = check_campaign(documents(topics, run=RUN.replace("5", "05"))).problems
    assert only(problems, "topic-zeros").lines == (1, 2)


def test_the_same_zeros_everywhere_are_no_problem(documents: Callable[..., Path]) -> None:
    directory = documents("051\ta\n52\tb\n", QRELS.replace("51", "051"), RUN.replace("51", "051"))
    assert check_campaign(directory).problems == ()


def test_identifiers_that_only_one_task_has_stay(tmp_path: Path, only: Only) -> None:
    directory = write_languages(tmp_path / "campaign")
    qrels = directory / "assessments/ru/qrels.txt"
    prefix_topics([directory / "topics/ru/topics.tsv", qrels], "r")
    qrels.write_text(f"{qrels.read_text()}1 0 ru10 1\n")
    found, problems = read_campaign(directory)
    assert [*found.topics] == ["1", "2", "3", "r1", "r2", "r3"]
    assert [*found.of_task("ru").topics] == ["r1", "r2", "r3"]
    problem = only(problems, "assessments-topic-unasked")
    assert (problem.file, problem.found) == ("assessments/ru", "topic “1”")
    assert len(found.assessments.topics["1"].articles) == LANGUAGES["fa"]


def test_an_identifier_like_that_of_a_tasks_topic_is_refused(tmp_path: Path) -> None:
    directory = write_languages(tmp_path / "campaign")
    (directory / "topics" / "more.tsv").write_text("fa/1\tbread\n")
    with pytest.raises(CampaignRefusedError) as refusal:
        read_campaign(directory)
    (problem,) = (one for one in refusal.value.problems if one.code == "topic-id-twice")
    assert problem.found == "topic “fa/1” twice"


def test_tasks_may_share_assessments_and_have_pools(tmp_path: Path) -> None:
    """As with topics in several languages for the same documents."""
    directory = write_languages(tmp_path / "campaign")
    settings = directory / "campaign.toml"
    settings.write_text(settings.read_text().replace('assessments = "ru"', 'assessments = "fa"'))
    shutil.rmtree(directory / "assessments" / "ru")
    shutil.copytree(directory / "assessments" / "fa", directory / "assessments" / "model")
    (directory / "pools" / "ru").mkdir(parents=True)
    (directory / "pools" / "ru" / "pool.tsv").write_text("topic\tdocument\n1\tfa10\n")
    found, _ = read_campaign(directory)
    for task in LANGUAGES:
        topics = found.of_task(task).assessments.topics
        assert {one: len(judged.articles) for one, judged in topics.items()} == {
            f"{task}/{topic}": 12 for topic in TOPICS
        }
    assert [{*judge.topics} for judge in found.judges] == [{*found.topics}]
    assert [*(found.pools or {})] == ["ru/1"]
