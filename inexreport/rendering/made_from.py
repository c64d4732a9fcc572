"""What a page says of the files it was made from: all of the campaign, or those of one task, or no runs."""

from __future__ import annotations

from typing import NamedTuple

from inexreport.report.campaign_record import Record

OF_NO_TASK = ""
"""Stands for the name of a task where something is made without runs."""


class MadeFrom(NamedTuple):
    """Input files, as a page's foot has them.

    Attributes
    ----------
    files : str
        How many there are.
    checksum : str
        Of their list.
    short : str
        As much of that as is shown.
    task : str or None
        The task whose runs alone are among them; `OF_NO_TASK` if there are no runs, None if there are all.
    """

    files: str
    checksum: str
    short: str
    task: str | None = None


def made_from(record: Record, task: str | None = None) -> MadeFrom:
    """What campaign.json says of the inputs of a page, see `MadeFrom.task`."""
    if task is None:
        return _made_from(len(record["inputs"]), record["inputs_sha256"], task)
    if task == OF_NO_TASK:
        told = record["inputs_but_runs"]
    else:
        told = next(one["inputs"] for one in record["tasks"] if one["name"] == task)
    return _made_from(told["files"], told["sha256"], task)


def _made_from(files: int, checksum: str, task: str | None) -> MadeFrom:
    return MadeFrom(str(files), checksum, checksum[:12], task)
