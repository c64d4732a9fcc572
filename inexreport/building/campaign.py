"""Reads all that a campaign directory holds but its runs."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from inexreport.building.campaign_checks import (
    missing_target_problems,
    report_inapplicable_metrics,
    report_missing_collection,
    unknown_metric_problems,
)
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.usable_parts import usable_parts
from inexreport.errors import CampaignRefusedError
from inexreport.evaluation.task_plan import plan_task
from inexreport.formats.campaign_directory import examine_campaign
from inexreport.formats.element_table import TABLE_FILES, read_element_table
from inexreport.judging.assessment_location import locate_assessments, unlocated_passages
from inexreport.model.campaign import Campaign
from inexreport.model.problem import ProblemLog


def prepare_campaign(directory: Path, *, assessed: bool = True) -> PreparedCampaign:
    """Read all that a campaign directory holds but its runs.

    Parameters
    ----------
    directory : Path
    assessed : bool
        Whether it must have assessments, as it must for any score.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    """
    prepared = examine_and_prepare(directory, assessed=assessed)
    if prepared.has_errors:
        raise CampaignRefusedError(prepared.problems)
    return prepared


def examine_and_prepare(directory: Path, *, assessed: bool = True) -> PreparedCampaign:
    """Read all that a campaign directory holds but its runs, as far as it can be read.

    Returns
    -------
    PreparedCampaign
        With all problems. If there are errors among them, runs can be checked in it, but not scored: see
        `usable_parts`.
    """
    campaign, problems = examine_campaign(directory, assessed=assessed)
    problems = (*problems, *unknown_metric_problems(directory, campaign))
    elements, element_problems = read_element_table(
        directory, campaign.collection.unit, _articles_with_places(directory, campaign)
    )
    if any(problem.is_error for problem in problems):
        return usable_parts(directory, campaign, elements, (*problems, *element_problems))
    located = locate_assessments(campaign.assessments, elements)
    unlocated = unlocated_passages(campaign.assessments, located)
    judges = tuple(locate_assessments(judge, elements) for judge in campaign.judges)
    campaign = replace(campaign, assessments=located, judges=judges)
    plans = {name: plan_task(task, campaign) for name, task in campaign.tasks.items()}
    log = ProblemLog("campaign.toml")
    report_inapplicable_metrics(plans, log)
    report_missing_collection(plans, campaign, unlocated, log)
    found = (*problems, *element_problems, *log, *missing_target_problems(campaign))
    if any(problem.is_error for problem in found):
        return usable_parts(directory, campaign, elements, found)
    published = replace(campaign, tasks={name: plan.task for name, plan in plans.items()})
    return PreparedCampaign(published, plans, elements, found)


def _articles_with_places(directory: Path, campaign: Campaign) -> set[str] | None:
    """Articles to be looked up in a table of the collection: until 2006 the judged ones, later all.

    Documents that lie in the campaign are few, and all of them are read: runs can then be told wrong paths.
    """
    has_table = any(os.path.lexists(directory / file) for file in TABLE_FILES)
    needs_all = any(task.settings.get("overlap_of") != "paths" for task in campaign.tasks.values())
    if needs_all or not has_table:
        return None
    return {article for topic in campaign.assessments.topics.values() for article in topic.articles}
