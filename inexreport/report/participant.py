"""The participant page: its runs across tasks."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import counted_topics, known
from inexreport.report.naming import MetricColumn, RunName, participant_name
from inexreport.statistics.medians import ScoreSummary
from inexreport.statistics.summary import UNRANKED


@dataclass(frozen=True, slots=True)
class ParticipantRun:
    """A run with its place; without a rank it was not evaluated or has no score."""

    name: RunName
    rank: int | None
    score: float | None
    topics: int
    problems: int
    evaluated: bool


@dataclass(frozen=True, slots=True)
class ParticipantTask:
    """The participant's runs of a task, best first, out of all evaluated ones.

    Attributes
    ----------
    participants, topics, middle, best_run
        On a participant's site: how many take part, over how many topics means go, what all runs reach by
        the official metric, and which is best; the last two are None where no run has a score.
    """

    task: str
    official: MetricColumn
    runs_in_task: int
    runs: tuple[ParticipantRun, ...]
    participants: int
    topics: str
    middle: ScoreSummary | None
    best_run: RunName | None


@dataclass(frozen=True, slots=True)
class ParticipantPage:
    """What the participant page shows."""

    id: str
    name: str
    runs: int
    tasks: tuple[ParticipantTask, ...]


def participant_ids(view: CampaignView) -> tuple[str, ...]:
    """Everyone who submitted a run, by id."""
    return tuple(sorted({name.participant for name in view.names.values()} - {""}))


def participant_page(view: CampaignView, participant: str) -> ParticipantPage:
    """Gather a participant's runs."""
    tasks = []
    for outcome in view.outcome.tasks:
        task = outcome.task.name
        standings = view.standings[task]
        row = {run.submission.name: i for i, run in enumerate(standings.runs)}
        own = [run for run in outcome.runs if run.submission.participant == participant]
        own.sort(key=lambda run: row.get(run.submission.name, len(row)))
        runs = []
        for run in own:
            i, official = row.get(run.submission.name), standings.official
            runs.append(
                ParticipantRun(
                    name=view.names[task, run.submission.name],
                    rank=int(rank)
                    if i is not None and (rank := standings.ranks[i, official]) != UNRANKED
                    else None,
                    score=known(standings.means[i, official]) if i is not None else None,
                    topics=int(standings.topics_counted[i, official]) if i is not None else 0,
                    problems=len(run.problems),
                    evaluated=run.evaluated,
                )
            )
        if runs:
            metric, all_runs = view.official_column(task), view.all_runs.get(task)
            tasks.append(
                ParticipantTask(
                    task=task,
                    official=metric,
                    runs_in_task=view.evaluated(task),
                    runs=tuple(runs),
                    participants=all_runs.participants if all_runs else 0,
                    topics=counted_topics(all_runs.topics_counted[metric.identifier]) if all_runs else "",
                    middle=all_runs.medians.means.get(metric.identifier) if all_runs else None,
                    best_run=all_runs.best_runs.get(metric.identifier) if all_runs else None,
                )
            )
    return ParticipantPage(
        id=participant,
        name=participant_name(view.outcome.campaign, participant),
        runs=sum(len(task.runs) for task in tasks),
        tasks=tuple(tasks),
    )
