"""A participant's runs over the years, from the records of campaigns; one is recognised by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inexreport.report.campaign_record import Record
from inexreport.report.figure import Figure
from inexreport.report.naming import task_title


@dataclass(frozen=True, slots=True)
class PastRun:
    """A run in a campaign's record.

    Attributes
    ----------
    run, title : str
        Its name in addresses and data, and for readers.
    page : str
        Address of its page within the campaign's folder.
    rank, score : int and float, or None
        By the task's official metric; None where the run has no place.
    ranked : int
        Number of the task's runs that have one.
    """

    task: str
    run: str
    title: str
    page: str
    metric: str
    rank: int | None
    score: float | None
    ranked: int

    @property
    def not_better(self) -> float | None:
        """Share of the other ranked runs that are not better, in percent; None without a place."""
        if self.rank is None or self.ranked < 2:
            return None
        return 100 * (self.ranked - self.rank) / (self.ranked - 1)


@dataclass(frozen=True, slots=True)
class Participation:
    """A participant in one campaign, with its runs by task, best first.

    Attributes
    ----------
    page : str
        Address of its page within the campaign's folder.
    """

    folder: str
    campaign: str
    year: int
    page: str
    runs: tuple[PastRun, ...]

    @property
    def best(self) -> PastRun | None:
        """The run of the highest rank, of several the one among most runs."""
        placed = [(run.rank, -run.ranked, run) for run in self.runs if run.rank is not None]
        return min(placed, key=lambda one: one[:2])[2] if placed else None


@dataclass(frozen=True, slots=True)
class ParticipantHistory:
    """A participant over the years, latest first.

    Attributes
    ----------
    figure : Figure or None
        None where there are no two years with ranks to be compared.
    """

    name: str
    participations: tuple[Participation, ...]
    figure: Figure | None

    @property
    def runs(self) -> int:
        return sum(len(one.runs) for one in self.participations)

    @property
    def years(self) -> tuple[int, ...]:
        """In which it took part, earliest first."""
        return tuple(sorted({one.year for one in self.participations}))


def tells_runs(record: Record) -> bool:
    """Whether a record tells the runs of participants; those of early versions do not."""
    return record.keys() >= {"participant_names", "pages"}


def participant_histories(records: Sequence[tuple[str, Record]]) -> tuple[ParticipantHistory, ...]:
    """Histories of all participants that have a name, by name; records come with their folders.

    An id may mean another group in another year. Names are compared as campaign.toml has them, but for
    white space.
    """
    by_name: dict[str, list[Participation]] = {}
    for folder, record in records:
        if tells_runs(record):
            for name, participation in _participations(folder, record):
                by_name.setdefault(name, []).append(participation)
    return tuple(
        _history(name, by_name[name]) for name in sorted(by_name, key=lambda one: (one.casefold(), one))
    )


def _participations(folder: str, record: Record) -> Iterator[tuple[str, Participation]]:
    ids: dict[str, list[str]] = {}
    for participant, name in record["participant_names"].items():
        ids.setdefault(" ".join(name.split()), []).append(participant)
    for name, same in ids.items():
        yield (
            name,
            Participation(
                folder=folder,
                campaign=record["title"],
                year=record["year"],
                page=record["pages"]["participants"][same[0]],
                runs=tuple(_runs(record, same)),
            ),
        )


def _runs(record: Record, participants: Sequence[str]) -> Iterator[PastRun]:
    for task in record["tasks"]:
        # The record of a participant's site lists the own runs only, and tells how many others there are.
        ranked = task.get("ranked_runs", sum(run["rank"] is not None for run in task["standings"]))
        for run in task["standings"]:
            if run["participant"] in participants:
                yield PastRun(
                    task=task["name"],
                    run=run["run"],
                    title=run["title"],
                    page=record["pages"]["runs"][task["name"]][run["run"]],
                    metric=task["official"],
                    rank=run["rank"],
                    score=run["score"],
                    ranked=ranked,
                )


def _history(name: str, participations: list[Participation]) -> ParticipantHistory:
    participations.sort(key=lambda one: (-one.year, one.campaign, one.folder))
    return ParticipantHistory(name, tuple(participations), _figure(participations))


def _figure(participations: Sequence[Participation]) -> Figure | None:
    compared = [
        one for one in reversed(participations) if any(run.not_better is not None for run in one.runs)
    ]
    if len({one.year for one in compared}) < 2:
        return None
    said = "; ".join(
        f"{one.year}: best rank {best.rank} of {best.ranked} ({task_title(best.task)})"
        for one in compared
        if (best := one.best) is not None
    )
    return Figure(
        title="Standing over the years",
        basis="Share of the other ranked runs of the task that are not better, by its official metric; a "
        "dot for each run, a line through the best of each year",
        source="participants.csv",
        summary=f"{said}.",
    )
