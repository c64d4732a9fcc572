"""The archive's published tables: tasks and participants over the years."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from inexreport.report.data import ColumnNote
from inexreport.report.history import TaskHistory
from inexreport.report.participant_history import ParticipantHistory
from inexreport.report.typed_table import WITH_GAPS, typed_table

TASK_COLUMNS = (
    ColumnNote("task", "Name of the task’s folder; tasks of one campaign only are left out."),
    ColumnNote("year", "Year of the campaign."),
    ColumnNote("campaign", "Folder of the campaign’s site."),
    ColumnNote("metric", "Official metric of the year."),
    ColumnNote("best", "Score of the best run."),
    ColumnNote(
        "median",
        "Median of all scores; empty where the campaign was built by a version that did not record it.",
    ),
    ColumnNote("runs", "Submitted runs."),
    ColumnNote("participants", "Participants with a run."),
)

PARTICIPANT_COLUMNS = (
    ColumnNote("participant", "Name, by which participants of different years are taken for the same."),
    ColumnNote("year", "Year of the campaign."),
    ColumnNote("campaign", "Folder of the campaign’s site."),
    ColumnNote("task", "Name of the task’s folder."),
    ColumnNote("run", "Name of the run."),
    ColumnNote("metric", "Official metric of the task."),
    ColumnNote("score", "Empty where the run has none."),
    ColumnNote("rank", "Among the ranked runs; equal scores share the better rank."),
    ColumnNote("ranked_runs", "Runs of the task that have a rank."),
)


def tasks_table(histories: Sequence[TaskHistory]) -> pa.Table:
    """One row per shared task and campaign."""
    rows = [
        (
            *(one.task, point.year, point.folder, point.official),
            *(point.best, point.median, point.runs, point.participants),
        )
        for one in histories
        for point in one.points
    ]
    return typed_table(rows, _names(TASK_COLUMNS), {"median": "float64"})


def participants_table(histories: Sequence[ParticipantHistory]) -> pa.Table:
    """One row per run of a participant with a name."""
    rows = [
        (
            *(one.name, campaign.year, campaign.folder, run.task, run.run),
            *(run.metric, run.score, run.rank, run.ranked),
        )
        for one in histories
        for campaign in reversed(one.participations)
        for run in campaign.runs
    ]
    return typed_table(rows, _names(PARTICIPANT_COLUMNS), {"score": "float64", "rank": WITH_GAPS})


def _names(columns: Sequence[ColumnNote]) -> list[str]:
    return [column.name for column in columns]
