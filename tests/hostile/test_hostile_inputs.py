"""Every hostile input gives what it declares, and alters no other run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from inexreport.building.checking import check_campaign

from .campaigns import FILES, write_campaign
from .hostile_input import HostileInput
from .inputs import INPUTS
from .outcomes import mistakes, outcome_of, put

ROOT = Path(__file__).parents[2]
MEGABYTES_ALLOWED = 1000
SECONDS_ALLOWED = 60
"""Of processor time: how long that takes depends on who else is working."""


@pytest.fixture(scope="session")
def honest_scores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the honest run of each tiny campaign scores by itself."""
    alone = {
        base: outcome_of(write_campaign(tmp_path_factory.mktemp("alone") / "campaign", base))
        for base in FILES
    }
    assert all(not outcome.problems and list(outcome.scores) == ["honest"] for outcome in alone.values())
    return {base: outcome.scores["honest"] for base, outcome in alone.items()}


def test_there_are_many_different_inputs() -> None:
    assert len(INPUTS) >= 60
    assert len({hostile.name for hostile in INPUTS}) == len(INPUTS)


@pytest.mark.parametrize(
    "hostile", [pytest.param(one, id=one.name.replace(" ", "-")) for one in INPUTS if not one.large]
)
def test_it_gives_what_it_declares(
    hostile: HostileInput, tmp_path: Path, honest_scores: dict[str, bytes]
) -> None:
    directory = put(hostile, tmp_path / "campaign")
    # All rejected runs are the same to statistics, which the large ones show.
    outcome, checked = outcome_of(directory, statistics=not hostile.errors), check_campaign(directory)
    assert Counter(f"{problem.code} {problem.place}" for problem in checked.problems) == outcome.reported
    assert checked.refused == outcome.refused
    assert mistakes(hostile, outcome, honest_scores[hostile.base]) == []
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
