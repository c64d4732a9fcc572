"""Dimensions on the task page: how the runs rank by grades that answer another question than relevance."""

from __future__ import annotations

from inexreport.evaluation.task_plan import asks
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import AssessmentSet
from inexreport.model.counted import counted
from inexreport.report.assessment_sets import ranked_cells
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, decimals
from inexreport.statistics.assessment_comparisons import assessed_scores


def dimension_parts(view: CampaignView, task: str) -> list[PageData]:
    """Return the ranking of a task's runs by each dimension, by the task's official metric.

    ``rows`` has the best by the dimension first, with two cells: score and rank by the dimension, and the
    official ones. A run without a score by the dimension is last.
    """
    outcome, campaign = view.of(task), view.outcome.campaign
    official, *further = assessed_scores(outcome)
    scores = {one.change: one for one in further}
    settings = {one.name: one for one in campaign.assessment_sets}
    parts = []
    for judged in campaign.dimensions:
        if judged.judge in scores:
            sets = (scores[judged.judge], official)
            rows = ranked_cells(sets, official.runs, outcome.task.official, task, view.names)
            rows.sort(key=lambda row: row["cells"][0]["rank"] or len(rows) + 1)
            parts.append(
                {
                    "name": judged.judge,
                    "basis": _basis(view, task, judged, settings[judged.judge]),
                    "best": _best(view, task, rows),
                    "rows": rows,
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


def _best(view: CampaignView, task: str, rows: list[PageData]) -> str:
    metric = view.official_column(task).label
    best = [row for row in rows if row["cells"][0]["rank"] == 1]
    if not best:
        return f"No run has a score by {metric}."
    score, official = best[0]["cells"][0]["score"], best[0]["cells"][1]["rank"]
    if len(best) > 1:
        return f"{counted(len(best), 'run')} share the best {metric}, {decimals(score)}."
    rank = "without an official rank" if official is None else f"officially at rank {official}"
    return f"Best by {metric} is {best[0]['name'].label} with {decimals(score)}, {rank}."
