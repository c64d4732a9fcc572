"""A campaign in which every name and every number identifies its owner.

Each score has four decimals that no other score has, so that no occurrence is a coincidence.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from inexreport.model.campaign import InputFile, Participant
from inexreport.model.outcome import CampaignOutcome, Composition, Curve, RunOutcome, RunScores, TaskOutcome
from inexreport.model.problem import Problem, ProblemScope
from inexreport.model.run import Submission
from rendering.invented_campaign import METRICS, TOPICS, invented_outcome, invented_task

OWN = "own-lab"
OTHERS = ("zqa-17", "zqb-18", "zqc-19")

MARK = "zq"
"""Part of all texts about others, their judges or the organisers, and of no other text."""

POINTS = np.linspace(0, 1, 11)


def identifiable_outcome() -> CampaignOutcome:
    """Three tasks: in one the participant `OWN` has two runs, in one a rejected one, in one none."""
    codes = _codes()
    campaign = invented_outcome(runs=3, slug="telling").campaign
    tasks = {name: invented_task(name) for name in ("Focused", "Thorough", "BestInContext")}
    campaign = replace(
        campaign,
        title="Telling campaign",
        tasks=tasks,
        participants={
            **{one: Participant(name=f"zquorum Institute {one}") for one in OTHERS},
            OWN: Participant(name="Own Laboratory"),
        },
        about="Won by the zquorum Institute zqa-17 with zqrun-a1.",
        citation="Edited by the zquorum Institute zqa-17.",
        licence="Ask the zquorum Institute zqb-18.",
        inputs=tuple(
            InputFile(file, hashlib.sha256(file.encode()).hexdigest())
            for file in ("campaign.toml", "topics/1.xml", "assessments/official/1", "assessments/zqjudge/1")
        ),
        judges=(replace(campaign.assessments, judge="zqjudge"),),
    )
    focused = [
        _run("Focused", "own-first", OWN, codes),
        _run("Focused", "own-second", OWN, codes),
        *(_run("Focused", f"zqrun-{one[2]}{i}", one, codes) for one in OTHERS for i in (1, 2)),
        _run("Focused", "zqrun-anonymous", "", codes),
        _rejected("Focused", "zqrun-rejected", OTHERS[0]),
    ]
    twice = Problem(
        code="run-name-twice",
        file="runs/BestInContext/own-lab/mine.xml",
        found=f"“mine” as in {_file('BestInContext', 'zqrun-mine', OTHERS[1])}",
        expected="a unique name",
        scope=ProblemScope.RUN,
        task="BestInContext",
        run="mine-2",
    )
    in_context = [
        replace(_rejected("BestInContext", "mine-2", OWN), problems=(twice,)),
        _run("BestInContext", "zqrun-mine", OTHERS[1], codes),
    ]
    thorough = [_run("Thorough", f"zqrun-t{i}", OTHERS[i], codes) for i in range(3)]
    campaign_problem = Problem("file-unknown", _file("", "zqrun-lost", OTHERS[2]), "a file", "a folder")
    return CampaignOutcome(
        campaign,
        (
            TaskOutcome(tasks["Focused"], tuple(sorted(focused, key=lambda run: run.submission.name))),
            TaskOutcome(tasks["Thorough"], tuple(thorough)),
            TaskOutcome(tasks["BestInContext"], tuple(in_context)),
        ),
        (campaign_problem,),
    )


def _codes() -> Iterator[float]:
    numbers = [number for number in range(1001, 10_000) if number % 10]
    return iter((np.random.default_rng(11).permutation(numbers) / 10_000).tolist())


def _take(codes: Iterator[float], *shape: int) -> np.ndarray:
    return np.array([next(codes) for _ in range(int(np.prod(shape)))]).reshape(shape)


def _file(task: str, name: str, participant: str) -> str:
    return "/".join(filter(None, ("runs", task, participant, f"{name}.xml")))


def _submission(task: str, name: str, participant: str) -> Submission:
    file = _file(task, name, participant)
    return Submission(
        task=task,
        name=name,
        file=file,
        sha256=hashlib.sha256(file.encode()).hexdigest(),
        participant=participant,
        run_id=f"id-of-{name}",
        query="automatic",
        description=f"description of {name}",
    )


def _rejected(task: str, name: str, participant: str) -> RunOutcome:
    submission = _submission(task, name, participant)
    problem = Problem(
        code="overlap-not-allowed",
        file=submission.file,
        found=f"in line 4 of {name}",
        expected="results that share no text",
        lines=(4,),
        scope=ProblemScope.RUN,
        task=task,
        run=name,
    )
    return RunOutcome(submission, 3, (problem,))


def _run(task: str, name: str, participant: str, codes: Iterator[float]) -> RunOutcome:
    by_topic = _take(codes, len(METRICS), 10)
    return RunOutcome(
        submission=_submission(task, name, participant),
        results=1200,
        problems=_rejected(task, name, participant).problems if name == "zqrun-a1" else (),
        scores=RunScores(
            metrics=METRICS,
            topics=TOPICS[:10],
            by_topic=by_topic,
            # Not the mean, but a unique number, so that it is found wherever it occurs.
            mean=_take(codes, len(METRICS)),
            topics_counted=np.full(len(METRICS), 10),
        ),
        curves=(Curve("iP", POINTS, _take(codes, len(POINTS))),),
        composition=Composition(
            topics=TOPICS[:9],
            results_per_topic=np.full(9, 7),
            articles_per_topic=np.full(9, 3),
            element_types={f"type-of-{name}": 63},
            judged_by_rank=np.append(_take(codes, 3), [np.nan, np.nan]),
            unlocated=3,
        ),
    )
