"""Reads everything in a campaign directory except its runs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from inexreport.building.campaign_checks import (
    assessment_set_problems,
    missing_target_problems,
    report_inapplicable_metrics,
    report_missing_collection,
    report_missing_pools,
    taken_measure_names,
    unknown_metric_problems,
    unknown_tagged_topics,
    unmatched_patterns,
)
from inexreport.cache import digest
from inexreport.errors import CampaignRefusedError
from inexreport.evaluation.task_plan import TaskPlan, plan_task, unknown_metrics
from inexreport.formats.campaign_directory import ASSESSMENTS, RUNS, examine_campaign
from inexreport.formats.element_table import TABLE_FILES, read_element_table
from inexreport.formats.input_files import Folder
from inexreport.formats.run_content import MOST_RESULTS
from inexreport.judging.assessment_location import locate_assessments, unlocated_passages
from inexreport.judging.assessment_sets import scored_assessments
from inexreport.metrics.imported import imported_metrics
from inexreport.metrics.metric import BoundMetric
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.task import Task, official_folders
from inexreport.model.task_assessments import share_documents
from inexreport.statistics.document_counts import count_documents

OFFSET_FREE_METRIC = "article-MAP"
"""A metric that needs no offsets, so that unknown offsets are not reported."""


@dataclass(frozen=True, eq=False)
class PreparedCampaign:
    """A campaign that runs can be evaluated in.

    Attributes
    ----------
    campaign : Campaign
        With metric identifiers in their published form.
    plans : mapping of str to TaskPlan
        By task name; derived from the campaign.
    problems : tuple of Problem
        Of the campaign's own files.
    """

    campaign: Campaign
    plans: Mapping[str, TaskPlan]
    elements: ElementTable | None
    problems: tuple[Problem, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the campaign is refused: its runs can be checked, but not scored."""
        return any(problem.is_error for problem in self.problems)

    @cached_property
    def for_evaluation(self) -> PreparedCampaign:
        """The campaign with nothing but what scores can depend on."""
        whole = self.campaign
        campaign = Campaign(
            slug="",
            title="",
            year=0,
            protocol=whole.protocol,
            tasks=whole.tasks,
            topics=whole.topics,
            assessments=whole.assessments,
            task_assessments=whole.task_assessments,
            pools=whole.pools,
            judged=whole.judged,
            order=whole.order,
            relevance_level=whole.relevance_level,
            document_names=whole.document_names,
            task_document_names=whole.task_document_names,
            limits=whole.limits,
            task_aliases=whole.task_aliases,
            takes_any_task=whole.takes_any_task,
            collection=whole.collection.model_copy(update={"document_url": ""}),
        )
        return PreparedCampaign(campaign, self.plans, self.elements, problems=())

    @cached_property
    def sets(self) -> Mapping[str, PreparedCampaign]:
        """By name of each scored set: the campaign as if that were its official assessments.

        A set has plans of the tasks whose official assessments judge the same documents.
        """
        official = self.for_evaluation.campaign
        dimensions = {one.judge for one in self.campaign.dimensions}
        of_tasks = {task: scored_assessments(self.campaign, one) for task, one in official.tasks.items()}
        prepared = {}
        for name, assessments in scored_assessments(self.campaign).items():
            campaign = replace(
                official,
                assessments=assessments,
                task_assessments={task: of_tasks[task][name] for task in official.task_assessments},
            )
            plans = {
                task: plan_task(
                    one, campaign, None if name in dimensions else official.of_task(task).assessments
                )
                for task, one in campaign.tasks.items()
                if not official.task_assessments
                or share_documents(official.task_assessments[task], of_tasks[task][name])
            }
            prepared[name] = PreparedCampaign(campaign, plans, self.elements, problems=())
        return prepared

    @cached_property
    def digest(self) -> str:
        """A checksum of the content: with the code version, the cache key of results computed from it."""
        return digest(self.campaign, self.elements, self.problems)

    @property
    def metrics(self) -> dict[str, BoundMetric]:
        """Every metric of the campaign by its identifier, imported ones included.

        One whose definition is reconstructed in some task only is that of this task.
        """
        bounds = [bound for plan in self.plans.values() for bound in plan.metrics]
        computed = {one.identifier: one for one in bounds}
        computed |= {one.identifier: one for one in bounds if not one.confirmed}
        return computed | imported_metrics(self.campaign.imported)


def prepare_campaign(directory: Path, *, assessed: bool = True) -> PreparedCampaign:
    """Read everything in a campaign directory except its runs; arguments as in `examine_and_prepare`.

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
    """Read as much as possible of a campaign directory, without its runs.

    Parameters
    ----------
    directory : Path
    assessed : bool
        Whether missing assessments are an error.

    Returns
    -------
    PreparedCampaign
        With all problems. If there are errors among them, the parts with errors are left out.
    """
    campaign, problems = examine_campaign(directory, assessed=assessed)
    problems = (
        *problems,
        *unknown_metric_problems(directory, campaign),
        *unknown_tagged_topics(directory, campaign),
        *taken_measure_names(directory, campaign),
        *unmatched_patterns(directory, campaign),
        *assessment_set_problems(directory, campaign, problems),
    )
    articles = _articles_to_locate(directory, campaign)
    elements, element_problems = read_element_table(directory, campaign.collection.unit, articles)
    if any(problem.is_error for problem in problems):
        return _without_errors(directory, campaign, elements, (*problems, *element_problems))
    located = locate_assessments(campaign.assessments, elements)
    unlocated = unlocated_passages(campaign.assessments, located)
    judges, dimensions = (
        tuple(locate_assessments(one, elements) for one in sets)
        for sets in (campaign.judges, campaign.dimensions)
    )
    documents = None if elements is None else count_documents(elements, only_judged=articles is not None)
    of_tasks = {task: locate_assessments(one, elements) for task, one in campaign.task_assessments.items()}
    campaign = replace(
        campaign,
        assessments=located,
        task_assessments=of_tasks,
        judges=judges,
        dimensions=dimensions,
        documents=documents,
    )
    plans = {name: plan_task(task, campaign) for name, task in campaign.tasks.items()}
    log = ProblemLog("campaign.toml")
    report_inapplicable_metrics(plans, log)
    for name, one in PreparedCampaign(campaign, plans, elements, ()).sets.items():
        report_inapplicable_metrics(one.plans, log, name)
    report_missing_collection(plans, campaign, unlocated, log)
    report_missing_pools(campaign, log)
    found = (*problems, *element_problems, *log, *missing_target_problems(campaign))
    if any(problem.is_error for problem in found):
        return _without_errors(directory, campaign, elements, found)
    published = replace(campaign, tasks={name: plan.task for name, plan in plans.items()})
    return PreparedCampaign(published, plans, elements, found)


def _articles_to_locate(directory: Path, campaign: Campaign) -> set[str] | None:
    """The articles whose elements are needed: until 2006 those judged; None for all.

    Documents in the campaign directory are few and all read, so that wrong paths of runs are reported.
    """
    has_table = any(os.path.lexists(directory / file) for file in TABLE_FILES)
    needs_all = any(task.settings.get("overlap_of") != "paths" for task in campaign.tasks.values())
    if needs_all or not has_table:
        return None
    return {article for topic in campaign.assessments.topics.values() for article in topic.articles}


def _without_errors(
    directory: Path, campaign: Campaign, elements: ElementTable | None, problems: Sequence[Problem]
) -> PreparedCampaign:
    """The campaign without parts that have errors, so that errors of the campaign are not reported for runs.

    Without valid topics, no topic is unknown. Without valid topics, assessments, documents or metrics,
    offsets are not checked. Without valid settings, the folders of runs are tasks of the protocol, or tasks
    without rules.
    """
    wrong = [problem.file for problem in problems if problem.is_error]
    no_topics, no_assessments, no_elements = (
        any(file.startswith(place) for file in wrong)
        for place in (
            "topics",
            tuple(f"{ASSESSMENTS}/{name}" for name in official_folders(campaign.tasks.values())),
            ("documents", "elements"),
        )
    )
    tasks = dict(campaign.tasks)
    if not campaign.title:  # there are no settings
        folder = Folder(directory.resolve(), directory.resolve() / RUNS)
        known = tasks.keys() | campaign.task_aliases.keys()
        names = [entry.name for entry in folder.entries(lambda _: None) if entry.is_dir()]
        tasks |= {name: task_without_rules(name) for name in names if name not in known}
    for name, task in tasks.items():
        if no_topics or no_assessments or no_elements or unknown_metrics(task):
            tasks[name] = task.model_copy(update={"official": OFFSET_FREE_METRIC, "metrics": ()})
    usable = replace(
        campaign,
        tasks=tasks,
        topics={} if no_topics else campaign.topics,
        assessments=Assessments("", {}) if no_topics or no_assessments else campaign.assessments,
        task_assessments={} if no_topics or no_assessments else campaign.task_assessments,
    )
    plans = {name: plan_task(task, usable) for name, task in usable.tasks.items()}
    return PreparedCampaign(usable, plans, None if no_elements else elements, tuple(problems))


def task_without_rules(name: str) -> Task:
    """A task of which nothing but its name is known."""
    return Task(name=name, cutoff=MOST_RESULTS, official=OFFSET_FREE_METRIC, metrics=())
