"""The archive: every campaign found in the output folder, from what their builds recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.report.campaign_record import FORMAT_VERSION, Record
from inexreport.report.history import TaskHistory, task_histories


@dataclass(frozen=True, slots=True)
class ArchiveTask:
    """A task with its best run; label and score are None where no run was scored."""

    name: str
    official: str
    runs: int
    best: str | None
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
    skipped : tuple of str
        Folders whose records this version does not understand.
    """

    campaigns: tuple[ArchiveCampaign, ...]
    histories: tuple[TaskHistory, ...] = ()
    skipped: tuple[str, ...] = ()


def archive_page(records: Sequence[tuple[str, Record]]) -> ArchivePage:
    """Order the campaigns by year.

    Parameters
    ----------
    records : sequence of (str, Record)
        Each with the folder in which it was found; those of another format version are left out.
    """
    understood = [(folder, record) for folder, record in records if _version(record) == FORMAT_VERSION]
    campaigns = [_campaign(folder, record) for folder, record in understood]
    campaigns.sort(key=lambda one: (-one.year, one.title, one.folder))
    return ArchivePage(
        campaigns=tuple(campaigns),
        histories=task_histories(understood),
        skipped=tuple(folder for folder, record in records if _version(record) != FORMAT_VERSION),
    )


def _version(record: Record) -> object:
    return record.get("format_version")


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
                score=task["best"]["score"] if task["best"] else None,
            )
            for task in record["tasks"]
        ),
    )
