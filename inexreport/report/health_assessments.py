"""Checks of pools, judges and topics for the organisers of a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.outcome import JUDGED_DEPTHS
from inexreport.report.assessors import judge_comparisons
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import correlation, decimals
from inexreport.report.health_findings import Finding, Verdict, graded
from inexreport.report.judges import grade_comparisons
from inexreport.report.reusability import fall_facts, tau_fact
from inexreport.report.words import words_of
from inexreport.statistics.agreement import ARTICLE, MEAN
from inexreport.statistics.grade_agreement import KAPPA, POOLED
from inexreport.statistics.grades import NON_ZERO
from inexreport.statistics.pool_findings import pool_findings
from inexreport.statistics.reusability import MOST_FAR

JUDGED_DEPTH = 10
"""First results of a run of which it is asked how many were judged."""

FEW_RELEVANT = 5

KAPPA_LIMITS, OVERLAP_LIMITS = (0.61, 0.41), (0.42, 0.3)
"""From the first the verdict is `Verdict.GOOD`, from the second `Verdict.CARE`."""


def pools_deep_enough(view: CampaignView) -> Iterator[Finding]:
    """Say which share of the items that the deepest ranks added to a task's pools is relevant."""
    for outcome in view.outcome.tasks:
        task = outcome.task.name
        findings = pool_findings(outcome, view.outcome.campaign)
        items = f"{findings.unit}s"
        if outcome.relevant_articles.only_relevant:
            text = f"The assessments list relevant {items} only, so it is not known what was judged."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling")
            continue
        if not outcome.task.pool_depth_stated:
            text = "campaign.toml does not state the depth of the pools (pool_depth)."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling")
            continue
        whole = findings.growth[0] if findings.growth else None
        if whole is None or len(whole.depths) < 2 or not (new := whole.size[-1] - whole.size[-2]) > 0:
            yield Finding(task, Verdict.UNKNOWN, "No run has results at the depth of the pools.", "pooling")
            continue
        share = float((whole.relevant[-1] - whole.relevant[-2]) / new)
        first, last = whole.depths[-2] + 1, whole.depths[-1]
        ranks = f"rank {last}" if first == last else f"ranks {first} to {last}"
        relevant = decimals(100 * share, "%")
        text = f"Of the {items} that only {ranks} brought into the pools, {relevant} are relevant."
        yield Finding(task, graded(-share, -0.05, -0.2), text, "pooling")


def pools_reusable(view: CampaignView) -> Iterator[Finding]:
    """Say how far runs fall without what only their own participant found; of documents only."""
    for outcome in view.outcome.tasks:
        task = outcome.task.name
        found = pool_findings(outcome, view.outcome.campaign).reusability
        if found is None:
            continue
        if isnan(found.share_far) or len(found.groups) < 2:
            text = "Fewer than two participants contributed to the pools, or fewer than two runs have scores."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling", "reusability")
            continue
        text = (
            "All runs are ranked without the finds of each participant in turn. "
            f"{fall_facts(view, task, found.own)} {tau_fact(view, task, found)}"
        )
        verdict = graded(-found.share_far, 0.0, -MOST_FAR)
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
    elif words_of(campaign).of_documents:
        for judge in grade_comparisons(campaign):
            kappa = (one.value for one in judge.rows if (one.topic, one.measure) == (POOLED, KAPPA))
            yield _kappa(judge.judge, next(kappa, np.nan))
    else:
        wanted = (MEAN, ARTICLE, NON_ZERO)
        for one in judge_comparisons(campaign):
            ratios = (row.ratio for row in one.agreement if (row.topic, row.level, row.grade) == wanted)
            yield _overlap(one.judge, next(ratios, np.nan), len(one.topics))


def _kappa(judge: str, kappa: float) -> Finding:
    if isnan(kappa):
        text = f"{judge} and the official judge have no documents to compare."
        return Finding("", Verdict.UNKNOWN, text, "assessors")
    text = (
        f"Cohen’s kappa of {judge} and the official judge is {correlation(kappa)} on whether a document is "
        "relevant."
    )
    return Finding("", graded(kappa, *KAPPA_LIMITS), text, "assessors")


def _overlap(judge: str, overlap: float, topics: int) -> Finding:
    if isnan(overlap):
        text = f"{judge} and the official judge have no relevant articles to compare."
        return Finding("", Verdict.UNKNOWN, text, "assessors")
    text = (
        f"Of the articles that {judge} or the official judge found relevant, both did so for "
        f"{decimals(100 * overlap, '%')}, mean over {counted(topics, 'topic')}."
    )
    return Finding("", graded(overlap, *OVERLAP_LIMITS), text, "assessors")


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
