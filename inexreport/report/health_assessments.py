"""Checks of pools, judges and topics for the organisers of a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.outcome import JUDGED_DEPTHS
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.health_findings import Finding, Verdict, graded
from inexreport.report.words import words_of
from inexreport.subjects.agreement import overlap_answer
from inexreport.subjects.judges import kappa_answer
from inexreport.subjects.leave_out import fall_facts
from inexreport.subjects.pool_growth import DEEP_ENOUGH, deepest_ranks, pool_growth
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.reusability import (
    MOST_FAR,
    contributors_falls,
    is_measured,
    ranked_runs,
    reusability,
    share_far,
    tau_fact,
)

JUDGED_DEPTH = 10
"""First results of a run of which it is asked how many were judged."""

FEW_RELEVANT = 5

KAPPA_LIMITS, OVERLAP_LIMITS = (0.61, 0.41), (0.42, 0.3)
"""From the first the verdict is `Verdict.GOOD`, from the second `Verdict.CARE`."""


def pools_deep_enough(view: CampaignView) -> Iterator[Finding]:
    """Say which share of the items that the deepest ranks added to a task's pools is relevant."""
    for outcome in view.outcome.tasks:
        task = outcome.task.name
        items = pools_of_task(outcome, view.outcome.campaign).items
        if outcome.relevant_articles.only_relevant:
            text = f"The assessments list relevant {items} only, so it is not known what was judged."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling")
            continue
        if not outcome.task.pool_depth_stated:
            text = "campaign.toml does not state the depth of the pools (pool_depth)."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling")
            continue
        found = deepest_ranks(pool_growth(outcome, view.outcome.campaign))
        if found is None:
            yield Finding(task, Verdict.UNKNOWN, "No run has results at the depth of the pools.", "pooling")
            continue
        share, ranks = found
        relevant = decimals(100 * share, "%")
        text = f"Of the {items} that only {ranks} brought into the pools, {relevant} are relevant."
        yield Finding(task, graded(-share, *(-limit for limit in DEEP_ENOUGH)), text, "pooling")


def pools_reusable(view: CampaignView) -> Iterator[Finding]:
    """Say how far runs fall without what only their own participant found; of documents only."""
    for outcome in view.outcome.tasks:
        task = outcome.task.name
        campaign = view.outcome.campaign
        if not is_measured(outcome, campaign):
            continue
        found, falls = reusability(outcome, campaign), contributors_falls(outcome, campaign)
        share, noun = share_far(found, falls, ranked_runs(outcome)), pools_of_task(outcome, campaign).noun
        if isnan(share) or len(found) < 2:
            text = f"Fewer than two {noun}s contributed to the pools, or fewer than two runs have scores."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling", "reusability")
            continue
        text = (
            f"All runs are ranked without the finds of each {noun} in turn. "
            f"{fall_facts(view, task, falls)} {tau_fact(view, task, found)}"
        )
        verdict = graded(-share, 0.0, -MOST_FAR)
        yield Finding(task, verdict, text, "pooling", "reusability")


def first_results_judged(view: CampaignView) -> Iterator[Finding]:
    """Say which share of the first results of the ranked runs was judged."""
    for outcome in view.outcome.tasks:
        task, column = outcome.task.name, JUDGED_DEPTHS.index(JUDGED_DEPTH)
        if outcome.relevant_articles.only_relevant:
            continue
        compositions = [run.composition for run in view.standings[task].runs if run.composition]
        shares = [float(one.judged_to_depth[column]) for one in compositions]
        known = [share for share in shares if not isnan(share)]
        if known:
            median = float(np.median(known))
            text = (
                f"The median of {counted(len(known), 'ranked run')} has {decimals(100 * median, '%')} of its "
                f"first {JUDGED_DEPTH} results judged, the lowest {decimals(100 * min(known), '%')}."
            )
            yield Finding(task, graded(median, 0.95, 0.8), text, "pooling")


def judges_agree(view: CampaignView) -> Iterator[Finding]:
    """Say how far each further judge agrees with the official one."""
    campaign = view.outcome.campaign
    if not campaign.judges:
        text = "Each topic has one judge, so agreement is not known."
        yield Finding("", Verdict.UNKNOWN, text, "topics")
    for one in campaign.judges:
        if words_of(campaign).of_documents:
            yield _agreement(kappa_answer(view.outcome, one.judge), KAPPA_LIMITS)
        else:
            yield _agreement(overlap_answer(view.outcome, one.judge), OVERLAP_LIMITS)


def _agreement(answer: tuple[float, str], limits: tuple[float, float]) -> Finding:
    value, text = answer
    verdict = Verdict.UNKNOWN if isnan(value) else graded(value, *limits)
    return Finding("", verdict, text, "assessors")


def enough_topics(view: CampaignView) -> Iterator[Finding]:
    """Say how many topics were assessed, and how many of them have few relevant items."""
    assessed = view.outcome.campaign.assessments.topics.values()
    items = words_of(view.outcome.campaign).items
    text = f"{counted(len(assessed), 'topic')} {'was' if len(assessed) == 1 else 'were'} assessed."
    yield Finding("", graded(len(assessed), 50, 25), text, "topics")
    few = [topic for topic in assessed if topic.relevant_articles < FEW_RELEVANT]
    none = sum(topic.relevant_articles == 0 for topic in few)
    have = "has" if len(few) == 1 else "have"
    text = f"{counted(len(few), 'topic')} {have} fewer than {FEW_RELEVANT} relevant {items}"
    text += f"; {none:,} {'has' if none == 1 else 'have'} none." if none else "."
    share = len(few) / len(assessed) if assessed else 0.0
    yield Finding("", graded(-share, 0.0, -0.1), text, "topics")
