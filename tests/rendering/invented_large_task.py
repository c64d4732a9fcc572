"""A task as large as those of 2005: three quantisations, many cut-offs, curves of several kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from inexreport.metrics.metric import BoundMetric, CurveDefinition, Cutoff, Metric, Parameter
from inexreport.model.outcome import CampaignOutcome, Curve, RunOutcome, RunScores, TaskOutcome
from inexreport.model.task import Task
from rendering.invented_campaign import TOPICS, invented_metrics, invented_outcome

QUANTISATIONS = ("strict5", "gen5", "genLifted")
OFFICIAL = "MAep(quant=genLifted)"
RANKS, RECALL = np.arange(1.0, 101.0), np.arange(1, 101) / 100


def _metrics() -> dict[str, BoundMetric]:
    template = invented_metrics()["MAiP"].metric
    quant = Parameter("quant", "How judgements become gains.", QUANTISATIONS)
    effort = CurveDefinition("ep/gr", "Gain-recall", "Effort-precision", RECALL, lambda shared: shared)
    gain = CurveDefinition("nxCG", "Rank", "Normalised cumulated gain", RANKS, lambda shared: shared)
    bound = {}
    for name, curve, cutoffs in (
        ("nxCG", gain, (10, 25, 50)),
        ("MAnxCG", None, (10, 25, 50)),
        ("MAep", effort, (None,)),
        ("iMAep", None, (None,)),
        ("Q", None, (None,)),
        ("R", None, (None,)),
        ("HiXEval-P", None, (5, 10, 25, 50, 100)),
        ("HiXEval-R", None, (5, 10)),
    ):
        cutoff = Cutoff("rank") if cutoffs[0] else None
        metric: Metric = replace(
            template, name=name, topic_name=name, title=name, curve=curve, cutoff=cutoff, parameters=(quant,)
        )
        for quantisation in QUANTISATIONS:
            for rank in cutoffs:
                identifier = f"{name}(quant={quantisation})" + (f"@{rank}" if rank else "")
                bound[identifier] = BoundMetric(metric, identifier, {"quant": quantisation}, rank)
    overlap = invented_metrics()["overlap(kind=rank)"]
    return {**bound, overlap.identifier: overlap}


def _run(template: RunOutcome, number: int, identifiers: tuple[str, ...]) -> RunOutcome:
    generator = np.random.default_rng(number)
    quality = float(generator.uniform(0.05, 0.6))
    by_topic = np.clip(generator.normal(quality, 0.15, (len(identifiers), len(TOPICS))), 0, 1)
    curves = []
    for quantisation in QUANTISATIONS:
        gain = quality + generator.normal(0, 0.004, 100).cumsum()
        effort = quality * (1 - RECALL) ** (1 + quality) + generator.normal(0, 0.003, 100)
        curves += [
            Curve(f"nxCG(quant={quantisation})", RANKS, np.clip(gain, 0, 1)),
            Curve(f"ep/gr(quant={quantisation})", RECALL, np.clip(effort, 0, 1)),
        ]
    submission = replace(
        template.submission,
        task="CO.Thorough",
        name=f"run_{number:03d}_KStem_Mix{number % 7:02d}_Shrink",
        run_id=f"CO_KStem_Mix{number % 7:02d}_Shrink{number:02d}_element",
        milliseconds=dict.fromkeys(TOPICS, 10.0 * (number + 1)) if number % 2 else {},
    )
    scores = RunScores(
        identifiers, TOPICS, by_topic, by_topic.mean(axis=1), np.full(len(identifiers), len(TOPICS))
    )
    return replace(template, submission=submission, scores=scores, curves=tuple(curves))


def large_outcome(runs: int) -> tuple[CampaignOutcome, Mapping[str, BoundMetric]]:
    """A campaign of the one task, with its metrics."""
    metrics = _metrics()
    identifiers = tuple(metrics)
    task = Task("CO.Thorough", "Which elements are relevant?", 1500, OFFICIAL, identifiers)
    small = invented_outcome(slug="large-2005")
    campaign = replace(small.campaign, title="Large campaign", year=2005, tasks={task.name: task})
    templates = small.tasks[0].runs
    outcomes = tuple(_run(templates[i % 12], i, identifiers) for i in range(runs))
    return CampaignOutcome(campaign, (TaskOutcome(task, outcomes),)), metrics
