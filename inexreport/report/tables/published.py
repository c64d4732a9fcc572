"""All published tables, in the order of the data page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from inexreport.extensions import declared
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import always, judges_rankings
from inexreport.report.tables import (
    facets,
    results,
    scores,
)
from inexreport.report.tables.table import Table
from inexreport.subjects import (
    agreement,
    assessment_sets,
    changes,
    collection,
    correlations,
    curves,
    efficiency,
    found_by_rank,
    judged_documents,
    judged_elements,
    judges,
    leave_out,
    likely_causes,
    missed_articles,
    pool_contributions,
    pool_growth,
    pool_quality,
    problems,
    rare_documents,
    reliability,
    returned_results,
    reusability,
    run_diagnosis,
    run_groups,
    significance,
    swap_errors,
    systems,
    topic_influence,
    topic_subsets,
    topics,
    unjudged,
)

Source = TypeVar("Source")


def _of_rankings(*tables: Table[CampaignOutcome]) -> tuple[Table[CampaignOutcome], ...]:
    """Tables for every campaign but one of answers, unless they say themselves for which."""
    return tuple(replace(one, applies=judges_rankings) if one.applies is always else one for one in tables)


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
    topic_subsets.TOPIC_TYPES,
    *_of_rankings(topics.ASSESSMENTS),
    topics.DIFFICULTY,
    judged_documents.JUDGED_DOCUMENTS,
    *_of_rankings(
        results.RESULTS,
        results.ELEMENT_TYPES,
        results.JUDGED,
        unjudged.CONDENSED,
        unjudged.RESIDUALS,
        run_diagnosis.RUN_DIAGNOSIS,
        likely_causes.TOPIC_DIAGNOSIS,
        likely_causes.TOPIC_MEDIANS,
        found_by_rank.FOUND_BY_RANK,
        returned_results.RESULTS_BY_RANK,
        missed_articles.MISSED_ARTICLES,
        missed_articles.NEAR_MISSES,
    ),
    correlations.CORRELATIONS,
    significance.SIGNIFICANCE,
    significance.INTERVALS,
    topic_influence.TOPIC_INFLUENCE,
    swap_errors.SWAP_ERRORS,
    run_groups.RUN_GROUPS,
    run_groups.RUN_GROUP_MEMBERS,
    run_groups.RUN_GROUP_TESTS,
    systems.TASK_PAIRS,
    systems.TASK_PAIR_TOPICS,
    systems.TASK_PAIR_MEANS,
    topic_subsets.TOPIC_SUBSETS,
    topic_subsets.TOPIC_SUBSET_MEANS,
    topic_subsets.TOPIC_SUBSET_RELEVANCE,
    topic_subsets.TOPIC_SUBSET_ELEMENTS,
    topic_subsets.TOPIC_SUBSET_AGREEMENT,
    *_of_rankings(
        pool_quality.POOLING,
        pool_quality.METASEARCH_DEPTHS,
        pool_growth.POOL_GROWTH,
        pool_contributions.POOL_CONTRIBUTIONS,
        rare_documents.RARE_DOCUMENTS,
        leave_out.LEAVE_OUT,
        reusability.REUSABILITY,
    ),
    assessment_sets.ASSESSMENT_VARIANTS,
    assessment_sets.VARIANT_SCORES,
    assessment_sets.ASSESSMENT_SCORES,
    agreement.AGREEMENT,
    agreement.AGREEMENT_MUTUAL,
    agreement.AGREEMENT_CHARACTERS,
    agreement.AGREEMENT_COEFFICIENTS,
    judges.GRADE_AGREEMENT,
    judges.GRADE_CONFUSION,
    judges.JUDGE_RANKINGS,
    judged_elements.RELEVANT_ELEMENTS,
    judged_elements.HIGHLIGHTED_ELEMENTS,
    reliability.RELIABILITY,
    reliability.RELIABILITY_CURVES,
    reliability.SIMULATED_RANKINGS,
    problems.PROBLEMS,
    changes.ERRATA,
    *declared("inexreport.subjects", "TABLES"),
)
"""A module of subjects may declare its tables itself, in ``TABLES``: these come last."""

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
