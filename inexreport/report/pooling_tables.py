"""The published tables of pools, rare documents, left-out groups and variants of the assessments."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.table_columns import SCHEMAS
from inexreport.report.typed_table import typed_table
from inexreport.statistics.pool_findings import PoolFindings, pool_findings
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED


def pooling_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per pool, depth and topic, and one for the mean over topics."""
    rows = [
        {
            "pool": one.kind,
            "task": task,
            "topic": one.topic,
            "depth": one.depth,
            "size": one.size,
            "precision": one.precision,
            "recall": one.recall,
            "unassessed": one.unassessed,
        }
        for task, findings in _findings(outcome)
        for one in findings.qualities
    ]
    return typed_table(rows, SCHEMAS["pooling"])


def pool_growth_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per task, group and depth; the group is empty for all runs together."""
    rows = [
        {
            "task": task,
            "participant": one.group,
            "depth": depth,
            "size": size,
            "relevant": found,
            "recall": recall,
        }
        for task, findings in _findings(outcome)
        for one in findings.growth
        for depth, size, found, recall in zip(one.depths, one.size, one.relevant, one.recall, strict=True)
    ]
    return typed_table(rows, SCHEMAS["pool_growth"])


def pool_contributions_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per participant of a task, its runs together, and one per run."""
    rows = [
        {
            "task": task,
            "participant": one.group,
            "run": one.run,
            "pooled": one.pooled,
            "relevant": one.relevant,
            "unique": one.unique,
            "unique_relevant": one.unique_relevant,
        }
        for task, findings in _findings(outcome)
        for one in findings.contributions.rows
    ]
    return typed_table(rows, SCHEMAS["pool_contributions"])


def rare_documents_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run of a task, by official rank."""
    rows = []
    for task in outcome.tasks:
        rare = pool_findings(task, outcome.campaign).rare
        place = {run: row for row, run in enumerate(rare.runs)}
        standings = task_standings(task)
        ranks = standings.ranks[:, standings.official].tolist()
        for run, rank in zip(standings.runs, ranks, strict=True):
            row = place[run.submission.name]
            rows.append(
                {
                    "task": task.task.name,
                    "run": run.submission.name,
                    "rank_official": None if rank == UNRANKED else rank,
                    "rare": rare.rare[row],
                    "rare_relevant": rare.rare_relevant[row],
                    "percent": rare.percent[row],
                }
            )
    return typed_table(rows, SCHEMAS["rare_documents"])


def leave_out_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per evaluated run: its official score and rank, and those had its group not taken part."""
    rows = []
    for task in outcome.tasks:
        found = pool_findings(task, outcome.campaign).left_out
        rows += [
            {
                "task": task.task.name,
                "participant": participant,
                "metric": task.task.official,
                "run": run,
                "score": found.score[row],
                "score_without": found.score_without[row],
                "rank": found.rank[row] or None,
                "rank_without": found.rank_without[row] or None,
            }
            for row, (run, participant) in enumerate(zip(found.runs, found.participants, strict=True))
        ]
    return typed_table(rows, SCHEMAS["leave_out"])


def assessment_variants_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per variant of a task's assessments and quantisation."""
    rows = [
        {
            "task": task,
            "variant": one.variant,
            "quant": one.quant,
            "spearman": one.spearman,
            "kendall": one.kendall,
            "runs": len(one.runs),
        }
        for task, findings in _findings(outcome)
        for one in findings.variants
    ]
    return typed_table(rows, SCHEMAS["assessment_variants"])


def variant_scores_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per variant, metric and run that has both scores."""
    rows = [
        {
            "task": task,
            "variant": one.variant,
            "metric": one.metric,
            "run": run,
            "score": official,
            "score_variant": changed,
        }
        for task, findings in _findings(outcome)
        for one in findings.variants
        for run, official, changed in zip(one.runs, one.official, one.changed, strict=True)
    ]
    return typed_table(rows, SCHEMAS["variant_scores"])


def _findings(outcome: CampaignOutcome) -> Iterator[tuple[str, PoolFindings]]:
    for task in outcome.tasks:
        yield task.task.name, pool_findings(task, outcome.campaign)
