"""Which run a row of runs.csv is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from inexreport.formats.campaign_directory import read_campaign
from inexreport.formats.described_runs import describe_runs
from inexreport.model.problem import Problem

GOOD = "2009001 Q0 851 1 2 S 0 5\n"


@pytest.fixture
def runs(directory: Path) -> Path:
    for file in ("Focused/a.run", "Focused/1/b.txt", "Focused/2/b.txt.gz", "Thorough/a.run", "Focused/c.d"):
        path = directory / "runs" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(GOOD)
    return directory


def describe(runs: Path, *rows: str) -> tuple[dict[str, str], list[Problem]]:
    """The notes of runs by file, and the problems."""
    (runs / "runs.csv").write_text("run,task,participant,file,note\n" + "".join(f"{row}\n" for row in rows))
    campaign, problems = read_campaign(runs)
    files, found = describe_runs(runs, campaign)
    notes = {file.file.removeprefix("runs/"): file.facts.facets.get("note", "") for file in files}
    return {file: note for file, note in notes.items() if note}, [*problems, *found]


def test_runs_are_named_as_far_as_needed(runs: Path) -> None:
    notes, problems = describe(
        runs,
        "a,Thorough,,,by task",
        "a,,,runs/Focused/a.run,by file",
        "b,,1,,by participant",
        "2.b,,,,by published name",
        "c.d,,,,by name",
    )
    assert problems == []
    assert notes == {
        "Thorough/a.run": "by task",
        "Focused/a.run": "by file",
        "Focused/1/b.txt": "by participant",
        "Focused/2/b.txt.gz": "by published name",
        "Focused/c.d": "by name",
    }


def test_files_may_be_named_with_their_extension(runs: Path) -> None:
    assert describe(runs, "b.txt,,,b.txt.gz,here") == ({"Focused/2/b.txt.gz": "here"}, [])


def test_a_participant_that_no_folder_has_is_stated_for_the_only_run(runs: Path) -> None:
    assert describe(runs, "c.d,,99,,new") == ({"Focused/c.d": "new"}, [])


@pytest.mark.parametrize(
    ("row", "described"),
    [
        ("a,,,,here", ["Focused/a.run", "Thorough/a.run"]),
        ("a.run,,,,here", ["Focused/a.run", "Thorough/a.run"]),
        ("a,,,a.run,here", ["Focused/a.run", "Thorough/a.run"]),
        ("a,,99,,here", ["Focused/a.run", "Thorough/a.run"]),  # as runs.csv alone knows
        ("b,,1,,here", ["Focused/1/b.txt", "Thorough/1/b.run"]),
        ("1.b,,,,here", ["Focused/1/b.txt", "Thorough/1/b.run"]),
        ("b,Thorough,,,here", ["Thorough/1/b.run"]),
        ("b,Focused,1,,here", ["Focused/1/b.txt"]),
    ],
)
def test_a_row_describes_all_runs_of_its_name_and_participant(
    runs: Path, row: str, described: list[str]
) -> None:
    path = runs / "runs/Thorough/1/b.run"
    path.parent.mkdir()
    path.write_text(GOOD)
    assert describe(runs, row) == (dict.fromkeys(described, "here"), [])


def test_a_row_for_all_tasks_and_one_for_a_task_contradict_each_other(runs: Path) -> None:
    notes, problems = describe(runs, "a,,,,both", "a,Thorough,,,one")
    assert notes == {"Focused/a.run": "both", "Thorough/a.run": "both"}
    assert [(one.code, one.lines) for one in problems] == [("run-table-twice", (3,))]
    assert problems[0].found == "“a” as in line 2"


def test_rows_about_no_run_or_several_are_reported_with_their_lines(runs: Path) -> None:
    notes, problems = describe(
        runs,
        "b,,,,which",
        "z,,,,unknown",
        "a,Nowhere,,,unknown",
        "c.d,,,,first",
        "c.d,,,,again",
        "b,,3,,which",
    )
    assert notes == {"Focused/c.d": "first"}
    assert [(one.code, one.lines, one.is_error) for one in problems] == [
        ("run-table-ambiguous", (2, 7), True),
        ("run-table-unknown", (3, 4), False),
        ("run-table-twice", (6,), True),
    ]
    assert "runs/Focused/1/b.txt" in problems[0].found


def test_without_a_table_nothing_is_stated(runs: Path) -> None:
    campaign, _ = read_campaign(runs)
    files, problems = describe_runs(runs, campaign)
    assert problems == ()
    assert not any(file.facts.facets or file.facts.participant for file in files)


def test_the_table_is_one_of_the_inputs(runs: Path) -> None:
    describe(runs)
    assert "runs.csv" in [one.file for one in read_campaign(runs)[0].inputs]
