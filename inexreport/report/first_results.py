"""The first documents of runs with their grades: two runs side by side, and all topics of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from statistics import median

from inexreport.model.assessment import TopicAssessment
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


def topic_rankings(view: CampaignView, topic: str) -> list[PageData]:
    """Return the first documents of the runs of each task for a topic; none of tasks with a single run.

    ``runs`` are best first by the official metric, ``first`` has for each the places of its documents in
    ``documents``, whose ``grades`` are None without a judgement. ``shown`` has the two best runs, a row for
    each rank with a cell for each run, None beyond its results.
    """
    found = []
    for task, standings in view.standings.items():
        first = first_documents(view.of(task))
        runs = [run for run in standings.runs if topic in first.get(run.submission.name, ())]
        if len(runs) >= FEWEST_RUNS:
            by_run = [first[run.submission.name][topic] for run in runs]
            names = [view.names[task, run.submission.name] for run in runs]
            found.append({"task": task, "runs": names} | _rankings(view, topic, by_run))
    return found


def _rankings(view: CampaignView, topic: str, by_run: list[tuple[str, ...]]) -> PageData:
    campaign = view.outcome.campaign
    judged = campaign.assessments.topics.get(topic)
    grades = grades_of(judged) if judged is not None else {}
    places: dict[str, int] = {}
    first = [[places.setdefault(document, len(places)) for document in of_run] for of_run in by_run]
    sides = by_run[:FEWEST_RUNS]
    return {
        "documents": list(places),
        "grades": [grades.get(document) for document in places],
        "first": first,
        "pattern": campaign.collection.document_url,
        "shown": [
            [
                _cell(own[rank], other, grades, campaign.collection) if rank < len(own) else None
                for own, other in (sides, sides[::-1])
            ]
            for rank in range(max(map(len, sides)))
        ],
    }


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
