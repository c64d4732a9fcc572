from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inexreport.formats.run_files import list_runs
from inexreport.formats.runs import read_run
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem, ProblemScope

GOOD = "2009001 Q0 851 1 2 S 0 5\n2009002 Q0 13 1 1 S 0 5\n"


def put(directory: Path, *files: str) -> None:
    for file in files:
        path = directory / "runs" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(GOOD)


def test_names_and_participants(directory: Path, campaign: Campaign) -> None:
    put(
        directory,
        "Focused/b.xml.gz",
        "Focused/19/a.v2.run",
        "Focused/.gitkeep",
        "AllInContext/c.TXT",
        "Focused/.run",
    )
    runs, problems = list_runs(directory, campaign)
    assert problems == ()
    assert [(run.task, run.name, run.participant, run.file) for run in runs] == [
        ("Focused", "a.v2", "19", "runs/Focused/19/a.v2.run"),
        ("Focused", "b", "", "runs/Focused/b.xml.gz"),
        ("RelevantInContext", "c", "", "runs/AllInContext/c.TXT"),
    ]


def test_names_that_occur_twice(directory: Path, campaign: Campaign, only: Callable[..., Problem]) -> None:
    put(
        directory, "Focused/Kö.run", "Focused/ko\u0308.txt", "Focused/7/KÖ.xml", "Focused/kö-2", "Thorough/kö"
    )
    runs, _ = list_runs(directory, campaign)
    focused = [run for run in runs if run.task == "Focused"]
    assert len(focused) == 4
    assert len({run.name.casefold() for run in focused}) == 4
    assert [run.name for run in runs if run.task == "Thorough"] == ["kö"]
    marked = [run for run in focused if run.problems]
    assert {run.name.casefold() for run in marked} == {"kö-3", "kö-4"}
    for run in marked:
        problem = only(run.problems, "run-name-twice")
        assert (problem.scope, problem.task, problem.run) == (ProblemScope.RUN, "Focused", run.name)
        assert problem.file == run.file
        read, problems = read_run(run, campaign)
        assert read is not None
        assert problem in problems


def test_folders_that_name_no_task(directory: Path, campaign: Campaign) -> None:
    put(directory, "Focussed/a.run", "stray.run", "Focused/19/deep/a.run")
    runs, problems = list_runs(directory, campaign)
    assert runs == ()
    assert [(problem.code, problem.file) for problem in problems] == [
        ("file-unknown", "runs/Focused/19/deep"),
        ("task-unknown", "runs/Focussed"),
        ("file-unknown", "runs/stray.run"),
    ]


def test_links_are_followed_inside_only(
    directory: Path, campaign: Campaign, tmp_path: Path, only: Callable[..., Problem]
) -> None:
    put(directory, "Focused/a.run")
    (tmp_path / "secret.run").write_text(GOOD)
    (tmp_path / "secrets").mkdir()
    (directory / "runs" / "Focused" / "b.run").symlink_to(directory / "runs" / "Focused" / "a.run")
    (directory / "runs" / "Focused" / "c.run").symlink_to(tmp_path / "secret.run")
    (directory / "runs" / "Focused" / "19").symlink_to(tmp_path / "secrets")
    (directory / "runs" / "Thorough").symlink_to(tmp_path / "secrets")
    runs, problems = list_runs(directory, campaign)
    assert only(problems, "link-outside-campaign").file == "runs/Thorough"
    read = {run.name: read_run(run, campaign) for run in runs}
    assert list(read) == ["19", "a", "b", "c"]
    assert read["b"][0] is not None
    for name in ("19", "c"):
        run, found = read[name]
        assert run is None
        only(found, "link-outside-campaign")


def test_no_runs_folder(directory: Path, campaign: Campaign) -> None:
    (directory / "runs" / "Focused").rmdir()
    (directory / "runs").rmdir()
    assert list_runs(directory, campaign) == ((), ())
