"""A task as large as those of 2005: three quantisations, many cut-offs, curves of several kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from inexreport.metrics.metric import BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.diagnosis import Matching
from inexreport.model.outcome import CampaignOutcome, Curve, RunOutcome, RunScores, TaskOutcome
from inexreport.model.task import Task
from inexreport.model.topic import Topic
from rendering.invented_campaign import TOPICS, invented_outcome
from rendering.invented_diagnosis import invented_diagnosis, sought

QUANTISATIONS = ("strict5", "gen5", "genLifted")
OFFICIAL = "MAep(quant=genLifted,overlap=off)"
TYPES = tuple(f"{name}{i}" for i in range(1, 4) for name in ("sec", "ss", "p", "ip", "bdy", "article", "fig"))
RANKS, RECALL = np.arange(1.0, 101.0), np.arange(1, 101) / 100


def _identifiers() -> tuple[str, ...]:
    gains = ["MAep(Q)", "iMAep(Q)", "Q(Q)", "R(Q)"]
    gains += [f"{name}(Q)@{rank}" for name in ("nxCG", "MAnxCG") for rank in (10, 25, 50)]
    return (
        *(
            name.replace("(Q)", f"(quant={quantisation},overlap=off)")
            for name in gains
            for quantisation in QUANTISATIONS
        ),
        *(f"HiXEval-{part}(overlap=off)@{rank}" for part in "PRF" for rank in (5, 10, 25, 50, 100)),
        *("HiXEval-MAP(overlap=off)", "HiXEval-iMAP(overlap=off)"),
        *("article-MAP", "article-P@5", "article-P@10", "article-Rprec", "overlap(kind=rank)"),
    )


def _relevant(topics: Sequence[str]) -> dict[str, list[str]]:
    return {topic: [f"an/1999/a{topic}{i:02d}" for i in range(40)] for topic in topics}


def _run(
    template: RunOutcome, number: int, identifiers: tuple[str, ...], topics: tuple[str, ...]
) -> RunOutcome:
    generator = np.random.default_rng(number)
    quality = float(generator.uniform(0.05, 0.6))
    by_topic = np.clip(generator.normal(quality, 0.15, (len(identifiers), len(topics))), 0, 1)
    curves = []
    for quantisation in QUANTISATIONS:
        gain = quality + generator.normal(0, 0.004, 100).cumsum()
        effort = quality * (1 - RECALL) ** (1 + quality) + generator.normal(0, 0.003, 100)
        curves += [
            Curve(f"nxCG(quant={quantisation},overlap=off)", RANKS, np.clip(gain, 0, 1)),
            Curve(f"ep/gr(quant={quantisation},overlap=off)", RECALL, np.clip(effort, 0, 1)),
        ]
    submission = replace(
        template.submission,
        task="CO.Thorough",
        name=f"run_{number:03d}_KStem_Mix{number % 7:02d}_Shrink",
        run_id=f"CO_KStem_Mix{number % 7:02d}_Shrink{number:02d}_element",
        milliseconds=dict.fromkeys(topics, 10.0 * (number + 1)) if number % 2 else {},
    )
    scores = RunScores(
        identifiers, topics, by_topic, by_topic.mean(axis=1), np.full(len(identifiers), len(topics))
    )
    return replace(
        template,
        submission=submission,
        scores=scores,
        curves=tuple(curves),
        diagnosis=invented_diagnosis(submission.name, _relevant(topics), TYPES, Matching.ELEMENTS),
        first_scores=None,
        first_results=None,
    )


def large_outcome(
    runs: int, topics: Sequence[str] = TOPICS
) -> tuple[CampaignOutcome, Mapping[str, BoundMetric]]:
    """A campaign of the one task, with its metrics."""
    metrics = {identifier: bind(identifier) for identifier in _identifiers()}
    identifiers = tuple(metrics)
    task = Task(
        name="CO.Thorough",
        question="Which elements are relevant?",
        cutoff=1500,
        official=OFFICIAL,
        metrics=identifiers,
    )
    small = invented_outcome(slug="large-2005")
    campaign = replace(small.campaign, title="Large campaign", year=2005, tasks={task.name: task})
    further = {topic: Topic(topic, title=f"Title of topic {topic}") for topic in topics}
    campaign = replace(campaign, topics=further | dict(campaign.topics))
    templates = small.tasks[0].runs
    outcomes = tuple(_run(templates[i % 12], i, identifiers, tuple(topics)) for i in range(runs))
    return CampaignOutcome(campaign, (TaskOutcome(task, outcomes, sought(_relevant(topics))),)), metrics
