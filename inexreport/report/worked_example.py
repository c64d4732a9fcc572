"""Worked examples of the metrics: the first results of a run, what was judged, and the scores after each."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from inexreport.model.outcome import FirstScores
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.first_results import judgement_text
from inexreport.report.naming import MetricColumn


def worked_examples(view: CampaignView, entries: Collection[Collection[str]]) -> list[PageData]:
    """Return an example for each task with metrics that no earlier example has.

    It is of the task's best run that has a topic with a score after its first results.

    Parameters
    ----------
    view : CampaignView
    entries : collection of collection of str
        The metrics of each entry of the guide. Of each entry, one example has one metric.

    Returns
    -------
    list of dict
        ``rows`` have a result, its ``judgement`` in the columns of ``judged``, and the ``scores`` of the
        ``columns`` if the run ended after it; ``final`` are the published scores of the topic.
    """
    left, examples = [set(entry) for entry in entries], []
    for task, standings in view.standings.items():
        place = next((row for row, run in enumerate(standings.runs) if run.first_scores), None)
        if place is None or (found := standings.runs[place].first_scores) is None:
            continue
        columns = _columns(view, task, found, left)
        if columns:
            examples.append(_example(view, task, place, found, columns))
            shown = {column.identifier for column in columns}
            left = [entry for entry in left if not shown & entry]
    return examples


def _columns(
    view: CampaignView, task: str, found: FirstScores, entries: Collection[set[str]]
) -> list[MetricColumn]:
    """A column of each entry that has a value for the topic: the official one, one above 0, or the first."""
    best = {name: row.max() for name, row in zip(found.metrics, found.scores, strict=True)}
    official = view.official_column(task)
    columns = sorted(
        (one for one in view.columns[task] if not np.isnan(best.get(one.identifier, np.nan))),
        key=lambda one: (one != official, best[one.identifier] == 0),
    )
    chosen = (next((one for one in columns if one.identifier in entry), None) for entry in entries)
    return [one for one in chosen if one is not None]


def _example(
    view: CampaignView, task: str, place: int, found: FirstScores, columns: list[MetricColumn]
) -> PageData:
    standings, campaign = view.standings[task], view.outcome.campaign.of_task(task)
    rows = [found.metrics.index(column.identifier) for column in columns]
    judged = {
        name: [judgement_text(name, value) or "–" for value in of.tolist()]
        for name, of in found.judgements.items()
    }
    published = [standings.topic_scores(column.identifier) for column in columns]
    return {
        "task": task,
        "run": view.names[task, standings.runs[place].submission.name],
        "is_best": place == 0,
        "topic": found.topic,
        "title": campaign.topics.get(found.topic, Topic(found.topic)).title,
        "relevant": campaign.assessments.topics[found.topic].relevant_articles,
        "chosen_by": next(one for one in view.columns[task] if one.identifier == found.chosen_by),
        "results": found.results,
        "judged": list(judged),
        "unit": campaign.collection.unit,
        "only_relevant": view.of(task).relevant_articles.only_relevant,
        "columns": columns,
        "rows": [
            {
                "article": article,
                "place": part,
                "judgement": [texts[number] for texts in judged.values()],
                "scores": found.scores[rows, number].tolist(),
            }
            for number, (article, part) in enumerate(found.places)
        ],
        "final": [float(scores[place, topics.index(found.topic)]) for topics, scores in published],
    }
