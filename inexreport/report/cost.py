"""Official scores against imported measures of which less is better, on the page of a task."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.naming import MetricColumn
from inexreport.statistics.efficiency import not_outdone

MOST_NAMED = 10
"""Runs that the text alternative names."""


def cost_parts(view: CampaignView, task: str) -> list[PageData]:
    """Return a scatter for each such measure by which a run with an official score has one."""
    standings, columns = view.standings[task], view.columns[task]
    parts = []
    for place, column in enumerate(columns):
        both = standings.means[:, [standings.official, place]]
        rows = np.flatnonzero(~np.isnan(both).any(axis=1)).tolist()
        if column.imported and standings.signs[place] < 0 and rows:
            points = [
                {
                    "name": view.names[task, standings.runs[row].submission.name],
                    "score": float(both[row, 0]),
                    "cost": float(both[row, 1]),
                }
                for row in rows
            ]
            parts.append(_part(view.official_column(task), column, view, points))
    return parts


def _part(
    official: MetricColumn, cost: MetricColumn, view: CampaignView, points: Sequence[PageData]
) -> PageData:
    measure = view.metrics[cost.identifier].metric.imported
    unit = f" in {measure.unit}" if measure is not None and measure.unit else ""
    scores, costs = (np.array([point[name] for point in points]) for name in ("score", "cost"))
    best = [points[row] for row in not_outdone(scores, costs).tolist()]
    named = ", ".join(
        f"{one['name'].label} ({decimals(one['score'], official.unit)} at {one['cost']:,.4g})"
        for one in best[:MOST_NAMED]
    )
    more = f" and {len(best) - MOST_NAMED:,} more" if len(best) > MOST_NAMED else ""
    return {
        "figure": Figure(
            title=f"Is a better run a costlier one? {cost.title}",
            basis=f"{official.identifier} by {cost.identifier}{unit} of {counted(len(points), 'run')}; "
            f"{cost.identifier} is imported, lower is better",
            source="scores.csv",
            summary="No other run is both at least as good and cheaper, or at least as cheap and better, "
            f"than: {named}{more}.",
        ),
        "metric": official,
        "axis": f"{cost.title}{unit}",
        "cost": cost,
        "points": points,
    }
