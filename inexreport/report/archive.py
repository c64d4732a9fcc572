"""The archive: every campaign found in the output folder, from what their builds recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from inexreport.report.audience import PUBLIC
from inexreport.report.campaign_record import FORMAT_VERSION, Record
from inexreport.report.figure import PageData
from inexreport.report.history import task_histories
from inexreport.report.participant_history import has_participants_runs, participant_histories
from inexreport.report.tables.archive import PARTICIPANTS, TASKS

_NEEDED = {
    *("title", "year", "collection", "tasks"),
    *("runs", "participants", "topics", "assessed_topics"),
}
"""What every record of this format version has."""


@dataclass(frozen=True, slots=True)
class ArchiveTask:
    """A task with its best run; label and score are None where no run was scored.

    `sharing` is how many others have the same score.
    """

    name: str
    official: str
    runs: int
    best: str | None
    sharing: int
    score: float | None


@dataclass(frozen=True, slots=True)
class ArchiveCampaign:
    """A campaign in the archive; `folder` is where its site lies."""

    folder: str
    title: str
    year: int
    collection: str
    runs: int
    participants: int
    topics: int
    assessed_topics: int
    tasks: tuple[ArchiveTask, ...]


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """All campaigns, latest year first.

    Attributes
    ----------
    participants : list of dict
        By name; each has a page of its own.
    without_runs : tuple of ArchiveCampaign
        Campaigns whose records do not tell what `participants` needs.
    skipped : tuple of str
        Folders whose records this version does not understand.
    audience : str
        For whom all of the archive is.
    participant : dict or None
        Id and name of the participant that it is for.
    """

    campaigns: tuple[ArchiveCampaign, ...]
    tasks: list[PageData]
    participants: list[PageData]
    without_runs: tuple[ArchiveCampaign, ...]
    skipped: tuple[str, ...]
    audience: str
    participant: Record | None

    task_columns = TASKS.columns
    participant_columns = PARTICIPANTS.columns

    @property
    def years(self) -> tuple[tuple[int, tuple[ArchiveCampaign, ...]], ...]:
        """The campaigns of each year."""
        return tuple(
            (year, tuple(same)) for year, same in groupby(self.campaigns, key=lambda campaign: campaign.year)
        )


def archive_page(records: Sequence[tuple[str, Record]]) -> ArchivePage:
    """Order the campaigns by year, and follow tasks and participants through them.

    Parameters
    ----------
    records : sequence of (str, Record)
        Each with the folder in which it was found; those of another format version are left out.
    """
    understood = [(folder, record) for folder, record in records if _is_understood(record)]
    understood.sort(key=lambda one: (-one[1]["year"], one[1]["title"], one[0]))
    # An archive is for one audience, so that any record tells it.
    latest = understood[0][1] if understood else {}
    campaigns = tuple(_campaign(folder, record) for folder, record in understood)
    return ArchivePage(
        campaigns=campaigns,
        tasks=task_histories(understood),
        participants=participant_histories(understood),
        without_runs=tuple(
            campaign
            for campaign, (_, record) in zip(campaigns, understood, strict=True)
            if not has_participants_runs(record)
        ),
        skipped=tuple(folder for folder, record in records if not _is_understood(record)),
        audience=latest.get("audience", str(PUBLIC)),
        participant=latest.get("participant"),
    )


def _is_understood(record: Record) -> bool:
    return record.get("format_version") == FORMAT_VERSION and record.keys() >= _NEEDED


def _campaign(folder: str, record: Record) -> ArchiveCampaign:
    return ArchiveCampaign(
        folder=folder,
        title=record["title"],
        year=record["year"],
        collection=record["collection"]["name"],
        runs=record["runs"],
        participants=record["participants"],
        topics=record["topics"],
        assessed_topics=record["assessed_topics"],
        tasks=tuple(
            ArchiveTask(
                name=task["name"],
                official=task["official"],
                runs=task["runs"],
                best=task["best"]["label"] if task["best"] else None,
                # Earlier versions did not record it.
                sharing=task["best"].get("sharing", 0) if task["best"] else 0,
                score=task["best"]["score"] if task["best"] else None,
            )
            for task in record["tasks"]
        ),
    )
