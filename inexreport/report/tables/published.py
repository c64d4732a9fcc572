"""All published tables, in the order of the data page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables import (
    assessment_sets,
    assessors,
    collection,
    curves,
    diagnosis,
    efficiency,
    errata,
    facets,
    judged_documents,
    judges,
    problems,
    results,
    run_groups,
    scores,
    statistics,
    topic_subsets,
    topics,
)
from inexreport.report.tables.table import Table
from inexreport.subjects import (
    correlations,
    leave_out,
    pool_contributions,
    pool_growth,
    pool_quality,
    rare_documents,
    reliability,
    reusability,
    swap_errors,
    task_pairs,
    topic_influence,
    unjudged,
)

Source = TypeVar("Source")

TABLES: tuple[Table[CampaignOutcome], ...] = (
    scores.SCORES,
    scores.RUNS,
    scores.MEDIANS,
    facets.FACETS,
    efficiency.EFFICIENCY,
    curves.CURVES,
    curves.MEDIAN_CURVES,
    collection.COLLECTION,
    topics.TOPICS,
    topics.TOPIC_TYPES,
    topics.ASSESSMENTS,
    topics.DIFFICULTY,
    judged_documents.JUDGED_DOCUMENTS,
    results.RESULTS,
    results.ELEMENT_TYPES,
    results.JUDGED,
    unjudged.CONDENSED,
    unjudged.RESIDUALS,
    diagnosis.RUN_DIAGNOSIS,
    diagnosis.TOPIC_DIAGNOSIS,
    diagnosis.TOPIC_MEDIANS,
    diagnosis.FOUND_BY_RANK,
    diagnosis.RESULTS_BY_RANK,
    diagnosis.MISSED_ARTICLES,
    diagnosis.NEAR_MISSES,
    correlations.CORRELATIONS,
    statistics.SIGNIFICANCE,
    statistics.INTERVALS,
    topic_influence.TOPIC_INFLUENCE,
    swap_errors.SWAP_ERRORS,
    run_groups.RUN_GROUPS,
    run_groups.RUN_GROUP_MEMBERS,
    run_groups.RUN_GROUP_TESTS,
    task_pairs.TASK_PAIRS,
    task_pairs.TASK_PAIR_TOPICS,
    task_pairs.TASK_PAIR_MEANS,
    topic_subsets.TOPIC_SUBSETS,
    topic_subsets.TOPIC_SUBSET_MEANS,
    topic_subsets.TOPIC_SUBSET_RELEVANCE,
    topic_subsets.TOPIC_SUBSET_ELEMENTS,
    topic_subsets.TOPIC_SUBSET_AGREEMENT,
    pool_quality.POOLING,
    pool_quality.METASEARCH_DEPTHS,
    pool_growth.POOL_GROWTH,
    pool_contributions.POOL_CONTRIBUTIONS,
    rare_documents.RARE_DOCUMENTS,
    leave_out.LEAVE_OUT,
    reusability.REUSABILITY,
    assessment_sets.ASSESSMENT_VARIANTS,
    assessment_sets.VARIANT_SCORES,
    assessment_sets.ASSESSMENT_SCORES,
    assessors.AGREEMENT,
    assessors.AGREEMENT_MUTUAL,
    assessors.AGREEMENT_CHARACTERS,
    assessors.AGREEMENT_COEFFICIENTS,
    judges.GRADE_AGREEMENT,
    judges.GRADE_CONFUSION,
    judges.JUDGE_RANKINGS,
    topics.RELEVANT_ELEMENTS,
    topics.HIGHLIGHTED_ELEMENTS,
    reliability.RELIABILITY,
    reliability.RELIABILITY_CURVES,
    problems.PROBLEMS,
    errata.ERRATA,
)

ORGANISERS_TABLES = (scores.PSEUDONYMS,)
"""Only the organisers get these as well."""


def published(tables: Iterable[Table[Source]], outcome: CampaignOutcome) -> tuple[Table[Source], ...]:
    """Return the tables that a campaign publishes, with the columns and words for its kind of judgement."""
    judged = outcome.campaign.judged
    return tuple(
        table.of_kind(judged)
        for table in tables
        if table.applies(outcome) and not (table.only_with_rows and _is_empty(table, outcome))
    )


def _is_empty(table: Table[Any], outcome: CampaignOutcome) -> bool:
    return not any(True for _ in table.rows(outcome))
