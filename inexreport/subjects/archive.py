"""What do campaigns of several years have in common? Tasks, participants and topics, from their records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from inexreport.subjects.reused_topics import REUSED_TOPICS, ScoresOf, no_scores, reused_topics

NAMES_SHOWN = 3
"""Participants that are named for each campaign; its front page has all."""

_NEEDED = {
    *("title", "year", "collection", "tasks"),
    *("runs", "participants", "topics", "assessed_topics"),
}
"""What every record of this format version has."""

Records = Sequence[tuple[str, Record]]
"""Records of campaigns with the folders of their sites."""


_CAMPAIGN = {"year": integer("Year of the campaign."), "campaign": text("Folder of the campaign’s site.")}

TASKS = Table.of_frame(
    "tasks",
    "One row per shared task and campaign.",
    {
        "task": text("Name of the task’s folder; tasks of one campaign only are left out."),
        **_CAMPAIGN,
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
        **_CAMPAIGN,
        "task": text("Name of the task’s folder."),
        "run": text("Name of the run."),
        "metric": text("Official metric of the task."),
        "score": number("Empty where the run has none."),
        "rank": optional_integer("Among the ranked runs; equal scores share the better rank."),
        "ranked_runs": integer("Runs of the task that have a rank."),
    },
)

_SHOWN = ("title", "page", "run_title", "badge", "run_page")
"""Of the runs of participants: the campaign's title, the participant's page in it, and what shows the run."""


def has_participants_runs(record: Record) -> bool:
    """Whether a record lists the runs of participants; those of early versions do not."""
    return record.keys() >= {"participant_names", "pages"}


def participants_runs(records: Records) -> pd.DataFrame:
    """Return `PARTICIPANTS` with `_SHOWN` and ``not_better``: by name, then year, then task, best first.

    ``not_better`` is the percentage of the other ranked runs that are not better, missing without a rank.

    Ids do not identify participants, since another year may give an id to another group. Names are compared
    as they are in campaign.toml, except for white space.
    """
    rows = [row for folder, one in records if has_participants_runs(one) for row in _runs(folder, one)]
    frame = pd.DataFrame(rows, columns=[*PARTICIPANTS.columns, *_SHOWN], dtype=object)
    ranks, ranked = (frame[name].astype(float) for name in ("rank", "ranked_runs"))
    frame["not_better"] = 100 * (ranked - ranks) / (ranked - 1).where(ranked > 1)
    frame["folded"] = frame["participant"].map(str.casefold)
    order = ["folded", "participant", "year", "title", "campaign"]
    return frame.sort_values(order, ascending=[True, True, True, False, False], kind="stable")


def _runs(folder: str, record: Record) -> Iterator[tuple[Any, ...]]:
    """The runs of all participants with a name by task; pages are addresses in the campaign's folder."""
    names = {one: " ".join(name.split()) for one, name in record["participant_names"].items()}
    first = {name: one for one, name in reversed(names.items())}
    pages = record["pages"]
    for task in record["tasks"]:
        # The record of a participant's site lists the own runs only, and the number of ranked ones.
        ranked = task.get("ranked_runs", sum(run["rank"] is not None for run in task["standings"]))
        for run in task["standings"]:
            if (name := names.get(run["participant"])) is not None:
                own, page = pages["participants"][first[name]], pages["runs"][task["name"]][run["run"]]
                yield (
                    *(name, record["year"], folder, task["name"], run["run"], task["official"]),
                    *(run["score"], run["rank"], ranked),
                    *(record["title"], own, run["title"], run.get("badge", ""), page),
                )


def participant_histories(runs: pd.DataFrame) -> list[PageData]:
    """Return the page of each participant, from `participants_runs`; campaigns are latest first."""
    histories = []
    for name, own in runs.groupby("participant", sort=False):
        participations = []
        for _, of_campaign in reversed([*own.groupby("campaign", sort=False)]):
            rows = of_campaign.to_dict("records")
            first = {one: rows[0][one] for one in ("year", "campaign", "title", "page")}
            participations.append(first | {"runs": rows, "best": best_of(of_campaign)})
        histories.append(
            {
                "name": name,
                "participations": participations,
                "runs": len(own),
                "years": sorted(own["year"].unique()),
                "figure": _standing(participations),
            }
        )
    return histories


def best_of(runs: pd.DataFrame) -> PageData | None:
    """The run of the highest rank, of several the one among most runs; None without a rank."""
    ranked = runs.dropna(subset="rank")
    best = ranked.sort_values(["rank", "ranked_runs"], ascending=[True, False], kind="stable").head(1)
    rows: list[Any] = best.to_dict("records")
    return rows[0] if rows else None


def _standing(participations: Sequence[PageData]) -> Figure | None:
    compared = [
        (one["year"], one["best"])
        for one in reversed(participations)
        if any(not np.isnan(run["not_better"]) for run in one["runs"])
    ]
    if len({year for year, _ in compared}) < 2:
        return None
    ranks = "; ".join(
        f"{year}: best rank {best['rank']} of {best['ranked_runs']} ({task_title(best['task'])})"
        for year, best in compared
    )
    return Figure(
        title="Standing over the years",
        basis="Share of the other ranked runs of the task that are not better, by its official metric; a "
        "dot for each run, a line through the best of each year",
        source="participants.csv",
        summary=f"{ranks}.",
    )


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
        **_CAMPAIGN,
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
        **_CAMPAIGN,
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


TABLES_OF_ARCHIVE = (TASKS, PARTICIPANTS, RETURNING, TOPIC_COUNTS, SHARED_TOPICS, REUSED_TOPICS)


def archive_page(records: Records, scores: ScoresOf = no_scores) -> PageData:
    """Return all campaigns, latest year first, and what those of several years have in common.

    `without_runs` are the campaigns whose records do not list the runs of participants, `skipped` the folders
    whose records this version cannot read. Returning participants and re-used topics are left out on a
    participant's site, which knows nobody else. `audience` and `participant` say for whom the archive is: all
    of its campaigns are for the same readers. `scores` reads those of campaigns that share topics.
    """
    readable = [(folder, record) for folder, record in records if _is_readable(record)]
    readable.sort(key=lambda one: (-one[1]["year"], one[1]["title"], one[0]))
    campaigns = [_campaign(folder, record) for folder, record in readable]
    latest = campaigns[0] if campaigns else {}
    own, tasks, runs = latest.get("participant"), shared_tasks(readable), participants_runs(readable)
    topics, returning, counts = shared_topics(readable), returning_participants(runs), topic_counts(readable)
    if len(returning) < 2 or own:
        returning = returning[:0]
    reused = reused_topics([] if own else readable, topics, scores)
    tables = zip(TABLES_OF_ARCHIVE, (tasks, runs, returning, counts, topics, reused), strict=True)
    return {
        "campaigns": campaigns,
        "years": [(year, list(same)) for year, same in groupby(campaigns, key=lambda one: one["year"])],
        "tasks": [_task_history(str(task), points) for task, points in tasks.groupby("task")],
        "participants": participant_histories(runs),
        "returning": returning.to_dict("records"),
        "topics_by_campaigns": by_campaigns(topics),
        "topic_counts": counts.to_dict("records") if len(counts) > 1 else [],
        "columns": {one.name: one.columns for one in TABLES_OF_ARCHIVE},
        "reused": reused.to_dict("records"),
        "tables": {table.name: frame for table, frame in tables},
        "without_runs": [campaign for campaign in campaigns if not has_participants_runs(campaign)],
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
