"""Who contributed to the pools? What each participant and run brought into them, and what nobody else did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.tables.columns import TASK
from inexreport.report.tables.table import Table, integer, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pooled_results import PooledResults, TopicItems, among
from inexreport.statistics.pools import owned_items
from inexreport.statistics.summary import Integers
from inexreport.subjects.pools import Pools, group_name, pools_of_task, shared_results
from inexreport.subjects.sections import Columns, Section, View

COUNTS: Columns = {
    "pooled": ("Pooled", "count"),
    "relevant": ("Relevant", "count"),
    "unique": ("Unique", "count"),
    "unique_relevant": ("Unique relevant", "count"),
}
"""Columns that count what is contributed, with their heads and formats."""


@once_per_outcome
def pool_contributions(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the rows of the published table without the task: each group, followed by its runs."""
    return contributions(shared_results(outcome, campaign), outcome.task.pool_depth)[0]


def contributions(
    results: PooledResults, depth: int
) -> tuple[pd.DataFrame, Mapping[str, Mapping[str, Integers]]]:
    """Return what the first `depth` results of each run, and of each group, contribute to the pools.

    If the campaign says what the judge was given, other items do not count. Unique items were contributed by
    no run of another group.

    Returns
    -------
    counts : DataFrame
        See `pool_contributions`.
    judged_thanks_to : mapping of str to mapping of str to int64 array
        By group and topic, relevant items that would not have been judged without the group: elements where
        elements are judged one by one, articles where whole articles are read.
    """
    groups, group_of_run = results.group_names, results.group_numbers
    counts = np.zeros((len(groups) + len(group_of_run), len(COUNTS)), dtype=np.int64)
    thanks_to: dict[str, dict[str, Integers]] = {group: {} for group in groups}
    for topic in results.topics:
        group, item = contributed_items(topic, group_of_run, depth)
        counts[: len(groups)] += contribution_counts(topic, group, item, len(groups))
        of_runs = contributed_items(topic, np.arange(len(group_of_run)), depth)
        counts[len(groups) :] += contribution_counts(topic, *of_runs, len(group_of_run), unique_among=item)
        pieces, piece = np.unique(topic.judged_with(topic.pooled.items), return_inverse=True)
        owner, owned = np.divmod(np.unique(group * len(pieces) + piece[item]), max(1, len(pieces)))
        relevant = among(pieces, np.unique(topic.judged_with(topic.relevant)))
        alone = ((np.bincount(owned, minlength=len(pieces)) == 1) & relevant)[owned]
        for number in np.unique(owner[alone]).tolist():
            thanks_to[groups[number]][topic.topic] = pieces[owned[alone & (owner == number)]]
    names = [run.submission.name for run in results.runs]
    about = {"participant": [*groups, *results.groups], "run": [*("" for _ in groups), *names]}
    rows = pd.DataFrame(about | dict(zip(COUNTS, counts.T, strict=True)))
    return rows.sort_values("participant", kind="stable", ignore_index=True), thanks_to


def contributed_items(topic: TopicItems, owners: Integers, depth: int) -> tuple[Integers, Integers]:
    """Return distinct owners and items, see `owned_items`, without items that the judge was not given."""
    owner, item, _ = owned_items(topic.pooled, owners, depth)
    if topic.given is None:
        return owner, item
    given = among(topic.pooled.items, topic.given)[item]
    return owner[given], item[given]


def contribution_counts(
    topic: TopicItems, owner: Integers, item: Integers, owners: int, unique_among: Integers | None = None
) -> Integers:
    """Return `COUNTS` of contributed items by owner, shape (owners, 4); those that occur once are unique."""
    occurring = item if unique_among is None else unique_among
    unique = (np.bincount(occurring, minlength=len(topic.pooled.items)) == 1)[item]
    relevant = topic.is_relevant[item]
    counts = (owner, owner[relevant], owner[unique], owner[relevant & unique])
    return np.stack([np.bincount(one, minlength=owners) for one in counts], axis=1)


POOL_CONTRIBUTIONS = Table.of_tasks(
    "pool_contributions",
    "One row per participant of a task and one per run: its contribution to the pools.",
    {
        **TASK,
        "participant": text(
            "Id of the participant; a run without a participant is its own group, in brackets."
        ),
        "run": text("The run; empty for all runs of the participant together."),
        "pooled": integer("Items that it contributed to the pools, over all assessed topics."),
        "relevant": integer("Relevant items among them."),
        "unique": integer("Items that no run of another participant contributed."),
        "unique_relevant": integer("Relevant items that no run of another participant contributed."),
    },
    pool_contributions,
)


def contributions_section(view: CampaignView, task: str) -> Section:
    """Who contributed to the pools, those first who found most that no other found."""
    pools = pools_of_task(view.of(task), view.outcome.campaign)
    counts = pool_contributions(view.of(task), view.outcome.campaign)
    groups = counts[counts.run == ""]
    runs = Counter(pools.contributing)
    groups = groups.assign(
        label=[group_name(view, task, group) for group in groups.participant],
        runs=[runs[group] for group in groups.participant],
        participant=groups.participant.where(groups.participant.isin(pools.participants), ""),
    )
    order = ["unique_relevant", "relevant", "label"]
    groups = groups.sort_values(order, ascending=[False, False, True], kind="stable")
    table = View(
        "Contributions to the pools",
        groups,
        {"label": (pools.noun.capitalize(), "participant"), "runs": ("Contributing runs", "count"), **COUNTS},
        caption=f"Contribution of {pools.contributors} to the pools at depth {pools.depth}, over all topics; "
        "unique: not in any other row’s contribution.",
        rows=f"{pools.noun}s",
        address="contributions",
        data="pool_contributions",
    )
    answer = contribution_answer(pools, groups)
    return Section("contributions", "Who contributed to the pools?", [answer], [table])


def contribution_answer(pools: Pools, groups: pd.DataFrame) -> str:
    """Return how many groups contributed to the pools, and which found most that no other found.

    `groups` have their labels, the most unique relevant items first.
    """
    noun, items = pools.noun, f"relevant {pools.items}"
    count = int((groups.pooled > 0).sum())
    if not count:
        return f"No {noun} contributed to the pools."
    sentence = f"{counted(count, noun)} contributed to the pools"
    if count == 1:
        return f"{sentence}, with {groups.relevant.iloc[0]:,} {items}."
    largest = groups.unique_relevant.iloc[0]
    if not largest:
        return f"{sentence}; none found {items} that no other found."
    most = groups[groups.unique_relevant == largest].label.tolist()
    who = most[0] if len(most) == 1 else f"{most[0]} and {counted(len(most) - 1, 'other')}"
    return (
        f"{sentence}. Of the {groups.unique_relevant.sum():,} {items} that a single {noun} contributed, "
        f"{who} contributed most: {largest:,}{' each' if len(most) > 1 else ''}."
    )
