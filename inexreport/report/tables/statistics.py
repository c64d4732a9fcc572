"""Tables of topic influence and swaps."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.columns import OFFICIAL_METRIC, TASK, TOPIC
from inexreport.report.tables.table import Rows, Table, integer, number
from inexreport.statistics.findings import task_findings


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
