"""The page of metric reliability: whether metrics order simulated runs as users would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from inexreport.model.counted import counted
from inexreport.model.outcome import Curve
from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure, curve_figure, curve_line, starts_and_ends
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.naming import MetricColumn, metric_columns
from inexreport.statistics.reliability import (
    EXPECTED_ORDER,
    SimulatedScore,
    beats_all,
    campaign_reliability,
    order_violations,
)
from inexreport.statistics.simulated_runs import SIMULATED_RUNS

EXPECTED = "expected order"
"""Label of the expected order among the metrics of the chart."""


def reliability_page(view: CampaignView) -> PageData:
    """Return the six simulated runs under every metric about judged elements.

    ``runs`` has their meaning, expected place and overlap in percent, ``rows`` a row per metric; it is empty
    where no elements are judged.
    """
    found = campaign_reliability(view.outcome)
    if found is None or not found.scores:
        return {"rows": []}
    by_metric: dict[str, dict[str, SimulatedScore]] = {}
    for score in found.scores:
        by_metric.setdefault(score.metric, {})[score.run] = score
    columns = metric_columns(tuple(by_metric), view.metrics)
    rows = [_row(column, by_metric[column.identifier]) for column in columns]
    official = view.outcome.campaign.tasks[found.task].official
    chosen = next((i for i, column in enumerate(columns) if column.identifier == official), 0)
    return {
        "task": found.task,
        "runs": _runs(by_metric[columns[chosen].identifier]),
        "rows": rows,
        "answer": _answer(rows),
        "bump": _bump(rows, chosen),
        "curves": [_curves(view, name, curves) for name, curves in found.curves.items()],
    }


def _answer(rows: Sequence[PageData]) -> str:
    """How many metrics rank the ideal run first, and all runs as expected."""
    ideal = sum(row["ideal_first"] for row in rows)
    ordered = sum(row["in_order"] == row["pairs"] for row in rows)
    return (
        f"Of {counted(len(rows), 'metric')}, {ideal:,} {'ranks' if ideal == 1 else 'rank'} the ideal run "
        f"first and {ordered:,} {'has' if ordered == 1 else 'have'} all pairs of runs in the expected order."
    )


def _row(column: MetricColumn, scores: Mapping[str, SimulatedScore]) -> PageData:
    """A metric with a cell per run, and how far it orders them as expected.

    ``ideal_first`` is whether no run scores higher than the ideal one; ``in_order`` of ``pairs`` of runs are
    ordered as their overlap suggests.
    """
    means = {run: one.score for run, one in scores.items()}
    pairs = len(list(combinations(means, 2)))
    first = next(iter(scores.values()))
    return {
        "metric": column,
        "quantisation": first.quantisation,
        "topics": first.topics,
        "cells": [scores.get(run) for run in SIMULATED_RUNS],
        "ideal_first": "irb" in means and beats_all(means),
        "in_order": pairs - len(order_violations(means)),
        "pairs": pairs,
    }


def _runs(scores: Mapping[str, SimulatedScore]) -> list[PageData]:
    return [
        {
            "name": run,
            "meaning": meaning,
            "expected": EXPECTED_ORDER.index(run) + 1,
            "overlap": scores[run].overlap if run in scores else None,
        }
        for run, meaning in SIMULATED_RUNS.items()
    ]


def _bump(rows: Sequence[PageData], chosen: int) -> PageData:
    """Ranks of the six runs in the expected order, then by each metric; None where there is no score."""
    row = rows[chosen]
    cells = dict(zip(SIMULATED_RUNS, row["cells"], strict=True))
    first = [run for run, cell in cells.items() if cell and cell.rank == 1]
    summary = f"Ranked first by {row['metric'].identifier}: {', '.join(first) or 'no run'}"
    if ideal := cells["irb"]:
        summary += f"; the ideal run irb has rank {ideal.rank} with {decimals(ideal.score)}"
    reliable = sum(one["ideal_first"] for one in rows)
    summary += (
        f". Pairs of runs in the expected order: {row['in_order']} of {row['pairs']}. Metrics by which no "
        f"run beats the ideal one: {reliable} of {len(rows)}."
    )
    return {
        "figure": Figure(
            title="Do metrics rank the simulated runs as expected?",
            basis=(
                f"Ranks of the six simulated runs, 1 is best, mean over {counted(row['topics'], 'topic')};"
                " equal scores share a rank"
            ),
            source="reliability.csv",
            summary=summary,
        ),
        "columns": [EXPECTED, *(one["metric"].identifier for one in rows)],
        "chosen": chosen + 1,
        "ranks": {
            run: [EXPECTED_ORDER.index(run) + 1, *(one["cells"][i] and one["cells"][i].rank for one in rows)]
            for i, run in enumerate(SIMULATED_RUNS)
        },
    }


def _curves(view: CampaignView, name: str, curves: Mapping[str, Curve]) -> CurveFigure:
    """The curves of one kind of the six runs."""
    lines = [curve_line(None, curves[run], label=run) for run in SIMULATED_RUNS if run in curves]
    chart = curve_figure(view, name, "the six simulated runs", "", lines, [])
    figure = replace(chart.figure, source="reliability_curves.csv", summary=starts_and_ends(lines))
    return replace(chart, figure=figure)
