"""Official scores at several result depths and against reported times, on the page of a task."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals, known
from inexreport.statistics.efficiency import Efficiency, efficiency, not_outdone


def efficiency_part(view: CampaignView, task: str) -> PageData | None:
    """Return scores by depth and the reported time of each run; None if the task has neither.

    ``figure`` is None where no run has both a time and a score. ``rows`` are in the order of the standings.
    """
    standings = view.standings[task]
    found = efficiency(standings)
    if found is None:
        return None
    rows = [
        {
            "name": view.names[task, run.submission.name],
            "returned": int(found.returned[row]),
            "milliseconds": known(found.milliseconds[row]),
            "timed": int(found.timed[row]),
            "cells": [
                (known(score), rank or None)
                for score, rank in zip(found.scores[row].tolist(), found.ranks[row].tolist(), strict=True)
            ],
        }
        for row, run in enumerate(standings.runs)
    ]
    return {"depths": found.depths, "rows": rows, **_scatter(view, task, rows, found)}


def _scatter(view: CampaignView, task: str, rows: Sequence[PageData], found: Efficiency) -> PageData:
    """The runs with a time and a score as points; on a logarithmic axis only positive times have a place."""
    points = [
        {**row, "score": float(score), "depth": _depth_of(row["returned"], found.depths)}
        for row, score in zip(rows, found.scores[:, -1], strict=True)
        if row["milliseconds"] is not None and row["milliseconds"] > 0 and not isnan(score)
    ]
    if not points:
        return {"figure": None}
    official = view.official_column(task)
    left_out = sum(row["milliseconds"] is not None for row in rows) - len(points)
    summary = f"{counted(len(points), 'run')} with a reported time. {_best_choices(points)}"
    if left_out:
        summary += f" {counted(left_out, 'run')} with a time of 0 or no score cannot be drawn."
    return {
        "figure": Figure(
            title="Is a better run a slower one?",
            basis=f"{official.identifier} of the first {found.depths[-1]:,} results by the reported time of "
            "a topic in milliseconds (mean over topics, log scale), measured by the participants themselves",
            source="efficiency.csv",
            summary=summary,
        ),
        "metric": official,
        "points": points,
    }


def _depth_of(returned: int, depths: Sequence[int]) -> int:
    """The smallest of the compared depths that has room for all results of a run."""
    return next((depth for depth in depths if returned <= depth), depths[-1])


def _best_choices(points: Sequence[PageData]) -> str:
    """The runs that no other run outdoes."""
    scores, times = (np.array([point[name] for point in points]) for name in ("score", "milliseconds"))
    best = [points[row] for row in not_outdone(scores, times).tolist()]
    named = ", ".join(
        f"{one['name'].label} ({decimals(one['score'])} in {one['milliseconds']:,.2f} ms)" for one in best
    )
    if len(best) == 1:
        return (
            f"No other run is faster than or better than {named}." if len(points) > 1 else f"It is {named}."
        )
    return (
        "No other run is both at least as good and faster, or at least as fast and better, than these: "
        f"{named}."
    )
