"""The page of a task's scores by run and topic, whose topics the reader chooses.

The scores are in the scripts of the compare page.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import compared_metrics
from inexreport.report.figure import PageData
from inexreport.report.naming import MetricColumn, task_title
from inexreport.statistics.score_intervals import CONFIDENCE
from inexreport.subjects.sections import Page, Section
from inexreport.subjects.significance import standing_rows
from inexreport.subjects.topic_subsets import topic_subsets


def topics_runs_page(view: CampaignView, task: str) -> Page:
    """Return the page, whose table a script fills with what a function of the page’s links returns."""
    metrics = compared_metrics(view, task) if view.evaluated_runs[task].runs else []
    for_script = partial(_for_script, view, task, metrics)
    facts = {"task": task, "metrics": metrics, "confidence": CONFIDENCE, "for_script": for_script}
    return Page(
        "Topics and runs",
        f"Topics and runs of {task_title(task)}",
        "The score of each run on each topic. Means and ranks are those of the chosen topics.",
        [Section("choosing", "", facts=facts)],
        notes="topics_runs.html",
        missing="" if metrics else "There are no evaluated runs with scores for single topics.",
        facts=facts,
    )


def _for_script(view: CampaignView, task: str, metrics: Sequence[MetricColumn], link: Any) -> PageData:
    """Runs, topics, metrics and subsets with links to their pages and scripts.

    Runs are the evaluated ones, best first, each with its published group and interval, None if it has none.
    """
    campaign, standings = view.outcome.campaign, view.evaluated_runs[task]
    topics, _ = standings.topic_scores(view.topic_metrics[task])
    runs = [view.names[task, run.submission.name] for run in standings.runs]
    published = {row["name"]: row for row in standing_rows(view, task)}
    among = (
        (one.kind, one.name, [topic for topic in topics if topic in one.topics])
        for one in topic_subsets(campaign)
    )
    known = [campaign.topics.get(topic, Topic(topic)) for topic in topics]
    return {
        "official": standings.task.official,
        "confidence": CONFIDENCE,
        "runs": [
            {
                "label": run.badged_label,
                "title": run.title,
                "participant": run.participant_name,
                "badge": run.badge,
                "link": link.page("run", task, run.run),
                "group": row.get("group"),
                "interval": (row.get("low"), row.get("high")),
            }
            for run, row in ((run, published.get(run, {})) for run in runs)
        ],
        "topics": [{"topic": one.id, "title": one.title, "link": link.topic(one.id)} for one in known],
        "metrics": [
            {
                "metric": column.identifier,
                "unit": column.unit,
                "script": link.script("scores", task, column.identifier),
            }
            for column in metrics
        ],
        "subsets": [{"kind": kind, "name": name, "topics": inside} for kind, name, inside in among if inside],
    }
