"""Tables of the curves."""

from __future__ import annotations

import numpy as np

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_curves
from inexreport.report.tables.columns import CURVE, RUN, TASK, X, Y
from inexreport.report.tables.table import Rows, Shown, Table, integer, number
from inexreport.statistics.medians import median_curves
from inexreport.statistics.standings import task_standings


def _curves(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for run in task.runs:
            for curve in run.curves:
                known = ~np.isnan(curve.y)
                yield (task.task.name, run.submission.name, curve.metric, curve.x[known], curve.y[known])


CURVES = Table(
    "curves",
    "One row per point of a run’s curves, means over topics.",
    TASK | RUN | CURVE | X | Y,
    _curves,
    applies=has_curves,
    participants=Shown("One row per point of an own run’s curves, means over topics."),
)


def _median_curves(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for metric, curve in median_curves(task_standings(task)).items():
            known = ~np.isnan(curve.median.y)
            yield (
                task.task.name,
                metric,
                curve.median.x[known],
                curve.runs,
                curve.median.y[known],
                curve.best.y[known],
            )


MEDIAN_CURVES = Table(
    "median_curves",
    "One row per point of a task’s curves: what the evaluated runs reach there.",
    {
        **TASK,
        **CURVE,
        **X,
        "runs": integer("Evaluated runs with this curve."),
        "median": number("Median of the curves at this point."),
        "best": number("Highest of the curves at this point."),
    },
    _median_curves,
    applies=has_curves,
    participants=Shown(
        "One row per point of a task’s curves: what all evaluated runs reach there.",
        of_all_runs="task metric x runs median best",
    ),
)
