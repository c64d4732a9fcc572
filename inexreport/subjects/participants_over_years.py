"""Who took part in several years? Participants over the years, and those who came back."""

from __future__ import annotations

from typing import Any

import pandas as pd

from inexreport.model.counted import counted, have
from inexreport.report.tables.table import Table, integer, text
from inexreport.subjects.sections import Leading, Section, View
from inexreport.subjects.systems_over_years import CAMPAIGN, RUN

PARTICIPANTS = Table.of_frame(
    "participants",
    "One row per run of a participant with a name.",
    {
        "participant": text("Name, by which participants of different years are taken for the same."),
        **CAMPAIGN,
        **RUN,
    },
)


def participants_runs(runs: pd.DataFrame) -> pd.DataFrame:
    """Return `PARTICIPANTS`, with ``page`` and more, of all runs: by name, year and task, best first."""
    named = runs[runs["participant"] != ""]
    named = named.assign(folded=named["participant"].str.casefold())
    order = ["folded", "participant", "year", "title", "campaign"]
    return named.sort_values(order, ascending=[True, True, True, False, False], kind="stable")


def participants_section(runs: pd.DataFrame) -> Section:
    """Each participant with its years and its page in the latest campaign, from `participants_runs`."""
    names = runs.groupby("participant", sort=False)
    found = names.agg(
        years=("year", "nunique"),
        first=("year", "min"),
        last=("year", "max"),
        runs=("run", "size"),
        campaign=("campaign", "last"),
        page=("page", "last"),
    ).reset_index()
    pages: Any = [*map(Leading, found["participant"], found["campaign"], found["page"])]
    table = View(
        "Participants over the years",
        found.assign(participant=pages),
        {
            "participant": ("Participant", "leading"),
            "years": ("Years", "number"),
            "first": ("First", "number"),
            "last": ("Last", "number"),
            "runs": ("Runs", "number"),
        },
        rows="participants" if len(found) > 5 else "",
        address="participants",
        data="participants",
    )
    answer = f"{have(len(found), 'participant')} runs."
    return Section("participants", "Participants", [answer], [table])


RETURNING = Table.of_frame(
    "returning",
    "One row per year with participants.",
    {
        "year": integer("Year of the campaigns."),
        "participants": integer("Participants with a name and a run."),
        "returning": integer("Number of these with a run in an earlier year of the archive."),
        "from_year_before": integer("Number of these with a run in the previous year."),
    },
)


def returning_participants(runs: pd.DataFrame) -> pd.DataFrame:
    """Return `RETURNING` from `participants_runs`, earliest year first.

    Examples
    --------
    >>> runs = [("a", 2003), ("a", 2005), ("b", 2004), ("b", 2005)]
    >>> returning_participants(pd.DataFrame(runs, columns=["participant", "year"])).values.tolist()
    [[2003, 1, 0, 0], [2004, 1, 0, 0], [2005, 2, 2, 1]]
    """
    part = runs[["participant", "year"]].drop_duplicates()
    before = part.assign(year=part["year"] + 1, from_year_before=1)
    part = part.merge(before, how="left").fillna({"from_year_before": 0})
    part["returning"] = part["year"] > part.groupby("participant")["year"].transform("min")
    by_year = part.assign(participants=1).groupby("year")[["participants", "returning", "from_year_before"]]
    return by_year.sum().astype(int).reset_index()


def returning_section(returning: pd.DataFrame) -> Section:
    """How many of each year's participants had taken part before, from `returning_participants`."""
    latest = returning.iloc[-1]
    table = View(
        "Returning participants by year",
        returning.astype({"year": str}),
        {
            "year": ("Year", "name"),
            "participants": ("Named participants", "number"),
            "returning": ("Also in an earlier year", "number"),
            "from_year_before": ("Also in the year before", "number"),
        },
        data="returning",
    )
    answer = (
        f"Of {counted(latest['participants'], 'named participant')} in {latest['year']}, "
        f"{latest['returning']} also took part in an earlier year."
    )
    return Section("returning", "Returning participants", [answer], [table], level=3)
