"""The archive's tables: tasks and participants over the years."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.report.figure import PageData
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text


def _tasks(histories: Sequence[PageData]) -> Rows:
    for one in histories:
        for point in one["points"]:
            yield {
                "task": one["task"],
                "year": point["year"],
                "campaign": point["folder"],
                "metric": point["official"],
                **{name: point[name] for name in ("best", "median", "runs", "participants")},
            }


TASKS = Table(
    "tasks",
    "One row per shared task and campaign.",
    {
        "task": text("Name of the task’s folder; tasks of one campaign only are left out."),
        "year": integer("Year of the campaign."),
        "campaign": text("Folder of the campaign’s site."),
        "metric": text("Official metric of the year."),
        "best": number("Score of the best run."),
        "median": number(
            "Median of all scores; empty where the campaign was built by a version that did not record it."
        ),
        "runs": integer("Submitted runs."),
        "participants": integer("Participants with a run."),
    },
    _tasks,
)


def _participants(histories: Sequence[PageData]) -> Rows:
    for one in histories:
        for campaign in reversed(one["participations"]):
            for run in campaign["runs"]:
                yield {
                    "participant": one["name"],
                    "year": campaign["year"],
                    "campaign": campaign["folder"],
                    **{name: run[name] for name in ("task", "run", "metric", "score", "rank")},
                    "ranked_runs": run["ranked"],
                }


PARTICIPANTS = Table(
    "participants",
    "One row per run of a participant with a name.",
    {
        "participant": text("Name, by which participants of different years are taken for the same."),
        "year": integer("Year of the campaign."),
        "campaign": text("Folder of the campaign’s site."),
        "task": text("Name of the task’s folder."),
        "run": text("Name of the run."),
        "metric": text("Official metric of the task."),
        "score": number("Empty where the run has none."),
        "rank": optional_integer("Among the ranked runs; equal scores share the better rank."),
        "ranked_runs": integer("Runs of the task that have a rank."),
    },
    _participants,
)
