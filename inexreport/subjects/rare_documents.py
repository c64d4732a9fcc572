"""Rare documents: which runs find what hardly any other run finds (Woodley and Geva 2005, section 3)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import ratios
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, counted_topics, decimals
from inexreport.report.tables.columns import TASK_AND_RUN
from inexreport.report.tables.table import Table, integer, number, optional_integer
from inexreport.report.words import Words, words_of
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pooled_results import among
from inexreport.statistics.pools import Rankings
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import known_ranks
from inexreport.subjects.pool_contributions import pool_contributions
from inexreport.subjects.pools import pools_of_task, shared_results
from inexreport.subjects.sections import Bars, Section, View

DEPTH = 100
"""Results considered per run."""

MOST_RUNS = 5
"""An article that more runs return is not rare, however many runs there are."""


def most_runs(evaluated: int) -> int:
    """A tenth of the evaluated runs, from 1 to `MOST_RUNS`."""
    return min(MOST_RUNS, max(1, evaluated // 10))


def rare_documents(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the rows of the published table without the task, in the official order of the runs."""
    counts = rare_counts(outcome, campaign).set_index("run")
    standings = task_standings(outcome)
    rank = known_ranks(standings.ranks[:, standings.official])
    names = [run.submission.name for run in standings.runs]
    return counts.loc[names].reset_index().assign(rank_official=rank)


@once_per_outcome
def rare_counts(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the rare articles of each run and the relevant ones among them, summed over assessed topics.

    ``percent`` is the relevant share of a run's rare articles in percent, ``percent_of_all`` the share of all
    relevant rare articles that it returns; both NaN where there are none.
    """
    results = shared_results(outcome, campaign)
    runs = len(results.runs)
    rare, relevant = np.zeros(runs, dtype=np.int64), np.zeros(runs, dtype=np.int64)
    all_relevant, most = 0, most_runs(runs)
    for topic in results.topics:
        first = Rankings([articles[:DEPTH].astype(np.int64) for articles in topic.articles])
        run, article = first.ranking[first.is_first], first.number[first.is_first]
        is_rare = np.bincount(article, minlength=len(first.items)) <= most
        is_rare_relevant = is_rare & among(first.items, topic.relevant_articles)
        all_relevant += int(np.count_nonzero(is_rare_relevant))
        rare += np.bincount(run[is_rare[article]], minlength=runs)
        relevant += np.bincount(run[is_rare_relevant[article]], minlength=runs)
    return pd.DataFrame(
        {
            "run": [run.submission.name for run in results.runs],
            "rare": rare,
            "rare_relevant": relevant,
            "percent": ratios(100.0 * relevant, rare),
            "percent_of_all": ratios(100.0 * relevant, all_relevant),
        }
    )


OF_POOLS = (rare_counts,)


RARE_DOCUMENTS = Table.of_tasks(
    "rare_documents",
    "One row per evaluated run: the articles that few runs have among their first 100 results.",
    {
        **TASK_AND_RUN,
        "rank_official": optional_integer("Rank by the task’s official metric; equal scores share a rank."),
        "rare": integer(
            "Articles among the first 100 results that few runs have there: at most a tenth of the evaluated "
            "runs, but at least 1 and at most 5. All assessed topics together.",
            "Documents among the first 100 results that few runs have there: at most a tenth of the "
            "evaluated runs, but at least 1 and at most 5. All assessed topics together.",
        ),
        "rare_relevant": integer("Those in which something is relevant.", "Those that are relevant."),
        "percent": number(
            "Relevant share of the rare articles in percent; empty without rare articles.",
            "Relevant share of the rare documents in percent; empty without rare documents.",
        ),
        "percent_of_all": number(
            "How many percent of all relevant rare articles of the task the run has among its first 100 "
            "results; empty where there are none.",
            "How many percent of all relevant rare documents of the task the run has among its first 100 "
            "results; empty where there are none.",
        ),
    },
    rare_documents,
    documents_row="One row per evaluated run: the documents that few runs have among their first 100 "
    "results.",
)


def rare_section(view: CampaignView, task: str) -> Section:
    """Which runs find rare articles: their relevant share, runs by official rank."""
    pools, words = pools_of_task(view.of(task), view.outcome.campaign), words_of(view.outcome.campaign)
    rows, most = _named_rows(view, task), most_runs(len(pools.groups))
    columns = {
        "rank_official": ("Rank", "rank"),
        "name": ("Run", "run"),
        "rare": (f"Rare {words.items}", "count"),
        "rare_relevant": ("Relevant", "count"),
        "percent": ("Percent", "percent"),
        "percent_of_all": ("Of all rare relevant, percent", "percent"),
    }
    table = View(
        "Rare documents by run",
        rows,
        columns,
        folded="Table: rare documents by run",
        rows="runs",
        address="rare",
        data="rare_documents",
    )
    chart = rare_chart(view, task)
    facts = {"most": most, "runs": len(pools.groups)}
    return Section("rare", "Rare documents", [], [chart, table], facts=facts)


def _named_rows(view: CampaignView, task: str) -> pd.DataFrame:
    found = rare_documents(view.of(task), view.outcome.campaign)
    return found.assign(name=view.named(task, found.run))


def rare_chart(view: CampaignView, task: str) -> Bars:
    """Return the chart of the relevant share of each run's rare articles."""
    pools, words = pools_of_task(view.of(task), view.outcome.campaign), words_of(view.outcome.campaign)
    rows = _named_rows(view, task).dropna(subset="percent")
    return Bars(
        "rare-chart",
        Figure(
            title="Which runs find rare relevant documents?",
            basis=f"Relevant share, in percent, of the {words.items} that "
            f"{rare_in(most_runs(len(pools.groups)))}; runs by official rank, "
            f"{counted_topics([pools.topics])} together",
            source="rare_documents.csv",
            summary=_summary(rows, words),
        ),
        rows,
        x=("percent", "Relevant, percent"),
        tips={"rare": f"Rare {words.items}", "rare_relevant": "Relevant"},
    )


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


@once_per_outcome
def pool_parts(outcome: TaskOutcome, campaign: Campaign) -> dict[str, PageData]:
    """Return what each evaluated run brought into the pools, and its rare articles; all topics together.

    Empty if no topic was assessed.
    """
    pools = pools_of_task(outcome, campaign)
    if not pools.topics:
        return {}
    rare = rare_counts(outcome, campaign).set_index("run").to_dict("index")
    contributions = {one["run"]: one for one in pool_contributions(outcome, campaign).to_dict("records")}
    return {
        run.submission.name: {
            "unit": pools.items,
            "depth": pools.depth,
            "has_participant": bool(run.submission.participant),
            "contribution": contributions[run.submission.name],
            "rare": found["rare"],
            "rare_relevant": found["rare_relevant"],
            "rare_percent": found["percent"],
            "rare_in": rare_in(most_runs(len(pools.groups))),
        }
        for run in outcome.runs
        if (found := rare.get(run.submission.name)) is not None
    }
