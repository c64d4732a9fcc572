"""What runs can be checked against in a campaign whose own files have errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.evaluation.task_plan import plan_task, unknown_metrics
from inexreport.formats.campaign_directory import ASSESSMENTS, OFFICIAL, RUNS
from inexreport.formats.input_files import Folder
from inexreport.formats.protocols import task_aliases
from inexreport.formats.run_content import MOST_RESULTS
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem
from inexreport.model.task import Task

JUDGED = f"{ASSESSMENTS}/{OFFICIAL}"

WITHOUT_PLACES = "article-MAP"
"""A metric that depends on no place in the text, so that nothing is said of places that are not known."""


def usable_parts(
    directory: Path, campaign: Campaign, elements: ElementTable | None, problems: Sequence[Problem]
) -> PreparedCampaign:
    """Leave out what has errors, so that runs are not told of mistakes which are the campaign's.

    Where topics have errors none is unknown. Where topics, assessments, documents or metrics have errors no
    place is. Where settings have errors, folders of runs are tasks of the protocol, or tasks without rules.

    Parameters
    ----------
    directory : Path
    campaign : Campaign
        As far as it could be read.
    elements : ElementTable or None
    problems : sequence of Problem
        Errors among them.
    """
    wrong = [problem.file for problem in problems if problem.is_error]
    no_topics, no_assessments, no_elements = (
        any(file.startswith(place) for file in wrong)
        for place in ("topics", JUDGED, ("documents", "elements"))
    )
    tasks = dict(campaign.tasks)
    if not campaign.title:  # there are no settings
        runs = Folder(directory.resolve(), directory.resolve() / RUNS)
        known = tasks.keys() | task_aliases(campaign.protocol).keys()
        folders = (
            folder.name
            for folder in runs.entries(lambda _: None)
            if folder.is_dir() and folder.name not in known
        )
        tasks |= {name: Task(name, "", MOST_RESULTS, WITHOUT_PLACES, ()) for name in folders}
    if no_topics or no_assessments or no_elements:
        tasks = {name: replace(task, official=WITHOUT_PLACES, metrics=()) for name, task in tasks.items()}
    usable = replace(
        campaign,
        tasks={
            name: replace(task, official=WITHOUT_PLACES, metrics=()) if unknown_metrics(task) else task
            for name, task in tasks.items()
        },
        topics={} if no_topics else campaign.topics,
        assessments=Assessments("", {}) if no_topics or no_assessments else campaign.assessments,
    )
    plans = {name: plan_task(task, usable) for name, task in usable.tasks.items()}
    return PreparedCampaign(usable, plans, None if no_elements else elements, tuple(problems))
