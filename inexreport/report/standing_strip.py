"""Where a run's scores lie among those of all runs of its task, metric by metric."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure
from inexreport.report.main_columns import main_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.summary import UNRANKED

METRICS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class MetricStrip:
    """All runs' scores by a metric, the page's own run apart."""

    metric: MetricColumn
    own: float
    others: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class StandingFigure:
    """A strip for each of the task's main metrics."""

    figure: Figure
    strips: tuple[MetricStrip, ...]


def standing_figure(view: CampaignView, name: RunName, row: int) -> StandingFigure | None:
    """Strips of the run that stands in a row of the standings; None for a task's only run."""
    standings = view.standings[name.task]
    columns = view.columns[name.task]
    if len(standings.runs) < 2:
        return None
    main = main_columns(standings.task.metrics, standings.task.official, view.metrics, len(standings.runs))
    ranked = [i for i in main if columns[i].ranked and standings.ranks[row, i] != UNRANKED]
    ranked.sort(key=lambda i: i != standings.official)
    chosen = ranked[:METRICS_SHOWN]
    if not chosen:
        return None
    said = ", ".join(f"{columns[i].label} {standings.ranks[row, i]}" for i in chosen)
    return StandingFigure(
        figure=Figure(
            title="Where the run stands among all runs",
            basis=f"Means of {len(standings.runs)} evaluated runs: the dot is this run, ticks are the others",
            source="scores.csv",
            summary=f"Ranks of {len(standings.runs)} runs: {said}.",
        ),
        strips=tuple(
            MetricStrip(
                columns[i],
                float(standings.means[row, i]),
                tuple(others[~np.isnan(others)].tolist()),
            )
            for i in chosen
            for others in (np.delete(standings.means[:, i], row),)
        ),
    )
