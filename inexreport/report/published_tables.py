"""The published tables: how each is computed, what a row of it is and what that follows from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.assessor_tables import (
    agreement_characters_table,
    agreement_coefficients_table,
    agreement_mutual_table,
    agreement_table,
    relevant_elements_table,
    reliability_curves_table,
    reliability_table,
)
from inexreport.report.composition_tables import (
    difficulty_table,
    element_types_table,
    judged_table,
    results_table,
)
from inexreport.report.diagnosis_tables import (
    found_by_rank_table,
    missed_articles_table,
    near_misses_table,
    results_by_rank_table,
    run_diagnosis_table,
    topic_diagnosis_table,
    topic_medians_table,
)
from inexreport.report.pooling_tables import (
    assessment_variants_table,
    leave_out_table,
    pool_contributions_table,
    pool_growth_table,
    pooling_table,
    rare_documents_table,
    variant_scores_table,
)
from inexreport.report.pseudonyms import pseudonyms_table
from inexreport.report.statistics_tables import (
    correlations_table,
    intervals_table,
    significance_table,
    swap_errors_table,
    topic_influence_table,
)
from inexreport.report.tables import (
    assessments_table,
    curves_table,
    median_curves_table,
    medians_table,
    problems_table,
    runs_table,
    scores_table,
    topics_table,
)


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table of the data folder: how it is computed, and what a row of it is.

    Attributes
    ----------
    name : str
    build : callable
    row : str
    """

    name: str
    build: Callable[[CampaignOutcome], pa.Table]
    row: str


PUBLISHED_TABLES = (
    PublishedTable(
        "scores",
        scores_table,
        "One row per run, metric and topic with a score, and one for the mean.",
    ),
    PublishedTable("runs", runs_table, "One row per submission, whether it was evaluated or not."),
    PublishedTable(
        "medians",
        medians_table,
        "One row per task, metric and topic, and one for the means: what the evaluated runs reach.",
    ),
    PublishedTable("curves", curves_table, "One row per point of a run’s curves, means over topics."),
    PublishedTable(
        "median_curves",
        median_curves_table,
        "One row per point of a task’s curves: what the evaluated runs reach there.",
    ),
    PublishedTable(
        "topics",
        topics_table,
        "One row per topic: its statement and its assessments summed up.",
    ),
    PublishedTable("assessments", assessments_table, "One row per judged article of a topic."),
    PublishedTable(
        "difficulty", difficulty_table, "One row per task and topic: the scores of all evaluated runs."
    ),
    PublishedTable(
        "results", results_table, "One row per run and topic with results, after the task’s cut-off."
    ),
    PublishedTable("element_types", element_types_table, "One row per run and type of element it returned."),
    PublishedTable("judged", judged_table, "One row per run and band of ranks that has results."),
    PublishedTable(
        "run_diagnosis",
        run_diagnosis_table,
        "One row per evaluated run: how its results fit, what it missed, what the rules took.",
    ),
    PublishedTable(
        "topic_diagnosis",
        topic_diagnosis_table,
        "One row per evaluated run and assessed topic: what it found, and what would explain a low score.",
    ),
    PublishedTable(
        "topic_medians",
        topic_medians_table,
        "One row per task and assessed topic: medians over the evaluated runs.",
    ),
    PublishedTable(
        "found_by_rank",
        found_by_rank_table,
        "One row per evaluated run and rank, and one for the median of the task’s runs.",
    ),
    PublishedTable(
        "results_by_rank",
        results_by_rank_table,
        "One row per evaluated run, band of ranks and type of results, and one for all types.",
    ),
    PublishedTable(
        "missed_articles",
        missed_articles_table,
        "One row per evaluated run, topic and relevant article that it missed: the five most widely found.",
    ),
    PublishedTable(
        "near_misses",
        near_misses_table,
        "One row per example of a result that nearly fits: at most three a run and kind.",
    ),
    PublishedTable(
        "correlations",
        correlations_table,
        "One row per two metrics of a task (overlap is none) and coefficient, over the evaluated runs.",
    ),
    PublishedTable(
        "significance",
        significance_table,
        "One row per two runs of a task and test, by the official metric’s scores per topic.",
    ),
    PublishedTable(
        "intervals", intervals_table, "One row per run with a score by its task’s official metric."
    ),
    PublishedTable(
        "topic_influence",
        topic_influence_table,
        "One row per task and topic: what it contributes to the ranking by the official metric.",
    ),
    PublishedTable(
        "swap_errors",
        swap_errors_table,
        "One row per task and number of topics: how often other topics turn two runs round.",
    ),
    PublishedTable(
        "pooling",
        pooling_table,
        "One row per pool, task, depth of the system pool and topic, and one for the mean over topics.",
    ),
    PublishedTable(
        "pool_growth",
        pool_growth_table,
        "One row per task, participant and depth, and one for all runs together: means over topics.",
    ),
    PublishedTable(
        "pool_contributions",
        pool_contributions_table,
        "One row per participant of a task and one per run: what it brought into the pools.",
    ),
    PublishedTable(
        "rare_documents",
        rare_documents_table,
        "One row per evaluated run: the articles that few runs have among their first 100 results.",
    ),
    PublishedTable(
        "leave_out",
        leave_out_table,
        "One row per evaluated run: had its participant not taken part in the pool.",
    ),
    PublishedTable(
        "assessment_variants",
        assessment_variants_table,
        "One row per task, variant of its assessments and quantisation of its official metric.",
    ),
    PublishedTable(
        "variant_scores",
        variant_scores_table,
        "One row per task, variant, metric and run that has a score by both assessments.",
    ),
    PublishedTable(
        "agreement",
        agreement_table,
        "One row per judge, topic, level and grade, and one for the mean.",
    ),
    PublishedTable(
        "agreement_mutual",
        agreement_mutual_table,
        "One row per judge, topic and grade: elements that both judges find relevant; one for the mean.",
    ),
    PublishedTable(
        "agreement_characters",
        agreement_characters_table,
        "One row per judge and topic with highlighted text whose place is known.",
    ),
    PublishedTable(
        "agreement_coefficients",
        agreement_coefficients_table,
        "One row per judge, subject and topic, and one for the mean: agreement beyond chance.",
    ),
    PublishedTable(
        "relevant_elements",
        relevant_elements_table,
        "One row per topic and grade of relevant elements, then summaries over topics.",
    ),
    PublishedTable(
        "reliability",
        reliability_table,
        "One row per metric about judged elements and simulated run.",
    ),
    PublishedTable(
        "reliability_curves",
        reliability_curves_table,
        "One row per point of a simulated run’s curves, means over topics.",
    ),
    PublishedTable("problems", problems_table, "One row per kind of problem in an input file."),
)

ORGANISERS_TABLES = (
    PublishedTable(
        "pseudonyms",
        pseudonyms_table,
        "One row per run: what it is called before the release.",
    ),
)
"""What nobody but the organisers gets beside these."""
