"""The first documents of runs with their grades: two runs side by side, and all topics of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isnan
from statistics import median

from inexreport.model.assessment import Judged, TopicAssessment
from inexreport.model.campaign import Collection
from inexreport.model.derived import derived
from inexreport.model.outcome import RunOutcome
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.document_links import document_address
from inexreport.report.figure import PageData
from inexreport.statistics.first_documents import SHOWN, first_documents
from inexreport.statistics.judged_documents import DEPTHS, judged_shares

FEWEST_RUNS = 2


@derived
def grades_of(judged: TopicAssessment) -> Mapping[str, int]:
    """Return the grades of a topic by document."""
    grades = () if judged.grades is None else judged.grades.tolist()
    return dict(zip(judged.articles, grades, strict=True))


def ranked_topics(view: CampaignView, task: str) -> list[str]:
    """Return the topics for which at least two evaluated runs of a task have documents.

    There are none where elements or passages were judged.
    """
    campaign = view.outcome.campaign
    if campaign.judged is not Judged.DOCUMENTS:
        return []
    runs = Counter(
        topic
        for by_topic in first_documents(view.of(task)).values()
        for topic, documents in by_topic.items()
        if documents
    )
    return [topic for topic in campaign.topics if runs[topic] >= FEWEST_RUNS]


def first_results(view: CampaignView, task: str, topic: str) -> PageData:
    """Return the first documents of all evaluated runs of a task for one of the `ranked_topics`.

    ``first`` has for each run, in the order of the evaluated runs, the places of its documents in
    ``documents``, whose ``grades`` are None without a judgement. ``pattern`` is the pattern of
    their addresses.
    """
    grades = _grades(view, topic)
    places: dict[str, int] = {}
    first = [
        [places.setdefault(document, len(places)) for document in of_run]
        for of_run in _of_runs(view, task, topic)
    ]
    return {
        "documents": list(places),
        "grades": [grades.get(document) for document in places],
        "first": first,
        "pattern": view.outcome.campaign.collection.document_url,
    }


def topic_rankings(view: CampaignView, topic: str) -> list[PageData]:
    """Return the runs of each task whose first documents for a topic can be compared.

    ``runs`` are the rows, among the evaluated runs of the task, of those with documents, and their names.
    ``shown`` has the two best of them, a row for each rank with a cell for each run, None beyond its results.
    """
    found = []
    for task, standings in view.evaluated_runs.items():
        by_run = _of_runs(view, task, topic)
        rows = [row for row, documents in enumerate(by_run) if documents]
        if len(rows) >= FEWEST_RUNS:
            names = [view.names[task, run.submission.name] for run in standings.runs]
            found.append(
                {
                    "task": task,
                    "topic": topic,
                    "runs": [(row, names[row]) for row in rows],
                    "shown": _side_by_side(view, topic, [by_run[row] for row in rows[:FEWEST_RUNS]]),
                }
            )
    return found


def _grades(view: CampaignView, topic: str) -> Mapping[str, int]:
    judged = view.outcome.campaign.assessments.topics.get(topic)
    return {} if judged is None else grades_of(judged)


def _of_runs(view: CampaignView, task: str, topic: str) -> list[tuple[str, ...]]:
    """Return the first documents of each evaluated run for a topic."""
    first = first_documents(view.of(task))
    runs = view.evaluated_runs[task].runs
    return [first.get(run.submission.name, {}).get(topic, ()) for run in runs]


def _side_by_side(
    view: CampaignView, topic: str, sides: Sequence[tuple[str, ...]]
) -> list[list[PageData | None]]:
    grades, collection = _grades(view, topic), view.outcome.campaign.collection
    return [
        [
            _cell(own[rank], other, grades, collection) if rank < len(own) else None
            for own, other in (sides, sides[::-1])
        ]
        for rank in range(max(map(len, sides)))
    ]


def _cell(
    document: str, other: tuple[str, ...], grades: Mapping[str, int], collection: Collection
) -> PageData:
    """A result with its rank among the first of the other run, None where it is not there."""
    return {
        "document": document,
        "address": document_address(collection, document),
        "grade": grades.get(document),
        "other": other.index(document) + 1 if document in other else None,
    }


def run_judgements(view: CampaignView, task: str, run: RunOutcome) -> PageData | None:
    """Return how much of a run's first results was judged, and their grades; None without an evaluation.

    ``shares`` has the judged share down to each depth in percent, and the median of all runs, None on a
    participant's site. ``rows`` has the grades of the first results of each assessed topic with results, None
    for one that is not judged.
    """
    if run.diagnosis is None:
        return None
    campaign, outcome = view.outcome.campaign, view.of(task)
    shares = judged_shares(outcome, campaign)
    own = shares[run.submission.name]
    first = first_documents(outcome).get(run.submission.name, {})
    return {
        "shares": [
            {
                "depth": depth,
                "own": 100.0 * float(own[place]),
                "median": None
                if view.participant
                else 100.0 * _median([float(one[place]) for one in shares.values()]),
            }
            for place, depth in enumerate(DEPTHS)
        ],
        "shown": SHOWN,
        "rows": [
            {
                "topic": topic,
                "title": campaign.topics.get(topic, Topic(topic)).title,
                "grades": [grades_of(judged).get(document) for document in first[topic]],
            }
            for topic in dict.fromkeys((*campaign.topics, *campaign.assessments.topics))
            if topic in first and (judged := campaign.assessments.topics.get(topic)) is not None
        ],
    }


def _median(shares: Sequence[float]) -> float:
    known = [share for share in shares if not isnan(share)]
    return median(known) if known else float("nan")
