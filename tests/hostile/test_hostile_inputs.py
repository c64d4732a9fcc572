"""Every hostile input gives what it declares, and alters no other run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from inexreport.building.checking import check_campaign
from inexreport.model.shown_text import shown

from .campaigns import FILES, write_campaign
from .damaged_campaigns import honest_scores
from .hostile_input import HostileInput
from .inputs import INPUTS
from .outcomes import mistakes, outcome_of, put

RUNS = "runs/Focused/"
ROOT = Path(__file__).parents[2]
MEGABYTES_ALLOWED = 1000
SECONDS_ALLOWED = 60
"""Of processor time: how long that takes depends on who else is working."""


TOGETHER = [
    one
    for one in INPUTS
    if not one.large and len(one.put) == 1 and one.base == "2009" and next(iter(one.put)).startswith(RUNS)
]
"""Single files among the runs, which are all put into one campaign."""


@pytest.fixture(scope="module")
def honest() -> dict[str, bytes]:
    """What the honest run of each tiny campaign scores by itself."""
    return {base: honest_scores(base) for base in FILES}


def test_there_are_many_different_inputs() -> None:
    assert len(INPUTS) >= 60
    assert len({hostile.name for hostile in INPUTS}) == len(INPUTS)


def test_runs_give_what_they_declare_in_one_campaign(tmp_path: Path, honest: dict[str, bytes]) -> None:
    directory = write_campaign(tmp_path / "campaign", "2009")
    declared: Counter[str] = Counter()
    equal: set[str] = set()
    for number, hostile in enumerate(TOGETHER):
        ((place, make),) = hostile.put.items()
        own = place.replace("hostile", f"h{number}")
        declared.update(problem.replace(place, own) for problem in hostile.problems)
        if hostile.scored_as:
            name = Path(own).name.partition(".")[0]
            equal.add(shown(name.replace("\n", "\x1b")))
        make(directory / own)
    outcome, checked = outcome_of(directory), check_campaign(directory)
    assert len(TOGETHER) > 110
    assert outcome.reported == declared
    assert Counter(f"{problem.code} {problem.place}" for problem in checked.problems) == declared
    assert {name for name, scores in outcome.scores.items() if scores == honest["2009"]} >= equal | {"honest"}
    assert len(equal) > 30
    assert all(problem.found.isprintable() and problem.file.isprintable() for problem in outcome.problems)


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param(one, id=one.name.replace(" ", "-"))
        for one in INPUTS
        if not one.large and one not in TOGETHER
    ],
)
def test_it_gives_what_it_declares(hostile: HostileInput, tmp_path: Path, honest: dict[str, bytes]) -> None:
    directory = put(hostile, tmp_path / "campaign")
    outcome, checked = outcome_of(directory), check_campaign(directory)
    assert Counter(f"{problem.code} {problem.place}" for problem in checked.problems) == outcome.reported
    assert checked.refused == outcome.refused
    assert mistakes(hostile, outcome, honest[hostile.base]) == []
    assert all(problem.found.isprintable() and problem.file.isprintable() for problem in outcome.problems)


def test_large_ones_are_read_within_a_gigabyte_and_a_minute(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.hostile.large_inputs", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert ended.returncode == 0, ended.stderr
    records = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [record["name"] for record in records] == [one.name for one in INPUTS if one.large]
    assert {record["name"]: record["mistakes"] for record in records if record["mistakes"]} == {}
    assert max(record["megabytes"] for record in records) < MEGABYTES_ALLOWED
    assert max(record["seconds"] for record in records) < SECONDS_ALLOWED
