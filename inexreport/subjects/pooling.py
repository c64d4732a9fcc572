"""The page about the pools of a task."""

from __future__ import annotations

from collections.abc import Iterator

from inexreport.report.assessment_notes import task_note
from inexreport.report.campaign_view import CampaignView
from inexreport.report.naming import task_title
from inexreport.statistics.pooled_results import contributed
from inexreport.subjects.assessment_sets import sets_section, variants_section
from inexreport.subjects.leave_out import leave_out_section
from inexreport.subjects.pool_contributions import contributions_section, pool_contributions
from inexreport.subjects.pool_facets import facets_section, pool_facets
from inexreport.subjects.pool_growth import growth_section, pool_growth
from inexreport.subjects.pool_quality import pool_quality, quality_sections
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.rare_documents import rare_counts, rare_section
from inexreport.subjects.reusability import reusability_section
from inexreport.subjects.sections import Page, Section
from inexreport.subjects.unjudged import unjudged_section
from inexreport.subjects.winners import is_perfect

TARGETS = (
    "Relevant here is what was judged relevant, also elements that are no target of the topic’s query, "
    "which the scores of this task do not count."
)

MANY_RELEVANT = 10
"""Relevant items per topic, and nothing else, that no run contributes without knowing the assessments."""

OF_POOLS = (pools_of_task, pool_quality, pool_growth, pool_contributions, pool_facets, rare_counts)
"""What is computed from the rankings of all runs of a task together."""


def pooling_page(view: CampaignView, task: str) -> Page:
    """Return how good the pools of a task were, who filled them, and the ranking without parts of them."""
    campaign, outcome = view.outcome.campaign, view.of(task)
    pools = pools_of_task(outcome, campaign)
    missing = ""
    if not pools.groups:
        missing = "No run of this task was evaluated, so there is nothing to pool."
    elif not pools.topics:
        missing = "No topic of this task has been assessed, so its pools cannot be evaluated."
    return Page(
        name="Pools",
        title=f"Pools of {task_title(task)}",
        lead="Were the pools deep enough, who contributed to them, and is the ranking stable without the "
        f"contributions of a {pools.noun}?",
        sections=[] if missing else [one for one in _sections(view, task) if one],
        notes="pooling.html",
        missing=missing,
        facts={
            "pools": pools,
            "runs": len(pools.groups),
            "given_by": ("file" if campaign.pools else "flags") if pools.given else "",
            "notes": [
                *filter(None, (task_note(outcome, campaign), _perfect_note(view, task))),
                *[TARGETS] * outcome.task.rules.strict_target,
            ],
        },
    )


def _perfect_note(view: CampaignView, task: str) -> str:
    """Say which runs in the pools are likely made from the assessments; empty if none is.

    They have the highest possible scores, or whatever they contributed is relevant.
    """
    column, standings = view.official_column(task), view.evaluated_runs[task]
    rows = zip(standings.runs, standings.topic_scores(column.identifier)[1], strict=True)
    perfect = [run.submission.name for run, scores in rows if contributed(run) and is_perfect(column, scores)]
    outcome, campaign = view.of(task), view.outcome.campaign
    counts, pools = pool_contributions(outcome, campaign), pools_of_task(outcome, campaign)
    whole = counts[(counts.run != "") & (counts.pooled == counts.relevant) & ~counts.run.isin(perfect)]
    whole = whole[whole.pooled >= MANY_RELEVANT * max(1, pools.topics_with_relevant)]
    reasons = [
        f"All {pooled:,} {pools.items} that {view.names[task, run].title} contributed to the pools are "
        "relevant."
        for run, pooled in zip(whole.run, whole.pooled.tolist(), strict=True)
    ]
    if perfect:
        titles = ", ".join(name.title for name in view.named(task, perfect))
        have = "has" if len(perfect) == 1 else "have"
        reasons.insert(0, f"{titles} {have} the highest possible score on every topic.")
    if not reasons:
        return ""
    runs, them = ("This run is", "it") if len(perfect) + len(whole) == 1 else ("These runs are", "them")
    return (
        f"{' '.join(reasons)} {runs} likely made from the assessments: with {them}, the pools look more "
        "complete than those that were judged."
    )


def _sections(view: CampaignView, task: str) -> Iterator[Section | None]:
    yield from quality_sections(view, task)
    yield growth_section(view, task)
    yield contributions_section(view, task)
    yield facets_section(view, task)
    yield leave_out_section(view, task)
    if unjudged := unjudged_section(view, task):
        yield reusability_section(view, task)
        yield unjudged
    yield rare_section(view, task)
    yield variants_section(view, task)
    yield sets_section(view, task)
