"""The page of a topic: what was asked, what was judged relevant, and how the runs did."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import pandas as pd

from inexreport.judging.nexi import NexiQuery, read_nexi
from inexreport.model.assessment import Judged
from inexreport.model.counted import counted
from inexreport.model.score_numbers import are_tied, comparable
from inexreport.model.topic import Topic
from inexreport.report.assessment_notes import is_relevant_only
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.first_results import topic_rankings
from inexreport.report.naming import task_title
from inexreport.subjects import answers
from inexreport.subjects.agreement import topic_section
from inexreport.subjects.judged_documents import documents_sections
from inexreport.subjects.judgements import judgements_section
from inexreport.subjects.pool_quality import topic_pools
from inexreport.subjects.sections import Section, Strips
from inexreport.subjects.topics import scored_topics


def topic_page(view: CampaignView, topic: Topic) -> PageData:
    """Return the page data of a topic.

    ``tasks`` has the tasks of which a run has a score on the topic; ``strip`` their chart, on a participant's
    site ``placing``. ``query`` is the field with a NEXI query, and the query. ``rankings`` has the first
    results of runs by task, ``sections`` what follows.
    """
    order = list(view.outcome.campaign.topics)
    place = order.index(topic.id)
    tasks = [
        _task(view, task, topic.id) for task in view.standings if topic.id in view.difficulty[task].topics
    ]
    return {
        "topic": topic,
        "query": _query(topic),
        "previous": order[place - 1] if place else None,
        "following": order[place + 1] if place + 1 < len(order) else None,
        "tasks": tasks,
        "strip": _strip(topic, tasks) if tasks and not view.participant else None,
        "placing": _placing(topic, tasks) if tasks and view.participant else None,
        "rankings": [] if view.participant else topic_rankings(view, topic.id),
        "sections": _sections(view, topic.id),
    }


def _query(topic: Topic) -> tuple[str, NexiQuery] | None:
    """The castitle, or the title where that is a query, as in 2003; None without."""
    castitle, title = read_nexi(topic.castitle), read_nexi(topic.title)
    if castitle is not None:
        return "Castitle", castitle
    return ("Title", title) if title is not None and title.understood else None


def _task(view: CampaignView, task: str, topic: str) -> PageData:
    """The scores of a task's runs on a topic by the task's metric for topics, best first.

    ``sharing`` is the number of other runs with the best score. ``best_two`` are
    the names of the best two runs, empty if fewer have a score. On a participant's site ``scores`` has the
    participant's runs, the other numbers are about all runs, and ``sharing`` is 0. A topic to which nothing
    is relevant has no difficulty; of others, ``alike`` have the same one.
    """
    summary, rows = view.difficulty[task], scored_topics(view.of(task), view).set_index("topic")
    i = summary.topics.index(topic)
    topics, scores = view.topic_scores[task]
    names = [view.names[task, run.submission.name] for run in view.standings[task].runs]
    on_topic = scores[:, topics.index(topic)]
    ranked = sorted(
        zip(names, on_topic.tolist(), comparable(on_topic).tolist(), strict=True),
        # Runs without a score come last; equal scores stay in the order of the standings.
        key=lambda one: (True, 0.0) if isnan(one[1]) else (False, -one[2]),
    )
    ranks, own_rank = rows.difficulty[rows.has_relevant], int(rows.difficulty[topic])
    best_two = [name.run for name, score, _ in ranked[:2] if not isnan(score)]
    return {
        "task": task,
        "metric": view.topic_column(task),
        "topics": len(ranks),
        "best_run": view.topic_winners[task][i],
        "best_two": best_two if len(best_two) == 2 else [],
        "scores": [(name, score) for name, score, _ in ranked],
        **{
            name: getattr(summary, name)[i].item() for name in ("runs", "best", "sharing", "median", "lowest")
        },
        "difficulty": own_rank or None,
        "alike": int((ranks == own_rank).sum()) - 1,
    }


def _strip(topic: Topic, tasks: Sequence[PageData]) -> Strips:
    summary = "; ".join(
        f"{task_title(one['task'])}: best {decimals(one['best'])} by {one['best_run'].label}"
        + (f" and {counted(one['sharing'], 'other')}" if one["sharing"] else "")
        + f", median {decimals(one['median'])} of {counted(one['runs'], 'run')}"
        for one in tasks
    )
    dots = [
        (task_title(one["task"]), name, score, are_tied(score, one["best"]))
        for one in tasks
        for name, score in one["scores"]
        if not isnan(score)
    ]
    metrics = [one["metric"] for one in tasks]
    return Strips(
        "scores-chart",
        Figure(
            title=f"How the runs did on topic {topic.id}",
            basis="Each dot is a run’s score on this topic by its task’s official metric; the large dot is "
            "the best, the upright line the median",
            source="scores.csv",
            summary=f"{summary}.",
        ),
        pd.DataFrame(dots, columns=["strip", "name", "value", "best"]),
        {task_title(one["task"]): one["median"] for one in tasks},
        "Score on this topic",
        tick="Median of",
        domain=(min(metric.lowest for metric in metrics), max(metric.highest for metric in metrics)),
        of="Task",
    )


def _placing(topic: Topic, tasks: Sequence[PageData]) -> PageData:
    strips = [
        {
            "metric": one["metric"],
            "label": task_title(one["task"]),
            "runs": [(name, score) for name, score in one["scores"] if not isnan(score)],
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
            " median of all ranked runs, the long one the best",
            source="medians.csv",
            summary=f"{summary}.",
        ),
        "axis": "Score on this topic",
        "strips": strips,
    }


def _sections(view: CampaignView, topic: str) -> list[Section]:
    """What was judged, the pools, and the agreement of judges."""
    campaign, only_relevant = view.outcome.campaign, is_relevant_only(view.outcome.campaign, topic)
    if campaign.judged is Judged.ANSWERS:
        return [*answers.topic_sections(view, topic)]
    judged = campaign.assessments.topics.get(topic)
    if judged is not None and campaign.judged is Judged.DOCUMENTS:
        judgements = [*documents_sections(view, topic)]
    else:
        judgements = [judgements_section(judged, only_relevant, campaign.collection.unit)]
    pools = None if view.participant else topic_pools(view, topic, only_relevant)
    return [one for one in (*judgements, pools, topic_section(view, topic)) if one]
