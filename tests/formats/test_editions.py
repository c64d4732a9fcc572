"""What earlier editions published is read back, and every mistake is reported with a remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from edition_folders import FILES, name_editions

from inexreport.formats.campaign_directory import examine_campaign
from inexreport.formats.published_results import read_results
from inexreport.model.edition import Edition
from tests.hostile.campaigns import write_campaign

FIRST, SECOND = "2025-12-01", "2026-03-15"
RECORD = {
    "audience": "public",
    "title": "A campaign",
    "format_version": 1,
    "tasks": [{"name": "Focused", "official": "MAiP", "metrics": ["MAiP"], "best": None}],
    "inputs": [{"file": "campaign.toml", "sha256": "0" * 64}],
    "parameters": {"Focused": {"cutoff": 1500}},
}
CONTENTS = {
    "campaign.json": json.dumps(RECORD),
    "runs.csv": "task,run,sha256,official_rank\nFocused,a,00,1\n",
    "scores.csv": "task,run,metric,topic,score\nFocused,a,MAiP,all,0.5\n",
    "topics.csv": 'topic,title\n1,"one, two"\n',
}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    directory = write_campaign(tmp_path / "campaign", "2009")
    name_editions(directory, (FIRST, ""), (SECOND, "Corrected."))
    folder = directory / "editions" / FIRST
    folder.mkdir(parents=True)
    for name, content in CONTENTS.items():
        (folder / name).write_text(content)
    return directory


def found(directory: Path) -> list[tuple[str, str, str]]:
    return [(one.code, one.place, one.found) for one in examine_campaign(directory)[1]]


def test_an_earlier_edition_is_read(campaign: Path) -> None:
    read, problems = examine_campaign(campaign)
    assert problems == ()
    first, second = read.editions
    assert second == Edition(SECOND, "Corrected.")
    assert (first.date, first.reason) == (FIRST, "")
    assert first.results is not None
    tables = {name: table.to_pylist() for name, table in first.results.tables.items()}
    assert tables["tasks"] == [{"task": "Focused", "official": "MAiP"}]
    assert tables["metrics"] == [{"task": "Focused", "metric": "MAiP"}]
    assert first.results.settings == {"title": '"A campaign"', "parameters.Focused.cutoff": "1500"}
    assert first.results.inputs == {"campaign.toml": "0" * 64}
    assert tables["topics"] == [{"topic": "1", "title": "one, two"}]
    files = [one.file for one in read.inputs if one.file.startswith("editions/")]
    assert files == sorted(f"editions/{FIRST}/{name}" for name in FILES)


def test_a_campaign_may_name_its_only_edition(tmp_path: Path) -> None:
    directory = write_campaign(tmp_path / "campaign", "2009")
    name_editions(directory, (FIRST, ""))
    read, problems = examine_campaign(directory)
    assert (read.editions, problems) == ((Edition(FIRST),), ())


def test_a_missing_edition_is_an_error_that_says_what_to_copy(campaign: Path) -> None:
    for name in FILES[1:]:
        (campaign / "editions" / FIRST / name).unlink()
    assert found(campaign) == [
        ("edition-missing", f"editions/{FIRST}", "no runs.csv, scores.csv, topics.csv")
    ]
    problem = examine_campaign(campaign)[1][0]
    assert problem.is_error
    assert "Copy campaign.json, runs.csv, scores.csv and topics.csv" in problem.remedy


def test_all_unreadable_files_are_reported_at_once(campaign: Path) -> None:
    folder = campaign / "editions" / FIRST
    (folder / "campaign.json").write_text("{")
    (folder / "runs.csv").write_text("task,run,sha256\n")
    (folder / "scores.csv").write_text("task,run,metric,topic,score\nFocused,a,MAiP,all\n")
    (folder / "topics.csv").write_bytes(b"topic\n\xff\n")
    assert found(campaign) == [
        ("edition-unreadable", f"editions/{FIRST}/campaign.json", "no JSON"),
        ("edition-unreadable", f"editions/{FIRST}/runs.csv", "no column official_rank"),
        ("edition-unreadable", f"editions/{FIRST}/scores.csv", "4 values in row 1 below the header"),
        ("edition-unreadable", f"editions/{FIRST}/topics.csv", "no comma-separated values in UTF-8"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("campaign.json", "[" * 100_000, "no JSON"),
        ("campaign.json", "[]", "no record of a campaign: it is not as inexreport writes it"),
        (
            "campaign.json",
            json.dumps(RECORD | {"tasks": [{"name": "Focused", "official": 3, "metrics": []}]}),
            "no record of a campaign: tasks.0.official is not as inexreport writes it",
        ),
        ("scores.csv", "", "no comma-separated values in UTF-8"),
        ("scores.csv", CONTENTS["scores.csv"].replace("0.5", "high"), "“high” in row 1 below the header"),
        ("scores.csv", CONTENTS["scores.csv"].replace("0.5", "nan"), "“nan” in row 1 below the header"),
        ("runs.csv", CONTENTS["runs.csv"].replace("00,1", "00,first"), "“first” in row 1 below the header"),
    ],
)
def test_damaged_files(name: str, content: str, problem: str) -> None:
    contents = {one: text.encode() for one, text in (CONTENTS | {name: content}).items()}
    assert read_results(contents) == (None, {name: problem})


def test_invisible_characters_do_not_reach_pages() -> None:
    scores = CONTENTS["scores.csv"].replace(",a,", ",a\x1b[31m\u202e,")
    results, problems = read_results(
        {name: text.encode() for name, text in (CONTENTS | {"scores.csv": scores}).items()}
    )
    assert problems == {}
    assert results is not None
    assert results.tables["scores"]["run"].to_pylist() == ["a�[31m�"]


def test_what_was_for_a_participant_is_not_published(campaign: Path) -> None:
    record = json.dumps(RECORD | {"audience": "participant:12"})
    (campaign / "editions" / FIRST / "campaign.json").write_text(record)
    assert found(campaign) == [
        (
            "edition-unreadable",
            f"editions/{FIRST}/campaign.json",
            "results for the audience “participant:12”",
        )
    ]


def test_other_files_and_folders_get_a_warning(campaign: Path) -> None:
    (campaign / "editions" / SECOND).mkdir()
    (campaign / "editions" / "notes.txt").write_text("")
    (campaign / "editions" / FIRST / "curves.csv").write_text("")
    assert found(campaign) == [
        ("file-unknown", f"editions/{SECOND}", "a folder"),
        ("file-unknown", "editions/notes.txt", "a file"),
        ("file-unknown", f"editions/{FIRST}/curves.csv", "a file"),
    ]


def test_a_link_is_not_followed(campaign: Path, tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text(CONTENTS["scores.csv"])
    inside = campaign / "editions" / FIRST / "scores.csv"
    inside.unlink()
    inside.symlink_to(tmp_path / "scores.csv")
    assert [one[:2] for one in found(campaign)] == [("link-outside-folder", f"editions/{FIRST}/scores.csv")]


@pytest.mark.parametrize(
    ("editions", "code", "line", "message"),
    [
        ([("2026-03-15", ""), ("2026-03-15", "x")], "campaign-value-wrong", 12, "a date after 2026-03-15"),
        ([("2026-03-15", ""), ("2025-01-01", "x")], "campaign-value-wrong", 12, "a date after 2026-03-15"),
        ([("2025-12-01", ""), ("2026-03-15", "")], "campaign-key-missing", 11, "a line reason = ..."),
        ([('"2025-12-01"', "")], "campaign-value-wrong", 9, "a date without quotation marks"),
        ([("2025-12-01T10:00:00", "")], "campaign-value-wrong", 9, "a date without quotation marks"),
        ([("2025-12-01", "a\x00b")], "campaign-value-wrong", 10, "visible letters"),
    ],
)
def test_mistakes_in_campaign_toml(
    tmp_path: Path, editions: list[tuple[str, str]], code: str, line: int, message: str
) -> None:
    directory = write_campaign(tmp_path / "campaign", "2009")
    name_editions(directory, *editions)
    problem, *_ = examine_campaign(directory)[1]
    assert (problem.code, problem.line) == (code, line)
    assert message in problem.expected
