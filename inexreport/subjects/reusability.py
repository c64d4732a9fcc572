"""Is the collection reusable? How all runs rank when each group's finds are left out in turn."""

from __future__ import annotations

from math import ceil, isnan

import numpy as np
import pandas as pd

from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import mean
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.tables.columns import OFFICIAL_METRIC, TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, competition_ranks
from inexreport.subjects.leave_out import LARGE_FALL, fall_facts, leave_out, of_runs, own_falls
from inexreport.subjects.pool_contributions import POOL_CONTRIBUTIONS, pool_contributions
from inexreport.subjects.pool_growth import pool_growth
from inexreport.subjects.pools import group_name, pools_of_task
from inexreport.subjects.sections import Section, View

EQUIVALENT, DIFFERENT = 0.9, 0.8
"""Rankings with a tau of at least the first are taken as equivalent; below the second they differ noticeably.

Voorhees, Evaluation by highly relevant documents, SIGIR 2001.
"""

FAR = 0.05
"""A run falls far if it loses this share of the ranked runs, and at least `FEWEST_RANKS`; a convention."""

FEWEST_RANKS = 2

MOST_FAR = 0.05
"""Up to this share of runs that fall far, the collection is reusable for most runs; a convention."""


KNOWN_POOL = 0.5
"""With this share of the relevant documents, runs are taken for those that made the pool; a convention."""


@once_per_outcome
def reusability(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Rank all runs of a task without the finds of each contributing group, ordered by name.

    Rows and columns of the published table without the task; none unless documents were judged and the
    campaign states the depth of its pool. Tau is NaN where undefined.

    References
    ----------
    Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR 1998.
    """
    if not is_measured(outcome, campaign):
        return pd.DataFrame(columns=[*REUSABILITY.columns])
    standings, falls = task_standings(outcome), own_falls(leave_out(outcome))
    runs = tuple(run.submission.name for run in standings.runs)
    ranked = standings.ranks[:, standings.official] != UNRANKED
    score = np.where(ranked, standings.means[:, standings.official], np.nan)
    rank = competition_ranks(score)
    without = {one.change: one.of_runs(runs)[:, 0] for one in outcome.without_group}
    counts = pool_contributions(outcome, campaign)
    contributing = pools_of_task(outcome, campaign).contributing
    of_groups = counts[(counts.run == "") & counts.participant.isin(contributing)]
    rows = []
    for group, unique in zip(of_groups.participant, of_groups.unique_relevant, strict=True):
        changed = np.where(ranked, without.get(group, score), np.nan)
        rank_without = competition_ranks(changed)
        all_falls = np.where((rank != UNRANKED) & (rank_without != UNRANKED), rank_without - rank, 0)
        largest, own = max(0, all_falls.max(initial=0)), falls[falls.group == group]
        own_largest = own.fall.max() if len(own) else 0
        rows.append(
            {
                "participant": group,
                "metric": outcome.task.official,
                "unique_relevant": unique,
                "tau": kendall_of_scored(score, changed),
                "largest_fall": largest,
                "run": runs[all_falls.argmax()] if largest else "",
                "own_runs": len(own),
                "own_largest_fall": own_largest,
                "own_mean_fall": mean(own.fall),
                "own_large_falls": (own.fall >= LARGE_FALL).sum(),
                "own_run": own.run[own.fall == own_largest].iloc[0] if own_largest else "",
            }
        )
    return pd.DataFrame(rows, columns=[name for name in REUSABILITY.columns if name != "task"])


def is_measured(outcome: TaskOutcome, campaign: Campaign) -> bool:
    """Whether reusability is known: documents were judged, down to a depth that the campaign states."""
    return campaign.judged is Judged.DOCUMENTS and outcome.task.pool_depth_stated


REUSABILITY = Table.of_tasks(
    "reusability",
    "One row per participant that contributed to the pool of a task: all runs ranked without its finds.",
    {
        **TASK,
        "participant": POOL_CONTRIBUTIONS.columns["participant"],
        **OFFICIAL_METRIC,
        "unique_relevant": integer(
            "Relevant documents that only contributing runs of this participant have within the depth of the "
            "pool, all assessed topics together. They count as unjudged in the ranking of this row."
        ),
        "tau": number("Kendall’s tau-b of that ranking and the official one."),
        "largest_fall": integer("Ranks that the run falls that falls most; 0 if no run falls."),
        "run": text("That run, the best by official score of several; empty if no run falls."),
        "own_runs": integer("Runs of this participant with a rank in both rankings."),
        "own_largest_fall": integer("Ranks that its run falls that falls most; 0 if none of its runs falls."),
        "own_mean_fall": number("Mean of the ranks that its runs fall; a run that rises counts as 0."),
        "own_large_falls": integer(f"Its runs that fall {LARGE_FALL} ranks or more."),
        "own_run": text(
            "Its run that falls most, the best by official score of several; empty if none falls."
        ),
    },
    reusability,
    only_with_rows=True,
)


def brought_by_others(outcome: TaskOutcome, campaign: Campaign) -> bool:
    """Whether runs that are not here brought most of the relevant documents into the pool."""
    growth = pool_growth(outcome, campaign)
    return bool((growth[growth.participant == ""].recall.iloc[-1:] < KNOWN_POOL).any())


def contributors_falls(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the falls of the runs of the groups that contributed to the pool, see `own_falls`."""
    falls = own_falls(leave_out(outcome))
    return falls[falls.group.isin(reusability(outcome, campaign).participant)]


def ranked_runs(outcome: TaskOutcome) -> int:
    """Return the number of runs with an official rank."""
    standings = task_standings(outcome)
    return int(np.count_nonzero(standings.ranks[:, standings.official] != UNRANKED))


def fewest_far(ranked: int) -> int:
    """Return the fewest ranks that a run loses if it falls far.

    Examples
    --------
    >>> fewest_far(20), fewest_far(143)
    (2, 8)
    """
    return ceil(max(FEWEST_RANKS, FAR * ranked))


def share_far(found: pd.DataFrame, falls: pd.DataFrame, ranked: int) -> float:
    """Return the share of the runs that fall far; NaN without runs, or if no two have different scores.

    `found`, `falls` and `ranked` are what `reusability`, `contributors_falls` and `ranked_runs` return.
    """
    if not len(falls) or found.tau.isna().all():
        return float("nan")
    return float((falls.fall >= fewest_far(ranked)).mean())


def reusability_section(view: CampaignView, task: str) -> Section:
    """Whether the collection can judge later runs: how far runs fall without their own participant."""
    outcome, campaign = view.of(task), view.outcome.campaign
    heading = ("reusability", "Is the collection reusable?")
    if not is_measured(outcome, campaign):
        return Section(*heading, facts={"is_measured": False})
    found, pools = reusability(outcome, campaign), pools_of_task(outcome, campaign)
    falls = contributors_falls(outcome, campaign)
    own = leave_out(outcome).set_index("run")
    rows = most_falling_first(found).assign(
        label=lambda rows: [group_name(view, task, group) for group in rows.participant],
        name=lambda rows: view.named(task, rows.own_run),
        rank=lambda rows: rows.own_run.map(own["rank"]),
        rank_without=lambda rows: rows.own_run.map(own["rank_without"]),
        participant=lambda rows: rows.participant.where(rows.participant.isin(pools.participants), ""),
    )
    losers = "the run" if pools.noun == "run" else f"the {pools.noun}’s own runs"
    table = View(
        f"Rankings without the finds of one {pools.noun}",
        rows,
        {
            "label": (pools.noun.capitalize(), "participant"),
            "unique_relevant": ("Unique relevant", "count"),
            "own_runs": ("Own runs", "count"),
            "own_largest_fall": ("Largest fall", "count"),
            "own_mean_fall": ("Mean fall", "tenths"),
            "name": ("Run that falls most", "run label"),
            "rank": ("Rank", "rank"),
            "rank_without": ("Rank without", "rank"),
            "tau": ("Kendall’s tau", "score"),
        },
        caption=f"Ranks that {losers} would lose, and Kendall’s tau with the official ranking of all runs.",
        rows=f"{pools.noun}s",
        address="reusability",
        data="reusability",
    )
    answer = (
        "Not known: other runs than these brought most of the relevant documents into the pool. "
        "What only one of these found may have been found by others too."
        if brought_by_others(outcome, campaign)
        else verdict(view, task, found, falls, ranked_runs(outcome))
    )
    return Section(
        *heading,
        [answer],
        [table],
        facts={
            "is_measured": True,
            "depth": pools.depth,
            "noun": pools.noun,
            "official": view.official_column(task),
        },
    )


def most_falling_first(found: pd.DataFrame) -> pd.DataFrame:
    """Return the groups with the largest fall of an own run first; of equal ones, the lowest tau first."""
    return found.sort_values(["own_largest_fall", "tau"], ascending=[False, True], na_position="last")


def verdict(view: CampaignView, task: str, found: pd.DataFrame, falls: pd.DataFrame, ranked: int) -> str:
    """Return in words whether the collection is reusable; the frames are those of `share_far`."""
    groups, noun = len(found), pools_of_task(view.of(task), view.outcome.campaign).noun
    if groups < 2:
        return (
            f"{counted(groups, noun)} contributed to the pool, so it cannot be said how a run ranks "
            "that did not."
        )
    share = share_far(found, falls, ranked)
    if isnan(share):
        return "Fewer than two runs have different scores, so rankings cannot be compared."
    least = fewest_far(ranked)
    far = int((falls.fall >= least).sum())
    answer = "Yes" if not far else "For most runs" if share <= MOST_FAR else "No"
    return (
        f"{answer}: {of_runs(far, len(falls), 'falls')} {least} ranks or more without the relevant documents "
        f"that no other {noun} brought into the pool. "
        f"{fall_facts(view, task, falls)} {tau_fact(view, task, found)} Tau compares the runs of "
        f"all others too, so it does not decide. The limit of {least} ranks is a twentieth of the "
        f"{counted(ranked, 'ranked run')}, rounded up, and at least {FEWEST_RANKS}."
    )


def tau_fact(view: CampaignView, task: str, found: pd.DataFrame) -> str:
    """Return the lowest and the mean tau of all runs; empty where none is defined."""
    known = found.dropna(subset="tau")
    if not len(known):
        return ""
    lowest = known[known.tau == known.tau.min()]
    name = f" (without {group_name(view, task, lowest.participant.iloc[0])})" if len(lowest) == 1 else ""
    noun = pools_of_task(view.of(task), view.outcome.campaign).noun
    return (
        f"Kendall’s tau with the official ranking is {decimals(known.tau.min())} at worst{name}, "
        f"{decimals(mean(known.tau))} on average over {counted(len(found), noun)}."
    )
