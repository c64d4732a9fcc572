from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inexreport.formats.described_runs import describe_runs
from inexreport.formats.run_files import list_runs, run_name
from inexreport.formats.runs import read_run, unread_submission
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem
from inexreport.model.run import RunFacts, RunStatement, Standing

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


def test_folders_give_runs_a_status_with_which_they_are_not_ranked(
    directory: Path, campaign: Campaign
) -> None:
    put(
        directory,
        "Focused/late/a.run",
        "Focused/late/19/b.run",
        "Focused/19/baseline/c.run",
        "Focused/19/d.run",
        "Focused/19/unofficial/late/e.run",
        "Focused/official/f.run",
    )
    rows = (
        RunStatement(2, "a", "", "", RunFacts("20")),
        RunStatement(3, "c", "", "", RunFacts(standing=Standing.REFERENCE)),
    )
    runs, problems = describe_runs(directory, replace(campaign, run_statements=rows))
    assert [(run.name, run.participant, str(run.facts.standing)) for run in runs] == [
        ("a", "", "late"),
        ("b", "19", "late"),
        ("c", "19", "reference"),
        ("d", "19", "official"),
        ("f", "official", "official"),
    ]
    assert runs[0].facts.participant == "20"
    assert [problem.file for problem in problems] == ["runs/Focused/19/unofficial/late"]


@pytest.mark.parametrize(
    "extension", ["xml", "run", "txt", "trec", "csv", "parquet", "xml.gz", "run.xz", "csv.zip", "RUN.Gz"]
)
def test_extensions_are_no_part_of_a_name(extension: str) -> None:
    assert run_name(f"a.v2.{extension}") == "a.v2"


def test_folders_that_name_no_task(directory: Path, campaign: Campaign) -> None:
    put(directory, "Focussed/a.run", "stray.run", "Focused/19/deep/a.run")
    runs, problems = list_runs(directory, campaign)
    assert runs == ()
    assert [(problem.code, problem.file) for problem in problems] == [
        ("file-unknown", "runs/Focused/19/deep"),
        ("task-unknown", "runs/Focussed"),
        ("file-unknown", "runs/stray.run"),
    ]


def test_tasks_in_folders_of_participants(directory: Path, campaign: Campaign) -> None:
    put(directory, "Focused/19/a.run", "19/Focused/a.run", "20/Thorough/a.run")
    problems = list_runs(directory, campaign)[1]
    assert [(problem.code, problem.file) for problem in problems] == [
        ("run-folders-swapped", "runs"),
        ("task-unknown", "runs/19"),
        ("task-unknown", "runs/20"),
    ]
    assert problems[0].found == "“19”, “20” with “Focused”, “Thorough” in them"


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
    (directory / "runs" / "BestInContext").symlink_to("Focused")
    runs, problems = list_runs(directory, campaign)
    assert [(problem.code, problem.file) for problem in problems] == [
        ("link-outside-folder", "runs/BestInContext"),
        ("link-outside-folder", "runs/Thorough"),
    ]
    read = {run.name: read_run(run, campaign) for run in runs}
    assert list(read) == ["19", "a", "b", "c"]
    assert read["b"][0] is not None
    for name in ("19", "c"):
        run, found = read[name]
        assert run is None
        only(found, "link-outside-folder")


def test_no_link_leads_to_another_participant(
    directory: Path, campaign: Campaign, only: Callable[..., Problem]
) -> None:
    put(directory, "Focused/10/a.run", "Focused/23/b.run", "Thorough/23/c.run")
    focused = directory / "runs" / "Focused"
    (focused / "10" / "own.run").symlink_to("a.run")
    for name, target in (("b.run", "../23/b.run"), ("c.run", "../../Thorough/23/c.run"), ("all", "../23")):
        (focused / "10" / name).symlink_to(target)
    (focused / "11").symlink_to("23")
    runs, problems = list_runs(directory, campaign)
    assert only(problems, "link-outside-folder").file == "runs/Focused/10/all"
    read = {run.file: read_run(run, campaign) for run in runs if run.task == "Focused"}
    refused = {file for file, (run, _) in read.items() if run is None}
    assert refused == {"runs/Focused/10/b.run", "runs/Focused/10/c.run", "runs/Focused/11"}
    for file in refused:
        only(read[file][1], "link-outside-folder")
        # Nothing of another file is published: not even its checksum.
        assert unread_submission(next(run for run in runs if run.file == file)).sha256 == ""
    assert read["runs/Focused/10/own.run"][0] is not None


def test_a_folder_of_runs_that_is_a_link(
    directory: Path, campaign: Campaign, only: Callable[..., Problem]
) -> None:
    put(directory, "Focused/10/a.run")
    (directory / "runs").rename(directory / "topics" / "runs")
    (directory / "runs").symlink_to("topics/runs")
    runs, problems = list_runs(directory, campaign)
    assert runs == ()
    assert only(problems, "link-outside-folder").file == "runs"


def test_no_runs_folder(directory: Path, campaign: Campaign) -> None:
    (directory / "runs" / "Focused").rmdir()
    (directory / "runs").rmdir()
    assert list_runs(directory, campaign) == ((), ())
