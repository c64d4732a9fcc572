"""A worked example of the metrics of documents: the first results of a run, and the scores after each."""

from __future__ import annotations

import numpy as np

from inexreport.metrics.documents import first_document_values, is_document_metric
from inexreport.metrics.graded_rankings import largest_grade
from inexreport.model.assessment import Judged
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.document_links import document_address
from inexreport.report.figure import PageData
from inexreport.report.first_results import grades_of
from inexreport.statistics.first_documents import first_documents


def worked_example(view: CampaignView) -> PageData | None:
    """Return the first results of a run for a topic, with the scores if the run ended after each of them.

    The run is the best one of the first task that has an example; the topic, of those with a relevant
    document among the first results, the one whose score is nearest to the run's median.

    Returns
    -------
    dict or None
        ``rows`` have a document, its grade (None if not judged) and its ``scores``, one of each of the
        ``columns``; ``final`` are the published scores of the topic. None where elements or passages were
        judged, or no best run has such a topic.
    """
    if view.outcome.campaign.judged is not Judged.DOCUMENTS:
        return None
    examples = (_of_task(view, task) for task in view.standings)
    return next((one for one in examples if one is not None), None)


def _of_task(view: CampaignView, task: str) -> PageData | None:
    standings, campaign = view.standings[task], view.outcome.campaign
    topic = _topic(view, task)
    if topic is None:
        return None
    run = standings.runs[0]
    documents = first_documents(view.of(task))[run.submission.name][topic]
    judged = campaign.assessments.topics[topic]
    grades = grades_of(judged)
    columns = [one for one in view.columns[task] if is_document_metric(view.metrics[one.identifier])]
    largest = largest_grade(tuple(campaign.assessments.topics.values()))
    values = first_document_values(
        [view.metrics[one.identifier] for one in columns], judged, documents, largest
    )
    return {
        "task": task,
        "run": view.names[task, run.submission.name],
        "topic": topic,
        "title": campaign.topics.get(topic, Topic(topic)).title,
        "chosen_by": view.topic_column(task),
        "relevant": sum(grade >= 1 for grade in grades.values()),
        "columns": columns,
        "rows": [
            {
                "document": document,
                "address": document_address(campaign.collection, document),
                "grade": grades.get(document),
                "scores": scores,
            }
            for document, scores in zip(documents, values.T.tolist(), strict=True)
        ],
        "final": [_published(view, task, one.identifier, topic) for one in columns],
    }


def _topic(view: CampaignView, task: str) -> str | None:
    """The topic nearest to the median of the best run, of those with a relevant document among the first."""
    runs = view.standings[task].runs
    if not runs:
        return None
    first = first_documents(view.of(task)).get(runs[0].submission.name, {})
    topics, scores = view.topic_scores[task]
    known = {
        topic: score
        for topic, score in zip(topics, scores[0].tolist(), strict=True)
        if not np.isnan(score) and topic in view.outcome.campaign.assessments.topics
    }
    if not known:
        return None
    median = float(np.median(list(known.values())))
    return min(
        (topic for topic in known if _finds_relevant(view, topic, first.get(topic, ()))),
        key=lambda topic: abs(known[topic] - median),
        default=None,
    )


def _finds_relevant(view: CampaignView, topic: str, documents: tuple[str, ...]) -> bool:
    grades = grades_of(view.outcome.campaign.assessments.topics[topic])
    return any(grades.get(document, 0) >= 1 for document in documents)


def _published(view: CampaignView, task: str, metric: str, topic: str) -> float:
    topics, scores = view.standings[task].topic_scores(metric)
    return float(scores[0, topics.index(topic)])
