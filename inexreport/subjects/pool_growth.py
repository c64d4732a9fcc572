"""Were the pools deep enough? How a pool, and what is relevant in it, grows with its depth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import column_means
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.tables.columns import TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pooled_results import PooledResults
from inexreport.statistics.pools import owned_items
from inexreport.statistics.summary import Integers
from inexreport.subjects.pools import Pools, group_name, pools_of_task, share_found, shared_results
from inexreport.subjects.sections import Lines, Section, View

DEEP_ENOUGH = (0.05, 0.2)
"""Up to the first relevant share of what the deepest ranks add, pools are deep enough; up to the second,
nearly. A convention."""

COLOURED = 10
"""Lines of the chart that have a colour: that of all runs, and those of the participants that find most."""


@once_per_outcome
def pool_growth(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the growth of the pool of all runs, then of each group's pool, groups in order.

    Rows and columns of the published table without the task; recall is over topics with relevant items, NaN
    if there are none.
    """
    results, depth = shared_results(outcome, campaign), outcome.task.pool_depth
    if not results.topics or not results.runs:
        return pd.DataFrame({name: [] for name in ("participant", "depth", "size", "relevant", "recall")})
    depths, of_all = growth_depths(depth), np.zeros_like(results.group_numbers)
    return pd.concat(
        [
            _growth(results, ("",), of_all, depths),
            _growth(results, results.group_names, results.group_numbers, depths),
        ],
        ignore_index=True,
    )


def growth_depths(depth: int) -> tuple[int, ...]:
    """Depths 1, 2, 5, every 10, and `depth`.

    Examples
    --------
    >>> growth_depths(25)
    (1, 2, 5, 10, 20, 25)
    """
    return tuple(sorted({one for one in (1, 2, 5, *range(10, depth + 1, 10)) if one < depth} | {depth}))


def _growth(
    results: PooledResults, groups: Sequence[str], group_of_run: Integers, depths: Sequence[int]
) -> pd.DataFrame:
    """Growth of the pool of each group, one after the other."""
    sizes, found, recall = [], [], []
    for topic in results.topics:
        owner, item, rank = owned_items(topic.pooled, group_of_run, depths[-1])
        cell = owner * len(depths) + np.searchsorted(depths, rank)
        size, relevant = (
            np.bincount(cells, minlength=len(groups) * len(depths)).reshape(len(groups), -1).cumsum(axis=1)
            for cells in (cell, cell[topic.is_relevant[item]])
        )
        sizes.append(size.ravel())
        found.append(relevant.ravel())
        if len(topic.relevant):
            recall.append(relevant.ravel() / len(topic.relevant))
    return pd.DataFrame(
        {
            "participant": np.repeat([*groups], len(depths)).astype(object),
            "depth": np.tile(depths, len(groups)),
            "size": np.mean(sizes, axis=0),  # exact sums of whole numbers
            "relevant": np.mean(found, axis=0),
            "recall": column_means(recall) if recall else np.nan,
        }
    )


POOL_GROWTH = Table.of_tasks(
    "pool_growth",
    "One row per task, participant and depth, and one for all contributing runs together: means over topics.",
    {
        **TASK,
        "participant": text(
            "Id of the participant whose runs alone are pooled (a run without a participant is its own "
            "group, in brackets); empty for all contributing runs together."
        ),
        "depth": integer("How many results of each run are pooled."),
        "size": number("Items in the pool, mean over assessed topics."),
        "relevant": number("Relevant items in it, mean over assessed topics."),
        "recall": number("Share of the relevant items, mean over topics that have any."),
    },
    pool_growth,
)


def growth_section(view: CampaignView, task: str) -> Section:
    """Whether the pools were deep enough, with the growth of each participant's pool."""
    outcome, campaign = view.of(task), view.outcome.campaign
    pools, growth = pools_of_task(outcome, campaign), pool_growth(outcome, campaign)
    pooled = "All contributing runs" if len(pools.contributing) < len(pools.groups) else "All runs"
    labels = [group_name(view, task, one) if one else pooled for one in growth.participant]
    growth = growth.assign(label=labels)
    whole = growth[growth.participant == ""]
    heading = ("growth", "Were the pools deep enough?")
    if not whole.recall.notna().any():
        missing = "No topic of this task has relevant results, so a deeper pool could not find more."
        return Section(*heading, [missing], summary=True)
    lines = _lines(pools, growth)
    steps = whole.assign(
        new=whole["size"].diff().fillna(whole["size"]),
        new_relevant=whole.relevant.diff().fillna(whole.relevant),
    )
    table = View(
        "Growth of the pool with depth",
        steps,
        {
            "depth": ("Depth", "number"),
            "size": ("Size", "hundredths"),
            "new": ("New", "hundredths"),
            "relevant": ("Relevant", "hundredths"),
            "new_relevant": ("New relevant", "hundredths"),
            "recall": ("Recall", "score"),
        },
        caption=f"The pool of {pooled.lower()}; new: added since the previous depth. Means over topics.",
        folded="Table: growth with depth",
        data="pool_growth",
    )
    return Section(*heading, [depth_answer(outcome, pools, whole)], [lines, table], summary=True)


def growth_chart(view: CampaignView, task: str) -> Lines | None:
    """Return the chart of the growth with depth; None without any relevant item or run."""
    charts = (part for part in growth_section(view, task).parts if isinstance(part, Lines))
    return next(charts, None)


def _lines(pools: Pools, growth: pd.DataFrame) -> Lines:
    """The growth of all runs together, then of participants by what they find."""
    last = growth.groupby("participant").recall.transform("last")
    growth = growth.assign(last=-last, is_group=growth.participant != "").dropna(subset="recall")
    growth = growth.sort_values(["is_group", "last", "participant"], kind="stable")
    whole = growth[~growth.is_group]
    groups = growth[growth.is_group].drop_duplicates("participant")
    depth, recall, items = whole.depth.iloc[-1], whole.recall.iloc[-1], pools.items
    half = whole[whole.recall >= recall / 2].iloc[0]
    share = f", {decimals(100 * half.recall, '%')} in the first {half.depth}"
    earlier = share if half.depth != depth else ""
    summary = (
        f"{whole.label.iloc[0]} together find {share_found(recall)} of the relevant {items} "
        f"in the first {counted(int(depth), 'result')}{earlier}. {_last_step(whole, items)}"
        f"{_most_found(-groups['last'], groups.label.tolist())}"
    )
    return Lines(
        "growth-chart",
        Figure(
            title="How the pool grows with its depth",
            basis=f"Share of the relevant {items} in a pool of this depth, mean over "
            f"{counted(pools.topics_with_relevant, 'topic')} with relevant {items}",
            source="pool_growth.csv",
            summary=summary.strip(),
        ),
        growth,
        x=("depth", "Results of each run that are pooled"),
        y=("recall", "Share of what is relevant"),
        by="participant",
        front=COLOURED,
    )


def _last_step(whole: pd.DataFrame, items: str) -> str:
    """What the deepest ranks add per topic; empty for a pool of one step."""
    if len(whole) == 1:
        return ""
    ranks, new, relevant = _deepest(whole)
    add = "adds" if ranks.startswith("rank ") else "add"
    return (
        f"{ranks.capitalize()} {add} {new:.1f} new {items} per topic, of which {relevant:.1f} are relevant. "
    )


def _deepest(whole: pd.DataFrame) -> tuple[str, float, float]:
    """The deepest ranks in words, what they add to the pool, and how much of it is relevant."""
    before, last = whole.iloc[-2], whole.iloc[-1]
    first = before.depth + 1
    ranks = f"rank {last.depth}" if first == last.depth else f"ranks {first} to {last.depth}"
    return ranks, last["size"] - before["size"], last.relevant - before.relevant


def _most_found(shares: pd.Series, labels: list[str]) -> str:
    """Which group finds most on its own, and how many find as much; empty without groups."""
    shown = [decimals(100 * share, "%") for share in shares]
    if not shown:
        return ""
    equal = shown.count(shown[0])
    return f"Most by one group: {shown[0]} ({labels[0] if equal == 1 else f'{equal} groups'})."


def deepest_ranks(growth: pd.DataFrame) -> tuple[float, str] | None:
    """Return the relevant share of what the deepest ranks add to the pools, and these ranks in words.

    None if no run has results there.
    """
    whole = growth[growth.participant == ""]
    if len(whole) < 2:
        return None
    ranks, new, relevant = _deepest(whole)
    return (float(relevant / new), ranks) if new > 0 else None


def depth_answer(outcome: TaskOutcome, pools: Pools, whole: pd.DataFrame) -> str:
    """Return whether the pools were deep enough, by what their deepest ranks add.

    `whole` has the rows of all runs together.
    """
    if not len(whole):
        return "No run has results for an assessed topic, so there are no pools."
    found = deepest_ranks(whole)
    if found is None:
        grown = whole[whole["size"] == whole["size"].iloc[-1]].depth.iloc[0]
        return f"This is not known: after rank {grown}, the runs end or bring nothing new into the pools."
    share, ranks = found
    fact = f"{decimals(100 * share, '%')} of the {pools.items} that only {ranks} brought into the pools are"
    if outcome.relevant_articles.only_relevant:
        return f"This is not known, since the assessments list relevant {pools.items} only: {fact} listed."
    if not outcome.task.pool_depth_stated:
        return f"This is not known, since the depth of the judged pools is not stated: {fact} relevant."
    answer = "Yes" if share <= DEEP_ENOUGH[0] else "Nearly" if share <= DEEP_ENOUGH[1] else "No"
    yes, nearly = (f"{100 * limit:g}%" for limit in DEEP_ENOUGH)
    return f"{answer}: {fact} relevant. (By convention, up to {yes} is deep enough, up to {nearly} nearly.)"
