"""All published tables, in the order of the data page."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables import (
    assessment_sets,
    assessors,
    curves,
    diagnosis,
    pools,
    problems,
    results,
    scores,
    statistics,
    topics,
)
from inexreport.report.tables.table import Table

TABLES: tuple[Table[CampaignOutcome], ...] = (
    scores.SCORES,
    scores.RUNS,
    scores.MEDIANS,
    curves.CURVES,
    curves.MEDIAN_CURVES,
    topics.TOPICS,
    topics.ASSESSMENTS,
    topics.DIFFICULTY,
    results.RESULTS,
    results.ELEMENT_TYPES,
    results.JUDGED,
    diagnosis.RUN_DIAGNOSIS,
    diagnosis.TOPIC_DIAGNOSIS,
    diagnosis.TOPIC_MEDIANS,
    diagnosis.FOUND_BY_RANK,
    diagnosis.RESULTS_BY_RANK,
    diagnosis.MISSED_ARTICLES,
    diagnosis.NEAR_MISSES,
    statistics.CORRELATIONS,
    statistics.SIGNIFICANCE,
    statistics.INTERVALS,
    statistics.TOPIC_INFLUENCE,
    statistics.SWAP_ERRORS,
    pools.POOLING,
    pools.POOL_GROWTH,
    pools.POOL_CONTRIBUTIONS,
    pools.RARE_DOCUMENTS,
    pools.LEAVE_OUT,
    assessment_sets.ASSESSMENT_VARIANTS,
    assessment_sets.VARIANT_SCORES,
    assessment_sets.ASSESSMENT_SCORES,
    assessors.AGREEMENT,
    assessors.AGREEMENT_MUTUAL,
    assessors.AGREEMENT_CHARACTERS,
    assessors.AGREEMENT_COEFFICIENTS,
    topics.RELEVANT_ELEMENTS,
    statistics.RELIABILITY,
    statistics.RELIABILITY_CURVES,
    problems.PROBLEMS,
)

ORGANISERS_TABLES = (scores.PSEUDONYMS,)
"""Only the organisers get these as well."""
