"""The published tables of correlations, tests, intervals, topic influence and swaps."""

from __future__ import annotations

from typing import Any

import pandas as pd

from inexreport.model.outcome import CampaignOutcome
from inexreport.statistics.findings import task_findings
from inexreport.statistics.rank_correlation import COEFFICIENTS
from inexreport.statistics.significance import TESTS


def correlations_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per two metrics of a task and coefficient; `value` is missing where it is undefined."""
    rows = []
    for task in outcome.tasks:
        found = task_findings(task).correlations
        for i, j in found.pairs():
            rows += [
                {
                    "task": task.task.name,
                    "metric_a": found.metrics[i],
                    "metric_b": found.metrics[j],
                    "coefficient": coefficient,
                    "value": found.coefficients[coefficient][i, j],
                    "runs": found.runs[i, j],
                }
                for coefficient in COEFFICIENTS
            ]
    columns = "task metric_a metric_b coefficient value runs"
    return pd.DataFrame(rows, columns=columns.split()).astype({"value": "float64", "runs": "int64"})


def significance_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per two runs of a task and test; statistic and p are missing where there is no test."""
    parts = []
    for task in outcome.tasks:
        findings = task_findings(task)
        names = [run.submission.name for run in findings.standings.runs]
        pairs = findings.pairs
        common = {
            "task": task.task.name,
            "metric": findings.official,
            "run_a": [names[row] for row in pairs.first],
            "run_b": [names[row] for row in pairs.second],
            "topics": pairs.topics,
            "difference": pairs.difference,
        }
        of_tests = [
            pd.DataFrame(
                common
                | {
                    "test": test,
                    "statistic": pairs.statistic[test],
                    "p": pairs.p[test],
                    "p_adjusted": pairs.p_adjusted[test],
                }
            )
            for test in TESTS
        ]
        parts.append(pd.concat(of_tests).sort_index(kind="stable"))
    columns = "task metric run_a run_b topics difference test statistic p p_adjusted"
    return _joined(parts, columns).astype(
        {"topics": "int64", "difference": "float64"} | dict.fromkeys(("statistic", "p", "p_adjusted"), float)
    )


def intervals_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per run that the official metric ranks: the interval of its mean, and its group."""
    rows: list[dict[str, Any]] = []
    for task in outcome.tasks:
        findings = task_findings(task)
        standings, official = findings.standings, findings.standings.official
        low, high = findings.intervals
        rows += [
            {
                "task": task.task.name,
                "metric": findings.official,
                "run": standings.runs[row].submission.name,
                "topics": standings.topics_counted[row, official],
                "score": standings.means[row, official],
                "low": low[row],
                "high": high[row],
                "group": findings.groups[row] or None,
            }
            for row in range(findings.ranked)
        ]
    columns = "task metric run topics score low high group"
    return pd.DataFrame(rows, columns=columns.split()).astype(
        {"topics": "int64", "score": "float64", "low": "float64", "high": "float64", "group": "Int64"}
    )


def topic_influence_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per task and topic: how the topic alone ranks the runs, and how far it spreads them."""
    parts = []
    for task in outcome.tasks:
        findings = task_findings(task)
        found = findings.influence
        parts.append(
            pd.DataFrame(
                {
                    "task": task.task.name,
                    "metric": findings.official,
                    "topic": list(found.topics),
                    "runs": found.runs,
                    "kendall": found.tau,
                    "spread": found.spread,
                    "share": found.share,
                }
            )
        )
    return _joined(parts, "task metric topic runs kendall spread share").astype(
        {"runs": "int64", "kendall": "float64", "spread": "float64", "share": "float64"}
    )


def swap_errors_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per task and number of topics: how often another set of topics turns two runs round."""
    parts = []
    for task in outcome.tasks:
        findings = task_findings(task)
        found = findings.swaps
        parts.append(
            pd.DataFrame(
                {
                    "task": task.task.name,
                    "metric": findings.official,
                    "topics": found.topics,
                    "error": found.error,
                    "ties": found.ties,
                }
            )
        )
    return _joined(parts, "task metric topics error ties").astype(
        {"topics": "int64", "error": "float64", "ties": "float64"}
    )


def _joined(parts: list[pd.DataFrame], columns: str) -> pd.DataFrame:
    filled = [part for part in parts if len(part)]
    if not filled:
        return pd.DataFrame(columns=columns.split())
    return pd.concat(filled, ignore_index=True)[columns.split()]
