"""Campaigns with one damaged file, evaluated from the beginning to the end."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from random import Random

from .campaigns import FILES, write_campaign
from .mutations import mutated
from .outcomes import Outcome, outcome_of
from .readers import READERS

_READERS = {
    "campaign.toml": "settings",
    "topics": "topics",
    "assessments": "assessments",
    "documents": "document",
}
_READERS |= {"pools": "pool", "runs": "run"}


def damaged(base: str, random: Random) -> tuple[str, bytes]:
    """Return a place in a tiny campaign, and something damaged to be put there.

    A damaged run is added next to the valid one; any other file replaces a good one.
    """
    place = random.choice(sorted(FILES[base]))
    reader = READERS[_READERS[place.partition("/")[0]]]
    good = FILES[base][place].encode()
    data = mutated(random.choice([good, good, random.choice(reader.seeds)]), reader.seeds, random)
    return place.replace("honest", "hostile"), data


def mistake(base: str, place: str, data: bytes, honest: bytes) -> str:
    """Evaluate a campaign with a damaged file; return what is wrong with what comes of it, if anything is."""
    folder = Path(tempfile.mkdtemp())
    try:
        directory = write_campaign(folder / "campaign", base)
        (directory / place).parent.mkdir(parents=True, exist_ok=True)
        (directory / place).write_bytes(data)
        first = outcome_of(directory)
        if _reported(first) != _reported(outcome_of(directory, statistics=False)):
            return "not the same when scored again"
    finally:
        shutil.rmtree(folder)
    if place.startswith("runs/") and first.scores.get("honest") != honest:
        return "the honest run scores something else"
    return ""


def _reported(outcome: Outcome) -> object:
    return outcome.problems, outcome.scores, outcome.refused


def honest_scores(base: str) -> bytes:
    """What the honest run of a tiny campaign scores by itself."""
    with tempfile.TemporaryDirectory() as folder:
        return outcome_of(write_campaign(Path(folder) / "campaign", base)).scores["honest"]
