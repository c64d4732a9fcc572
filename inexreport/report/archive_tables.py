"""The archive's published tables: tasks and participants over the years."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from inexreport.report.data import column_notes
from inexreport.report.history import TaskHistory
from inexreport.report.participant_history import ParticipantHistory
from inexreport.report.table_columns import SCHEMAS
from inexreport.report.typed_table import typed_table

TASK_COLUMNS = column_notes("archive/tasks")
PARTICIPANT_COLUMNS = column_notes("archive/participants")


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
    return typed_table(rows, SCHEMAS["archive/tasks"])


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
    return typed_table(rows, SCHEMAS["archive/participants"])
