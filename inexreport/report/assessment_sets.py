"""Other assessments on the page of pools: how runs fare under them, against the official ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np

from inexreport.evaluation.task_plan import asks
from inexreport.judging.assessment_sets import scored_assessments
from inexreport.model.assessment import BINARY, OFFICIAL, WITHOUT_OUT_OF_POOL, Assessments, Judged
from inexreport.model.campaign import AssessmentSet
from inexreport.model.counted import counted
from inexreport.model.outcome import VariantScores
from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, correlation, decimals, known
from inexreport.report.naming import RunName
from inexreport.report.pool_answers import ranking_answer
from inexreport.statistics.assessment_comparisons import (
    AssessmentComparison,
    assessed_scores,
    compare_sets,
)
from inexreport.statistics.summary import UNRANKED, Integers, competition_ranks

VARIANT_TITLES = {
    WITHOUT_OUT_OF_POOL: "Without results outside the pool",
    BINARY: "Binary instead of graded",
}

Names = Mapping[tuple[str, str], RunName]


def assessment_sets_part(view: CampaignView, task: str) -> PageData | None:
    """Return how a task's runs fare under each scored set but dimensions; None without further sets.

    ``of_documents`` tells whether documents were judged; ``sets`` describes the sets, the official one first;
    ``correlations`` has a row per pair of sets and metric; ``figures`` are scatter plots of each pair by the
    official metric; ``runs`` has each run's score and rank under each set by that metric.
    """
    outcome = view.of(task)
    dimensions = {one.judge for one in view.outcome.campaign.dimensions}
    official, *further = assessed_scores(outcome)
    further = [one for one in further if one.change not in dimensions]
    if not further:
        return None
    compared = [one for one in compare_sets(outcome) if dimensions.isdisjoint({one.reference, one.variant})]
    metric = outcome.task.official
    columns = {column.identifier: column for column in view.columns[task]}
    return {
        "of_documents": view.outcome.campaign.judged is Judged.DOCUMENTS,
        "answer": ranking_answer([one for one in compared if one.metric == metric]),
        "sets": _sets(view, task, [one.change for one in further]),
        "correlations": [
            {
                "reference": one.reference,
                "variant": one.variant,
                "metric": columns[one.metric],
                "comparison": one,
                "runs": len(one.runs),
                "change": _largest_change(one, task, view.names),
            }
            for one in compared
        ],
        "figures": [
            scores_figure(one, task, view.names, f"Scores: {one.reference} and {one.variant}")
            for one in compared
            if one.metric == metric
        ],
        "runs": ranked_cells((official, *further), official.runs, metric, task, view.names),
    }


def _sets(view: CampaignView, task: str, further: Sequence[str]) -> list[PageData]:
    """Name, origin and size of each set, for the topics of the task."""
    campaign = view.outcome.campaign
    defined = {one.name: one for one in campaign.assessment_sets}
    scored = scored_assessments(campaign, view.of(task).task)
    sets = {
        OFFICIAL: campaign.of_task(task).assessments,
        **{name: scored[name] for name in further},
    }
    return [
        {
            "name": name,
            "origin": _origin(defined[name]) if name in defined else "the official assessments",
            **_sizes(view, task, assessments),
        }
        for name, assessments in sets.items()
    ]


def _origin(one: AssessmentSet) -> str:
    """Where a set comes from, in words.

    Examples
    --------
    >>> _origin(AssessmentSet("second-judge"))
    'the judge’s own assessments'
    >>> _origin(AssessmentSet("llm", model="a language model"))
    'the assessments by a language model'
    >>> _origin(AssessmentSet("short", source="official", without_elements=("link",), topics=("1",)))
    'official without elements named link, 1 topic only'
    """
    if not one.source:
        return f"the assessments by {one.model}" if one.model else "the judge’s own assessments"
    removed = f" without elements named {', '.join(one.without_elements)}" if one.without_elements else ""
    chosen = f", {counted(len(one.topics), 'topic')} only" if one.topics is not None else ""
    return f"{one.source}{removed}{chosen}"


def _sizes(view: CampaignView, task: str, assessments: Assessments) -> PageData:
    campaign, of_task = view.outcome.campaign, view.of(task).task
    topics = [one for topic, one in assessments.topics.items() if asks(of_task, campaign, topic)]
    return {
        "topics": len(topics),
        "articles": sum(one.relevant_articles for one in topics),
        "elements": sum(len(one.elements) for one in topics if one.elements is not None),
    }


def _largest_change(compared: AssessmentComparison, task: str, names: Names) -> PageData | None:
    row = compared.largest_change
    if row is None:
        return None
    before, after = compared.ranks[row].tolist()
    return {"name": names[task, compared.runs[row]], "before": before, "after": after}


def ranked_cells(
    sets: Sequence[VariantScores], runs: Sequence[str], metric: str, task: str, names: Names
) -> list[PageData]:
    """Return a row for each run with a cell for each set: the score, and the rank among these runs."""
    columns = [one.of_runs(runs)[:, one.metrics.index(metric)] for one in sets]
    ranks = [competition_ranks(column) for column in columns]
    return [
        {
            "name": names[task, run],
            "cells": [
                {"score": known(column[row]), "rank": _rank(of_set, row)}
                for column, of_set in zip(columns, ranks, strict=True)
            ],
        }
        for row, run in enumerate(runs)
    ]


def _rank(ranks: Integers, row: int) -> int | None:
    return None if ranks[row] == UNRANKED else int(ranks[row])


def scores_figure(compared: AssessmentComparison, task: str, names: Names, title: str) -> PageData:
    """Return the score of each run under two sets of assessments, or under a set and a variant of it."""
    points = [
        {"name": names[task, run], "reference": score, "changed": changed}
        for run, score, changed in zip(
            compared.runs, compared.scores.tolist(), compared.changed.tolist(), strict=True
        )
    ]
    if isnan(compared.spearman) or isnan(compared.kendall):
        summary = f"{len(points)} runs; no rank correlation is defined."
    else:
        rho, tau = correlation(compared.spearman), correlation(compared.kendall)
        summary = f"{len(points)} runs; Spearman’s rho {rho}, Kendall’s tau {tau}."
    differences = comparable(np.abs(compared.changed - compared.scores))
    if points and not differences.any():
        summary += " All scores are the same."
    elif points:
        far = points[int(np.argmax(differences))]
        summary += (
            f" Largest change: {far['name'].label}, from {decimals(far['reference'])} to "
            f"{decimals(far['changed'])}."
        )
    of_official, is_variant = compared.reference == OFFICIAL, compared.variant in VARIANT_TITLES
    return {
        "figure": Figure(
            title=title if of_official or not is_variant else f"{title}: {compared.reference}",
            basis=f"{compared.metric} by the {compared.reference} assessments (x axis) and by "
            f"{'the variant' if is_variant else compared.variant} (y axis); equal on the diagonal",
            source="variant_scores.csv" if is_variant else "assessment_scores.csv",
            summary=summary,
        ),
        "across": "Official assessments" if of_official else compared.reference,
        "up": "Variant" if is_variant else compared.variant,
        "points": points,
    }
