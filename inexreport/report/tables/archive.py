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
                **dict(zip(("best_low", "best_high"), point["best_interval"] or (None, None), strict=True)),
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
        "best_low": number(
            "Lower end of the 95% bootstrap interval of the best run’s score, over topics; empty where the "
            "record does not tell it."
        ),
        "best_high": number("Upper end."),
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


def _returning(years: Sequence[PageData]) -> Rows:
    yield from years


RETURNING: Table[Sequence[PageData]] = Table(
    "returning",
    "One row per year with participants.",
    {
        "year": integer("Year of the campaigns."),
        "participants": integer("Participants with a name and a run."),
        "returning": integer("Number of these with a run in an earlier year of the archive."),
        "from_year_before": integer("Number of these with a run in the previous year."),
    },
    _returning,
)


def _shared_topics(topics: Sequence[PageData]) -> Rows:
    for one in topics:
        for campaign in one["campaigns"]:
            yield {
                "topic": one["topic"],
                "title": one["title"],
                "year": campaign["year"],
                "campaign": campaign["folder"],
            }


SHARED_TOPICS = Table(
    "shared_topics",
    "One row per shared topic and campaign.",
    {
        "topic": text("Id of a topic that has the same title in campaigns of two or more years."),
        "title": text("Title."),
        "year": integer("Year of the campaign."),
        "campaign": text("Folder of the campaign’s site."),
    },
    _shared_topics,
)
