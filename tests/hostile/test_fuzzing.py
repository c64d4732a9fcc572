"""Readers of damaged files report problems, raise nothing, and say the same when they are asked again.

`make fuzz MINUTES=30` damages other files every time, for as long as is wanted.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .campaigns import FILES
from .damaged_campaigns import damaged, honest_scores, mistake
from .mutations import mutated
from .readers import FOUND, READERS, outcome

SEEDS = st.integers(0, 2**64)
SOME = 25 if os.environ.get("INEXREPORT_HYPOTHESIS") == "thorough" else 10
"""So many damaged campaigns are tried of each kind, ten times as many files; `make fuzz` tries others."""


@pytest.mark.parametrize("name", READERS)
@settings(deadline=None, max_examples=10 * SOME, derandomize=True, database=None)
@given(seed=SEEDS)
def test_damaged_files_give_the_same_problems_without_exceptions(name: str, seed: int) -> None:
    reader, random = READERS[name], Random(seed)
    data = mutated(random.choice(reader.seeds), reader.seeds, random)
    assert outcome(reader, data) == outcome(reader, data)


@pytest.fixture(scope="module")
def honest() -> dict[str, bytes]:
    return {base: honest_scores(base) for base in FILES}


@pytest.mark.parametrize("base", FILES)
@settings(deadline=None, max_examples=SOME, derandomize=True, database=None)
@given(seed=SEEDS)
def test_a_damaged_file_is_no_danger_to_its_campaign(base: str, seed: int, honest: dict[str, bytes]) -> None:
    place, data = damaged(base, Random(seed))
    assert mistake(base, place, data, honest[base]) == ""


@pytest.mark.parametrize("name", READERS)
def test_what_once_went_wrong(name: str) -> None:
    """Also the files that damages begin with."""
    reader = READERS[name]
    found = [file.read_bytes() for file in sorted((FOUND / name).glob("*"))]
    for data in (*reader.seeds, *found):
        assert outcome(reader, data) == outcome(reader, data)


@pytest.mark.parametrize("base", FILES)
def test_campaigns_that_once_went_wrong(base: str, honest: dict[str, bytes]) -> None:
    for file in sorted((FOUND / "campaign").glob("*")):
        place = file.name.rpartition("-")[0].replace("-", "/")
        assert mistake(base, place, file.read_bytes(), honest[base]) == "", file.name
