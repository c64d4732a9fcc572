"""First sentences of the page of pools: each answers the question of its heading with a number."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.report.figure import PageData, decimals
from inexreport.statistics.assessment_comparisons import AssessmentComparison
from inexreport.statistics.pool_findings import PoolFindings
from inexreport.statistics.pool_quality import ALL_TOPICS, GIVEN, SYSTEM

DEEP_ENOUGH = (0.05, 0.2)
"""Up to the first relevant share of what the deepest ranks add, pools are deep enough; up to the second,
nearly. A convention."""


def group_noun(findings: PoolFindings) -> str:
    """Return what contributions are counted by: a run without a participant is a group by itself."""
    known = [group in findings.participants for group in findings.groups]
    return "participant" if all(known) else "group" if any(known) else "run"


def quality_answer(findings: PoolFindings) -> str:
    """Return how much the pool of the campaign's own depth has, and how much of it is relevant."""
    wanted, items = (ALL_TOPICS, SYSTEM, findings.own_depth), f"{findings.unit}s"
    own = next(one for one in findings.qualities if (one.topic, one.kind, one.depth) == wanted)
    if isnan(own.recall) or isnan(own.precision):
        return f"No topic has relevant {items} and a pool, so the quality of the pools is unknown."
    pool = "pool given to the assessors" if own.depth == GIVEN else f"system pool of depth {own.depth}"
    return (
        f"The {pool} contains {decimals(100 * own.recall, '%')} of the relevant {items}, and "
        f"{decimals(100 * own.precision, '%')} of its {items} are relevant (means over topics)."
    )


def deepest_ranks(findings: PoolFindings) -> tuple[float, str] | None:
    """Return the relevant share of what the deepest ranks add to the pools, and these ranks in words.

    None if no run has results there.
    """
    whole = findings.growth[0] if findings.growth else None
    if whole is None or len(whole.depths) < 2 or not (new := whole.size[-1] - whole.size[-2]) > 0:
        return None
    first, last = whole.depths[-2] + 1, whole.depths[-1]
    share = float((whole.relevant[-1] - whole.relevant[-2]) / new)
    return share, f"rank {last}" if first == last else f"ranks {first} to {last}"


def depth_answer(outcome: TaskOutcome, findings: PoolFindings) -> str:
    """Return whether the pools were deep enough, by what their deepest ranks add."""
    found, items = deepest_ranks(findings), f"{findings.unit}s"
    if not findings.growth:
        return "No run has results for an assessed topic, so there are no pools."
    if found is None:
        whole = findings.growth[0]
        grown = next(
            depth for depth, size in zip(whole.depths, whole.size, strict=True) if size == whole.size[-1]
        )
        return f"This is not known: after rank {grown}, the runs bring nothing new into the pools."
    share, ranks = found
    fact = f"{decimals(100 * share, '%')} of the {items} that only {ranks} brought into the pools are"
    if outcome.relevant_articles.only_relevant:
        return f"This is not known, since the assessments list relevant {items} only: {fact} listed."
    if not outcome.task.pool_depth_stated:
        return f"This is not known, since the depth of the judged pools is not stated: {fact} relevant."
    answer = "Yes" if share <= DEEP_ENOUGH[0] else "Nearly" if share <= DEEP_ENOUGH[1] else "No"
    return f"{answer}: {fact} relevant."


def contribution_answer(findings: PoolFindings, rows: Sequence[PageData]) -> str:
    """Return how many groups contributed to the pools, and which found most that no other found.

    Parameters
    ----------
    findings : PoolFindings
    rows : sequence of dict
        The groups with their contributions, the most unique relevant ones first.
    """
    noun, items = group_noun(findings), f"relevant {findings.unit}s"
    count = sum(row["contribution"].pooled > 0 for row in rows)
    if not count:
        return f"No {noun} contributed to the pools."
    sentence = f"{counted(count, noun)} contributed to the pools"
    unique = [row["contribution"].unique_relevant for row in rows]
    if count == 1:
        return f"{sentence}, with {rows[0]['contribution'].relevant:,} {items}."
    if not unique[0]:
        return f"{sentence}; none found {items} that no other found."
    most = [row["label"] for row in rows if row["contribution"].unique_relevant == unique[0]]
    who = most[0] if len(most) == 1 else f"{most[0]} and {counted(len(most) - 1, 'other')}"
    return (
        f"{sentence}. Of the {sum(unique):,} {items} that a single {noun} contributed, {who} contributed "
        f"most: {unique[0]:,}{' each' if len(most) > 1 else ''}."
    )


def ranking_answer(compared: Sequence[AssessmentComparison]) -> str:
    """Return how far the rankings by two sets of assessments agree: Kendall's tau, or its range."""
    known = [one.kendall for one in compared if not isnan(one.kendall)]
    if not known:
        return "Fewer than two runs have different scores, so rankings cannot be compared."
    low, high = decimals(min(known)), decimals(max(known))
    if len(known) == 1:
        return f"Kendall’s tau of the two rankings is {low}: 1 is the same ranking."
    values = f"{low} in all" if low == high else f"{low} to {high} in"
    return f"Kendall’s tau of the two rankings is {values} {len(known):,} comparisons: 1 is the same ranking."
