"""Tables of the runs' scores and rankings under other assessments."""

from __future__ import annotations

from inexreport.model.assessment import OFFICIAL
from inexreport.model.campaign import AssessmentSet
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_assessment_sets, judges_text
from inexreport.report.tables.columns import CORRELATION_P, METRIC, RUN, TASK, TASK_AND_RUN
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.statistics.assessment_comparisons import assessed_scores, compare_sets, compare_variants
from inexreport.statistics.summary import competition_ranks


def _assessment_variants(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for one in (*compare_variants(task), *compare_sets(task)):
            yield (
                task.task.name,
                one.variant,
                one.quant,
                one.spearman,
                one.kendall,
                len(one.runs),
                one.metric,
                one.reference,
                one.tau_ap,
                *one.p,
            )


ASSESSMENT_VARIANTS = Table(
    "assessment_variants",
    "One row per task, variant of its assessments and quantisation of its official metric; and one per task, "
    "pair of scored sets of assessments and metric.",
    {
        **TASK,
        "variant": text(
            "`without_out_of_pool`: only pooled elements are judged; `binary`: whatever has a grade above "
            "zero has the highest grades; else the name of a scored set."
        ),
        "quant": text("Quantisation of the metric, or `aggregate` of them; empty where it has none."),
        "spearman": number(
            "Spearman’s rho of the ranking by the variant with that by the reference; empty where undefined."
        ),
        "kendall": number("Kendall’s tau-b of the same."),
        "runs": integer("Runs with a score by both."),
        **METRIC,
        "reference": text(
            "The scored set from which the variant is derived, or with which it is compared: `official` "
            "or a name."
        ),
        "tau_ap": number("AP correlation of the same, with ties, the mean of both directions."),
        "spearman_p": number(f"{CORRELATION_P}."),
        "kendall_p": number("The same of Kendall’s tau-b."),
    },
    _assessment_variants,
    applies=has_assessment_sets,
)


def _variant_scores(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for one in compare_variants(task):
            yield (task.task.name, one.variant, one.metric, one.runs, one.scores, one.changed, one.reference)


VARIANT_SCORES = Table(
    "variant_scores",
    "One row per task, variant, metric and run that has a score by both assessments.",
    {
        **TASK,
        "variant": text("As in the table of variants."),
        "metric": text("The official metric, by quantisation."),
        **RUN,
        "score": number("Score by the reference: the official assessments, or another scored set."),
        "score_variant": number("Score by the variant."),
        "reference": text("The scored set from which the variant is derived."),
    },
    _variant_scores,
    applies=judges_text,
)


def _kind_of(one: AssessmentSet) -> str:
    """Return the kind of a further set, as in the table of scores."""
    return "derived" if one.source else "dimension" if one.dimension else "judge"


def _assessment_scores(outcome: CampaignOutcome) -> Rows:
    kinds = {OFFICIAL: OFFICIAL} | {one.name: _kind_of(one) for one in outcome.campaign.assessment_sets}
    for task in outcome.tasks:
        for one in assessed_scores(task) if task.sets else ():
            ranks = competition_ranks(one.means)
            for column, metric in enumerate(one.metrics):
                yield (
                    one.change,
                    task.task.name,
                    one.runs,
                    metric,
                    one.means[:, column],
                    [rank or None for rank in ranks[:, column].tolist()],
                    kinds[one.change],
                )


ASSESSMENT_SCORES = Table(
    "assessment_scores",
    "One row per scored set of assessments, task, metric and evaluated run, where there are further sets.",
    {
        "set": text("`official`, or the name of a further set in campaign.toml."),
        **TASK_AND_RUN,
        **METRIC,
        "score": number("Mean over the topics that the set assesses; empty where undefined."),
        "rank": optional_integer("Rank by the set; equal scores share a rank, empty without a score."),
        "kind": text(
            "Of the set: `official`, `judge`, `derived`, or `dimension` if it is not about relevance."
        ),
    },
    _assessment_scores,
    applies=has_assessment_sets,
)
