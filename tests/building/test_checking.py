"""A check reports everything: what is wrong with runs too, whatever else is wrong in the campaign."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hostile.campaigns import HONEST_XML, write_campaign

import inexreport
from building.document_campaigns import SETTINGS
from building.document_campaigns import write_campaign as write_documents
from inexreport.building.checking import check_campaign
from inexreport.errors import CampaignRefusedError
from inexreport.formats.element_index import index_documents

OVERLAP = "2009001 Q0 851 1 2 S 0 5\n2009001 Q0 851 2 1 S 3 5\n"
UNKNOWN = "77 Q0 851 1 2 S 0 5\n"
GARBAGE = "no run\n"

RUN_ERRORS = {
    ("runs/Focused/garbage.run", "run-format-unknown"),
    ("runs/Focused/overlap.run", "overlap-not-allowed"),
}
UNKNOWN_TOPICS = ("runs/Focused/unknown.run", "run-topics-unknown")

Spoil = Callable[[Path], object]


def written(file: str, content: str) -> Spoil:
    def write(campaign: Path) -> None:
        path = campaign / file
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(content)

    return write


def replaced(file: str, old: str, new: str) -> Spoil:
    def write(campaign: Path) -> None:
        path = campaign / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return write


QRELS = "assessments/official/2009.qrels"
TOML = "campaign.toml"
OWN_METRIC = 'mean_document_length = 7000.0\n[tasks.Focused]\nofficial = "none"'

SPOILED: Mapping[str, tuple[Spoil, str, str, bool]] = {
    # What is done, where that is an error and which, and whether it is still known which topics there are.
    "topics": (replaced("topics/topics.xml", "</inex-topic-file>", ""), "", "xml-not-well-formed", False),
    "assessments": (replaced(QRELS, " 7 100", " x 100"), QRELS, "assessments-number", True),
    "no assessments": (
        lambda campaign: (campaign / QRELS).unlink(),
        "assessments/official",
        "assessments-missing",
        True,
    ),
    "judge": (written("assessments/b/1.qrels", "1\n"), "assessments/b/1.qrels", "", True),
    "pool": (written("pools/1.xml", "<pool/>"), "pools/1.xml", "pool-incomplete", True),
    "document": (written("documents/851.xml", "<a>"), "documents/851.xml", "xml-not-well-formed", True),
    "metric": (replaced(TOML, "mean_document_length = 7000.0", OWN_METRIC), TOML, "metric-unknown", True),
    "setting": (replaced(TOML, "year = 2009", 'year = "x"'), TOML, "campaign-value-wrong", True),
}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    directory = write_campaign(tmp_path / "campaign", "2009")
    for name, content in (("overlap", OVERLAP), ("unknown", UNKNOWN), ("garbage", GARBAGE)):
        (directory / "runs" / "Focused" / f"{name}.run").write_text(content)
    return directory


def found(campaign: Path) -> set[tuple[str, str]]:
    return {(problem.file, problem.code) for problem in check_campaign(campaign).problems}


def test_a_campaign_without_errors_of_its_own(campaign: Path) -> None:
    checked = check_campaign(campaign)
    assert not checked.refused
    errors = {(problem.file, problem.code) for problem in checked.problems if problem.is_error}
    assert errors == {*RUN_ERRORS, UNKNOWN_TOPICS}


@pytest.mark.parametrize("name", SPOILED)
def test_runs_are_checked_whatever_is_wrong_with_the_campaign(campaign: Path, name: str) -> None:
    spoil, file, code, knows_topics = SPOILED[name]
    spoil(campaign)
    checked = check_campaign(campaign)
    assert checked.refused
    errors = {(problem.file, problem.code) for problem in checked.problems if problem.is_error}
    own = {(place, kind) for place, kind in errors if not place.startswith("runs/")}
    assert any(place.startswith(file) and kind.startswith(code) for place, kind in own)
    assert errors - own == RUN_ERRORS | ({UNKNOWN_TOPICS} if knows_topics else set())
    # Nothing is said of the honest run, which is without a mistake.
    assert not [problem for problem in checked.problems if problem.file == "runs/Focused/honest.run"]
    with pytest.raises(CampaignRefusedError):
        inexreport.scores(campaign)


def test_all_is_reported_at_once(campaign: Path) -> None:
    for spoil, *_ in SPOILED.values():
        if spoil is not SPOILED["assessments"][0]:
            spoil(campaign)
    codes = {code for _, code in found(campaign)}
    assert codes >= {
        *("xml-not-well-formed", "assessments-missing", "pool-incomplete", "campaign-value-wrong"),
        *("run-format-unknown", "overlap-not-allowed"),
    }
    assert {"topics/topics.xml", "documents/851.xml", "assessments/b/1.qrels"} <= {
        file for file, _ in found(campaign)
    }


def test_without_settings_runs_are_checked_by_their_format(campaign: Path) -> None:
    (campaign / TOML).write_text("title = \n")
    (campaign / "documents").mkdir()
    (campaign / "documents" / "851.xml").write_text("<a>here</a>")
    for unit in ("bytes", "characters"):
        index_documents(campaign / "documents", campaign / "elements.parquet", unit)
        assert all(file != "elements.parquet" for file, _ in found(campaign))
    (campaign / "runs" / "Own task").mkdir()
    (campaign / "runs" / "Own task" / "a.run").write_text(GARBAGE)
    assert found(campaign) == {
        ("campaign.toml", "campaign-toml-syntax"),
        ("runs/Focused/garbage.run", "run-format-unknown"),
        UNKNOWN_TOPICS,
        ("runs/Own task/a.run", "run-format-unknown"),
        ("runs/Focused/overlap.run", "run-topic-without-results"),
    }


def test_elements_of_an_earlier_year(tmp_path: Path) -> None:
    directory = write_campaign(tmp_path / "campaign", "2006")
    (directory / "documents" / "2.xml").write_text("<article>")
    (directory / "runs" / "Focused" / "b.xml").write_text(HONEST_XML.replace("301", "302"))
    assert {(file, code) for file, code in found(directory) if file.startswith("runs/")} == {
        ("runs/Focused/b.xml", "run-topics-unknown")
    }


def test_the_commands_and_the_api_tell_the_same(campaign: Path) -> None:
    SPOILED["topics"][0](campaign)
    ended = subprocess.run(
        [sys.executable, "-m", "inexreport", "check", campaign, "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    reported = {(problem["file"], problem["code"]) for problem in json.loads(ended.stdout)["problems"]}
    frame = inexreport.check(campaign)
    assert reported == set(zip(frame.file, frame.code, strict=True)) == found(campaign)
    assert ("runs/Focused/garbage.run", "run-format-unknown") in reported


def test_a_submission_is_checked_whatever_is_wrong_with_the_campaign(campaign: Path) -> None:
    SPOILED["pool"][0](campaign)
    run = campaign / "runs" / "Focused" / "overlap.run"
    errors = inexreport.check(run, campaign).query("severity == 'error'")
    assert list(errors.code) == ["pool-incomplete", "overlap-not-allowed"]


def test_exceptions_name_every_error(campaign: Path) -> None:
    for number in range(9):
        (campaign / "topics" / f"{number}.xml").write_text("<a>\n<b></a>")
    (campaign / "stray").write_text("")
    with pytest.raises(CampaignRefusedError) as refused:
        inexreport.build(campaign, campaign.parent / "site")
    lines = str(refused.value).splitlines()
    assert lines[0] == "9 errors must be corrected first"
    assert lines[1].startswith("topics/0.xml:2: The file is not well-formed XML: found ")
    assert lines[1].endswith("[xml-not-well-formed]")
    assert [line.partition(":")[0] for line in lines[1:]] == [f"topics/{number}.xml" for number in range(9)]
    with pytest.raises(CampaignRefusedError, match=r"overlap.run:2: .*\[overlap-not-allowed\]"):
        inexreport.evaluate(
            campaign / "runs/Focused/overlap.run", write_campaign(campaign.parent / "other", "2009")
        )


def test_names_of_trec_eval_in_settings_are_answered_with_the_identifiers(tmp_path: Path) -> None:
    settings = f'{SETTINGS}[tasks.adhoc]\nofficial = "map"\nmetrics = ["nDCG@10", "ndcg_cut_20", "P_5"]\n'
    directory = write_documents(tmp_path / "campaign", settings=settings)
    (problem,) = (one for one in check_campaign(directory).problems if one.code == "metric-unknown")
    assert (problem.file, problem.line, problem.count) == ("campaign.toml", 5, 3)
    for name, identifier in (("map", "AP"), ("ndcg_cut_20", "nDCG@20"), ("P_5", "P@5")):
        assert f"there is no metric '{name}' ('{name}'); did you mean {identifier}?" in problem.found


def test_an_official_metric_that_ranks_no_runs_is_an_error(tmp_path: Path) -> None:
    settings = f'{SETTINGS}[tasks.adhoc]\nofficial = "Judged@10"\n'
    directory = write_documents(tmp_path / "campaign", settings=settings)
    (problem,) = (one for one in check_campaign(directory).problems if one.code == "campaign-value-wrong")
    assert (problem.file, problem.line) == ("campaign.toml", 5)
    assert "Judged@10" in problem.found
