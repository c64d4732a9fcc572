"""The topic page: what was asked, what was judged relevant, and how the runs did."""

from __future__ import annotations

from math import isnan

import numpy as np

from inexreport.judging.nexi import read_nexi
from inexreport.model.assessment import Judged
from inexreport.model.counted import counted
from inexreport.model.score_numbers import comparable
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.first_results import topic_rankings
from inexreport.report.judged_documents import topic_documents
from inexreport.report.naming import task_title
from inexreport.report.relevant_only import is_relevant_only
from inexreport.subjects.agreement import topic_section
from inexreport.subjects.judgements import judgements_section
from inexreport.subjects.pool_quality import topic_pools


def topic_page(view: CampaignView, topic: Topic) -> PageData:
    """Return the page data of a topic.

    ``tasks`` has the tasks of which a run has a score on the topic; ``strip`` their figure, on a
    participant's site ``placing``. Where documents were judged, ``documents`` replaces the section
    ``judgements``. ``rankings`` has the first results of runs by task.
    """
    campaign = view.outcome.campaign
    order = list(campaign.topics)
    place = order.index(topic.id)
    tasks = [
        _task(view, task, topic.id) for task in view.standings if topic.id in view.difficulty[task].topics
    ]
    judged = campaign.assessments.topics.get(topic.id)
    only_relevant = is_relevant_only(campaign, topic.id)
    unit, whole = campaign.collection.unit, campaign.judged is Judged.DOCUMENTS
    return {
        "topic": topic,
        "query": _query(topic),
        "previous": order[place - 1] if place else None,
        "following": order[place + 1] if place + 1 < len(order) else None,
        "tasks": tasks,
        "strip": _strip(topic, tasks) if tasks and not view.participant else None,
        "placing": _placing(topic, tasks) if tasks and view.participant else None,
        "unit": unit,
        "only_relevant": only_relevant,
        "judgements": judgements_section(None if whole else judged, only_relevant, unit),
        "documents": topic_documents(view, topic.id) if judged is not None and whole else None,
        "rankings": [] if view.participant else topic_rankings(view, topic.id),
        "agreement": topic_section(view, topic.id),
        "pools": [] if view.participant else topic_pools(view, topic.id),
    }


def _query(topic: Topic) -> PageData | None:
    """The NEXI query of a topic: its castitle, or its title where that is one, as in 2003; None without."""
    castitle, title = read_nexi(topic.castitle), read_nexi(topic.title)
    if castitle is not None:
        return {"field": "Castitle", "parsed": castitle}
    return {"field": "Title", "parsed": title} if title is not None and title.understood else None


def _task(view: CampaignView, task: str, topic: str) -> PageData:
    """The scores of a task's runs on a topic by the task's metric for topics, best first.

    ``sharing`` is the number of other runs with the best score. ``best_two`` are
    the names of the best two runs, empty if fewer have a score. On a participant's site ``scores`` has the
    participant's runs, the other numbers are about all runs, and ``sharing`` is 0.
    """
    summary = view.difficulty[task]
    i = summary.topics.index(topic)
    topics, scores = view.topic_scores[task]
    names = [view.names[task, run.submission.name] for run in view.standings[task].runs]
    on_topic = scores[:, topics.index(topic)]
    compared = comparable(on_topic)
    ranked = sorted(
        zip(names, on_topic.tolist(), compared.tolist(), strict=True),
        # Equal scores are ordered by name; runs without a score come last, in the order of the standings.
        key=lambda one: (True, 0.0, "") if isnan(one[1]) else (False, -one[2], one[0].run),
    )
    best_two = [name.run for name, score, _ in ranked[:2] if not isnan(score)]
    return {
        "task": task,
        "metric": view.topic_column(task),
        "runs": int(summary.runs[i]),
        "best": float(summary.best[i]),
        "best_run": view.topic_winners[task][i],
        "sharing": 0 if view.participant else int(np.count_nonzero(compared == np.nanmax(compared))) - 1,
        "median": float(summary.median[i]),
        "lowest": float(summary.lowest[i]),
        "difficulty": int(summary.difficulty[i]),
        "topics": len(summary.topics),
        "best_two": best_two if len(best_two) == 2 else [],
        "scores": [{"name": name, "score": score} for name, score, _ in ranked],
    }


def _strip(topic: Topic, tasks: list[PageData]) -> PageData:
    summary = "; ".join(
        f"{task_title(one['task'])}: best {decimals(one['best'])} by {one['best_run'].label}"
        + (f" and {counted(one['sharing'], 'other')}" if one["sharing"] else "")
        + f", median {decimals(one['median'])} of {counted(one['runs'], 'run')}"
        for one in tasks
    )
    return {
        "figure": Figure(
            title=f"How the runs did on topic {topic.id}",
            basis=(
                "Each dot is a run’s score on this topic by its task’s official metric;"
                " the large dot is the best, the upright line the median"
            ),
            source="scores.csv",
            summary=f"{summary}.",
        ),
        "tasks": tasks,
    }


def _placing(topic: Topic, tasks: list[PageData]) -> PageData:
    strips = [
        {
            "metric": one["metric"],
            "label": task_title(one["task"]),
            "runs": [(run["name"], run["score"]) for run in one["scores"] if not isnan(run["score"])],
            "median": one["median"],
            "best": one["best"],
        }
        for one in tasks
    ]
    summary = "; ".join(
        f"{strip['label']}: best {decimals(strip['best'])}, median {decimals(strip['median'])}"
        + "".join(f", {name.title} {decimals(score)}" for name, score in strip["runs"])
        for strip in strips
    )
    return {
        "figure": Figure(
            title=f"How your runs did on topic {topic.id}",
            basis="Dots are your runs by their task’s official metric on this topic, the short tick is the"
            " median of all evaluated runs, the long one the best",
            source="medians.csv",
            summary=f"{summary}.",
        ),
        "axis": "Score on this topic",
        "strips": strips,
    }
