"""Tables of topic influence, swaps and simulated runs."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.tables.columns import CURVE, OFFICIAL_METRIC, TASK, TOPIC, X, Y
from inexreport.report.tables.table import Rows, Table, integer, number, text
from inexreport.statistics.findings import task_findings
from inexreport.statistics.reliability import campaign_reliability


def _topic_influence(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        findings = task_findings(task)
        metric, found = findings.official, findings.influence
        yield task.task.name, metric, found.topics, found.runs, found.tau, found.spread, found.share


TOPIC_INFLUENCE = Table(
    "topic_influence",
    "One row per task and topic: what it contributes to the ranking by the official metric.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        **TOPIC,
        "runs": integer("Evaluated runs with a score for the topic."),
        "kendall": number(
            "Kendall’s tau-b of the ranking by this topic alone with the official ranking; empty where one "
            "of them ties all runs."
        ),
        "spread": number("Standard deviation (n−1) of the runs’ scores for the topic."),
        "share": number(
            "Part of the variance of the runs’ means that comes from the topic; a task’s topics add up "
            "to 1. Empty where some run lacks a score for some topic."
        ),
    },
    _topic_influence,
)


def _swap_errors(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        findings = task_findings(task)
        found = findings.swaps
        yield (task.task.name, findings.official, found.topics, found.error, found.ties)


SWAP_ERRORS = Table(
    "swap_errors",
    "One row per task and number of topics: how often other topics reverse two runs.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        "topics": integer("Number of topics in a random set."),
        "error": number(
            "Share of comparisons of two runs that contradict those on most sets, from 0 to 0.5."
        ),
        "ties": number("Share of comparisons in which the means differ by no more than 5% of the larger."),
    },
    _swap_errors,
)


SIMULATED_RUN = {"run": text("Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`.")}


def _reliability(outcome: CampaignOutcome) -> Rows:
    found = campaign_reliability(outcome)
    return map(RELIABILITY.cells, found.scores if found else ())


RELIABILITY: Table[CampaignOutcome] = Table(
    "reliability",
    "One row per metric about judged elements and simulated run.",
    {
        "metric": text("Identifier of the metric, explained in the metrics guide."),
        **SIMULATED_RUN,
        "score": number("Mean over topics."),
        "rank": integer("Rank among the six; equal scores share a rank."),
        "overlap": number(
            "Percentage of the run’s results that overlap one at an earlier rank, mean over topics."
        ),
    },
    _reliability,
    applies=judges_text,
)


def _reliability_curves(outcome: CampaignOutcome) -> Rows:
    found = campaign_reliability(outcome)
    for metric, runs in (found.curves if found else {}).items():
        for run, curve in runs.items():
            yield (metric, run, curve.x, curve.y)


RELIABILITY_CURVES = Table(
    "reliability_curves",
    "One row per point of a simulated run’s curves, means over topics.",
    CURVE | SIMULATED_RUN | X | Y,
    _reliability_curves,
    applies=judges_text,
)
