"""The archive: every campaign found in the output folder, from what their builds recorded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from inexreport.report.audience import PUBLIC
from inexreport.report.campaign_record import FORMAT_VERSION, Record
from inexreport.report.figure import PageData
from inexreport.report.history import task_histories
from inexreport.report.participant_history import (
    has_participants_runs,
    participant_histories,
    returning_participants,
)
from inexreport.report.shared_topics import by_campaigns, shared_topics
from inexreport.report.tables.archive import PARTICIPANTS, RETURNING, SHARED_TOPICS, TASKS
from inexreport.report.words import field_of_records, words_of_record

NAMES_SHOWN = 3
"""Participants that are named for each campaign; its front page has all."""

_NEEDED = {
    *("title", "year", "collection", "tasks"),
    *("runs", "participants", "topics", "assessed_topics"),
}
"""What every record of this format version has."""


def archive_page(records: Sequence[tuple[str, Record]]) -> PageData:
    """Return all campaigns, latest year first, and the histories of their tasks and participants.

    A campaign is its record with the folder of its site. `without_runs` are the campaigns whose records do
    not list the runs of participants, `returning` the years with the number of participants who took part
    before (none on a participant's site, which knows nobody else), `skipped` the folders whose records this
    version cannot read.
    `field` is the kind of retrieval; `audience` and `participant` say for whom the archive is: all of its
    campaigns are for the same readers.

    Parameters
    ----------
    records : sequence of (str, Record)
        Each with the folder in which it was found.
    """
    readable = [(folder, record) for folder, record in records if _is_readable(record)]
    readable.sort(key=lambda one: (-one[1]["year"], one[1]["title"], one[0]))
    campaigns = [_campaign(folder, record) for folder, record in readable]
    latest = campaigns[0] if campaigns else {}
    shared = shared_topics(readable)
    own, participants = latest.get("participant"), participant_histories(readable)
    years = {year for one in participants for year in one["years"]}
    return {
        "campaigns": campaigns,
        "years": [(year, list(same)) for year, same in groupby(campaigns, key=lambda one: one["year"])],
        "tasks": task_histories(readable),
        "task_columns": TASKS.columns,
        "participants": participants,
        "participant_columns": PARTICIPANTS.columns,
        "returning": returning_participants(participants) if len(years) > 1 and not own else [],
        "returning_columns": RETURNING.columns,
        "shared_topics": shared,
        "topics_by_campaigns": by_campaigns(shared),
        "shared_topic_columns": SHARED_TOPICS.columns,
        "without_runs": [campaign for campaign in campaigns if not has_participants_runs(campaign)],
        "skipped": [folder for folder, record in records if not _is_readable(record)],
        "field": field_of_records(campaigns),
        "audience": latest.get("audience", str(PUBLIC)),
        "participant": own,
    }


def _campaign(folder: str, record: Record) -> PageData:
    """A record with the names of its first participants and the addresses that the archive links to.

    ``named`` are at most `NAMES_SHOWN` participants with a name. Each of ``rows``, the tasks, has the
    addresses ``page`` of its results and ``best_page`` of its best run, and ``metric_fragment`` in the page
    ``metrics_guide``; all None where an earlier version did not record them.
    """
    pages: dict[str, Any] = record.get("pages", {})
    tasks, runs, metrics = (pages.get(kind, {}) for kind in ("tasks", "runs", "metrics"))
    named = [] if record.get("participant") else [*record.get("participant_names", {}).values()]
    return record | {
        "folder": folder,
        "field": words_of_record(record).field,
        "named": named[:NAMES_SHOWN],
        "unnamed": max(0, record["participants"] - min(len(named), NAMES_SHOWN)),
        "metrics_guide": pages.get("metrics_guide"),
        "rows": [
            {
                "task": task,
                "page": tasks.get(task["name"]),
                "best_page": runs.get(task["name"], {}).get(task["best"]["run"]) if task["best"] else None,
                "metric_fragment": metrics.get(task["official"]),
            }
            for task in record["tasks"]
        ],
    }


def _is_readable(record: Record) -> bool:
    return record.get("format_version") == FORMAT_VERSION and record.keys() >= _NEEDED
