"""`inexreport diff` as a user calls it: what it prints and how it exits."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from inexreport.building.build import build
from inexreport.cli.program import app
from inexreport.errors import UsageError
from inexreport.rendering.archive import write_archive
from tests.hostile.campaigns import HONEST, write_campaign

RUNS = "runs/Focused"


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An archive of two campaigns, and a later one in which a run of 2009 was renamed and one was added.

    The campaign of 2006 was replaced by one of another name. Read only.
    """
    place = tmp_path_factory.mktemp("archives")
    campaign = write_campaign(place / "c2009", "2009")
    (campaign / RUNS / "first.txt").write_text(HONEST.replace("Honest", "First"))
    old, new = place / "old", place / "new"
    build(campaign, old)
    shutil.copytree(old / "c2009", old / "c2006")
    write_archive(old)
    (campaign / RUNS / "first.txt").rename(campaign / RUNS / "second.txt")
    (campaign / RUNS / "more.txt").write_text(HONEST.replace("Honest", "More"))
    shutil.copytree(old / "c2006", new / "d2006")
    build(campaign, new)
    return old, new


def diff(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["diff", *map(str, arguments)])


def test_nothing_differs(archives: tuple[Path, Path]) -> None:
    old, _ = archives
    done = diff(old, old)
    assert done.exit_code == 0
    assert done.stdout.split("\n\n") == [
        "A campaign (c2006)\n  Nothing differs.",
        "A campaign (c2009)\n  Nothing differs.",
        "The archive's own pages\n  Nothing differs.",
        "",
    ]
    assert [one["changes"] for one in json.loads(diff(old, old, "--format", "json").stdout)] == [[], [], []]


def test_text_begins_with_a_summary(archives: tuple[Path, Path]) -> None:
    old, new = archives
    done = diff(old / "c2009", new / "c2009")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "A campaign (c2009)"
    assert lines[1:3] == ["  Runs: 1 added, 1 renamed", "  Input files: 2 added, 1 removed"]
    assert lines[3].startswith("  Published files: ")
    assert lines[4:8] == [
        "",
        "  Runs",
        "    Focused, run second: renamed, first → second",
        "    Focused, run more: added",
    ]


def test_json_and_csv_have_the_same(archives: tuple[Path, Path]) -> None:
    campaigns = json.loads(diff(*archives, "--format", "json").stdout)
    assert [one["campaign"] for one in campaigns] == ["c2009", ""]
    (renamed, added, *_), changes = campaigns[0]["changes"], campaigns[1]["changes"]
    assert (renamed["change"], renamed["old"], renamed["run"]) == ("renamed", "first", "second")
    assert (added["change"], added["run"]) == ("added", "more")
    assert [(one["kind"], one["change"], one["name"]) for one in changes[:2]] == [
        ("campaign", "removed", "c2006"),
        ("campaign", "added", "d2006"),
    ]
    assert "index.html" in [one["name"] for one in changes]
    rows = list(csv.DictReader(io.StringIO(diff(*archives, "--format", "csv").stdout)))
    assert rows == [
        {"campaign": one["campaign"]}
        | {name: "" if value is None else str(value) for name, value in change.items()}
        for one in campaigns
        for change in one["changes"]
    ]


def test_a_score_that_differs_in_its_last_digit(archives: tuple[Path, Path], tmp_path: Path) -> None:
    old, _ = archives
    new = Path(shutil.copytree(old / "c2009", tmp_path / "c2009"))
    table = new / "data" / "scores.csv"
    head, row, *rest = table.read_text().splitlines()
    *place, value = row.split(",")
    changed = repr(float(value) + 2**-52)
    table.write_text("\n".join([head, ",".join([*place, changed]), *rest, ""]))
    done = diff(old / "c2009", new, "--format", "json")
    score, file = json.loads(done.stdout)[0]["changes"]
    assert (score["kind"], score["old"], score["new"]) == ("score", value, changed)
    assert score["difference"] == float(changed) - float(value)
    assert (file["kind"], file["name"]) == ("file", "data/scores.csv")
    assert done.exit_code == 1


def test_a_file_alone_is_a_difference(archives: tuple[Path, Path], tmp_path: Path) -> None:
    old, _ = archives
    new = Path(shutil.copytree(old / "c2009", tmp_path / "c2009"))
    (new / "index.html").unlink()
    done = diff(old / "c2009", new)
    assert (done.exit_code, done.stdout) == (1, "A campaign (c2009)\n  Published files: 1 removed\n\n")


def test_wrong_use(archives: tuple[Path, Path], tmp_path: Path) -> None:
    old, new = archives
    for arguments, message in (
        ((old, new / "c2009"), f"{new / 'c2009'} is the site of a campaign and {old} an archive. "),
        ((old / "c2009", tmp_path), f"{tmp_path} is not a results site. "),
        ((tmp_path / "absent", old), f"{tmp_path / 'absent'} is not a results site. "),
    ):
        done = diff(*arguments)
        assert isinstance(done.exception, UsageError)  # exit status 2
        assert str(done.exception).startswith(message)


def test_all_files_that_cannot_be_read_are_named(archives: tuple[Path, Path], tmp_path: Path) -> None:
    old, _ = archives
    broken = Path(shutil.copytree(old / "c2009", tmp_path / "c2009"))
    (broken / "data" / "scores.csv").write_text("nothing\n")
    (broken / "data" / "runs.csv").unlink()
    done = diff(old / "c2009", broken)
    assert str(done.exception).splitlines() == [
        f"{broken / 'data' / 'runs.csv'}: No such file or directory.",
        "Build these sites again, or restore the files.",
    ]
