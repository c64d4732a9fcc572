"""The page of a task's scores by run and topic, whose topics the reader chooses."""

from __future__ import annotations

from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import compared_metrics
from inexreport.report.figure import PageData
from inexreport.statistics.score_intervals import CONFIDENCE
from inexreport.subjects.significance import standing_rows
from inexreport.subjects.topic_subsets import topic_subsets


def topics_runs_page(view: CampaignView, task: str) -> PageData:
    """Return runs, topics, metrics and subsets of topics; the scores are those of the compare page.

    `runs` are the evaluated ones, best first, each with its published group and interval, None where it has
    none.
    """
    standings = view.evaluated_runs[task]
    topics, _ = standings.topic_scores(view.topic_metrics[task])
    known_topics = view.outcome.campaign.topics
    runs = [view.names[task, run.submission.name] for run in standings.runs]
    metrics = compared_metrics(view, task)
    published = {row["name"]: (row["group"], row["low"], row["high"]) for row in standing_rows(view, task)}
    among = [
        (one.kind, one.name, [topic for topic in topics if topic in one.topics])
        for one in topic_subsets(view.outcome.campaign)
    ]
    return {
        "task": task,
        "usable": bool(runs and metrics),
        "runs": [(run, *published.get(run, (None, None, None))) for run in runs],
        "official": standings.task.official,
        "topics": [known_topics.get(topic, Topic(topic)) for topic in topics],
        "metrics": metrics,
        "subsets": [{"kind": kind, "name": name, "topics": inside} for kind, name, inside in among if inside],
        "confidence": CONFIDENCE,
    }
