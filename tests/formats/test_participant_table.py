"""participants.csv: what it says, and every mistake in it with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from inexreport.formats.campaign_directory import examine_campaign
from inexreport.formats.participant_table import read_participants
from inexreport.formats.skeleton import write_skeleton
from inexreport.model.campaign import Participant
from inexreport.model.problem import ProblemLog


def test_every_column_but_the_id_may_be_missing() -> None:
    log = ProblemLog("participants.csv")
    read = read_participants(b"name, id ,contact\nNorth,11,a@b.example\n,unipd,\n", log)
    assert read == {"11": Participant(name="North", contact="a@b.example"), "unipd": Participant()}
    assert not len(log)


@pytest.mark.parametrize(
    ("text", "found", "expected", "lines"),
    [
        ("", "nothing", "a header with id and any of name, url, paper, contact", (1,)),
        ("name\nNorth\n", "“name”", "a header with id and any of name, url, paper, contact", (1,)),
        ("id,www\n11,x\n", "“id”, “www”", "a header with id and any of name, url, paper, contact", (1,)),
        ("id,name\n11\n", "1 values: “11”", "2 values", (2,)),
        ("id,name\n,North\n", "no id", "a line for each id", (2,)),
        ("id\n11\n11\n", "the id “11” again", "a line for each id", (3,)),
        ("id,url\n11,javascript:x\n", "url “javascript:x”", "an address on the web, https://...", (2,)),
    ],
)
def test_mistakes(text: str, found: str, expected: str, lines: tuple[int, ...]) -> None:
    log = ProblemLog("participants.csv")
    read_participants(text.encode(), log)
    assert [(one.code, one.found, one.expected, one.lines) for one in log] == [
        ("participant-table", found, expected, lines)
    ]


def test_a_participant_is_in_one_of_both_files(tmp_path: Path) -> None:
    write_skeleton(tmp_path / "new", "trec")
    with (tmp_path / "new/campaign.toml").open("a") as settings:
        settings.write('[participants.11]\nname = "North"\npaper = "https://example.org/1"\n')
    (tmp_path / "new/participants.csv").write_text("id,name\n11,Other\n12,South\n")
    campaign, problems = examine_campaign(tmp_path / "new", assessed=False)
    assert {key: one.name for key, one in campaign.participants.items()} == {"11": "North", "12": "South"}
    assert campaign.participants["11"].paper == "https://example.org/1"
    assert [one.found for one in problems if one.code == "participant-table"] == ["“11” as there"]
