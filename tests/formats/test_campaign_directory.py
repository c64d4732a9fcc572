from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.formats.campaign_directory import read_campaign
from inexreport.model.problem import Problem

Only = Callable[..., Problem]


def refusal(directory: Path) -> tuple[Problem, ...]:
    with pytest.raises(CampaignRefusedError) as error:
        read_campaign(directory)
    return error.value.problems


def test_a_small_campaign(directory: Path) -> None:
    (directory / "about.md").write_text("# Hello\n", encoding="utf-8")
    (directory / "topics" / "more").mkdir()
    (directory / "topics" / "more" / "9.xml").write_text(
        '<inex_topic topic_id="9"><title>a</title></inex_topic>'
    )
    campaign, problems = read_campaign(directory)
    assert problems == ()
    assert (campaign.slug, campaign.title, campaign.year) == ("sample", "A campaign", 2009)
    assert list(campaign.topics) == ["9", "2009001", "2009002", "2009010"]
    assert list(campaign.assessments.topics) == ["2009001", "2009002"]
    assert campaign.assessments.judge == "official"
    assert campaign.about == "# Hello\n"
    assert [read.file for read in campaign.inputs] == [
        "about.md",
        "assessments/official/2009.qrels",
        "campaign.toml",
        "topics/more/9.xml",
        "topics/topics.xml",
    ]
    data = (directory / "campaign.toml").read_bytes()
    assert campaign.inputs[2].sha256 == hashlib.sha256(data).hexdigest()


def test_what_is_no_campaign_directory(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no campaign\.toml"):
        read_campaign(tmp_path)
    with pytest.raises(UsageError, match="no directory"):
        read_campaign(tmp_path / "absent")


def test_all_errors_of_all_files_are_reported_at_once(directory: Path) -> None:
    (directory / "campaign.toml").write_text("title = 5\n")
    (directory / "topics" / "bad.xml").write_text("<inex_topic>")
    (directory / "assessments" / "official" / "bad.qrels").write_text("1 Q0 a x 5\n")
    (directory / "stray").write_text("")
    problems = refusal(directory)
    assert {(problem.file, problem.code) for problem in problems} == {
        ("campaign.toml", "campaign-value-wrong"),
        ("campaign.toml", "campaign-key-missing"),
        ("topics/bad.xml", "xml-not-well-formed"),
        ("assessments/official/bad.qrels", "assessments-number"),
        ("stray", "file-unknown"),
    }


def test_unknown_files_are_never_passed_over_in_silence(directory: Path) -> None:
    (directory / "p").write_text("9\n")
    (directory / "Runs").mkdir()
    (directory / "topics" / "topic.dtd").write_text("<!ELEMENT a ANY>")
    (directory / "topics" / "README").write_text("Topics.")
    (directory / "assessments" / "x.qrels").write_text("")
    for hidden in (".DS_Store", "topics/.gitkeep", "assessments/official/.hidden", "Thumbs.db"):
        (directory / hidden).write_text("?")
    _, problems = read_campaign(directory)
    assert {problem.code for problem in problems} == {"file-unknown"}
    assert sorted(problem.file for problem in problems) == [
        "Runs",
        "assessments/x.qrels",
        "p",
        "topics/README",
        "topics/topic.dtd",
    ]


def test_missing_topics_and_assessments(directory: Path, only: Only) -> None:
    (directory / "topics" / "topics.xml").unlink()
    (directory / "assessments" / "official" / "2009.qrels").write_text("")
    (directory / "topics" / "README").write_text("Topics.")
    problems = refusal(directory)
    only(problems, "topics-missing")
    only(problems, "assessments-missing")


def test_a_topic_in_two_files(directory: Path, only: Only) -> None:
    (directory / "topics" / "zz.xml").write_text(
        '\n<inex_topic topic_id="2009002"><title>a</title></inex_topic>'
    )
    problem = only(refusal(directory), "topic-id-twice")
    assert problem.place == "topics/zz.xml:2"
    assert "topics/topics.xml:4" in problem.found


def test_an_assessed_topic_without_statement(directory: Path, only: Only) -> None:
    with (directory / "assessments" / "official" / "2009.qrels").open("a") as file:
        file.write("77 Q0 a 0 5\n")
    campaign, problems = read_campaign(directory)
    assert "77" in only(problems, "assessments-topic-unknown").found
    assert "77" in campaign.assessments.topics


def test_assessments_in_another_format(directory: Path, only: Only) -> None:
    (directory / "assessments" / "official" / "x.xml").write_text("<html/>")
    problem = only(refusal(directory), "assessments-format-unknown")
    assert problem.file == "assessments/official/x.xml"


JUDGED = """<assessments topic="{}">
<file file="12"><element path="/article[1]" E="1" size="9" rsize="5"/></file></assessments>"""


def test_official_assessments_in_nested_folders(directory: Path) -> None:
    official = directory / "assessments" / "official"
    (official / "2009.qrels").unlink()
    for pool, topic in (("b/pool-2", "2009001"), ("a/topics/pool-1", "2009002")):
        (official / pool).parent.mkdir(parents=True)
        (official / f"{pool}.xml").write_text(JUDGED.format(topic), encoding="utf-8")
    campaign, problems = read_campaign(directory)
    assert problems == ()
    assert list(campaign.assessments.topics) == ["2009002", "2009001"]
    assert (campaign.judges, campaign.pools) == ((), None)


def test_other_judges(directory: Path, only: Only) -> None:
    for judge in ("second", "empty", "links-removed"):
        (directory / "assessments" / judge).mkdir()
    (directory / "assessments" / "second" / "1.xml").write_text(JUDGED.format("2009001"))
    (directory / "assessments" / "links-removed" / "1.qrels").write_text("77 Q0 a 0 5\n")
    campaign, problems = read_campaign(directory)
    assert [judge.judge for judge in campaign.judges] == ["links-removed", "second"]
    assert campaign.judges[1].topics["2009001"].relevant_characters.tolist() == [5]
    assert only(problems, "assessments-topic-unknown").file == "assessments/links-removed"
    assert "assessments/second/1.xml" in [read.file for read in campaign.inputs]
    (directory / "assessments" / "second" / "1.xml").write_text("<assessments>")
    assert only(refusal(directory), "xml-not-well-formed").file == "assessments/second/1.xml"


def test_pools(directory: Path, only: Only) -> None:
    (directory / "pools").mkdir()
    assert read_campaign(directory)[0].pools is None
    (directory / "pools" / "1.xml").write_text(
        '<pool topic="2009001"><file file="7"><path path="/article[1]"/></file></pool>'
    )
    pools = read_campaign(directory)[0].pools
    assert pools is not None
    assert pools["2009001"].elements == {("7", "/article[1]")}
    (directory / "pools" / "2.xml").write_text("<pool/>")
    assert only(refusal(directory), "pool-incomplete").file == "pools/2.xml"


def test_links_are_followed_inside_only(directory: Path, only: Only, tmp_path: Path) -> None:
    outside = tmp_path / "outside.xml"
    outside.write_text('<inex_topic topic_id="1"><title>a</title></inex_topic>')
    (directory / "topics" / "out.xml").symlink_to(outside)
    (directory / "topics" / "loop.xml").symlink_to("loop.xml")
    problems = refusal(directory)
    assert sorted(problem.file for problem in problems) == ["topics/loop.xml", "topics/out.xml"]
    assert {problem.code for problem in problems} == {"link-outside-folder"}


def test_links_between_folders_of_inputs_are_refused(directory: Path) -> None:
    (directory / "assessments" / "second").mkdir()
    (directory / "assessments" / "second" / "2009.qrels").symlink_to("../official/2009.qrels")
    (directory / "assessments" / "third").symlink_to("official")
    (directory / "pools").mkdir()
    (directory / "pools" / "topics.xml").symlink_to("../topics/topics.xml")
    run = directory / "runs" / "Focused" / "secret.xml"
    run.write_text("<inex-submission/>")
    (directory / "topics" / "run.xml").symlink_to(run)
    (directory / "topics" / "again").symlink_to(".")
    problems = refusal(directory)
    assert {problem.code for problem in problems} == {"link-outside-folder"}
    assert [problem.file for problem in problems] == [
        *("topics/again", "topics/run.xml"),
        *("assessments/second/2009.qrels", "assessments/third", "pools/topics.xml"),
    ]


def test_links_within_a_folder_are_followed(directory: Path) -> None:
    topics = directory / "topics"
    (topics / "topics.xml").rename(topics / ".all.xml")
    (topics / "topics.xml").symlink_to(".all.xml")
    assert len(read_campaign(directory)[0].topics) == 3


def test_order_and_names_do_not_depend_on_the_file_system(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read_campaign(directory)[0]
    listed = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda self: sorted(listed(self), reverse=True))
    second = read_campaign(directory)[0]
    assert (list(first.topics), first.inputs) == (list(second.topics), second.inputs)


def test_a_file_name_that_is_not_utf8(directory: Path) -> None:
    (directory / os.fsdecode(b"stray-\xff")).write_text("")
    _, problems = read_campaign(directory)
    assert [problem.file for problem in problems] == ["stray-\N{REPLACEMENT CHARACTER}"]


@pytest.mark.real_data
def test_real_campaign(real_data: Path, only: Only) -> None:
    campaign, problems = read_campaign(real_data / "inex-2009-adhoc")
    assert len(campaign.topics) == 115
    assert len(campaign.assessments.topics) == 68
    assert only(problems, "file-unknown").file == "p"
    assert len(problems) == 1
