"""What do campaigns of several years have in common? Tasks and topics, from their records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from inexreport.model.campaign import CANDIDATES, SELECTED
from inexreport.model.counted import counted, have
from inexreport.report.audience import PUBLIC
from inexreport.report.campaign_record import FORMAT_VERSION, Record
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.naming import task_title
from inexreport.report.tables.table import Table, integer, number, optional_integer, text
from inexreport.report.words import field_of_records, words_of_record
from inexreport.subjects.participants_over_years import (
    PARTICIPANTS,
    RETURNING,
    participants_runs,
    participants_section,
    returning_participants,
    returning_section,
)
from inexreport.subjects.replications import REPLICATIONS, replications
from inexreport.subjects.reused_topics import (
    REUSED_TOPICS,
    ScoresOf,
    no_scores,
    reused_topics,
    shown_years,
    two_years,
)
from inexreport.subjects.sections import Columns, Leading, Page, Section, View, Years, frame_rows
from inexreport.subjects.systems_over_years import (
    CAMPAIGN,
    SYSTEMS,
    PairsOf,
    archive_runs,
    listed_systems,
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


def _scores_over_years(place: int, task: str, points: pd.DataFrame) -> Years:
    """The chart of a task's best and median scores."""
    metrics = points["metric"].unique()
    joined = "" if len(metrics) == 1 else "; lines join campaigns of one metric only"
    intervals = " (with its 95% bootstrap interval)" if points["best_low"].notna().any() else ""
    scores = []
    rows = frame_rows(_with_shown_years(points))
    for one in rows:
        interval = f" ({found})" if (found := _interval(one)) else ""
        median = "" if one["median"] is None else f", median {decimals(one['median'])}"
        scores.append(f"{one['shown']}: best {decimals(one['best'])}{interval}{median}")
    figure = Figure(
        title=f"{task_title(task)}: scores",
        basis=f"{', '.join(metrics)}, best run{intervals} and median of each campaign",
        source="tasks.csv",
        drawing=f"Upper line: best run; lower line: median{joined}",
        summary=f"{'; '.join(scores)}.",
    )
    frame = points.assign(stretch=segments(points, by_metric=True))
    frame = frame.rename(columns={"best_low": "low", "best_high": "high"})
    return Years(f"scores-chart-{place}", figure, frame, {"best": "Best", "median": "Median"}, whole=False)


def _sizes_over_years(place: int, task: str, points: pd.DataFrame) -> Years:
    """The chart of a task's numbers of runs and participants."""
    sizes = []
    rows = frame_rows(_with_shown_years(points))
    for one in rows:
        participants = f", {counted(one['participants'], 'participant')}" if one["participants"] else ""
        sizes.append(f"{one['shown']}: {counted(one['runs'], 'run')}{participants}")
    figure = Figure(
        title=f"{task_title(task)}: size",
        basis="Submitted runs and participants of each campaign",
        source="tasks.csv",
        drawing="Upper line: runs; lower line: participants",
        summary=f"{'; '.join(sizes)}.",
    )
    frame = points.assign(stretch=segments(points, by_metric=False))
    measures = {"runs": "Runs", "participants": "Participants"}
    return Years(f"sizes-chart-{place}", figure, frame, measures, whole=True)


def _with_shown_years(points: pd.DataFrame) -> pd.DataFrame:
    """Campaigns of a task with the `shown_years`, where they have their titles, as in the table."""
    return points.assign(shown=shown_years(points.assign(campaign=points["title"])))


def _interval(point: PageData) -> Any:
    """The interval of the best score; None without one."""
    ends = [decimals(point[end]) for end in ("best_low", "best_high") if point[end] is not None]
    return " to ".join(ends) or None


def _leading(frame: pd.DataFrame) -> list[Any]:
    """The titles of the campaigns of a frame, which lead to their sites."""
    return [*map(Leading, frame["title"], frame["campaign"])]


def _tasks_section(tasks: pd.DataFrame) -> Section:
    by_task = [(i, str(task), points) for i, (task, points) in enumerate(tasks.groupby("task"), 1)]
    rows = frame_rows(tasks)
    table = View(
        "Shared tasks over the years",
        tasks.assign(
            title=_leading(tasks),
            interval=[_interval(one) for one in rows],
            participants=tasks["participants"].replace({0: None}),
        ),
        {
            "task": ("Task", "task title"),
            "year": ("Year", "number"),
            "title": ("Campaign", "leading"),
            "metric": ("Official metric", "name"),
            "best": ("Best", "score"),
            "interval": ("95% interval", "value"),
            "median": ("Median", "score"),
            "runs": ("Runs", "number"),
            "participants": ("Participants", "number"),
        },
        data="tasks",
    )
    answer = f"{have(len(by_task), 'task')} the same name in two or more campaigns."
    sizes = "Submitted runs and participants of these tasks, where participants are recorded."
    scored, sized = (tuple(draw(*one) for one in by_task) for draw in (_scores_over_years, _sizes_over_years))
    return Section("tasks", "Tasks over the years", [answer], [scored, sizes, sized, table])


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


def _counts_section(counts: pd.DataFrame) -> Section:
    table = View(
        "Topics over the years",
        counts.assign(year=counts["year"].astype(str), title=_leading(counts)),
        {
            "year": ("Year", "name"),
            "title": ("Campaign", "leading"),
            "candidates": ("Candidates", "count"),
            "selected": ("Selected", "count"),
            "assessed": ("Assessed", "count"),
        },
        data="topic_counts",
    )
    answer = (
        f"{counted(int(counts['assessed'].sum()), 'assessed topic')} in "
        f"{counted(len(counts), 'campaign')}; a topic that was used in several years counts in each."
    )
    return Section("topic-counts", "Topics over the years", [answer], [table])


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


def _shared_section(shared: pd.DataFrame) -> Section:
    """Groups of the `shared_topics` that the same campaigns share, in the order of their first topics."""
    topics = shared.groupby("order")["campaign"].agg(tuple)
    groups = []
    for _, same in topics.groupby(topics, sort=False):
        own = shared[shared["order"].isin(same.index)]
        campaigns = own.drop_duplicates("campaign")
        titles = campaigns["campaign_title"] + " (" + campaigns["year"].astype(str) + ")"
        lines = own.drop_duplicates("order")[["topic", "title"]].agg(": ".join, axis=1).tolist()
        groups.append([[*map(Leading, titles, campaigns["campaign"])], len(lines), lines])
    table = View(
        "Topics used in several years",
        pd.DataFrame(groups, columns=["campaigns", "topics", "which"]),
        {
            "campaigns": ("Campaigns", "leading"),
            "topics": ("Topics", "count"),
            "which": ("Which", "unfolded"),
        },
        data="shared_topics",
    )
    answer = f"{have(len(topics), 'topic')} the same identifier and title in campaigns of two or more years."
    return Section("shared-topics", "Topics used in several years", [answer], [table])


def _reused_section(reused: pd.DataFrame) -> Section:
    table = View(
        "Systems on the same topics in two years",
        reused.assign(
            years=two_years(reused), participant=reused["participant"].replace("", "Median run of each topic")
        ),
        {
            "task": ("Task", "task title"),
            "participant": ("Runs", "name"),
            "years": ("Years", "value"),
            "metric": ("Metric", "name"),
            "topics": ("Topics", "number"),
            "score": ("Before", "score"),
            "later_score": ("Later", "score"),
            "p": ("p", "probability"),
        },
        rows="comparisons" if len(reused) > 5 else "",
        address="reused",
        data="reused_topics",
    )
    answer = f"{counted(len(reused), 'comparison')} on the shared topics."
    return Section("reused-topics", table.label, [answer], [table], level=3)


def _systems_section(listed: pd.DataFrame) -> Section:
    table = View(
        "Systems over tasks and years",
        listed.assign(participants=listed["participants"].replace({"": None})),
        {
            "system": ("System", "system"),
            "participants": ("Participant", "name"),
            "campaigns": ("Campaigns", "number"),
            "runs": ("Runs", "number"),
            "first": ("First", "number"),
            "last": ("Last", "number"),
        },
        rows="systems" if len(listed) > 5 else "",
        address="systems",
        data="systems",
    )
    answer = f"{have(len(listed), 'system')} runs in several tasks or campaigns."
    return Section("systems", "Systems", [answer], [table])


TABLES_OF_ARCHIVE = (
    *(TASKS, PARTICIPANTS, RETURNING, TOPIC_COUNTS, SHARED_TOPICS, REUSED_TOPICS, SYSTEMS, REPLICATIONS),
)


class Archive(NamedTuple):
    """The front page of an archive and the pages of its systems by name, with what they are made from.

    `folders` are those of the campaigns; `systems` are as in
    `inexreport.subjects.systems_over_years.listed_systems`, and `tables` the frames of the published tables
    by name. `audience` and `participant` say for whom the archive is: all of its campaigns are for the same
    readers. `field` is the kind of retrieval.
    """

    front: Page
    pages: Mapping[str, Page]
    folders: tuple[str, ...]
    systems: pd.DataFrame
    tables: Mapping[str, pd.DataFrame]
    field: str
    audience: str
    participant: PageData | None


def archive_pages(records: Records, scores: ScoresOf = no_scores, pairs: PairsOf = no_pairs) -> Archive:
    """Return all campaigns, latest year first, and what those of several years have in common.

    Returning participants and re-used topics are left out on a participant's site, which knows nobody else.
    `scores` reads those of campaigns that share topics, `pairs` the systems in two tasks.
    """
    readable = [(folder, record) for folder, record in records if _is_readable(record)]
    readable.sort(key=lambda one: (-one[1]["year"], one[1]["title"], one[0]))
    skipped = [folder for folder, record in records if not _is_readable(record)]
    campaigns = [_campaign(folder, record) for folder, record in readable]
    latest = campaigns[0] if campaigns else {}
    own, tasks, runs = latest.get("participant"), shared_tasks(readable), archive_runs(readable)
    participants, systems, replicated = participants_runs(runs), runs_of_systems(runs), replications(runs)
    topics, counts, listed = shared_topics(readable), topic_counts(readable), listed_systems(systems)
    returning = returning_participants(participants)
    if len(returning) < 2 or own:
        returning = returning[:0]
    reused = reused_topics([] if own else readable, topics, scores)
    frames = (tasks, participants, returning, counts, topics, reused, systems, replicated)
    sections = [
        Section(f"year-{year}", str(year), note="campaigns", facts={"campaigns": [*same]})
        for year, same in groupby(campaigns, key=itemgetter("year"))
    ]
    if skipped:
        sections.append(Section("skipped", "Not listed", facts={"folders": skipped}))
    made: tuple[tuple[Callable[[pd.DataFrame], Section], pd.DataFrame], ...] = (
        (_tasks_section, tasks),
        (_counts_section, counts if len(counts) > 1 else counts[:0]),
        (_shared_section, topics),
        (_reused_section, reused),
        (participants_section, participants),
        (returning_section, returning),
        (_systems_section, listed),
    )
    sections += [section(frame) for section, frame in made if len(frame)]
    if without_runs := [one for one in campaigns if not lists_runs(one)]:
        question = "" if len(participants) else "Participants"
        sections.append(Section("without-runs", question, facts={"campaigns": without_runs}))
    field = field_of_records(campaigns)
    lead = (
        f"{counted(len(campaigns), 'campaign')} of {field}: tasks, best runs and participants, latest first."
    )
    return Archive(
        Page("Archive", "Archive of evaluation campaigns", lead, sections, notes="archive.html"),
        system_pages(listed, systems, replicated, pairs),
        tuple(one["folder"] for one in campaigns),
        listed,
        {table.name: frame for table, frame in zip(TABLES_OF_ARCHIVE, frames, strict=True)},
        field,
        latest.get("audience", str(PUBLIC)),
        own,
    )


def _campaign(folder: str, record: Record) -> PageData:
    """A record with the names of its first participants and the view of its tasks."""
    named = [] if record.get("participant") else [*record.get("participant_names", {}).values()]
    return record | {
        "folder": folder,
        "field": words_of_record(record).field,
        "named": named[:NAMES_SHOWN],
        "unnamed": max(0, record["participants"] - min(len(named), NAMES_SHOWN)),
        "table": _tasks_view(folder, record),
    }


def _tasks_view(folder: str, record: Record) -> View:
    """The tasks of a campaign with their best runs; early versions recorded no addresses."""
    pages: dict[str, Any] = record.get("pages", {})
    tasks, runs, metrics = (pages.get(kind, {}) for kind in ("tasks", "runs", "metrics"))
    rows = []
    for task in record["tasks"]:
        best, official = task["best"] or {}, task["official"]
        page = runs.get(task["name"], {}).get(best["run"]) if best else None
        guide = pages.get("metrics_guide") if official in metrics else None
        rows.append(
            {
                "task": Leading(task_title(task["name"]), folder, tasks.get(task["name"])),
                "runs": task["runs"],
                "best": Leading(best["label"], folder, page) if best else None,
                "sharing": best.get("sharing", 0),
                "perfect": best.get("perfect", False),
                "badge": best.get("badge") or None,
                "metric": Leading(official, folder, guide, metrics.get(official, "")),
                "score": best.get("score"),
            }
        )
    marked: Columns = {"badge": ("Marked", "tag")} if any(one["badge"] for one in rows) else {}
    columns: Columns = {
        "task": ("Task", "leading"),
        "runs": ("Runs", "number"),
        "best": ("Best run", "best run"),
        **marked,
        "metric": ("Official metric", "leading"),
        "score": ("Score", "score"),
    }
    frame = pd.DataFrame(rows, columns=[*columns, "sharing", "perfect"], dtype=object)
    return View(f"Tasks of {record['title']}, {folder}", frame, columns)


def _is_readable(record: Record) -> bool:
    return record.get("format_version") == FORMAT_VERSION and record.keys() >= _NEEDED
