"""Rare documents: which runs find what hardly any other run finds (Woodley and Geva 2005, section 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.assessment import OFFICIAL
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import ratios
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, counted_topics, decimals
from inexreport.report.tables.columns import SCORED_SET, TASK_AND_RUN
from inexreport.report.tables.table import Table, integer, number, optional_integer
from inexreport.report.words import Words, words_of
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pooled_results import among
from inexreport.statistics.pools import Rankings
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import known_ranks
from inexreport.subjects.pool_contributions import pool_contributions
from inexreport.subjects.pools import pools_of_task, shared_results
from inexreport.subjects.sections import Bars, Choice, Section, View, frame_rows

DEPTH = 100
"""Results considered per run."""

MOST_RUNS = 5
"""An article that more runs return is not rare, however many runs there are."""


def most_runs(evaluated: int) -> int:
    """A tenth of the evaluated runs, from 1 to `MOST_RUNS`."""
    return min(MOST_RUNS, max(1, evaluated // 10))


def rare_documents(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the rows of the published table without the task, in the official order of the runs."""
    standings = task_standings(outcome)
    ranked = pd.DataFrame(
        {
            "run": [run.submission.name for run in standings.runs],
            "rank_official": known_ranks(standings.ranks[:, standings.official]),
        }
    )
    found = ranked.merge(rare_counts(outcome, campaign))
    return found.sort_values("set", key=lambda sets: sets.map([*sets.unique()].index), kind="stable")


@once_per_outcome
def rare_counts(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the rare articles of each run and the relevant ones among them, summed over assessed topics.

    By the official assessments, then by each further scored ``set``. ``percent`` is the relevant share of a
    run's rare articles in percent, ``percent_of_all`` the share of all relevant rare articles that it
    returns; both NaN where there are none.
    """
    results = shared_results(outcome, campaign)
    runs = len(results.runs)
    names, most = [run.submission.name for run in results.runs], most_runs(runs)
    counts = {name: np.zeros((3, runs), dtype=np.int64) for name in results.sets}
    all_relevant = dict.fromkeys(results.sets, 0)
    for judged in results.by_topic():
        articles = next(iter(judged.values())).articles
        first = Rankings([one[:DEPTH].astype(np.int64) for one in articles])
        run, article = first.ranking[first.is_first], first.number[first.is_first]
        is_rare = np.bincount(article, minlength=len(first.items)) <= most
        rare = np.bincount(run[is_rare[article]], minlength=runs)
        for name, topic in judged.items():
            is_rare_relevant = is_rare & among(first.items, topic.relevant_articles)
            all_relevant[name] += int(np.count_nonzero(is_rare_relevant))
            relevant = np.bincount(run[is_rare_relevant[article]], minlength=runs)
            is_rare_judged = is_rare & among(first.items, topic.judged_articles)
            judged_too = np.bincount(run[is_rare_judged[article]], minlength=runs)
            counts[name] += np.stack([rare, relevant, judged_too])
    return pd.concat(
        pd.DataFrame(
            {
                "set": name,
                "run": names,
                "rare": rare,
                "rare_relevant": relevant,
                "percent": ratios(100.0 * relevant, rare),
                "percent_of_all": ratios(100.0 * relevant, all_relevant[name]),
                "rare_judged": judged,
            }
        )
        for name, (rare, relevant, judged) in counts.items()
    )


RARE_DOCUMENTS = Table.of_tasks(
    "rare_documents",
    "One row per scored set of assessments and ranked run: the articles that few runs have among their "
    "first 100 results.",
    {
        **TASK_AND_RUN,
        "rank_official": optional_integer("Rank by the task’s official metric; equal scores share a rank."),
        "rare": integer(
            "Articles among the first 100 results that few runs have there: at most a tenth of the evaluated "
            "runs, but at least 1 and at most 5. All assessed topics together."
        ),
        "rare_relevant": integer("Those in which something is relevant.", "Those that are relevant."),
        "percent": number("Relevant share of the rare articles in percent; empty without rare articles."),
        "percent_of_all": number(
            "How many percent of all relevant rare articles of the task the run has among its first 100 "
            "results; empty where there are none."
        ),
        "rare_judged": integer("Rare articles with a judgement; the others count as not relevant."),
        **SCORED_SET,
    },
    rare_documents,
)


def rare_section(view: CampaignView, task: str) -> Section:
    """Which runs find rare articles: their relevant share, runs by official rank."""
    runs, parts = len(pools_of_task(view.of(task), view.outcome.campaign).groups), _by_set(view, task)
    shown = [Choice("Assessments", parts)] if len(parts) > 1 else parts[OFFICIAL]
    return Section("rare", "Rare documents", [], shown, facts={"most": most_runs(runs), "runs": runs})


def rare_chart(view: CampaignView, task: str) -> Bars:
    """Return the chart of the relevant share of each run's rare articles."""
    return _by_set(view, task)[OFFICIAL][0]


def _by_set(view: CampaignView, task: str) -> dict[str, tuple[Bars, View]]:
    """A chart and its table for each scored set of assessments, the official one first."""
    outcome, campaign = view.of(task), view.outcome.campaign
    pools, words, rows = (
        pools_of_task(outcome, campaign),
        words_of(campaign),
        rare_documents(outcome, campaign),
    )
    rows = rows.assign(name=view.named(task, rows.run))
    sets, only_relevant = rows["set"].unique().tolist() or [OFFICIAL], outcome.relevant_articles.only_relevant
    columns = {
        "rank_official": ("Rank", "rank"),
        "name": ("Run", "run"),
        "rare": (f"Rare {words.items}", "count"),
        "rare_relevant": ("Relevant", "count"),
        "percent": ("Percent", "percent"),
        "percent_of_all": ("Of all rare relevant, percent", "percent"),
    }
    parts = {}
    for place, name in enumerate(sets, start=1):
        end = f"-{place}" if place > 1 else ""
        by = f"; relevant by the assessments {name}" if place > 1 else ""
        of_set = rows[rows["set"] == name]
        known = of_set.dropna(subset="percent")
        figure = Figure(
            title="Which runs find rare relevant documents?",
            basis=f"Relevant share, in percent, of the {words.items} that "
            f"{rare_in(most_runs(len(pools.groups)))}; runs by official rank, "
            f"{counted_topics([pools.topics])} together{by}",
            source="rare_documents.csv",
            summary=_summary(known, words) + ("" if only_relevant else _judged_share(known, words)),
        )
        x, tips = ("percent", "Relevant, percent"), {"rare": columns["rare"][0], "rare_relevant": "Relevant"}
        table = View(
            "Rare documents by run" + (f": {name}" if len(sets) > 1 else ""),
            of_set,
            columns,
            caption=f"Relevant by the assessments {name}." if len(sets) > 1 else "",
            folded="Table: rare documents by run",
            rows="runs",
            address=f"rare{end}",
            data="rare_documents",
        )
        parts[name] = Bars(f"rare-chart{end}", figure, known, x, tips), table
    return parts


def rare_in(most: int) -> str:
    """Return in words which articles are rare.

    Examples
    --------
    >>> rare_in(1), rare_in(2)
    ('only one run has among its first 100 results', 'at most 2 runs have among their first 100 results')
    """
    if most == 1:
        return f"only one run has among its first {DEPTH} results"
    return f"at most {most} runs have among their first {DEPTH} results"


def _summary(rows: pd.DataFrame, words: Words) -> str:
    """The highest and the lowest share, and those of the highest- and the lowest-ranked run."""
    if not len(rows):
        return f"No run has a rare {words.item}."
    labels, shares = [name.label for name in rows["name"]], rows.percent.tolist()
    if len(rows) == 1:
        return f"Only {labels[0]} has rare {words.items}: {decimals(shares[0], '%')} of them are relevant."
    highest, lowest = max(shares), min(shares)
    if highest == lowest:
        return f"The same for all {len(rows)} runs that have rare {words.items}: {decimals(lowest, '%')}."

    def named(share: float) -> str:
        equal = shares.count(share)
        who = labels[shares.index(share)] if equal == 1 else counted(equal, "run")
        return f"{decimals(share, '%')} ({who})"

    return (
        f"Of the {len(rows)} runs with rare {words.items}: highest {named(highest)}, lowest "
        f"{named(lowest)}; the highest-ranked of them has {decimals(shares[0], '%')}, the "
        f"lowest-ranked {decimals(shares[-1], '%')}."
    )


def _judged_share(rows: pd.DataFrame, words: Words) -> str:
    """Say if some of what the runs found is not judged, so that it cannot be relevant."""
    rare, judged = int(rows.rare.sum()), int(rows.rare_judged.sum())
    if judged == rare:
        return ""
    if not judged:
        return f" None of these rare {words.items} is judged, so all count as not relevant."
    are, summed = "is" if judged == 1 else "are", ", summed over runs," * (len(rows) > 1)
    return (
        f" {judged:,} of {rare:,} rare {words.items}{summed} {are} judged; the others count as not relevant."
    )


@once_per_outcome
def pool_parts(outcome: TaskOutcome, campaign: Campaign) -> dict[str, dict[str, Any]]:
    """Return what each evaluated run brought into the pools, and its rare articles; all topics together.

    Empty if no topic was assessed.
    """
    pools = pools_of_task(outcome, campaign)
    if not pools.topics:
        return {}
    counts = rare_counts(outcome, campaign)
    found = counts[counts["set"] == OFFICIAL].merge(pool_contributions(outcome, campaign), on="run")
    found = found.assign(
        unit=pools.items,
        depth=pools.depth,
        has_participant=found.participant.isin(pools.participants),
        rare_in=rare_in(most_runs(len(pools.groups))),
    )
    return {one["run"]: one for one in frame_rows(found)}
