"""What runs are called: no file takes a valid run's place or name, and no two runs have one name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest
from hostile.campaigns import HONEST, write_campaign

from inexreport.building.build import build
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import score_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.formats.protocols import protocol_tasks
from inexreport.model.problem_kinds import Severity

GARBAGE = "no run at all\n"
XML = (
    '<inex-submission participant-id="{}" task="Focused"><topic topic-id="2009001"><result><file>851</file>'
    '<fol offset="0" length="5"/><rank>1</rank></result></topic></inex-submission>'
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    directory = write_campaign(tmp_path / "campaign", "2009")
    (directory / "runs" / "Focused" / "honest.run").unlink()
    return directory


def put(campaign: Path, files: Mapping[str, str]) -> None:
    for name, content in files.items():
        path = campaign / "runs" / "Focused" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)


def names(campaign: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Evaluated and rejected runs: what each file is called."""
    evaluated: dict[str, str] = {}
    rejected: dict[str, str] = {}
    for task in score_campaign(campaign).tasks:
        assert [run.submission.name for run in task.runs] == sorted(run.submission.name for run in task.runs)
        folded = [run.submission.name.casefold() for run in task.runs]
        assert len(set(folded)) == len(folded)
        for run in task.runs:
            called = evaluated if run.evaluated else rejected
            called[run.submission.file.removeprefix("runs/Focused/")] = run.submission.name
            assert {problem.run for problem in run.problems} <= {run.submission.name}
    return evaluated, rejected


@pytest.mark.parametrize(
    ("files", "evaluated", "rejected"),
    [
        # A file that is no run, before or behind, in whatever case.
        (
            {"10/Sit-passages.run": GARBAGE, "23/sit-passages.run": HONEST, "45/sit-passages.xml": GARBAGE},
            {"23/sit-passages.run": "sit-passages"},
            {"10/Sit-passages.run": "10.Sit-passages", "45/sit-passages.xml": "45.sit-passages"},
        ),
        # Two participants' valid runs.
        (
            {"10/run1.run": HONEST, "23/RUN1.txt": HONEST, "23/run2.run": HONEST},
            {"10/run1.run": "10.run1", "23/RUN1.txt": "23.RUN1", "23/run2.run": "run2"},
            {},
        ),
        # One of them is called like the other would be.
        (
            {"10/run1.run": HONEST, "23/run1.run": HONEST, "45/10.run1.run": HONEST},
            {"10/run1.run": "10.run1", "23/run1.run": "23.run1", "45/10.run1.run": "45.10.run1"},
            {},
        ),
        # Nobody takes another's name by giving the other's number.
        (
            {"10/run1.xml": XML.format(23), "23/run1.xml": XML.format(23)},
            {"10/run1.xml": "10.run1", "23/run1.xml": "23.run1"},
            {},
        ),
        # Within a folder, the first is evaluated that can be.
        (
            {"10/a.run": HONEST, "10/A.trec.gz": HONEST, "10/a.csv": GARBAGE, "10/b.run": HONEST},
            {"10/A.trec.gz": "A", "10/b.run": "b"},
            {"10/a.run": "10.a", "10/a.csv": "10.a-2"},
        ),
        # One participant's, in two places: the file says whose it is where no folder does.
        (
            {"a.xml": XML.format(10), "10/a.run": HONEST, "23/b.run": GARBAGE, "45/b.run": GARBAGE},
            {"10/a.run": "10.a"},
            {"a.xml": "10.a-2", "23/b.run": "23.b", "45/b.run": "45.b"},
        ),
        # Nobody knows whose it is.
        ({"a.run": HONEST, "10/a.run": HONEST}, {"a.run": "a", "10/a.run": "10.a"}, {}),
    ],
)
def test_names(
    campaign: Path, files: dict[str, str], evaluated: dict[str, str], rejected: dict[str, str]
) -> None:
    put(campaign, files)
    assert names(campaign) == (evaluated, rejected)


def test_a_collision_within_a_folder_is_an_error_of_the_later_file(campaign: Path) -> None:
    put(campaign, {"10/a.run": HONEST, "10/a.txt": HONEST, "23/a.run": GARBAGE})
    twice = [problem for problem in check_campaign(campaign).problems if problem.code == "run-name-twice"]
    assert [(problem.file, problem.run, problem.severity) for problem in twice] == [
        ("runs/Focused/10/a.txt", "10.a", Severity.ERROR)
    ]
    assert "runs/Focused/10/a.run" in twice[0].found


def test_what_is_published(campaign: Path, tmp_path: Path) -> None:
    put(campaign, {"10/a.run": GARBAGE, "23/a.run": HONEST})
    cached, site = Resources(cache=Cache(tmp_path / "cache")), tmp_path / "site"
    # With an empty cache and with a full one; then the garbage becomes a run.
    for _ in range(2):
        data = site / build(campaign, site, resources=cached).site / "data"
        assert set(pd.read_csv(data / "scores.csv").run) == {"a"}
        runs = pd.read_csv(data / "runs.csv", dtype=str).set_index("run")
        assert runs.status.to_dict() == {"a": "evaluated", "10.a": "not evaluated"}
    put(campaign, {"10/a.run": HONEST})
    build(campaign, site, resources=cached)
    assert set(pd.read_csv(data / "scores.csv").run) == {"10.a", "23.a"}
    assert (data.parent / "runs" / "Focused" / "10.a.html").exists()
    assert (data.parent / "runs" / "Focused" / "23.a.html").exists()
    assert not (data.parent / "runs" / "Focused" / "a.html").exists()


def test_more_runs_than_the_rules_allow_are_reported_and_evaluated(campaign: Path) -> None:
    """Runs that are not ranked, rejected or of nobody do not count."""
    settings = campaign / "campaign.toml"
    settings.write_text(f"{settings.read_text()}\n[rules]\nruns_per_participant = 2\n")
    put(campaign, {f"10/{name}.run": HONEST for name in "abc"} | {"10/d.run": GARBAGE, "45/a.run": HONEST})
    unranked = campaign / "runs" / "Focused" / "unofficial" / "45"
    unranked.mkdir(parents=True)
    for name in ("b.run", "c.run", "d.run"):
        (unranked / name).write_text(HONEST)
    outcome = score_campaign(campaign)
    for problems in (outcome.problems, check_campaign(campaign).problems):
        (problem,) = (one for one in problems if one.code == "runs-too-many")
        assert (problem.file, problem.found, problem.expected) == (
            "runs/Focused",
            "3 runs of the participant “10”",
            "at most 2",
        )
    assert sum(run.evaluated for run in outcome.tasks[0].runs) == 7


@pytest.mark.parametrize(("year", "allowed"), [(year, 3) for year in range(2002, 2007)] + [(2007, None)])
def test_protocols_have_the_limit_of_their_year(year: int, allowed: int | None) -> None:
    tasks = protocol_tasks(f"inex-{year}").values()
    assert {task.rules.runs_per_participant for task in tasks} == {allowed}
