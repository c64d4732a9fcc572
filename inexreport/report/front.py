"""The campaign's front page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inexreport.model.campaign import Collection
from inexreport.report.campaign_record import input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import Citation, campaign_citation
from inexreport.report.data import DataTable
from inexreport.report.dataset import Description, dataset_description
from inexreport.report.figure import PageData, counted_topics
from inexreport.report.naming import MetricColumn, RunName, metric_columns, participant_name
from inexreport.report.participant import participant_ids, participant_page
from inexreport.report.relevant_only import campaign_note
from inexreport.report.tables.problems import all_problems


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """A task with its winner, who is None where no run has an official score.

    Of several with the best score it is the first by name; `sharing` is how many others there are.
    """

    name: str
    question: str
    official: MetricColumn
    runs: int
    evaluated: int
    winner: RunName | None
    sharing: int
    score: float | None
    topics: str


@dataclass(frozen=True, slots=True)
class ParticipantSummary:
    """A participant with the number of runs it submitted, and in which tasks."""

    id: str
    name: str
    runs: int
    tasks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FrontPage:
    """What the front page shows.

    A participant's site has no winners and no participants, and is not to be cited: it shows the own runs.

    Attributes
    ----------
    about : str
        Markdown as the organisers wrote it, untrusted.
    runs, evaluated, problems : int
        Of the runs that the site shows.
    dataset : dict or None
        The published tables in schema.org's words.
    own : dict or None
        The participant of a participant's site, with its runs.
    """

    title: str
    year: int
    collection: Collection
    topics: int
    assessed_topics: int
    relevant_articles: int
    passages: int
    relevant_characters: int
    assessments_note: str
    runs: int
    evaluated: int
    problems: int
    about: str = ""
    tasks: tuple[TaskSummary, ...] = ()
    participants: tuple[ParticipantSummary, ...] = ()
    anonymous_runs: int = 0
    citation: Citation | None = None
    licence: str = ""
    dataset: Description | None = None
    own: PageData | None = None


def front_page(view: CampaignView, tables: Sequence[DataTable]) -> FrontPage:
    """Sum up the campaign."""
    campaign = view.outcome.campaign
    assessed = campaign.assessments.topics.values()
    runs = [run for task in view.outcome.tasks for run in task.runs]
    page = FrontPage(
        title=campaign.title,
        year=campaign.year,
        collection=campaign.collection,
        topics=len(campaign.topics),
        assessed_topics=len(campaign.assessments.topics),
        relevant_articles=sum(topic.relevant_articles for topic in assessed),
        passages=sum(len(topic.passage_offset) for topic in assessed),
        relevant_characters=sum(topic.total_relevant_characters for topic in assessed),
        assessments_note=campaign_note(view.outcome.tasks, campaign),
        runs=len(runs),
        evaluated=sum(run.evaluated for run in runs),
        problems=len(all_problems(view.outcome)),
    )
    if view.participant:
        return replace(page, own=participant_page(view, view.participant))
    return replace(
        page,
        about=campaign.about,
        tasks=tuple(_task_summary(view, task, column) for task, column in official_columns(view).items()),
        participants=tuple(_participant_summary(view, one) for one in participant_ids(view)),
        anonymous_runs=sum(not run.submission.participant for run in runs),
        citation=campaign_citation(campaign, inputs_digest(input_files(view.outcome))),
        licence=campaign.licence,
        dataset=dataset_description(view, tables),
    )


def _task_summary(view: CampaignView, task: str, official: MetricColumn) -> TaskSummary:
    standings = view.standings[task]
    won = bool(standings.runs) and standings.ranks[0, standings.official] == 1
    return TaskSummary(
        name=task,
        question=standings.task.question,
        official=official,
        runs=sum(name.task == task for name in view.names.values()),
        evaluated=len(standings.runs),
        winner=view.names[task, standings.runs[0].submission.name] if won else None,
        sharing=standings.sharing(0) if won else 0,
        score=float(standings.means[0, standings.official]) if won else None,
        topics=counted_topics(standings.topics_counted[:1, standings.official]),
    )


def _participant_summary(view: CampaignView, participant: str) -> ParticipantSummary:
    own = [name for name in view.names.values() if name.participant == participant]
    return ParticipantSummary(
        id=participant,
        name=participant_name(view.outcome.campaign, participant),
        runs=len(own),
        tasks=tuple(dict.fromkeys(name.task for name in own)),
    )


def official_columns(view: CampaignView) -> dict[str, MetricColumn]:
    """The official metric of each task, with all parameters that tell it from any other of the campaign."""
    columns = {column.identifier: column for column in metric_columns(tuple(view.metrics), view.metrics)}
    return {task: columns[one.task.official] for task, one in view.standings.items()}
