"""How does one system do over tasks, collections and years? Its runs in all campaigns of an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pandas as pd

from inexreport.model.counted import counted
from inexreport.report.campaign_record import Record
from inexreport.report.figure import Figure
from inexreport.report.naming import task_title
from inexreport.report.tables.table import Table, integer, number, optional_integer, text
from inexreport.subjects.reused_topics import two_years
from inexreport.subjects.sections import Columns, Leading, Page, Section, Standing, View, frame_rows

PairsOf = Callable[[str], pd.DataFrame]
"""From a campaign's folder, its published table ``task_pairs``."""

CAMPAIGN = {"year": integer("Year of the campaign."), "campaign": text("Folder of the campaign’s site.")}

RUN = {
    "task": text("Name of the task’s folder."),
    "run": text("Name of the run."),
    "metric": text("Official metric of the task."),
    "score": number("Empty where the run has none."),
    "rank": optional_integer("Among the ranked runs; equal scores share the better rank."),
    "ranked_runs": integer("Runs of the task that have a rank."),
}

SYSTEMS = Table.of_frame(
    "systems",
    "One row per run of a system with runs in several tasks or campaigns.",
    {
        "system": text(
            "Name that runs.csv states in its column `system`, else that of the file; then a participant’s "
            "runs with this name are of one system."
        ),
        "participant": text("Name of the participant; empty where it has none."),
        **CAMPAIGN,
        "collection": text("Name of the collection; empty if the record does not say it."),
        **RUN,
    },
)

_SHOWN = ["system_title", "is_baseline", "title", "pairs_page", "page", "run_title", "badge", "run_page"]
"""Columns of runs that no table has: of the system, of the campaign and its participant, and of the run.

Pages are addresses in the campaign's folder, empty where an earlier version did not record them.
"""


def no_pairs(folder: str) -> pd.DataFrame:
    """No pairs, for archives made from records alone."""
    return pd.DataFrame(columns=["task_a", "task_b", "metric_a", "run_a"])


def lists_runs(record: Record) -> bool:
    """Whether a record lists the runs of participants; those of early versions do not."""
    return record.keys() >= {"participant_names", "pages"}


def archive_runs(records: Sequence[tuple[str, Record]]) -> pd.DataFrame:
    """Return all runs: `SYSTEMS`, what is shown of them, and ``not_better``, in the order of the records.

    ``system_title`` is empty for a run of no system; ``not_better`` is the percentage of the other ranked
    runs that are not better, missing without a rank. Ids do not identify participants, since another year may
    give an id to another group: names do, as they are in campaign.toml, except for white space.
    """
    rows = [row for folder, one in records if lists_runs(one) for row in _runs(folder, one)]
    frame = pd.DataFrame(rows, columns=[*SYSTEMS.columns, *_SHOWN], dtype=object)
    ranks, ranked = (frame[name].astype(float) for name in ("rank", "ranked_runs"))
    frame["not_better"] = 100 * (ranked - ranks) / (ranked - 1).where(ranked > 1)
    return frame


def _runs(folder: str, record: Record) -> Iterator[tuple[Any, ...]]:
    """The runs by task, best first."""
    names = {one: " ".join(name.split()) for one, name in record["participant_names"].items()}
    first = {name: one for one, name in reversed(names.items())}
    pages, collections = record["pages"], record.get("task_collections", {})
    for task in record["tasks"]:
        collection = collections.get(task["name"], record["collection"]).get("name", "")
        # The record of a participant's site lists the own runs only, and the number of ranked ones.
        ranked = task.get("ranked_runs", sum(run["rank"] is not None for run in task["standings"]))
        for run in task["standings"]:
            participant = names.get(run["participant"], "")
            system = run.get("system", run["run"].removeprefix(f"{run['participant']}."))
            own = f"{system} – {participant}" if participant else ""
            yield (
                *(system, participant, record["year"], folder, collection),
                *(task["name"], run["run"], task["official"], run["score"], run["rank"], ranked),
                *(system if "system" in run else own, run.get("baseline", False), record["title"]),
                pages.get("systems", ""),
                pages["participants"].get(first.get(participant), ""),
                *(run["title"], run.get("badge", ""), pages["runs"][task["name"]][run["run"]]),
            )


def runs_of_systems(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the `archive_runs` of systems in several tasks or campaigns: by system, year, campaign, task."""
    known = runs[runs["system_title"] != ""]
    places = known.drop_duplicates(["system_title", "campaign", "task"])["system_title"].value_counts()
    found = known[known["system_title"].map(places) > 1]
    found = found.assign(folded=found["system_title"].str.casefold())
    return found.sort_values(["folded", "system_title", "year", "title", "campaign"], kind="stable")


def listed_systems(systems: pd.DataFrame) -> pd.DataFrame:
    """Return each of the `runs_of_systems` by name: its participants, numbers of runs, and years."""
    found = systems.groupby("system_title", sort=False).agg(
        system=("system", "first"),
        participants=("participant", lambda names: ", ".join(filter(None, names.unique()))),
        campaigns=("campaign", "nunique"),
        runs=("run", "size"),
        first=("year", "min"),
        last=("year", "max"),
    )
    ends = zip(found["first"], found["last"], strict=True)
    years = [str(first) if first == last else f"{first} to {last}" for first, last in ends]
    return found.assign(years=years).rename_axis("name").reset_index()


def system_pages(
    listed: pd.DataFrame, systems: pd.DataFrame, replicated: pd.DataFrame, pairs: PairsOf
) -> dict[str, Page]:
    """Return the page of each of the `listed_systems` by name; `systems` and `replicated` are of all runs."""
    tasks = systems.groupby("campaign")["task"].nunique()
    compared = [_pairs(str(folder), pairs) for folder, count in tasks.items() if count > 1]
    both = pd.concat(compared) if compared else no_pairs("").assign(campaign=[])
    pages = {}
    for one in frame_rows(listed):
        own = systems[systems["system_title"] == one["name"]]
        in_two = own[["campaign", "year", "pairs_page", "task", "run"]]
        in_two = in_two.rename(columns={"task": "task_a", "run": "run_a"}).merge(both)
        again = replicated[replicated["system_title"] == one["name"]]
        firsts = int((own["rank"] == 1).sum())
        answer = (
            f"{firsts} of {counted(len(own), 'run')} {'is' if firsts == 1 else 'are'} first by the official "
            "metric of the task."
        )
        question = "Over tasks, collections and years"
        sections = [Section("runs", question, [answer], [*_standing(own), _runs_view(own)])]
        if len(in_two):
            question = "On the same topics in another task"
            answer = f"{counted(len(in_two), 'pair')} of tasks in which the system took part."
            sections.append(Section("pairs", question, [answer], [_pairs_view(in_two)]))
        if len(again):
            question = "Replicated in a later year"
            as_large = int((again["later_improvement"] >= again["improvement"]).sum())
            answer = (
                f"The gain over a baseline is at least as large in the later year in {as_large} of "
                f"{counted(len(again), 'comparison')}."
            )
            sections.append(Section("replications", question, [answer], [_replications_view(again)]))
        of = f" of {one['participants']}" if one["participants"] else ""
        runs, campaigns = counted(one["runs"], "run"), counted(one["campaigns"], "campaign")
        lead = f"{runs}{of} in {campaigns}, {one['years']}."
        pages[one["name"]] = Page(one["name"], one["system"], lead, sections, notes="archive.html")
    return pages


def _runs_view(runs: pd.DataFrame) -> View:
    rows = frame_rows(runs[::-1])
    marked: Columns = {"badge": ("Marked", "tag")} if any(one["badge"] for one in rows) else {}
    return View(
        "Runs of the system",
        pd.DataFrame(
            one
            | {
                "run": Leading(one["run_title"], one["campaign"], one["run_page"]),
                "badge": one["badge"] or None,
                "title": Leading(f"{one['title']} ({one['year']})", one["campaign"]),
                "collection": one["collection"] or None,
                "rank": None if one["rank"] is None else f"{one['rank']} of {one['ranked_runs']}",
            }
            for one in rows
        ),
        {
            "run": ("Run", "leading"),
            **marked,
            "title": ("Campaign", "leading"),
            "collection": ("Collection", "words"),
            "task": ("Task", "task title"),
            "metric": ("Official metric", "name"),
            "score": ("Score", "score"),
            "rank": ("Rank", "value"),
        },
        caption="Latest campaign first. Ranks are by the official metric of each task and year.",
        data="systems",
    )


def _pairs_view(pairs: pd.DataFrame) -> View:
    rows = frame_rows(pairs)
    both = [f"{task_title(one['task_a'])} – {task_title(one['task_b'])}" for one in rows]
    tasks: Any = [*map(Leading, both, pairs["campaign"], pairs["pairs_page"])]
    metrics = [", ".join(dict.fromkeys((one["metric_a"], one["metric_b"]))) for one in rows]
    return View(
        "The system in two tasks",
        pairs.assign(tasks=tasks, metrics=metrics),
        {
            "tasks": ("Tasks", "leading"),
            "year": ("Year", "number"),
            "metrics": ("Metric", "name"),
            "topics": ("Topics", "count"),
            "mean_a": ("First", "score"),
            "mean_b": ("Second", "score"),
            "difference": ("Difference", "signed"),
            "p_adjusted": ("p′", "probability"),
        },
        caption="Means over the topics that both tasks have; p by the paired t-test with Holm’s correction "
        "for all systems of the two tasks (p′). Scores by two metrics are not compared.",
    )


def _replications_view(replicated: pd.DataFrame) -> View:
    return View(
        "Replications",
        replicated.assign(
            years=two_years(replicated),
            name=replicated["baseline_title"],
        ),
        {
            "task": ("Task", "task title"),
            "years": ("Years", "value"),
            "metric": ("Metric", "name"),
            "baseline": ("Baseline", "system"),
            "improvement": ("Gain", "signed"),
            "later_improvement": ("Later", "signed"),
            "effect_ratio": ("Effect ratio", "score"),
            "delta_relative_improvement": ("ΔRI", "signed"),
        },
        data="replications",
    )


def _pairs(folder: str, pairs: PairsOf) -> pd.DataFrame:
    """The systems of a campaign in each two tasks, by the first metric of these."""
    found = pairs(folder)
    tasks = ["task_a", "task_b"]
    first = found.drop_duplicates(tasks)[[*tasks, "metric_a"]]
    return found.merge(first, on=[*tasks, "metric_a"]).assign(campaign=folder)


def _standing(runs: pd.DataFrame) -> list[Standing]:
    """The chart of a system's ranks, if it has some in two years."""
    ranked = runs.dropna(subset="not_better").sort_values("rank", kind="stable")
    best = frame_rows(ranked.drop_duplicates("year").sort_values("year"))
    if len(best) < 2:
        return []
    ranks = "; ".join(
        f"{one['year']}: best rank {one['rank']} of {one['ranked_runs']} ({task_title(one['task'])})"
        for one in best
    )
    figure = Figure(
        title="Standing over the years",
        basis="Share of the other ranked runs of the task that are not better, by its official metric; a "
        "dot for each run, a line through the best of each year",
        source="systems.csv",
        summary=f"{ranks}.",
    )
    return [Standing("standing-chart", figure, runs[::-1])]
