"""The front page of a participant's site: the own runs, task by task."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.campaign import Collection
from inexreport.report.figure import counted_topics
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.participant import ParticipantRun, participant_page
from inexreport.report.relevant_only import campaign_note
from inexreport.report.tables.columns import ALL_TOPICS
from inexreport.report.tables.problems import all_problems
from inexreport.statistics.medians import Middle


@dataclass(frozen=True, slots=True)
class OwnTask:
    """A task with the own runs, and what all runs reach by its official metric.

    Attributes
    ----------
    runs, evaluated, participants : int
        Of all participants.
    middle, best_run
        None where no run has an official score.
    """

    name: str
    own: tuple[ParticipantRun, ...]
    official: MetricColumn
    runs: int
    evaluated: int
    participants: int
    topics: str
    middle: Middle | None
    best_run: RunName | None


@dataclass(frozen=True, slots=True)
class OwnFrontPage:
    """What the page shows; `runs`, `evaluated` and `problems` are the participant's."""

    title: str
    year: int
    participant: str
    participant_name: str
    runs: int
    evaluated: int
    problems: int
    collection: Collection
    topics: int
    assessed_topics: int
    assessments_note: str
    tasks: tuple[OwnTask, ...]


def own_front_page(excerpt: CampaignExcerpt) -> OwnFrontPage:
    """Sum up the own runs."""
    outcome = excerpt.view.outcome
    campaign = outcome.campaign
    runs = [run for task in outcome.tasks for run in task.runs]
    own = {one.task: one.runs for one in participant_page(excerpt.view, excerpt.participant).tasks}
    return OwnFrontPage(
        title=campaign.title,
        year=campaign.year,
        participant=excerpt.participant,
        participant_name=excerpt.participant_name,
        runs=len(runs),
        evaluated=sum(run.evaluated for run in runs),
        problems=len(all_problems(outcome)),
        collection=campaign.collection,
        topics=len(campaign.topics),
        assessed_topics=len(campaign.assessments.topics),
        assessments_note=campaign_note(outcome.tasks, campaign),
        tasks=tuple(_own_task(excerpt, task, runs) for task, runs in own.items()),
    )


def _own_task(excerpt: CampaignExcerpt, task: str, own: tuple[ParticipantRun, ...]) -> OwnTask:
    about = excerpt.tasks[task]
    official = excerpt.view.official_column(task)
    return OwnTask(
        name=task,
        own=own,
        official=official,
        runs=about.runs,
        evaluated=about.evaluated,
        participants=about.participants,
        topics=counted_topics(about.topics_counted[official.identifier]),
        middle=about.medians.means.get(official.identifier),
        best_run=about.best_runs.get((official.identifier, ALL_TOPICS)),
    )
