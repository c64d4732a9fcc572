"""The published tables on what the runs returned and how hard the topics were."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.table_columns import SCHEMAS
from inexreport.report.text_columns import TextColumn
from inexreport.report.typed_table import typed_columns, typed_table
from inexreport.statistics.standings import task_standings

RANK_BANDS = ("1–10", "11–50", "51–100", "101–500", "501–")
"""Names of the bands of `Composition.judged_by_rank`."""


def results_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per run and topic: how many results and articles it returned after the task's cut-off."""
    texts = {name: TextColumn() for name in ("task", "run", "topic")}
    results, articles = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for task in outcome.tasks:
        for run in task.runs:
            if run.composition is None:
                continue
            topics = run.composition.topics
            texts["task"].repeat(task.task.name, len(topics))
            texts["run"].repeat(run.submission.name, len(topics))
            texts["topic"].take(topics, np.arange(len(topics)))
            results.append(run.composition.results_per_topic)
            articles.append(run.composition.articles_per_topic)
    whole = {name: column.whole() for name, column in texts.items()}
    counts = {"results": np.concatenate(results), "articles": np.concatenate(articles)}
    return typed_columns(whole | counts, SCHEMAS["results"])


def element_types_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per run and type of element that it returned."""
    rows = [
        (task.task.name, run.submission.name, element_type, int(results))
        for task in outcome.tasks
        for run in task.runs
        if run.composition is not None
        for element_type, results in sorted(run.composition.element_types.items())
    ]
    return typed_table(rows, SCHEMAS["element_types"])


def judged_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per run and band of ranks: the share of results in judged articles, in percent."""
    rows = [
        (task.task.name, run.submission.name, band, 100.0 * float(share))
        for task in outcome.tasks
        for run in task.runs
        if run.composition is not None
        for band, share in zip(RANK_BANDS, run.composition.judged_by_rank, strict=True)
        if share == share  # an empty band has no share
    ]
    return typed_table(rows, SCHEMAS["judged"])


def difficulty_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per task and topic: all runs' scores by the official metric, and 1 for the hardest topic."""
    rows = []
    for task in outcome.tasks:
        standings = task_standings(task)
        summary = standings.topic_summary(standings.topic_metric)
        rows += [
            {
                "task": task.task.name,
                "metric": standings.topic_metric,
                "topic": topic,
                "runs": int(summary.runs[i]),
                "lowest": float(summary.lowest[i]),
                "lower_quartile": float(summary.lower_quartile[i]),
                "median": float(summary.median[i]),
                "upper_quartile": float(summary.upper_quartile[i]),
                "best": float(summary.best[i]),
                "best_run": standings.runs[int(summary.best_run[i])].submission.name,
                "difficulty": int(summary.difficulty[i]),
            }
            for i, topic in enumerate(summary.topics)
        ]
    return typed_table(rows, SCHEMAS["difficulty"])
