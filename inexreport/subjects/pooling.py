"""The page about the pools of a task."""

from __future__ import annotations

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.naming import task_title
from inexreport.report.relevant_only import task_note
from inexreport.subjects.assessment_sets import sets_section, variants_section
from inexreport.subjects.leave_out import leave_out_section
from inexreport.subjects.pool_contributions import contributions_section
from inexreport.subjects.pool_growth import growth_section
from inexreport.subjects.pool_quality import quality_sections
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.rare_documents import rare_section
from inexreport.subjects.reusability import reusability_section
from inexreport.subjects.unjudged import unjudged_section


def pooling_page(view: CampaignView, task: str) -> PageData:
    """Return how good the pools of a task were, who filled them, and the ranking without parts of them."""
    campaign = view.outcome.campaign
    pools = pools_of_task(view.of(task), campaign)
    runs = len(pools.groups)
    missing = ""
    if not runs:
        missing = "No run of this task was evaluated, so there is nothing to pool."
    elif not pools.topics:
        missing = "No topic of this task has been assessed, so its pools cannot be evaluated."
    unjudged = unjudged_section(view, task)
    sections = (
        [
            *quality_sections(view, task),
            growth_section(view, task),
            contributions_section(view, task),
            leave_out_section(view, task),
            reusability_section(view, task) if unjudged else None,
            unjudged,
            rare_section(view, task),
            variants_section(view, task),
            sets_section(view, task),
        ]
        if not missing
        else []
    )
    return {
        "name": "Pools",
        "title": f"Pools of {task_title(task)}",
        "lead": "Were the pools deep enough, who contributed to them, and is the ranking stable without the "
        "contributions of a participant?",
        "missing": missing,
        "task": task,
        "official": view.official_column(task),
        "pools": pools,
        "runs": runs,
        "given_by": ("file" if campaign.pools else "flags") if pools.given else "",
        "assessments_note": task_note(view.of(task), campaign),
        "sections": [section for section in sections if section],
    }
