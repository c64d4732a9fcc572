"""The topics overview: which topics are hard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.naming import task_title
from inexreport.report.words import words_of
from inexreport.subjects.agreement import article_overlaps
from inexreport.subjects.judgements import measure_text
from inexreport.subjects.topic_influence import topic_influence
from inexreport.subjects.topic_subsets import TOPIC_TYPES

HALF = 50.0
MOST_NAMED = 5

QUARTILES = ("lowest", "lower_quartile", "median", "upper_quartile", "best")


def topics_page(view: CampaignView) -> PageData:
    """Return the page data of the topics overview.

    ``types`` has rows of `TOPIC_TYPES`, ``candidates`` the highest candidate number or None. ``rows`` has all
    topics, with the agreement on articles for each of ``judges``, and for each task of ``metrics`` its row in
    the task's figure, None where no run has a score for the topic. ``has_text`` says whether the judgements
    measure text.
    """
    campaign = view.outcome.campaign
    figure = _participant_figure if view.participant else task_difficulty
    figures = [figure(view, task) for task in view.standings if view.difficulty[task].topics]
    scores = [{row["topic"]: row for row in one["topics"]} for one in figures]
    judges = article_overlaps(view.outcome)
    rows = [
        {
            "topic": topic,
            "judged": campaign.assessments.topics.get(topic.id),
            "agreements": [agreement.get(topic.id) for agreement in judges.values()],
            "scores": [of_task.get(topic.id) for of_task in scores],
        }
        for topic in campaign.topics.values()
    ]
    *by_type, whole = TOPIC_TYPES.build(view.outcome).to_pylist()
    return {
        "assessed": whole["assessed"],
        "unit": campaign.collection.unit,
        "has_text": measure_text(campaign.assessments.topics.values()),
        "has_query_types": any(topic.query_type for topic in campaign.topics.values()),
        "types": by_type,
        "candidates": whole["candidates"],
        "figures": figures,
        "metrics": [(one["task"], one["metric"]) for one in figures],
        "judges": list(judges),
        "rows": rows,
    }


def task_difficulty(view: CampaignView, task: str) -> PageData:
    """Return the figure of the topics of a task, hardest first, with their influence on the ranking.

    The task must have scores by topic. ``kendall``, ``spread`` and ``share`` (percent) of ``topics`` are
    those of `inexreport.subjects.topic_influence`; ``deciding`` says which topics decide the ranking.
    """
    metric, topics = view.topic_column(task), _topics(view, task)
    # The official metric may value whole runs only, and then no topic has an influence.
    influence = topic_influence(view.of(task), view.outcome.campaign).set_index("topic")
    influence = influence.reindex([row["topic"] for row in topics])
    influence["share"] *= 100
    for row, found in zip(topics, influence.to_dict("records"), strict=True):
        row |= {name: found[name] for name in ("kendall", "spread", "share")}
    only_relevant = view.of(task).relevant_articles.only_relevant
    words, hardest, easiest = words_of(view.outcome.campaign), topics[0], topics[-1]
    return {
        "figure": Figure(
            title=f"{task_title(task)}: topics from the hardest to the easiest",
            basis=(
                f"{metric.topic_identifier} of {view.ranked_runs(task)} on"
                f" {counted(len(topics), 'topic')}: line from lowest to best, bar between quartiles, tick at"
                f" the median; the larger the dot, the more {words.items}"
                f" {'are relevant' if only_relevant else 'were judged'}"
            ),
            source="difficulty.csv",
            summary=(
                f"Hardest by the median is topic {hardest['topic']}, {hardest['title'] or 'untitled'}"
                f" ({decimals(hardest['median'])}); easiest is topic {easiest['topic']},"
                f" {easiest['title'] or 'untitled'} ({decimals(easiest['median'])})."
            ),
        ),
        "deciding": deciding_topics([row["topic"] for row in topics], [row["share"] for row in topics]),
        "task": task,
        "metric": metric,
        "only_relevant": only_relevant,
        "items": words.items,
        "topics": topics,
    }


def _topics(view: CampaignView, task: str) -> list[PageData]:
    """The topics for which some run of a task has a score, hardest first by the median of all runs."""
    campaign, summary = view.outcome.campaign.of_task(task), view.difficulty[task]
    rows = []
    for i, topic in enumerate(summary.topics):
        judged = campaign.assessments.topics.get(topic)
        row = {
            "topic": topic,
            "title": campaign.topics.get(topic, Topic(topic)).title,
            "judged_articles": len(judged.articles) if judged else 0,
            "relevant_articles": judged.relevant_articles if judged else 0,
            "difficulty": int(summary.difficulty[i]),
        }
        rows.append(row | {name: float(getattr(summary, name)[i]) for name in QUARTILES})
    return sorted(rows, key=lambda row: (row["median"], row["topic"]))


def deciding_topics(topics: Sequence[str], shares: Sequence[float]) -> str:
    """Say which topics decide the ranking; empty where a share is undefined.

    Parameters
    ----------
    topics : sequence of str
    shares : sequence of float
        Percentage of the variance of the runs' means that comes from each topic.

    Examples
    --------
    >>> deciding_topics(["1", "2", "3"], [70.0, 40.0, -10.0])
    'Half of the differences between the runs’ means come from 1 of 3 topics: 1 (70.0%). 1 topic reduces \
them: 3 (−10.0%).'
    """
    if not shares or np.isnan(shares).any():
        return ""
    ordered = sorted(zip(shares, topics, strict=True), key=lambda one: (-one[0], one[1]))
    totals = accumulate(share for share, _ in ordered)
    needed = next((n for n, total in enumerate(totals, start=1) if total >= HALF), len(ordered))
    most = [f"{topic} ({share:.1f}%)" for share, topic in ordered[:needed]]
    sentence = (
        f"Half of the differences between the runs’ means come from {len(most)} of"
        f" {counted(len(ordered), 'topic')}: {_listed(most)}."
    )
    against = [f"{topic} (−{-share:.1f}%)" for share, topic in reversed(ordered) if share < 0]
    if against:
        reduce = "reduces" if len(against) == 1 else "reduce"
        sentence += f" {counted(len(against), 'topic')} {reduce} them: {_listed(against)}."
    return sentence


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else shown


def _participant_figure(view: CampaignView, task: str) -> PageData:
    """The topics of a task with ``own``, the best score of the participant's runs, NaN without any."""
    metric, topics = view.topic_column(task), _topics(view, task)
    names, scores = view.topic_scores[task]
    own = dict(zip(names, np.fmax.reduce(scores, axis=0, initial=np.nan).tolist(), strict=True))
    for row in topics:
        row["own"] = own[row["topic"]]
    below = [row for row in topics if row["own"] < row["median"]]
    summary = f"Your best run is below the median on {len(below)} of {counted(len(topics), 'topic')}"
    if below:
        worst = max(below, key=lambda row: row["median"] - row["own"])
        summary += (
            f", farthest on topic {worst['topic']}, {worst['title'] or 'untitled'} ({decimals(worst['own'])}"
            f" against {decimals(worst['median'])})"
        )
    return {
        "figure": Figure(
            title=f"{task_title(task)}: topics from the hardest to the easiest",
            basis=(
                f"{metric.topic_identifier} on {counted(len(topics), 'topic')}: line from the median to the"
                f" best of {view.ranked_runs(task)}, tick at the median, dot at your best run"
            ),
            source="medians.csv",
            summary=f"{summary}.",
        ),
        "task": task,
        "metric": metric,
        "items": words_of(view.outcome.campaign).items,
        "topics": topics,
    }
