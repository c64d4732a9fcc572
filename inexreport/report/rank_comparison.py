"""Ranks of a task's runs under every metric, to be compared two metrics at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED

HIGHLIGHTED = 10


@dataclass(frozen=True, slots=True)
class RankedRun:
    """A run with its rank under each metric; None where it has no score."""

    name: RunName
    ranks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RankFigure:
    """Runs, best first by the official metric, with their ranks.

    Attributes
    ----------
    columns : tuple of MetricColumn
        The metrics that rank runs.
    left, right : int
        Which two of them are compared first.
    highlighted : int
        So many of the runs are told apart by colour.
    """

    figure: Figure
    columns: tuple[MetricColumn, ...]
    left: int
    right: int
    runs: tuple[RankedRun, ...]
    highlighted: int = HIGHLIGHTED


def rank_comparison(view: CampaignView, task: str, companion: MetricColumn | None) -> RankFigure | None:
    """Compare the official metric with another; None where there are not two metrics or two runs."""
    standings = view.standings[task]
    official = view.official_column(task)
    places = [i for i, column in enumerate(view.columns[task]) if column.ranked]
    if companion is None or len(standings.runs) < 2:
        return None
    columns = tuple(view.columns[task][i] for i in places)
    ranks = standings.ranks[:, places]
    left, right = columns.index(official), columns.index(companion)
    return RankFigure(
        figure=Figure(
            title="Does another metric rank the runs differently?",
            basis=(
                f"Ranks of {len(standings.runs)} evaluated runs by {official.identifier} and by"
                f" {companion.identifier}, 1 is best; equal scores share a rank"
            ),
            source="scores.csv",
            summary=_moves(view, standings, ranks[:, left], ranks[:, right], official, companion),
        ),
        columns=columns,
        left=left,
        right=right,
        runs=tuple(
            RankedRun(
                view.names[task, run.submission.name],
                tuple(int(rank) if rank != UNRANKED else None for rank in row),
            )
            for run, row in zip(standings.runs, ranks, strict=True)
        ),
    )


def _moves(
    view: CampaignView,
    standings: Standings,
    left: np.ndarray,
    right: np.ndarray,
    official: MetricColumn,
    companion: MetricColumn,
) -> str:
    ranked = np.flatnonzero((left != UNRANKED) & (right != UNRANKED))
    if not len(ranked):
        return f"No run has a rank by both {official.identifier} and {companion.identifier}."
    moves = np.abs(left[ranked] - right[ranked])
    same = int((moves == 0).sum())
    said = (
        f"{same} of {len(ranked)} runs have the same rank by {official.identifier} and by"
        f" {companion.identifier}."
    )
    if same == len(ranked):
        return said
    most = int(ranked[int(np.argmax(moves))])
    name = view.names[standings.task.name, standings.runs[most].submission.name]
    return f"{said} {name.label} moves furthest, from {left[most]} to {right[most]}."
