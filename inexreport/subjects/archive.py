"""What do campaigns of several years have in common? Tasks, participants and topics, from their records."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.campaign import CANDIDATES, SELECTED
from inexreport.model.counted import counted
from inexreport.report.audience import PUBLIC
from inexreport.report.campaign_record import FORMAT_VERSION, Record
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.naming import task_title
from inexreport.report.tables.table import Table, integer, number, optional_integer, text
from inexreport.report.words import field_of_records, words_of_record
from inexreport.subjects.replications import REPLICATIONS, replications
from inexreport.subjects.reused_topics import REUSED_TOPICS, ScoresOf, no_scores, reused_topics
from inexreport.subjects.systems_over_years import (
    CAMPAIGN,
    RUN,
    SYSTEMS,
    PairsOf,
    archive_runs,
    lists_runs,
    no_pairs,
    runs_of_systems,
    system_pages,
)

NAMES_SHOWN = 3
"""Participants that are named for each campaign; its front page has all."""

_NEEDED = {
    *("title", "year", "collection", "tasks"),
    *("runs", "participants", "topics", "assessed_topics"),
}
"""What every record of this format version has."""

Records = Sequence[tuple[str, Record]]
"""Records of campaigns with the folders of their sites."""


TASKS = Table.of_frame(
    "tasks",
    "One row per shared task and campaign.",
    {
        "task": text("Name of the task’s folder; tasks of one campaign only are left out."),
        **CAMPAIGN,
        "metric": text("Official metric of the year."),
        "best": number("Score of the best run."),
        "median": number(
            "Median of all scores; empty where the campaign was built by a version that did not record it."
        ),
        "runs": integer("Submitted runs."),
        "participants": integer("Participants with a run."),
        "best_low": number(
            "Lower end of the 95% bootstrap interval of the best run’s score, over topics; empty where the "
            "record does not tell it."
        ),
        "best_high": number("Upper end."),
    },
)


def shared_tasks(records: Records) -> pd.DataFrame:
    """Return `TASKS`, ordered by task, with the ``title`` of each campaign."""
    rows = [
        [
            *(task["name"], record["year"], folder, task["official"], task["best"]["score"]),
            *(task.get("median"), task["runs"], task["participants"]),
            *(task.get("best_interval") or (None, None)),
            record["title"],
        ]
        for folder, record in records
        for task in record["tasks"]
        if task["best"] is not None
    ]
    frame = pd.DataFrame(rows, columns=[*TASKS.columns, "title"], dtype=object)
    shared = frame[frame.duplicated("task", keep=False)]
    return shared.sort_values(["task", "year", "title", "campaign"])


def segments(points: pd.DataFrame, *, by_metric: bool) -> list[int]:
    """Return a number for each row of a task: a line connects neighbours with the same number.

    A line is interrupted at a year with several campaigns, where it would be vertical, and, if `by_metric`,
    where the metric changes.
    """
    alone = ~points["year"].duplicated(keep=False)
    continued = alone & alone.shift(fill_value=False)
    if by_metric:
        continued &= points["metric"] == points["metric"].shift()
    numbers: list[int] = np.maximum.accumulate(np.where(continued, 0, np.arange(len(points)))).tolist()
    return numbers


def _task_history(task: str, points: pd.DataFrame) -> PageData:
    """The rows of a task, with the figures of its scores and its size, and the `segments` of their lines."""
    metrics = points["metric"].unique()
    joined = "" if len(metrics) == 1 else "; lines join campaigns of one metric only"
    intervals = " (with its 95% bootstrap interval)" if points["best_low"].notna().any() else ""
    scores, sizes = [], []
    rows: list[Any] = points.to_dict("records")
    for one in rows:
        ends = [decimals(one[end]) for end in ("best_low", "best_high") if one[end] is not None]
        interval = f" ({' to '.join(ends)})" if ends else ""
        median = "" if one["median"] is None else f", median {decimals(one['median'])}"
        scores.append(f"{one['year']}: best {decimals(one['best'])}{interval}{median}")
        participants = f", {counted(one['participants'], 'participant')}" if one["participants"] else ""
        sizes.append(f"{one['year']}: {counted(one['runs'], 'run')}{participants}")
    return {
        "task": task,
        "points": rows,
        "scores": Figure(
            title=f"{task_title(task)}: scores",
            basis=f"{', '.join(metrics)}, best run{intervals} and median of each campaign",
            source="tasks.csv",
            drawing=f"Upper line: best run; lower line: median{joined}",
            summary=f"{'; '.join(scores)}.",
        ),
        "score_segments": segments(points, by_metric=True),
        "sizes": Figure(
            title=f"{task_title(task)}: size",
            basis="Submitted runs and participants of each campaign",
            source="tasks.csv",
            drawing="Upper line: runs; lower line: participants",
            summary=f"{'; '.join(sizes)}.",
        ),
        "size_segments": segments(points, by_metric=False),
    }


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


def _participants(runs: pd.DataFrame) -> list[PageData]:
    """Each participant with its years and its page in the latest campaign, from `participants_runs`."""
    return [
        {
            "name": name,
            "years": sorted(own["year"].unique()),
            "runs": len(own),
            "campaign": own["campaign"].iloc[-1],
            "page": own["page"].iloc[-1],
        }
        for name, own in runs.groupby("participant", sort=False)
    ]


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


TOPIC_COUNTS = Table.of_frame(
    "topic_counts",
    "One row per campaign.",
    {
        **CAMPAIGN,
        "candidates": optional_integer("Proposed topics, if campaign.toml states how many."),
        "selected": integer("Topics of the campaign; as campaign.toml states, if it does."),
        "assessed": integer("Topics with official assessments."),
    },
)


def topic_counts(records: Records) -> pd.DataFrame:
    """Return `TOPIC_COUNTS`, earliest campaign first, with the title of each; table 1 of Lalmas and Tombros.

    Examples
    --------
    >>> record = {"year": 2002, "title": "T", "topics": 60, "assessed_topics": 54}
    >>> topic_counts([("t", record | {"facts": {"Candidate topics": "143"}})]).iloc[0].tolist()
    [2002, 't', 143, 60, 54, 'T']
    """
    rows = []
    for folder, one in records:
        facts = one.get("facts", {})
        candidates = int(facts[CANDIDATES]) if CANDIDATES in facts else None
        counts = (candidates, int(facts.get(SELECTED, one["topics"])), one["assessed_topics"])
        rows.append((one["year"], folder, *counts, one["title"]))
    frame = pd.DataFrame(rows, columns=[*TOPIC_COUNTS.columns, "title"], dtype=object)
    return frame.sort_values(["year", "title", "campaign"], kind="stable")


SHARED_TOPICS = Table.of_frame(
    "shared_topics",
    "One row per shared topic and campaign.",
    {
        "topic": text("Id of a topic that has the same title in campaigns of two or more years."),
        "title": text("Title."),
        **CAMPAIGN,
    },
)


def shared_topics(records: Records) -> pd.DataFrame:
    """Return `SHARED_TOPICS` with the title of each campaign, from records of which the latest comes first.

    Topics are in the order of the latest campaign that has them, and campaigns earliest first. Titles are
    compared apart from white space; topics without a title, and campaigns whose records tell no titles,
    share none.
    """
    rows = [
        (topic, " ".join(title.split()), record["year"], folder, record["title"])
        for folder, record in records
        for topic, title in record.get("topic_titles", {}).items()
    ]
    frame = pd.DataFrame(rows, columns=[*SHARED_TOPICS.columns, "campaign_title"], dtype=object)
    topics = frame.groupby(["topic", "title"], sort=False)
    shared = (topics["year"].transform("nunique") > 1) & (frame["title"] != "")
    return frame.assign(order=topics.ngroup())[shared][::-1].sort_values("order", kind="stable")


def by_campaigns(shared: pd.DataFrame) -> list[PageData]:
    """Groups of the `shared_topics` that the same campaigns share, in the order of their first topics."""
    topics = shared.groupby("order")["campaign"].agg(tuple)
    groups = []
    for _, same in topics.groupby(topics, sort=False):
        own = shared[shared["order"].isin(same.index)]
        campaigns = own.drop_duplicates("campaign").to_dict("records")
        groups.append({"campaigns": campaigns, "topics": own.drop_duplicates("order").to_dict("records")})
    return groups


TABLES_OF_ARCHIVE = (
    *(TASKS, PARTICIPANTS, RETURNING, TOPIC_COUNTS, SHARED_TOPICS, REUSED_TOPICS, SYSTEMS, REPLICATIONS),
)


def archive_page(records: Records, scores: ScoresOf = no_scores, pairs: PairsOf = no_pairs) -> PageData:
    """Return all campaigns, latest year first, and what those of several years have in common.

    `without_runs` are the campaigns whose records do not list the runs of participants, `skipped` the folders
    whose records this version cannot read. Returning participants and re-used topics are left out on a
    participant's site, which knows nobody else. `audience` and `participant` say for whom the archive is: all
    of its campaigns are for the same readers. `scores` reads those of campaigns that share topics, `pairs`
    the systems in two tasks.
    """
    readable = [(folder, record) for folder, record in records if _is_readable(record)]
    readable.sort(key=lambda one: (-one[1]["year"], one[1]["title"], one[0]))
    campaigns = [_campaign(folder, record) for folder, record in readable]
    latest = campaigns[0] if campaigns else {}
    own, tasks, runs = latest.get("participant"), shared_tasks(readable), archive_runs(readable)
    participants, systems, replicated = participants_runs(runs), runs_of_systems(runs), replications(runs)
    topics, counts = shared_topics(readable), topic_counts(readable)
    returning = returning_participants(participants)
    if len(returning) < 2 or own:
        returning = returning[:0]
    reused = reused_topics([] if own else readable, topics, scores)
    frames = (tasks, participants, returning, counts, topics, reused, systems, replicated)
    return {
        "campaigns": campaigns,
        "years": [(year, list(same)) for year, same in groupby(campaigns, key=lambda one: one["year"])],
        "tasks": [_task_history(str(task), points) for task, points in tasks.groupby("task")],
        "participants": _participants(participants),
        "systems": system_pages(systems, replicated, pairs),
        "returning": returning.to_dict("records"),
        "topics_by_campaigns": by_campaigns(topics),
        "topic_counts": counts.to_dict("records") if len(counts) > 1 else [],
        "columns": {one.name: one.columns for one in TABLES_OF_ARCHIVE},
        "reused": reused.to_dict("records"),
        "tables": {table.name: frame for table, frame in zip(TABLES_OF_ARCHIVE, frames, strict=True)},
        "without_runs": [campaign for campaign in campaigns if not lists_runs(campaign)],
        "skipped": [folder for folder, record in records if not _is_readable(record)],
        "field": field_of_records(campaigns),
        "audience": latest.get("audience", str(PUBLIC)),
        "participant": own,
    }


def _campaign(folder: str, record: Record) -> PageData:
    """A record with the names of its first participants and the addresses that the archive links to.

    Addresses are None where an earlier version did not record them.
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
