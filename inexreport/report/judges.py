"""The page of assessors of graded documents: how far judges agree, and how runs rank under each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import NamedTuple

import numpy as np

from inexreport.evaluation.task_plan import asks
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.derived import derived
from inexreport.model.task_assessments import official_of
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, correlation, decimals
from inexreport.report.naming import task_title
from inexreport.statistics.assessment_comparisons import AssessmentComparison, compare_judges
from inexreport.statistics.grade_agreement import (
    AGREEMENT,
    ALPHA,
    KAPPA,
    KAPPA_GRADES,
    KAPPA_QUADRATIC,
    POOLED,
    GradeComparison,
    compare_grades,
)
from inexreport.subjects.assessment_sets import scores_figure

MOST_MOVERS = 10
"""Runs in the table of those whose rank changes most."""


class Explained(NamedTuple):
    """A measure of agreement: its name, and what it says in a sentence."""

    title: str
    meaning: str


EXPLAINED = {
    AGREEMENT: Explained(
        "Agreement", "Share of the documents on which both say the same: relevant, or not relevant."
    ),
    KAPPA: Explained("Kappa", "Cohen’s kappa of the same: agreement beyond chance, whatever the grade."),
    KAPPA_GRADES: Explained(
        "Kappa of grades", "Cohen’s kappa of all grades: every other grade is a disagreement, near or far."
    ),
    KAPPA_QUADRATIC: Explained(
        "Quadratic kappa",
        "Weighted kappa of all grades: a disagreement counts as the square of the grades’ difference.",
    ),
    ALPHA: Explained(
        "Ordinal alpha",
        "Krippendorff’s alpha of all grades: the more judgements lie between two grades, the more their "
        "disagreement counts.",
    ),
}


@derived
def grade_comparisons(campaign: Campaign) -> tuple[GradeComparison, ...]:
    """The grades of each of the campaign's other judges and of the official one."""
    return tuple(compare_grades(official_of(campaign, judge), judge) for judge in campaign.judges)


def kappa_answer(comparison: GradeComparison) -> tuple[float, str]:
    """Return the kappa of a judge and the official one, and a sentence with it; NaN if they share nothing."""
    pooled = (one.value for one in comparison.rows if (one.topic, one.measure) == (POOLED, KAPPA))
    kappa, judge = next(pooled, np.nan), comparison.judge
    if isnan(kappa):
        return kappa, f"{judge} and the official judge have no documents to compare."
    return kappa, (
        f"Cohen’s kappa of {judge} and the official judge is {correlation(kappa)} on whether a document is "
        "relevant."
    )


def judges_page(view: CampaignView) -> PageData:
    """Return how each further judge agrees with the official one, and ranks the runs.

    Each of ``judges`` has a confusion matrix, coefficients, a table and figure by topic, all None where no
    document has a grade by both; and a leaderboard per task, none where runs are not scored under the judge.
    """
    campaign = view.outcome.campaign
    compared = {one.judge: one for one in grade_comparisons(campaign)}
    models = {one.name: one.model for one in campaign.assessment_sets}
    return {
        "graded": True,
        "answers": [kappa_answer(one)[1] for one in grade_comparisons(campaign)],
        "relevance_levels": _relevance_levels(campaign),
        "judges": [
            {
                "judge": judge.judge,
                "model": models.get(judge.judge, ""),
                "agreement": _agreement(campaign, compared[judge.judge]),
                "leaderboards": _leaderboards(view, judge),
            }
            for judge in campaign.judges
        ],
    }


def _relevance_levels(campaign: Campaign) -> str:
    """From which grade on a document is relevant, in words; by task where tasks differ."""
    tasks: dict[int, list[str]] = {}
    for task in campaign.tasks.values() if campaign.task_assessments else ():
        tasks.setdefault(task.relevance_level, []).append(task_title(task.name))
    if len(tasks) < 2:
        return f"from grade {next(iter(tasks), campaign.relevance_level)} on"
    return ", ".join(f"from grade {level} on in {' and '.join(names)}" for level, names in tasks.items())


def _agreement(campaign: Campaign, comparison: GradeComparison) -> PageData | None:
    if not comparison.topics:
        return None
    values: dict[str, dict[str, float]] = {}
    for row in comparison.rows:
        values.setdefault(row.topic, {})[row.measure] = row.value
    pooled = values.pop(POOLED)
    return {
        "documents": len(comparison.pooled),
        "topics": len(comparison.topics),
        "confusion": _confusion(comparison),
        "measures": [
            {"title": title, "meaning": meaning, "value": pooled[measure]}
            for measure, (title, meaning) in EXPLAINED.items()
        ],
        "rows": [
            {"topic": topic, "documents": len(comparison.topics[topic]), "cells": list(of_topic.values())}
            for topic, of_topic in values.items()
        ],
        "by_topic": _by_topic(campaign, pooled, values),
    }


def _confusion(comparison: GradeComparison) -> PageData:
    grades, counts = comparison.confusion.grades, comparison.confusion.counts
    one, other = comparison.pooled.grades.T
    documents = len(one)
    same, higher = int(np.count_nonzero(one == other)), int(np.count_nonzero(other > one))
    return {
        "figure": Figure(
            title=f"Grades of the official judge and of {comparison.judge}",
            basis=f"{counted(documents, 'document')} by both grades; the deeper, the larger its share of an "
            "official grade",
            source="grade_confusion.csv",
            summary=f"{same:,} of {counted(documents, 'document')} ({decimals(100 * same / documents, '%')}) "
            f"have the same grade by both. {comparison.judge} graded {higher:,} higher and "
            f"{documents - same - higher:,} lower than the official judge.",
        ),
        "judge": comparison.judge,
        "grades": list(grades),
        "rows": [
            {"grade": grade, "counts": row, "total": sum(row)}
            for grade, row in zip(grades, counts.tolist(), strict=True)
        ],
        "totals": counts.sum(axis=0).tolist(),
    }


def _by_topic(
    campaign: Campaign, pooled: Mapping[str, float], values: Mapping[str, Mapping[str, float]]
) -> PageData:
    """The defined values: a dot per topic, and a tick at that of all topics together, for each measure."""
    dots: list[PageData] = [
        {
            "grade": EXPLAINED[measure].title,
            "topic": topic,
            "title": campaign.topics.get(topic, Topic(topic)).title,
            "ratio": value,
        }
        for topic, of_topic in values.items()
        for measure, value in of_topic.items()
        if not isnan(value)
    ]
    means = {EXPLAINED[one].title: value for one, value in pooled.items() if not isnan(value)}
    lowest = min([0.0, *(dot["ratio"] for dot in dots), *means.values()])
    return {
        "figure": Figure(
            title="Agreement by topic",
            basis=f"Each measure on {counted(len(values), 'topic')}: a dot per topic, a tick at the value of "
            "all documents together",
            source="grade_agreement.csv",
            summary=" ".join(_sentence(title, value, dots) for title, value in means.items()),
        ),
        "grades": [one.title for one in EXPLAINED.values()],
        "lowest": int(np.floor(lowest * 10)) / 10,
        "axis": "Agreement",
        "tick": "All topics together",
        "dots": dots,
        "means": means,
    }


def _sentence(title: str, value: float, dots: list[PageData]) -> str:
    found = sorted((dot["ratio"], dot["topic"]) for dot in dots if dot["grade"] == title)
    if not found:
        return f"{title}: {decimals(value)} of all topics, defined for no single one."
    (lowest, lowest_topic), (highest, highest_topic) = found[0], found[-1]
    return (
        f"{title}: {decimals(value)}, from {decimals(lowest)} (topic {lowest_topic}) to {decimals(highest)} "
        f"(topic {highest_topic})."
    )


def _leaderboards(view: CampaignView, judge: Assessments) -> list[PageData]:
    """How the runs of each task rank under the judge, against the official ranking."""
    compared = {task: compare_judges(view.of(task), [judge.judge]) for task in view.standings}
    return [_leaderboard(view, task, judge, by_metric) for task, by_metric in compared.items() if by_metric]


def _leaderboard(
    view: CampaignView, task: str, judge: Assessments, by_metric: Sequence[AssessmentComparison]
) -> PageData:
    """``rows`` are by every metric, ``figure`` and ``movers`` by the official one.

    ``scaled`` are the metrics that depend on the largest official grade.
    """
    columns = {column.identifier: column for column in view.columns[task]}
    official = view.official_column(task)
    ranking = next(one for one in by_metric if one.metric == official.identifier)
    return {
        "task": task,
        "official": official,
        "official_topics": _topics(view, task, view.outcome.campaign.of_task(task).assessments),
        "judge_topics": _topics(view, task, judge),
        "scaled": [columns[one] for one in columns if "largest_grade" in view.metrics[one].metric.settings],
        "rows": [{"metric": columns[one.metric], "comparison": one} for one in by_metric],
        "figure": scores_figure(
            ranking, task, view.names, f"Scores: official and {judge.judge}", "ranking-chart"
        ),
        "movers": _movers(view, task, ranking),
    }


def _topics(view: CampaignView, task: str, assessments: Assessments) -> set[str]:
    """The topics of the task that a judge assessed."""
    campaign, of_task = view.outcome.campaign, view.of(task).task
    return {topic for topic in assessments.topics if asks(of_task, campaign, topic)}


def _movers(view: CampaignView, task: str, compared: AssessmentComparison) -> list[PageData]:
    return [
        {
            "name": view.names[task, compared.runs[row]],
            "ranks": compared.ranks[row].tolist(),
            "scores": [float(compared.scores[row]), float(compared.changed[row])],
        }
        for row in compared.largest_changes(MOST_MOVERS)
    ]
