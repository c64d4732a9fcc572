"""Tables of correlations, topic influence, swaps and simulated runs."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.tables.columns import CORRELATION_P, CURVE, OFFICIAL_METRIC, TASK, TOPIC, X, Y
from inexreport.report.tables.table import Rows, Table, integer, number, text
from inexreport.statistics.findings import task_findings
from inexreport.statistics.rank_correlation import COEFFICIENTS
from inexreport.statistics.reliability import campaign_reliability


def _correlations(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        found = task_findings(task).correlations
        for i, j in found.pairs():
            for coefficient in COEFFICIENTS:
                yield (
                    task.task.name,
                    found.metrics[i],
                    found.metrics[j],
                    coefficient,
                    found.coefficients[coefficient][i, j],
                    found.runs[i, j],
                    found.p[coefficient][i, j],
                )


CORRELATIONS = Table(
    "correlations",
    "One row per two metrics of a task (overlap is none) and coefficient, over the evaluated runs.",
    {
        **TASK,
        "metric_a": text("Identifier of a metric."),
        "metric_b": text("Identifier of a metric that comes later in the task’s order."),
        "coefficient": text(
            "`spearman` (rho, with average ranks), `kendall` (tau-b) or `tau_ap` (AP correlation with ties, "
            "the mean of both directions)."
        ),
        "value": number(
            "Correlation of the rankings by unrounded means, from −1 to 1; empty for fewer than two "
            "runs or where a metric gives all runs one score."
        ),
        "runs": integer("Evaluated runs with a score under both metrics."),
        "p": number(f"{CORRELATION_P}, and for `tau_ap`, which has no such test."),
    },
    _correlations,
    documents_row="One row per two metrics of a task and coefficient, over the evaluated runs.",
)


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
