"""How good were the pools, by kind and depth? What metasearch pools would have saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import isnan
from operator import itemgetter
from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.assessment import METASEARCH_DEPTH, OFFICIAL
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import mean
from inexreport.report.assessment_notes import task_note
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.tables.columns import ALL_TOPICS, SCORED_SET, TASK, UNJUDGED
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pool_kinds import GIVEN, KINDS, SYSTEM, pools_of
from inexreport.statistics.pooled_results import TopicItems, among
from inexreport.statistics.pools import MetasearchPool
from inexreport.statistics.summary import Integers
from inexreport.subjects.pools import Pools, pools_of_task, share_found, shared_results, studied_depths
from inexreport.subjects.sections import Columns, Section, View, frame_rows

MANY_TOPICS = 40
"""With more topics than these, the table by topic shows the pools of the campaign's own depth only."""

MUCH_UNJUDGED = 0.05
"""Share of a pool from which on comparisons with it say that unjudged items count as not relevant."""

QUALITY = ("size", "precision", "recall", "unassessed")


@once_per_outcome
def pool_quality(outcome: TaskOutcome, campaign: Campaign) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Compare the kinds of pools, and metasearch pools by the number of results that give points.

    Rows and columns of the published tables without the task: for every pool the mean over the topics that
    define a value, then each topic. The second table is by the official assessments alone.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005): table 1, and section 2.3 on counts of 250 to 1500 results.
    """
    results, depths = shared_results(outcome, campaign), studied_depths(outcome)
    counts = sorted({METASEARCH_DEPTH, *outcome.task.metasearch_depths})
    kinds: list[dict[str, Any]] = []
    counted_depths: list[dict[str, Any]] = []
    for judged in results.by_topic():
        rankings = next(iter(judged.values())).ranked()  # of one topic at a time: they need much memory
        best = {
            depth: MetasearchPool(rankings, results.element, depth, results.unranked_share)
            for depth in counts
        }
        for name, topic in judged.items():
            for depth, pools in pools_of(topic, best[METASEARCH_DEPTH], depths):
                key = {"set": name, "topic": topic.topic, "depth": depth}
                kinds += [key | {"pool": kind} | quality(topic, pool) for kind, pool in pools.items()]
                if name == OFFICIAL:
                    counted_depths += [
                        key | {"counted": count} | _as_large(topic, pools[SYSTEM], ranked)
                        for count, ranked in best.items()
                    ]
    order: dict[Any, Sequence[Any]] = {
        "set": [*results.sets],
        "depth": [*map(str, depths), GIVEN],
        "counted": counts,
        "pool": KINDS,
    }
    return _with_means(POOLING, kinds, order), _with_means(METASEARCH_DEPTHS, counted_depths, order)


def _as_large(topic: TopicItems, system: Integers, ranked: MetasearchPool) -> dict[str, float]:
    """The metasearch pool of the size of the system pool, and the one that finds as much."""
    found = int(np.count_nonzero(among(system, topic.relevant)))
    smallest = ranked.size_to_find(found, topic.relevant) if found else None
    same_relevant = np.nan if smallest is None else float(smallest)
    saved = {"same_relevant": same_relevant, "saved": len(system) - same_relevant}
    return quality(topic, ranked.of_size(len(system))) | saved


def quality(topic: TopicItems, pool: Integers) -> dict[str, float]:
    """Return the numbers of the published table about a pool of one topic."""
    found = float(np.count_nonzero(among(topic.relevant, pool)))
    judged = topic.judged_with(pool)
    outside = float(np.count_nonzero(~among(topic.assessed, np.unique(judged))))
    return {
        "size": float(len(pool)),
        "precision": found / len(pool) if len(pool) else np.nan,
        "recall": found / len(topic.relevant) if len(topic.relevant) else np.nan,
        "unassessed": float(np.count_nonzero(~among(judged, topic.assessed))),
        "outside": outside,
        "outside_share": outside / len(topic.assessed) if len(topic.assessed) else np.nan,
    }


def known_mean(values: Iterable[float]) -> float:
    """Return the mean of those that are not NaN."""
    return mean(value for value in values if not isnan(value))


def _with_means(
    table: Table[Any], rows: list[dict[str, Any]], order: Mapping[Any, Sequence[Any]]
) -> pd.DataFrame:
    """Rows of a table by the values of some columns, in order; those of the same follow their mean."""
    keys = [name for name in order if name in table.columns]
    numbers = [name for name in table.columns if name not in (*keys, "task", "topic")]
    rows = sorted(rows, key=lambda row: [order[name].index(row[name]) for name in keys])
    both: list[dict[str, Any]] = []
    for _, of_topics in groupby(rows, itemgetter(*keys)):
        found = list(of_topics)
        means = {name: known_mean(row[name] for row in found) for name in numbers}
        both += [found[0] | means | {"topic": ALL_TOPICS}, *found]
    return pd.DataFrame(both, columns=[*keys, "topic", *numbers])


POOLING = Table.of_tasks(
    "pooling",
    "One row per scored set of assessments, task, depth of the system pool, pool and topic, and one for the "
    "mean over topics.",
    {
        "pool": text(
            "`system`: the first results of every contributing run, or what the judges were given; "
            "`metasearch`: as many items, or all that runs return, with the highest Borda count over the "
            "first 500 results; `combined`: both."
        ),
        **TASK,
        "topic": text("Id of an assessed topic, or `all` for the mean over them."),
        "depth": text(
            "Number of results of each run in the system pool; `given`: the pool that the judges were given, "
            "where the campaign has pools or flags."
        ),
        "size": number(
            "Items in the pool: elements where elements were judged one by one and runs name them, "
            "else articles.",
            "Documents in the pool.",
        ),
        "precision": number(
            "Share of relevant items; what is unassessed counts as not relevant. Empty for an empty pool."
        ),
        "recall": number(
            "Share of the topic’s relevant items that the pool has; empty where nothing is relevant."
        ),
        "unassessed": number(f"Unassessed items: {UNJUDGED}."),
        **SCORED_SET,
        "outside": number(
            "Judged items that the pool has not (whole articles where judges read these): judgements saved "
            "if only the pool is judged.",
            "Judged documents that the pool has not: judgements saved if only the pool is judged.",
        ),
        "outside_share": number("Their share of what is judged; empty where nothing is."),
    },
    itemgetter(0),
    pool_quality,
)

METASEARCH_DEPTHS = Table.of_tasks(
    "metasearch_depths",
    "One row per task, topic, depth of the system pool and number of results that the Borda count of the "
    "metasearch pool looks at, and one for the mean over topics.",
    {
        **TASK,
        "topic": POOLING.columns["topic"],
        "depth": text("Depth of the system pool that the metasearch pool has the size of, as in `pooling`."),
        "counted": integer("How many results of each run give points."),
        **{name: POOLING.columns[name] for name in QUALITY},
        "same_relevant": number(
            "Size of the smallest metasearch pool with as many relevant items as the system pool; empty "
            "where the system pool has none or no metasearch pool has as many."
        ),
        "saved": number(
            "Items that the system pool has more than that one: judgements saved for the same relevant items."
        ),
    },
    itemgetter(1),
    pool_quality,
)


def quality_sections(view: CampaignView, task: str) -> Iterator[Section]:
    """How good the pools were, and whether the number of counted results matters."""
    campaign = view.outcome.campaign
    pools, note = pools_of_task(view.of(task), campaign), task_note(view.of(task), campaign)
    pooling, depths = pool_quality(view.of(task), campaign)
    by_topic = pooling[pooling.topic != ALL_TOPICS]
    if pools.topics > MANY_TOPICS:
        by_topic = by_topic[by_topic.depth == pools.own_depth]
    several: Columns = {"set": ("Assessments", "text")} if len(pooling["set"].unique()) > 1 else {}
    means = {**several, "depth": ("Depth", "number")}
    topics = {**several, "topic": ("Topic", "topic"), "depth": ("Depth", "number")}
    for kind in KINDS:
        means |= quality_columns("tenths", note, f"{kind} ")
        topics |= quality_columns("count", note, f"{kind} ")
    groups = [(kind.capitalize(), len(QUALITY)) for kind in KINDS]
    of_means = View(
        "Pools, means over topics",
        _beside(pooling[pooling.topic == ALL_TOPICS]),
        means,
        caption=f"Means over {counted(pools.topics, 'topic')}; precision and recall over the topics "
        "that define them.",
        groups=groups,
    )
    of_topics = View(
        "Pools by topic",
        _beside(by_topic),
        topics,
        groups=groups,
        folded="Table: the pools topic by topic",
        data="pooling",
    )
    yield Section(
        "quality",
        "How good were the pools?",
        [quality_answer(pools, pooling)],
        [of_means, of_topics],
        facts={
            "unranked_share": pools.unranked_share,
            "only_relevant": bool(note),
            "pooled_items": pools.items,
        },
    )
    yield Section(
        "metasearch-depths",
        "Does the number of counted results matter, and does metasearch reduce judging effort?",
        [*metasearch_answer(pools, pooling, depths, only_relevant=bool(note))],
        [
            View(
                "Metasearch pools by the number of counted results",
                depths[depths.topic == ALL_TOPICS],
                {
                    "depth": ("Depth of the system pool", "number"),
                    "counted": ("Counted results", "count"),
                    **quality_columns("tenths", note),
                    "same_relevant": ("Size for as many relevant", "tenths"),
                    "saved": ("Saved", "tenths"),
                },
                caption="Metasearch pools of at most the system pool’s size, and the smallest one with as "
                f"many relevant {pools.items} as the system pool. Means over the topics that define them.",
                data="metasearch_depths",
            )
        ],
        level=3,
    )


def quality_columns(size: str, note: str, prefix: str = "") -> dict[str, tuple[str, str]]:
    """Return heads and formats of the columns `QUALITY`; `size` is the format of numbers of items.

    With a `note`, see `task_note`, the assessments do not list what is not relevant.
    """
    unassessed = "Not relevant or not judged" if note else "Unassessed"
    heads = ("Size", size), ("Precision", "score"), ("Recall", "score"), (unassessed, size)
    return {prefix + name: head for name, head in zip(QUALITY, heads, strict=True)}


def _beside(rows: pd.DataFrame) -> pd.DataFrame:
    """A row per set, topic and depth with the kinds of pools beside each other; what was given comes last."""
    beside: dict[tuple[Any, ...], dict[Any, Any]] = {}
    for row in frame_rows(rows):
        key = {name: row[name] for name in ("set", "topic", "depth")}
        of_pool = {f"{row['pool']} {name}": row[name] for name in QUALITY}
        beside.setdefault(tuple(key.values()), key).update(of_pool)
    sets = rows["set"].unique().tolist()
    return pd.DataFrame([*sorted(beside.values(), key=lambda one: (sets.index(one["set"]), one["topic"]))])


def own_pools(pools: Pools, pooling: pd.DataFrame) -> pd.DataFrame:
    """Return the means of the system pool of the campaign's own depth, by the official set first."""
    means = pooling[(pooling.topic == ALL_TOPICS) & (pooling.pool == SYSTEM)]
    return means[means.depth == pools.own_depth]


def quality_answer(pools: Pools, pooling: pd.DataFrame) -> str:
    """Return how much the pool of the campaign's own depth has, and how much of it is relevant."""
    own = own_pools(pools, pooling).iloc[0]
    if isnan(own.recall) or isnan(own.precision):
        return f"No topic has relevant {pools.items} and a pool, so the quality of the pools is unknown."
    pool = "pool given to the assessors" if own.depth == GIVEN else f"system pool of depth {own.depth}"
    return (
        f"The {pool} contains {share_found(own.recall)} of the relevant {pools.items}, and "
        f"{decimals(100 * own.precision, '%')} of its {pools.items} are relevant (means over topics)."
    )


def metasearch_answer(
    pools: Pools, pooling: pd.DataFrame, depths: pd.DataFrame, *, only_relevant: bool
) -> Iterator[str]:
    """Yield how far the numbers of counted results differ, and how much judging a metasearch pool saves.

    How much of it is unjudged is not known if the assessments list relevant items only.

    Both about the pools of the campaign's own depth; `pooling` and `depths` are the published tables.
    """
    own = depths[depths.depth == pools.own_depth]
    means, topics = own[own.topic == ALL_TOPICS], own[own.topic != ALL_TOPICS]
    ranges = []
    for name in ("precision", "recall"):
        if len(known := means[name].dropna()):
            ends = dict.fromkeys((decimals(known.min()), decimals(known.max())))
            ranges.append(f"{name} is {' to '.join(ends)}")
    if ranges:
        of_depth = f"of depth {pools.own_depth}" if pools.own_depth != GIVEN else "as given"
        yield (
            f"With {means.counted.iloc[0]:,} to {means.counted.iloc[-1]:,} counted results of each run, the "
            f"mean {' and the mean '.join(ranges)}, for pools of at most the size of the system pool "
            f"{of_depth}."
        )
    saving = topics[(topics.counted == METASEARCH_DEPTH) & topics.saved.notna()]
    if len(saving):
        saved = int(saving.saved.sum())
        system = int(saving.same_relevant.sum()) + saved
        difference = f"{abs(saved):,} {'fewer' if saved > 0 else 'more'} ({100 * abs(saved) / system:.1f}%)"
        yield (
            f"In {counted(len(saving), 'topic')}, the system pool has {counted(system, pools.unit)}. To find "
            f"as many relevant ones, a metasearch pool that counts {METASEARCH_DEPTH} results of each run "
            f"takes {difference if saved else 'as many'}."
        )
    system_pools = pooling[(pooling["set"] == OFFICIAL) & (pooling.depth == pools.own_depth)].query(
        "pool == @SYSTEM and topic != @ALL_TOPICS and precision > 0"
    )
    if missed := len(system_pools) - len(saving):
        some = counted(missed, "other topic" if len(saving) else "topic")
        yield (
            f"On {some}, no metasearch pool that counts {METASEARCH_DEPTH} results of each run has as many "
            f"relevant {pools.items} as the system pool, however large it is."
        )
    if len(saving):
        size, unjudged = saving["size"].sum(), saving.unassessed.sum()
        if unjudged >= MUCH_UNJUDGED * size and not only_relevant:
            yield (
                f"But {100 * unjudged / size:.0f}% of the metasearch pools of the system pools’ size have no "
                "judgement and count as not relevant, so this comparison favours the system pools."
            )


@once_per_outcome
def _system_pools(outcome: TaskOutcome, campaign: Campaign) -> dict[Any, Any]:
    """By topic, the system pool as it was given, if that is known, else at the campaign's depth."""
    pools, (pooling, _) = pools_of_task(outcome, campaign), pool_quality(outcome, campaign)
    shown = pooling[(pooling["set"] == OFFICIAL) & (pooling.pool == SYSTEM)]
    shown = shown[shown.depth.isin([str(pools.depth), GIVEN])]
    rows = frame_rows(shown.assign(task=outcome.task.name, unit=pools.items, page="pooling"))
    return {row["topic"]: row for row in rows}


def topic_pools(view: CampaignView, topic: str, only_relevant: bool) -> Section | None:
    """Return the system pool of a topic in each task; None where it was not assessed."""
    by_task = [_system_pools(view.of(task), view.outcome.campaign) for task in view.standings]
    rows = pd.DataFrame([pools[topic] for pools in by_task if topic in pools])
    if not len(rows):
        return None
    columns: Columns = {
        "task": ("Task", "task"),
        "unit": ("Items", "text"),
        "depth": ("Depth", "number"),
        **quality_columns("count", "listed" if only_relevant else ""),
        "size": ("Pool size", "count"),
    }
    table = View("System pools of this topic", rows, columns, data="pooling")
    return Section("pools", "Pools", parts=[table], level=3)
