"""What does each kind of run add to the pools? Runs by what is stated of them: manual, automatic."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import nan

import numpy as np
import pandas as pd

from inexreport.model.assessment import METASEARCH_DEPTH
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.report.applicability import judges_rankings, judges_text
from inexreport.report.assessment_notes import task_note
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.naming import facet_title
from inexreport.report.tables.columns import TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pools import MetasearchPool, owned_items
from inexreport.subjects.pool_contributions import COUNTS, contributed_items, contribution_counts
from inexreport.subjects.pool_quality import (
    MUCH_UNJUDGED,
    POOLING,
    QUALITY,
    known_mean,
    quality,
    quality_columns,
)
from inexreport.subjects.pools import Pools, pools_of_task, shared_results
from inexreport.subjects.run_groups import FACETS, MOST_STATED_GROUPS, PARTICIPANT, RUN_GROUPS, facets
from inexreport.subjects.sections import Chart, Choice, Columns, Section, View

NAMED = 4
"""Groups of a facet that a sentence names."""


@once_per_outcome
def pool_facets(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the rows of the published table without the task: facets in order, larger groups first.

    A run without a value is in no group, but what it contributes is not unique to another.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 6: what manual runs add to the pool, and manual against
    automatic runs by their metasearch pools.
    """
    results, depth = shared_results(outcome, campaign), outcome.task.pool_depth
    by_facet = _groups(results.runs)
    rows = defaultdict[tuple[str, str, int, int], list[dict[str, float]]](list)
    for topic in results.topics if by_facet else ():
        rankings = topic.ranked(METASEARCH_DEPTH)
        for facet, (names, values) in by_facet.items():
            owners = np.array([[*names, ""].index(one) for one in values])
            counts = contribution_counts(topic, *contributed_items(topic, owners, depth), len(names) + 1)
            sizes = np.bincount(owned_items(topic.pooled, owners, depth)[0], minlength=len(names))
            contributing = np.bincount(owners[results.contributed], minlength=len(names))[: len(names)]
            size = sizes[: len(names)][contributing > 0].min(initial=sys.maxsize)
            for place, name in enumerate(names):
                row = dict(zip(COUNTS, counts[place].tolist(), strict=True))
                if size and contributing[place]:
                    ranked = rankings.of(owners == place)
                    pool = MetasearchPool(ranked, results.element, METASEARCH_DEPTH, results.unranked_share)
                    row |= quality(topic, pool.of_size(size))
                rows[facet, name, values.count(name), int(contributing[place])].append(row)
    found = [
        (
            *key,
            *(sum(row[name] for row in of_topics) for name in COUNTS),
            *(known_mean(row.get(name, nan) for row in of_topics) for name in QUALITY),
        )
        for key, of_topics in rows.items()
    ]
    return pd.DataFrame(found, columns=["facet", "group", "runs", "contributing", *COUNTS, *QUALITY])


def _groups(runs: Sequence[RunOutcome]) -> dict[str, tuple[list[str], list[str]]]:
    """By facet with at least two groups: these, and that of each run, empty where that is not known."""
    of_runs = [facets(run) for run in runs]
    found = {}
    for facet in dict.fromkeys((*FACETS, *(facet for one in of_runs for facet in one))):
        values = [one.get(facet, "") for one in of_runs]
        names = sorted(set(values) - {""}, key=lambda one: (-values.count(one), one))
        if facet != PARTICIPANT and 2 <= len(names) <= MOST_STATED_GROUPS:
            found[facet] = names, values
    return found


def has_kinds_of_runs(outcome: CampaignOutcome) -> bool:
    """Whether elements or passages were judged, or runs of a task have different facets."""
    if not judges_rankings(outcome):
        return False
    return judges_text(outcome) or any(len(pool_facets(one, outcome.campaign)) for one in outcome.tasks)


POOL_FACETS = Table.of_tasks(
    "pool_facets",
    "One row per task, facet and group of runs: what they contributed to the pools, over all assessed "
    "topics, and their metasearch pool, mean over topics.",
    {
        **TASK,
        "facet": RUN_GROUPS.columns["facet"],
        "group": text("The group. A run without a value is in no group of the facet."),
        "runs": integer("Evaluated runs of the group."),
        "contributing": integer("Those that contributed to the pools; what follows is about these."),
        "pooled": integer("Items that they contributed to the pools."),
        "relevant": integer("Relevant items among them."),
        "unique": integer("Items that no run outside the group contributed."),
        "unique_relevant": integer("Relevant items that no run outside the group contributed."),
        "size": number(
            "Items in the metasearch pool of the group’s runs: for each topic as many as in the smallest "
            "system pool of a group of the facet, so that pools are comparable."
        ),
        **{name: POOLING.columns[name] for name in QUALITY[1:]},
    },
    pool_facets,
    applies=has_kinds_of_runs,
)

TABLES = (POOL_FACETS,)


def facets_section(view: CampaignView, task: str) -> Section | None:
    """What each kind of run adds to the pools, one facet at a time; None without two kinds of any facet."""
    outcome, campaign = view.of(task), view.outcome.campaign
    rows, pools = pool_facets(outcome, campaign), pools_of_task(outcome, campaign)
    if not len(rows):
        return None
    columns: Columns = {
        "group": ("Group", "name"),
        "contributing": ("Contributing runs", "count"),
        **COUNTS,
        **quality_columns("tenths", task_note(outcome, campaign)),
    }
    choices: dict[str, list[Chart | View | str]] = {}
    for facet, found in rows.groupby("facet", sort=False):
        title = FACETS.get(str(facet), facet_title(str(facet)))
        label, caption = f"What the runs add to the pools: {title}", f"Runs by: {title}."
        groups = [("Contribution", len(COUNTS)), ("Metasearch pools of equal size", len(QUALITY))]
        choices[title] = [View(label, found, columns, caption, groups=groups)]
    # That of manual and automatic runs, if there is one, is what is asked most.
    first = next(iter(rows[rows.group.str.lower() == "manual"].facet), rows.facet.iloc[0])
    answer = [*_answer(pools, first, rows[rows.facet == first], outcome.relevant_articles.only_relevant)]
    heading = ("kinds", "What does each kind of run add to the pools?")
    return Section(*heading, answer, [Choice("Runs by", choices), "pool_facets"])


def _answer(pools: Pools, facet: str, rows: pd.DataFrame, only_relevant: bool) -> Iterator[str]:
    """What only the runs of one group contributed, and how precise the pools of groups are."""
    alone = rows.sort_values("unique_relevant", ascending=False, kind="stable")
    more = f", {counted(len(rows) - NAMED, 'more group')}" if len(rows) > NAMED else ""
    counts = zip(alone.group[:NAMED], alone.unique_relevant[:NAMED], strict=True)
    found = ", ".join(f"{count:,} ({group})" for group, count in counts)
    title = FACETS.get(facet, facet_title(facet))
    yield f"{title}: of the relevant {pools.items}, one group alone contributed {found}{more}."
    known = rows.dropna(subset="precision").sort_values("precision", ascending=False, kind="stable")
    if len(known) > 1:
        best = zip(known.precision[:NAMED], known.group[:NAMED], strict=True)
        values = ", ".join(f"{decimals(value)} ({group})" for value, group in best)
        size = f"{known['size'].iloc[0]:.1f} {pools.items}"
        yield f"Metasearch pools of equal size, {size} on average, have a precision of {values}."
        shares = (known.unassessed / known["size"])[:NAMED]
        if (shares >= MUCH_UNJUDGED).any() and not only_relevant:
            of_groups = zip(shares, known.group[:NAMED], strict=True)
            unjudged = ", ".join(f"{100 * share:.0f}% ({group})" for share, group in of_groups)
            yield f"Of these pools, {unjudged} are unjudged and count as not relevant."
