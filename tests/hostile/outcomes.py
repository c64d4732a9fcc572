"""What comes of a campaign with something hostile in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from inexreport.building.evaluation import evaluate_campaign, score_campaign
from inexreport.errors import CampaignRefusedError
from inexreport.model.outcome import RunScores
from inexreport.model.problem import Problem

from .campaigns import write_campaign
from .hostile_input import HostileInput


@dataclass(frozen=True, eq=False)
class Outcome:
    """What was reported, and what the runs score.

    Attributes
    ----------
    problems : tuple of Problem
    scores : dict of str to bytes
        Every score of every evaluated run, bit for bit.
    refused : bool
    """

    problems: tuple[Problem, ...]
    scores: dict[str, bytes]
    refused: bool

    @property
    def reported(self) -> Counter[str]:
        """The problems as inputs declare them."""
        return Counter(f"{problem.code} {problem.place}" for problem in self.problems)


def put(hostile: HostileInput, directory: Path) -> Path:
    """Write a tiny campaign with an input in it."""
    write_campaign(directory, hostile.base)
    for place, make in hostile.put.items():
        path = directory / place
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)
    return directory


def outcome_of(directory: Path, *, statistics: bool = True) -> Outcome:
    """Evaluate a campaign, or only score its runs."""
    try:
        outcome = evaluate_campaign(directory)[0] if statistics else score_campaign(directory)
    except CampaignRefusedError as refused:
        return Outcome(tuple(refused.problems), {}, True)
    runs = [run for task in outcome.tasks for run in task.runs]
    problems = (*outcome.problems, *(problem for run in runs for problem in run.problems))
    return Outcome(
        problems, {run.submission.name: _bits(run.scores) for run in runs if run.scores is not None}, False
    )


def _bits(scores: RunScores) -> bytes:
    return scores.by_topic.tobytes() + scores.mean.tobytes()


def mistakes(hostile: HostileInput, outcome: Outcome, honest: bytes) -> list[str]:
    """Return what is not as the input declares it.

    Parameters
    ----------
    hostile : HostileInput
    outcome : Outcome
    honest : bytes
        The honest run's scores without the input.
    """
    found = []
    declared = Counter(hostile.problems)
    if outcome.reported != declared:
        missing, more = declared - outcome.reported, outcome.reported - declared
        found.append(
            f"problems: missing {sorted(missing.elements())}, not declared {sorted(more.elements())}"
        )
    if outcome.refused != hostile.refuses_campaign:
        found.append(f"the campaign is {'refused' if outcome.refused else 'accepted'}")
    if outcome.refused:
        return found
    if hostile.changes_nothing_else and outcome.scores.get("honest") != honest:
        found.append("the honest run scores something else")
    if hostile.scored_as:
        others = {name: scores for name, scores in outcome.scores.items() if name != "honest"}
        if list(others.values()) != [outcome.scores.get(hostile.scored_as)]:
            found.append(f"not scored as {hostile.scored_as}: {sorted(others)}")
    return found
