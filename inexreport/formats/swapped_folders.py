"""Folders of runs that are likely to be runs/PARTICIPANT/TASK instead of runs/TASK/PARTICIPANT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from inexreport.formats.shown_text import examples
from inexreport.model.campaign import Campaign
from inexreport.model.problem import ProblemLog


def report_swapped(folders: Mapping[str, Collection[str]], campaign: Campaign, log: ProblemLog) -> None:
    """Report that participants are likely to be above tasks.

    That is so if folders are named after participants that campaign.toml or runs.csv have, or folders in
    them after tasks; where any folder can be a task also if there are more folders than different names in
    them, each of which is in several.
    """
    tasks = {*campaign.tasks, *campaign.task_aliases}
    if campaign.takes_any_task:
        tasks -= folders.keys()
    folders = {name: inside for name, inside in folders.items() if name not in tasks}
    inner = Counter(name for names in folders.values() for name in names)
    stated = {row.facts.participant for row in campaign.run_statements}
    participants = {*campaign.participants, *campaign.participants.values(), *stated}
    repeated = campaign.takes_any_task and all(folders.values()) and 0 < len(inner) < len(folders)
    if inner and (
        not tasks.isdisjoint(inner)
        or (not participants.isdisjoint(folders) and participants.isdisjoint(inner))
        or (repeated and min(inner.values()) > 1)
    ):
        log.add(
            "run-folders-swapped",
            found=f"{examples(folders)} with {examples(inner)} in them",
            expected="tasks with participants in them",
        )
