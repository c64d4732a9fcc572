"""The tables that a participant gets: those named here, and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome
from inexreport.participant.excerpt import CampaignExcerpt
from inexreport.report.assessor_tables import relevant_elements_table
from inexreport.report.composition_tables import element_types_table, judged_table, results_table
from inexreport.report.diagnosis_tables import near_misses_table, results_by_rank_table
from inexreport.report.tables import (
    assessments_table,
    curves_table,
    median_curve_rows,
    median_rows,
    problems_table,
    ranked_runs_table,
    scores_table,
    topics_table,
)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of the data folder: how it is made from the excerpt, and what a row of it is."""

    name: str
    build: Callable[[CampaignExcerpt], pa.Table]
    row: str


def _of_own_runs(
    table: Callable[[CampaignOutcome], pa.Table],
) -> Callable[[CampaignExcerpt], pa.Table]:
    return lambda excerpt: table(excerpt.view.outcome)


def _compared(name: str) -> Callable[[CampaignExcerpt], pa.Table]:
    return lambda excerpt: excerpt.compared[name]


def own_runs_table(excerpt: CampaignExcerpt) -> pa.Table:
    """The table of runs with the own ones; ranks are those among all runs."""
    return ranked_runs_table(excerpt.view.outcome, excerpt.view.standings)


def own_medians_table(excerpt: CampaignExcerpt) -> pa.Table:
    """The table of medians for the tasks with own runs."""
    return median_rows({task: about.medians for task, about in excerpt.tasks.items()})


def own_median_curves_table(excerpt: CampaignExcerpt) -> pa.Table:
    """The table of median curves for the tasks with own runs."""
    return median_curve_rows({task: about.curves for task, about in excerpt.tasks.items()})


OWN_TABLES = (
    OwnTable(
        "scores",
        _of_own_runs(scores_table),
        "One row per own run, metric and topic with a score, and one for the mean.",
    ),
    OwnTable(
        "runs", own_runs_table, "One row per own run, whether it was evaluated or not; ranks are among all."
    ),
    OwnTable(
        "medians",
        own_medians_table,
        "One row per task, metric and topic, and one for the means: what all evaluated runs reach.",
    ),
    OwnTable(
        "curves", _of_own_runs(curves_table), "One row per point of an own run’s curves, means over topics."
    ),
    OwnTable(
        "median_curves",
        own_median_curves_table,
        "One row per point of a task’s curves: what all evaluated runs reach there.",
    ),
    OwnTable(
        "topics",
        _of_own_runs(topics_table),
        "One row per topic: its statement and its assessments summed up.",
    ),
    OwnTable("assessments", _of_own_runs(assessments_table), "One row per judged article of a topic."),
    OwnTable(
        "relevant_elements",
        _of_own_runs(relevant_elements_table),
        "One row per topic and grade of relevant elements, then summaries over topics.",
    ),
    OwnTable(
        "results",
        _of_own_runs(results_table),
        "One row per own run and topic with results, after the task’s cut-off.",
    ),
    OwnTable(
        "element_types",
        _of_own_runs(element_types_table),
        "One row per own run and type of element it returned.",
    ),
    OwnTable("judged", _of_own_runs(judged_table), "One row per own run and band of ranks that has results."),
    OwnTable(
        "run_diagnosis",
        _compared("run_diagnosis"),
        "One row per evaluated own run: how its results fit, what it missed, and what the rules took.",
    ),
    OwnTable(
        "topic_diagnosis",
        _compared("topic_diagnosis"),
        "One row per evaluated own run and assessed topic of its task.",
    ),
    OwnTable(
        "topic_medians",
        _compared("topic_medians"),
        "One row per task and assessed topic: medians over all evaluated runs.",
    ),
    OwnTable(
        "found_by_rank",
        _compared("found_by_rank"),
        "One row per evaluated own run and depth, and one per task and depth for the median of all runs.",
    ),
    OwnTable(
        "missed_articles",
        _compared("missed_articles"),
        "One row per evaluated own run and relevant article it missed, the most widely found of each topic.",
    ),
    OwnTable(
        "results_by_rank",
        _of_own_runs(results_by_rank_table),
        "One row per evaluated own run, band of ranks and type of results, and one for all types.",
    ),
    OwnTable(
        "near_misses",
        _of_own_runs(near_misses_table),
        "One row per evaluated own run and example of a near miss.",
    ),
    OwnTable("problems", _of_own_runs(problems_table), "One row per kind of problem in an own run’s file."),
)
