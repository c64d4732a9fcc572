"""Tables of the pools, rare documents and participants left out."""

from __future__ import annotations

from collections.abc import Iterator

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.pool_figures import rare_rows
from inexreport.report.tables.columns import OFFICIAL_METRIC, RUN, TASK, TASK_AND_RUN, UNJUDGED
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.statistics.leave_out import LARGE_FALL
from inexreport.statistics.pool_findings import PoolFindings, pool_findings
from inexreport.statistics.standings import task_standings


def _findings(outcome: CampaignOutcome) -> Iterator[tuple[str, PoolFindings]]:
    for task in outcome.tasks:
        yield task.task.name, pool_findings(task, outcome.campaign)


def _pooling(outcome: CampaignOutcome) -> Rows:
    for task, findings in _findings(outcome):
        for one in findings.qualities:
            yield one.kind, task, one.topic, one.depth, one.size, one.precision, one.recall, one.unassessed


POOLING = Table(
    "pooling",
    "One row per pool, task, depth of the system pool and topic, and one for the mean over topics.",
    {
        "pool": text(
            "`system`: the first results of every run, or what the judges were given; `metasearch`: as many "
            "items with the highest Borda count over the first 500 results; `combined`: both."
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
    },
    _pooling,
)


def _metasearch_depths(outcome: CampaignOutcome) -> Rows:
    for task, findings in _findings(outcome):
        for one in findings.counted_depths:
            pool = one.pool
            yield (
                *(task, pool.topic, pool.depth, one.counted),
                *(pool.size, pool.precision, pool.recall, pool.unassessed),
                *(one.same_relevant, one.saved),
            )


METASEARCH_DEPTHS = Table(
    "metasearch_depths",
    "One row per task, topic, depth of the system pool and number of results that the Borda count of the "
    "metasearch pool looks at, and one for the mean over topics.",
    {
        **TASK,
        "topic": POOLING.columns["topic"],
        "depth": text("Depth of the system pool of the same size as the metasearch pool, as in `pooling`."),
        "counted": integer("How many results of each run give points."),
        **{name: POOLING.columns[name] for name in ("size", "precision", "recall", "unassessed")},
        "same_relevant": number(
            "Size of the smallest metasearch pool with as many relevant items as the system pool; empty "
            "where the system pool has none or no metasearch pool has as many."
        ),
        "saved": number(
            "Items that the system pool has more than that one: judgements saved for the same relevant items."
        ),
    },
    _metasearch_depths,
)


def _pool_growth(outcome: CampaignOutcome) -> Rows:
    for task, findings in _findings(outcome):
        for one in findings.growth:
            yield (task, one.group, one.depths, one.size, one.relevant, one.recall)


POOL_GROWTH = Table(
    "pool_growth",
    "One row per task, participant and depth, and one for all runs together: means over topics.",
    {
        **TASK,
        "participant": text(
            "Id of the participant whose runs alone are pooled (a run without a participant is its own "
            "group, in brackets); empty for all runs together."
        ),
        "depth": integer("How many results of each run are pooled."),
        "size": number("Items in the pool, mean over assessed topics."),
        "relevant": number("Relevant items in it, mean over assessed topics."),
        "recall": number("Share of the relevant items, mean over topics that have any."),
    },
    _pool_growth,
)


def _pool_contributions(outcome: CampaignOutcome) -> Rows:
    for task, findings in _findings(outcome):
        for one in findings.contributions.rows:
            yield task, one.group, one.run, one.pooled, one.relevant, one.unique, one.unique_relevant


POOL_CONTRIBUTIONS = Table(
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
    _pool_contributions,
)


_RARE = ("run", "rank", "rare", "relevant", "percent", "share_of_all")


def _rare_documents(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for row in rare_rows(task_standings(task), pool_findings(task, outcome.campaign).rare):
            yield task.task.name, *(row[name] for name in _RARE)


RARE_DOCUMENTS = Table(
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
    _rare_documents,
    documents_row="One row per evaluated run: the documents that few runs have among their first 100 "
    "results.",
)


def _leave_out(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        found = pool_findings(task, outcome.campaign).left_out
        yield (
            task.task.name,
            found.participants,
            task.task.official,
            found.runs,
            found.score,
            found.score_without,
            [rank or None for rank in found.rank],
            [rank or None for rank in found.rank_without],
        )


LEAVE_OUT = Table(
    "leave_out",
    "One row per evaluated run: had its participant not taken part in the pool.",
    {
        **TASK,
        "participant": text(
            "Whose finds are left out: the run’s own participant, or, for a run without a participant, "
            "the run itself; then it is empty."
        ),
        **OFFICIAL_METRIC,
        **RUN,
        "score": number("Official score."),
        "score_without": number(
            "Score by the assessments without what is relevant and only this participant’s runs "
            "brought into the pool."
        ),
        "rank": optional_integer("Official rank; equal scores share a rank."),
        "rank_without": optional_integer(
            "Rank by those assessments, by which the runs of all others are scored too."
        ),
    },
    _leave_out,
)


def _reusability(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        findings = pool_findings(task, outcome.campaign)
        for one in findings.reusability.groups if findings.reusability else ():
            yield (
                *(task.task.name, one.group, task.task.official),
                *(one.unique_relevant, one.tau, one.largest_fall, one.run),
                *(len(one.own.runs), one.own.largest, one.own.mean, one.own.of_at_least(LARGE_FALL)),
                one.own.farthest[0].run if one.own.farthest else "",
            )


REUSABILITY = Table(
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
    _reusability,
    only_with_rows=True,
)
