"""The pools of a task: the page about them, and what pages of topics and runs report of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from inexreport.report.assessment_sets import VARIANT_TITLES, assessment_sets_part, scores_figure
from inexreport.report.campaign_view import CampaignView
from inexreport.report.correlations import SIGNIFICANT, significance
from inexreport.report.figure import PageData
from inexreport.report.metasearch import counted_depths
from inexreport.report.pool_answers import (
    contribution_answer,
    depth_answer,
    quality_answer,
    ranking_answer,
)
from inexreport.report.pool_figures import (
    group_name,
    growth_figure,
    rare_figure,
    rare_in,
)
from inexreport.report.relevant_only import task_note
from inexreport.report.reusability import leave_out_answer, reusability_part
from inexreport.report.unjudged import unjudged_part
from inexreport.report.words import words_of
from inexreport.statistics.assessment_comparisons import AssessmentComparison
from inexreport.statistics.leave_out import LeaveOut
from inexreport.statistics.pool_findings import PoolFindings, pool_findings
from inexreport.statistics.pool_quality import ALL_TOPICS, GIVEN, SYSTEM, PoolQuality

MANY_TOPICS = 40
"""With more topics than these, the table by topic shows the pools of the campaign's own depth only."""


def pooling_page(view: CampaignView, task: str) -> PageData:
    """Return how good the pools of a task were, who filled them, and the ranking without parts of them.

    ``unit`` is ``elements``, ``articles`` or ``documents``; ``given_by`` is ``file`` or ``flags`` where the
    campaign records what the judges were given, else empty, and ``given`` the number of topics for which it
    does.
    ``unranked_share`` is whether items that a run does not rank share its remaining Borda points.
    ``growth`` is None without relevant items, ``variants`` where the official metric knows no grades,
    ``sets`` where only the official assessments are scored; ``reusability`` and ``unjudged`` unless documents
    were judged.
    """
    campaign = view.outcome.campaign
    findings = _findings(view, task)
    contributions = _contributions(view, task, findings)
    few = findings.topics <= MANY_TOPICS
    by_topic = [one for one in findings.qualities if one.topic != ALL_TOPICS]
    return {
        "task": task,
        "official": view.official_column(task),
        "runs": len(findings.groups),
        "contributing": findings.contributing,
        "topics": findings.topics,
        "unit": f"{findings.unit}s",
        "depth": findings.depth,
        "unranked_share": findings.unranked_share,
        "given_by": ("file" if campaign.pools else "flags") if findings.given else "",
        "given": findings.given,
        "assessments_note": task_note(view.of(task), campaign),
        "quality_answer": quality_answer(findings) if findings.topics and findings.groups else "",
        "depth_answer": depth_answer(view.of(task), findings),
        "means": _pool_rows(one for one in findings.qualities if one.topic == ALL_TOPICS),
        "by_topic": _pool_rows(one for one in by_topic if few or one.depth == findings.own_depth),
        "counted_depths": counted_depths(findings),
        "growth": growth_figure(view, task, findings),
        "contributions": contributions,
        "contribution_answer": contribution_answer(findings, contributions),
        "left_out_answer": leave_out_answer(view, task, findings.left_out),
        "pooled_by": contributors(findings.participants),
        "left_out": _left_out(view, task, findings.left_out),
        "reusability": reusability_part(view, task, findings),
        "unjudged": unjudged_part(view, task),
        "rare": rare_figure(view.standings[task], view.names, findings, words_of(campaign)),
        "variants": _variants(view, task, findings.variants) if findings.variants else None,
        "sets": assessment_sets_part(view, task),
    }


def _findings(view: CampaignView, task: str) -> PoolFindings:
    return pool_findings(view.of(task), view.outcome.campaign)


def contributors(participants: Collection[str]) -> str:
    """Say whose contributions are counted; participants are those of the runs, "" where not recorded.

    Examples
    --------
    >>> contributors({"east"}), contributors({""})
    ('each participant’s runs', 'each run')
    """
    if "" not in participants:
        return "each participant’s runs"
    return "each participant’s runs, or each run without one" if any(participants) else "each run"


def _pool_rows(qualities: Iterable[PoolQuality]) -> list[PageData]:
    """A row per topic and depth, with the three pools in the order of `KINDS`."""
    rows: dict[tuple[str, str], list[PoolQuality]] = {}
    for one in qualities:
        rows.setdefault((one.topic, one.depth), []).append(one)
    # A stable sort: what was given comes after all depths.
    ordered = sorted(rows.items(), key=lambda row: row[0][0])
    return [{"topic": topic, "depth": depth, "pools": pools} for (topic, depth), pools in ordered]


def _contributions(view: CampaignView, task: str, findings: PoolFindings) -> list[PageData]:
    rows = [
        {
            "participant": one.group if one.group in findings.participants else "",
            "label": group_name(view, task, one.group),
            "runs": findings.groups.count(one.group),
            "contribution": one,
        }
        for one in findings.contributions.rows
        if not one.run
    ]

    def order(row: PageData) -> tuple[int, int, str]:
        return -row["contribution"].unique_relevant, -row["contribution"].relevant, row["label"]

    return sorted(rows, key=order)


def _left_out(view: CampaignView, task: str, found: LeaveOut) -> list[PageData]:
    return [
        {
            "name": view.names[task, run],
            "rank": int(found.rank[row]) or None,
            "rank_without": int(found.rank_without[row]) or None,
            "score": float(found.score[row]),
            "score_without": float(found.score_without[row]),
            "difference": float(found.score_without[row] - found.score[row]),
        }
        for row, run in enumerate(found.runs)
    ]


def _variants(view: CampaignView, task: str, compared: Sequence[AssessmentComparison]) -> PageData:
    """Rank correlations with the ranking by the unchanged assessments, by variant and quantisation.

    ``figures`` are scatter plots of the scores by the official metric.
    """
    official = view.standings[task].task.official
    by_variant: dict[tuple[str, str], list[AssessmentComparison]] = {}
    for one in compared:
        by_variant.setdefault((one.variant, one.reference), []).append(one)
    return {
        "quantisations": list(dict.fromkeys(one.quant for one in compared)),
        "runs": max(len(one.runs) for one in compared),
        "answer": ranking_answer(compared),
        "significant": SIGNIFICANT,
        "significance": significance(np.array([p for one in compared for p in one.p])),
        "references": list(dict.fromkeys(one.reference for one in compared)),
        "rows": [
            {
                "title": VARIANT_TITLES[variant],
                "reference": reference,
                "coefficient": name,
                "correlations": [getattr(one, name) for one in of_variant],
                "p": [one.p[place] for one in of_variant],
            }
            for (variant, reference), of_variant in by_variant.items()
            for place, name in enumerate(("spearman", "kendall"))
        ],
        "figures": [
            scores_figure(one, task, view.names, VARIANT_TITLES[one.variant])
            for one in compared
            if one.metric == official
        ],
    }


def topic_pools(view: CampaignView, topic: str) -> list[PageData]:
    """Return the system pool of a topic in each task; none where it was not assessed.

    It is the pool as it was given, if that is known, else at the depth of the campaign's pools.
    """
    rows = []
    for task in view.standings:
        findings = _findings(view, task)
        pools = [
            one
            for one in findings.qualities
            if (one.topic, one.kind) == (topic, SYSTEM) and one.depth in (str(findings.depth), GIVEN)
        ]
        rows += [{"task": task, "unit": f"{findings.unit}s", "pool": one} for one in pools[-1:]]
    return rows


def run_part(view: CampaignView, task: str, run: str) -> PageData | None:
    """Return what a run brought into the pools of its task, and its rare articles; all topics together.

    None where the run was not evaluated or no topic assessed.
    """
    findings = _findings(view, task)
    rare = findings.rare
    if run not in rare.runs or not findings.topics:
        return None
    row = rare.runs.index(run)
    return {
        "unit": f"{findings.unit}s",
        "depth": findings.depth,
        "has_participant": bool(view.names[task, run].participant),
        "contribution": next(one for one in findings.contributions.rows if one.run == run),
        "rare": int(rare.rare[row]),
        "rare_relevant": int(rare.rare_relevant[row]),
        "rare_percent": float(rare.percent[row]),
        "rare_in": rare_in(rare.most),
    }
