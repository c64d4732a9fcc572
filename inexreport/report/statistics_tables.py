"""The published tables of correlations, tests, intervals, topic influence and swaps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.table_columns import SCHEMAS
from inexreport.report.text_columns import repeated, taken, texts
from inexreport.report.typed_table import joined, typed_columns, typed_table
from inexreport.statistics.findings import task_findings
from inexreport.statistics.rank_correlation import COEFFICIENTS
from inexreport.statistics.significance import TESTS


def correlations_table(outcome: CampaignOutcome) -> pa.Table:
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
    return typed_table(rows, SCHEMAS["correlations"])


def significance_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per two runs of a task and test; statistic and p are missing where there is no test."""
    tests = list(TESTS)
    parts = []
    for task in outcome.tasks:
        findings = task_findings(task)
        names = [run.submission.name for run in findings.standings.runs]
        pairs = findings.pairs
        pair = np.repeat(np.arange(len(pairs.first)), len(tests))
        of_tests = {
            name: np.column_stack([found[test] for test in tests]).ravel()
            for name, found in (
                ("statistic", pairs.statistic),
                ("p", pairs.p),
                ("p_adjusted", pairs.p_adjusted),
            )
        }
        part = {
            "task": repeated(task.task.name, len(pair)),
            "metric": repeated(findings.official, len(pair)),
            "run_a": taken(names, pairs.first[pair]),
            "run_b": taken(names, pairs.second[pair]),
            "topics": pairs.topics[pair],
            "difference": pairs.difference[pair],
            "test": taken(tests, np.tile(np.arange(len(tests)), len(pairs.first))),
        }
        parts.append(typed_columns(part | of_tests, SCHEMAS["significance"]))
    return joined(parts, SCHEMAS["significance"])


def intervals_table(outcome: CampaignOutcome) -> pa.Table:
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
    return typed_table(rows, SCHEMAS["intervals"])


def topic_influence_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per task and topic: how the topic alone ranks the runs, and how far it spreads them."""
    parts = []
    for task in outcome.tasks:
        findings = task_findings(task)
        found = findings.influence
        part = {
            "task": repeated(task.task.name, len(found.topics)),
            "metric": repeated(findings.official, len(found.topics)),
            "topic": texts(found.topics),
            "runs": found.runs,
            "kendall": found.tau,
            "spread": found.spread,
            "share": found.share,
        }
        parts.append(typed_columns(part, SCHEMAS["topic_influence"]))
    return joined(parts, SCHEMAS["topic_influence"])


def swap_errors_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per task and number of topics: how often another set of topics turns two runs round."""
    parts = []
    for task in outcome.tasks:
        findings = task_findings(task)
        found = findings.swaps
        part = {
            "task": repeated(task.task.name, len(found.topics)),
            "metric": repeated(findings.official, len(found.topics)),
            "topics": found.topics,
            "error": found.error,
            "ties": found.ties,
        }
        parts.append(typed_columns(part, SCHEMAS["swap_errors"]))
    return joined(parts, SCHEMAS["swap_errors"])
