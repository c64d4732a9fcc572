"""The published tables about the judges and what they judged, and about metrics held against them."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.judges import judge_comparisons
from inexreport.report.table_columns import SCHEMAS
from inexreport.report.typed_table import typed_columns, typed_table
from inexreport.statistics.relevant_elements import relevant_elements
from inexreport.statistics.reliability import campaign_reliability


def agreement_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per judge, topic, level and grade, and one for the mean over topics."""
    judges = judge_comparisons(outcome.campaign)
    return _table((row for judge in judges for row in judge.agreement), SCHEMAS["agreement"])


def agreement_mutual_table(outcome: CampaignOutcome) -> pa.Table:
    """The same on elements that both judges find relevant; `union` counts the official judge's."""
    judges = judge_comparisons(outcome.campaign)
    return _table((row for judge in judges for row in judge.mutual), SCHEMAS["agreement_mutual"])


def agreement_characters_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per judge and topic in which text is highlighted at a known place."""
    rows = [
        {
            "judge": judge.judge,
            "topic": topic,
            "union": found.union,
            "intersection": found.shared,
            "ratio": found.ratio,
            "unplaced_articles": found.unplaced_articles,
        }
        for judge in judge_comparisons(outcome.campaign)
        for topic, found in judge.characters.items()
    ]
    return typed_table(rows, SCHEMAS["agreement_characters"])


def agreement_coefficients_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per judge, subject and topic, and one for the mean over topics."""
    judges = judge_comparisons(outcome.campaign)
    rows = (row for judge in judges for row in judge.coefficients)
    return _table(rows, SCHEMAS["agreement_coefficients"])


def relevant_elements_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per topic and grade, then the summaries over topics."""
    return _table(relevant_elements(outcome.campaign.assessments), SCHEMAS["relevant_elements"])


def reliability_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per metric about elements and simulated run that has a score."""
    found = campaign_reliability(outcome)
    return _table(found.scores if found else (), SCHEMAS["reliability"])


def reliability_curves_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per point of the simulated runs' curves."""
    found = campaign_reliability(outcome)
    columns: dict[str, list[object]] = {"metric": [], "run": [], "x": [], "y": []}
    for name, runs in (found.curves if found else {}).items():
        for run, curve in runs.items():
            columns["metric"] += [name] * len(curve.x)
            columns["run"] += [run] * len(curve.x)
            columns["x"] += curve.x.tolist()
            columns["y"] += curve.y.tolist()
    return typed_columns(columns, SCHEMAS["reliability_curves"])


def _table(rows: Iterable[object], schema: pa.Schema) -> pa.Table:
    """Records as a table with some of their fields as columns."""
    return typed_table([[getattr(row, name) for name in schema.names] for row in rows], schema)
