"""The table of errata: what changed in each edition."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_earlier_editions
from inexreport.report.changes.change import Change
from inexreport.report.changes.editions import edition_changes
from inexreport.report.tables.columns import ALL_TOPICS
from inexreport.report.tables.table import Rows, Table, number, text

CHANGE_COLUMNS = {
    "kind": text(
        "`task`, `official_metric`, `metric`, `run`, `topic`, `rank`, `score`, `input` (a file) or `setting`."
    ),
    "change": text("`added`, `removed`, `renamed` or `changed`."),
    "task": text("Name of the task’s folder; empty where the change is about none."),
    "run": text("Name of the run; of a renamed one, the new name."),
    "metric": text("Identifier of the metric."),
    "topic": text(f"Id of the topic, or `{ALL_TOPICS}` for the mean over topics."),
    "name": text("Column of runs.csv or topics.csv, path of the input file, or place of the setting."),
    "old": text("Value before, with all its digits; of a file, its SHA-256. Empty where there was none."),
    "new": text("Value in this edition; empty where there is none."),
    "difference": number("New minus old score or rank; empty where one of them is missing."),
}


def change_cells(one: Change) -> tuple[str | float | None, ...]:
    """Return the cells of `CHANGE_COLUMNS`."""
    place = (str(one.kind), str(one.how), one.task, one.run, one.metric, one.topic, one.name)
    return (*place, one.old, one.new, one.difference)


def _errata(outcome: CampaignOutcome) -> Rows:
    for date, changes in edition_changes(outcome).items():
        for one in changes:
            yield (date, *change_cells(one))


ERRATA = Table(
    "errata",
    "One row per change between an edition and the one before it.",
    {"edition": text("Date of the edition that brought the change."), **CHANGE_COLUMNS},
    _errata,
    applies=has_earlier_editions,
)
