"""Dimensions on the task page: how the runs rank by grades that answer another question than relevance."""

from __future__ import annotations

import pandas as pd

from inexreport.evaluation.task_plan import asks
from inexreport.model.assessment import OFFICIAL, Assessments
from inexreport.model.campaign import AssessmentSet
from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, decimals
from inexreport.statistics.assessment_comparisons import assessed_scores
from inexreport.subjects.assessment_sets import ranked_scores, score_columns
from inexreport.subjects.sections import View


def dimension_parts(view: CampaignView, task: str) -> list[PageData]:
    """Return the ranking of a task's runs by each dimension, by the task's official metric.

    ``table`` has the best by the dimension first: score and rank by the dimension, and the official ones. A
    run without a score by the dimension is last.
    """
    outcome, campaign = view.of(task), view.outcome.campaign
    official, *further = assessed_scores(outcome)
    scores = {one.change: one for one in further}
    settings = {one.name: one for one in campaign.assessment_sets}
    parts: list[PageData] = []
    for judged in campaign.dimensions:
        if judged.judge in scores:
            sets = (scores[judged.judge], official)
            rows = ranked_scores(sets, official.runs, outcome.task.official)
            rows = rows.assign(name=view.named(task, rows.run))
            rows = rows.sort_values(f"rank {judged.judge}", na_position="last", kind="stable")
            column = view.official_column(task)
            table = View(
                f"Ranking by the dimension {judged.judge}",
                rows,
                {"name": ("Run", "run"), **score_columns(judged.judge, judged.judge, column.unit)}
                | score_columns(official.change, "Official", column.unit),
                caption=f"{column.label} by the grades for {judged.judge}, and the official one.",
                rows="runs",
                address=f"dimension-{len(parts) + 1}",
                data="assessment_scores",
            )
            parts.append(
                {
                    "name": judged.judge,
                    "basis": _basis(view, task, judged, settings[judged.judge]),
                    "best": _best(view, task, judged.judge, rows),
                    "table": table,
                }
            )
    return parts


def _basis(view: CampaignView, task: str, judged: Assessments, settings: AssessmentSet) -> str:
    campaign, of_task = view.outcome.campaign, view.of(task).task
    topics = [one for topic, one in judged.topics.items() if asks(of_task, campaign, topic)]
    documents = sum(len(one.articles) for one in topics)
    relevant = sum(one.relevant_articles for one in topics)
    level = settings.relevance_level or campaign.relevance_level
    were = "was" if documents == 1 else "were"
    by = f" by {settings.model}" if settings.model else ""
    return (
        f"{counted(documents, 'document')} of {counted(len(topics), 'topic')} {were} graded{by} for "
        f"{judged.judge}; {relevant:,} of them {'reaches' if relevant == 1 else 'reach'} grade {level}. "
        "Official scores and ranks do not depend on these grades."
    )


def _best(view: CampaignView, task: str, dimension: str, rows: pd.DataFrame) -> str:
    metric = view.official_column(task).label
    best = rows[rows[f"rank {dimension}"].eq(1).fillna(False)]
    if not len(best):
        return f"No run has a score by {metric}."
    first = best.iloc[0]
    score, official = first[f"score {dimension}"], first[f"rank {OFFICIAL}"]
    if len(best) > 1:
        return f"{counted(len(best), 'run')} share the best {metric}, {decimals(score)}."
    rank = "without an official rank" if pd.isna(official) else f"officially at rank {official}"
    return f"Best by {metric} is {first['name'].label} with {decimals(score)}, {rank}."
