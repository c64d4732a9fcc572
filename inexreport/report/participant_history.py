"""Histories of participants, who are identified by their names, from the records of campaigns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inexreport.report.campaign_record import Record
from inexreport.report.figure import Figure, PageData
from inexreport.report.naming import task_title


def has_participants_runs(record: Record) -> bool:
    """Whether a record lists the runs of participants; those of early versions do not."""
    return record.keys() >= {"participant_names", "pages"}


def participant_histories(records: Sequence[tuple[str, Record]]) -> list[PageData]:
    """Histories of all participants with a name, by name; records come with their folders.

    ``participations`` are the campaigns, latest first, each with the participant's ``runs`` and the ``best``
    of them; ``years`` are ascending; ``figure`` is None without ranks in two years.

    Ids do not identify participants, since another year may give an id to another group. Names are compared
    as they are in campaign.toml, except for white space.
    """
    by_name: dict[str, list[PageData]] = {}
    for folder, record in records:
        if has_participants_runs(record):
            for name, participation in _participations(folder, record):
                by_name.setdefault(name, []).append(participation)
    return [_history(name, by_name[name]) for name in sorted(by_name, key=lambda one: (one.casefold(), one))]


def _participations(folder: str, record: Record) -> Iterator[tuple[str, PageData]]:
    """A participant's name with its part in a campaign; pages are addresses in the campaign's folder."""
    ids: dict[str, list[str]] = {}
    for participant, name in record["participant_names"].items():
        ids.setdefault(" ".join(name.split()), []).append(participant)
    for name, same in ids.items():
        runs = list(_runs(record, same))
        participation = {
            "folder": folder,
            "campaign": record["title"],
            "year": record["year"],
            "page": record["pages"]["participants"][same[0]],
            "runs": runs,
            "best": best_of(runs),
        }
        yield name, participation


def _runs(record: Record, participants: Sequence[str]) -> Iterator[PageData]:
    """The runs of a participant by task, best first.

    ``not_better`` is the percentage of the other ranked runs that are not better, None without a rank.
    """
    for task in record["tasks"]:
        # The record of a participant's site lists the own runs only, and the number of ranked ones.
        ranked = task.get("ranked_runs", sum(run["rank"] is not None for run in task["standings"]))
        for run in task["standings"]:
            if run["participant"] in participants:
                rank = run["rank"]
                yield {
                    "task": task["name"],
                    "run": run["run"],
                    "title": run["title"],
                    "badge": run.get("badge", ""),
                    "page": record["pages"]["runs"][task["name"]][run["run"]],
                    "metric": task["official"],
                    "rank": rank,
                    "score": run["score"],
                    "ranked": ranked,
                    "not_better": (
                        None if rank is None or ranked < 2 else 100 * (ranked - rank) / (ranked - 1)
                    ),
                }


def best_of(runs: Sequence[PageData]) -> PageData | None:
    """The run of the highest rank, of several the one among most runs; None without a rank."""
    ranked = [run for run in runs if run["rank"] is not None]
    return min(ranked, key=lambda run: (run["rank"], -run["ranked"]), default=None)


def _history(name: str, participations: list[PageData]) -> PageData:
    participations.sort(key=lambda one: (-one["year"], one["campaign"], one["folder"]))
    return {
        "name": name,
        "participations": participations,
        "runs": sum(len(one["runs"]) for one in participations),
        "years": sorted({one["year"] for one in participations}),
        "figure": _figure(participations),
    }


def _figure(participations: Sequence[PageData]) -> Figure | None:
    compared = [
        one for one in reversed(participations) if any(run["not_better"] is not None for run in one["runs"])
    ]
    if len({one["year"] for one in compared}) < 2:
        return None
    ranks = "; ".join(
        f"{one['year']}: best rank {best['rank']} of {best['ranked']} ({task_title(best['task'])})"
        for one in compared
        for best in (one["best"],)
    )
    return Figure(
        title="Standing over the years",
        basis="Share of the other ranked runs of the task that are not better, by its official metric; a "
        "dot for each run, a line through the best of each year",
        source="participants.csv",
        summary=f"{ranks}.",
    )


def returning_participants(histories: Sequence[PageData]) -> list[PageData]:
    """Numbers of participants by year, earliest first, and how many of them took part before.

    Parameters
    ----------
    histories : sequence of dict
        Of `participant_histories`.

    Examples
    --------
    >>> for year in returning_participants([{"years": [2003, 2005]}, {"years": [2004, 2005]}]):
    ...     print(*year.values())
    2003 1 0 0
    2004 1 0 0
    2005 2 2 1
    """
    taken_part = [one["years"] for one in histories]
    return [
        {
            "year": year,
            "participants": sum(year in years for years in taken_part),
            "returning": sum(year in years and years[0] < year for years in taken_part),
            "from_year_before": sum({year - 1, year} <= set(years) for years in taken_part),
        }
        for year in sorted({year for years in taken_part for year in years})
    ]
