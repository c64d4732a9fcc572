"""The participant page: its runs across tasks."""

from __future__ import annotations

from inexreport.model.campaign import Participant
from inexreport.model.counted import counted
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, counted_topics, known
from inexreport.report.naming import is_followed, participant_name
from inexreport.subjects.problems import scored_otherwise
from inexreport.subjects.sections import Page, Section


def participant_ids(view: CampaignView) -> tuple[str, ...]:
    """Everyone who submitted a run, by id."""
    return tuple(sorted({name.participant for name in view.names.values()} - {""}))


def participant_page(view: CampaignView, participant: str) -> Page:
    """Return the runs of a participant by task, and what is stated about the participant."""
    about = about_participant(view, participant)
    runs, tasks = counted(about["runs"], "run"), counted(len(about["tasks"]), "task")
    return Page(
        about["name"],
        about["name"],
        f"Participant {participant}, {runs} in {tasks}.",
        [
            Section("scored-otherwise", "", facts={"runs": about["scored_otherwise"]}),
            *(Section(one["task"], "", note="task", facts=one) for one in about["tasks"]),
            Section("data", "", parts=["runs"]),
        ],
        notes="participant.html",
        facts=about,
    )


def about_participant(view: CampaignView, participant: str) -> PageData:
    """Return what is known of a participant: ``tasks`` has the tasks with its ``runs``, best first.

    ``scored_otherwise`` has the runs with warnings that affect the scores, and these warnings.

    On a participant's site a task has the number of ``topics``, and, if some run has a score,
    what all runs reach by the official metric (``middle``) and the best of them. ``in_archive`` says
    whether the archive follows the participant through the years. ``facts`` are the stated addresses.
    """
    tasks = []
    for outcome in view.outcome.tasks:
        own = [run for run in outcome.runs if run.submission.participant == participant]
        if own:
            tasks.append(_task(view, outcome, own))
    return {
        "id": participant,
        "name": participant_name(view.outcome.campaign, participant),
        "facts": view.outcome.campaign.participants.get(participant, Participant()),
        "in_archive": is_followed(view.outcome.campaign, participant),
        "runs": sum(len(task["runs"]) for task in tasks),
        "tasks": tasks,
        "scored_otherwise": [
            (view.names[outcome.task.name, run.submission.name], found)
            for outcome in view.outcome.tasks
            for run in outcome.runs
            if run.submission.participant == participant and (found := scored_otherwise(run))
        ],
    }


def _task(view: CampaignView, outcome: TaskOutcome, own: list[RunOutcome]) -> PageData:
    task = outcome.task.name
    official, all_runs = view.official_column(task), view.all_runs.get(task)
    rows = {run.submission.name: row for row, run in enumerate(view.evaluated_runs[task].runs)}
    own.sort(key=lambda run: rows.get(run.submission.name, len(rows)))
    return {
        "task": task,
        "official": official,
        "runs_in_task": view.evaluated(task),
        "ranked_word": view.ranked_word(task),
        "runs": [_run(view, task, run, rows.get(run.submission.name)) for run in own],
        "topics": counted_topics(all_runs.topics_counted[official.identifier]) if all_runs else "",
        "middle": all_runs.medians.means.get(official.identifier) if all_runs else None,
        "best_run": all_runs.best_runs.get(official.identifier) if all_runs else None,
    }


def _run(view: CampaignView, task: str, run: RunOutcome, row: int | None) -> PageData:
    """A run with its place; without a rank it was not evaluated, has no score or is not ranked."""
    standings = view.evaluated_runs[task]
    official = standings.official
    return {
        "name": view.names[task, run.submission.name],
        "rank": None if row is None else standings.rank(row, official),
        "score": None if row is None else known(standings.means[row, official]),
        "topics": 0 if row is None else int(standings.topics_counted[row, official]),
        "problems": len(run.problems),
        "evaluated": run.evaluated,
    }
