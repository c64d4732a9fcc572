"""The published tables of pools, rare documents, left-out groups and variants of the assessments."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.typed_table import WITH_GAPS, typed_table
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
    numbers = dict.fromkeys(("size", "precision", "recall", "unassessed"), "float64")
    columns = "pool task topic depth size precision recall unassessed"
    return typed_table(rows, columns.split(), numbers | {"depth": "int64"})


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
    columns = "task participant depth size relevant recall"
    return typed_table(
        rows, columns.split(), {"depth": "int64"} | dict.fromkeys(("size", "relevant", "recall"), "float64")
    )


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
    columns = "task participant run pooled relevant unique unique_relevant"
    return typed_table(
        rows, columns.split(), dict.fromkeys(("pooled", "relevant", "unique", "unique_relevant"), "int64")
    )


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
    return typed_table(
        rows,
        ["task", "run", "rank_official", "rare", "rare_relevant", "percent"],
        {"rank_official": WITH_GAPS, "rare": "int64", "rare_relevant": "int64", "percent": "float64"},
    )


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
    columns = "task participant metric run score score_without rank rank_without"
    return typed_table(
        rows,
        columns.split(),
        {"score": "float64", "score_without": "float64", "rank": WITH_GAPS, "rank_without": WITH_GAPS},
    )


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
    return typed_table(
        rows,
        ["task", "variant", "quant", "spearman", "kendall", "runs"],
        {"spearman": "float64", "kendall": "float64", "runs": "int64"},
    )


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
    columns = "task variant metric run score score_variant"
    return typed_table(rows, columns.split(), {"score": "float64", "score_variant": "float64"})


def _findings(outcome: CampaignOutcome) -> Iterator[tuple[str, PoolFindings]]:
    for task in outcome.tasks:
        yield task.task.name, pool_findings(task, outcome.campaign)
