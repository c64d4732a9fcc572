"""Pseudonyms of runs whose names are withheld."""

from __future__ import annotations

import hashlib
from collections import Counter

from inexreport.model.outcome import CampaignOutcome
from inexreport.model.run import Submission

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""Without vowels, so that no pseudonym is a word, and without characters that look alike."""

_LENGTHS = range(4, 25)
"""A pseudonym has as many letters as make it unique, usually four."""


def run_pseudonyms(outcome: CampaignOutcome) -> dict[tuple[str, str], str]:
    """Return a pseudonym for each run by task and run, the same in every build with the same file.

    It depends on the checksum of the run's file, which only those who have the file can know, so that a guess
    of a run's name cannot be verified. Other runs do not change it, but for the letters that are added where
    two begin alike.

    Parameters
    ----------
    outcome : CampaignOutcome
        With all runs.
    """
    submissions = [run.submission for task in outcome.tasks for run in task.runs]
    codes = {(one.task, one.name): _code(outcome.campaign.slug, one) for one in submissions}
    uses = Counter(code[:length] for code in codes.values() for length in _LENGTHS)
    return {
        run: "Run " + next(code[:length] for length in _LENGTHS if uses[code[:length]] == 1)
        for run, code in codes.items()
    }


def _code(slug: str, submission: Submission) -> str:
    identity = "\n".join((slug, submission.task, submission.file, submission.sha256))
    number = int.from_bytes(hashlib.sha256(identity.encode("utf-8", "surrogatepass")).digest())
    letters = []
    for _ in range(_LENGTHS[-1]):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
