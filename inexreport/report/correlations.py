"""The page of a task's metric correlations: which metrics rank the runs alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, correlation
from inexreport.report.naming import MetricColumn
from inexreport.statistics.correlation_tests import ALL_ORDERS_UP_TO, EXACT_WITHOUT_TIES_UP_TO
from inexreport.statistics.rank_correlation import MetricCorrelations
from inexreport.statistics.summary import UNRANKED, Floats

FEWEST_RUNS = 3
"""Two runs are ranked either alike or the other way round, which says nothing of the metrics."""

SIGNIFICANT = 0.01
"""The level that Pehcevski and Thom (2005) state for their correlations."""

NAMES = {"spearman": "Spearman’s ρ", "kendall": "Kendall’s τ-b", "tau_ap": "AP correlation τ-AP"}


def correlations_page(view: CampaignView, task: str) -> PageData:
    """Return the correlations of a task's metrics; without matrices for too few runs or metrics."""
    found = ranking_metrics(view, task)
    runs = len(view.standings[task].runs)
    columns = [view.columns[task][i] for i in found.columns]
    enough = runs >= FEWEST_RUNS and len(columns) > 1
    described = counted(runs, f"{view.ranked_word(task)} run")
    return {
        "task": task,
        "runs": runs,
        "ranked_word": view.ranked_word(task),
        "metrics": len(columns),
        "fewest_runs": FEWEST_RUNS,
        "exact_up_to": ALL_ORDERS_UP_TO,
        "exact_without_ties_up_to": EXACT_WITHOUT_TIES_UP_TO,
        "answer": _answer(found, view.standings[task].official, columns),
        "matrices": [_matrix(found, name, columns, described) for name in NAMES] if enough else [],
        "scatter": _scatter(view, task, found, columns, described) if enough else None,
    }


def ranking_metrics(view: CampaignView, task: str) -> MetricCorrelations:
    """The correlations of the metrics that rank runs; Judged@10, for one, is in the published table only."""
    return view.findings(task).correlations.of(
        [place for place, column in enumerate(view.columns[task]) if column.ranked]
    )


def _answer(found: MetricCorrelations, official: int, columns: Sequence[MetricColumn]) -> str:
    """The range of Kendall's tau of the official metric with the others; empty where none is defined."""
    if official not in found.columns:
        return ""
    place = found.columns.index(official)
    tau = np.delete(found.coefficients["kendall"][place], place)
    known = tau[~np.isnan(tau)].tolist()
    if not known:
        return "No other metric gives the runs different scores, so rankings cannot be compared."
    low, high = correlation(min(known)), correlation(max(known))
    values, others = low if low == high else f"{low} to {high}", counted(len(known), "other metric")
    official_name = columns[place].identifier
    return (
        f"Kendall’s tau of {official_name} with {others} is {values}: 1 is the same ranking, 0 no relation."
    )


def _matrix(
    found: MetricCorrelations, coefficient: str, columns: Sequence[MetricColumn], runs: str
) -> PageData:
    """Correlations of all metrics by one coefficient, those that rank alike side by side.

    ``places`` are the places of its columns among those of the scatter plot. ``insignificant`` says of each
    pair of metrics whether its p is too high, ``significance`` how many are not; empty without a test.
    """
    name, order = NAMES[coefficient], list(found.order)
    p = found.p[coefficient][np.ix_(order, order)]
    cells, ordered = found.coefficients[coefficient][np.ix_(order, order)], [columns[i] for i in order]
    return {
        "name": name,
        "figure": Figure(
            title=f"Do the metrics agree? {name}",
            basis=(
                f"{name} of the rankings of {runs} by each pair of metrics, from −1 to 1,"
                " by unrounded means; similar metrics are placed side by side"
            ),
            source="correlations.csv",
            summary=_extremes(cells, ordered),
        ),
        "columns": ordered,
        "cells": cells.tolist(),
        "places": order,
        "insignificant": ((p >= SIGNIFICANT) & ~np.eye(len(p), dtype=np.bool_)).tolist(),
        "significance": significance(p[np.triu_indices(len(p), k=1)]),
    }


def significance(p: Floats) -> str:
    """Say how many correlations differ significantly from 0; empty without any p.

    Parameters
    ----------
    p : float64 array, shape (pairs,)
        NaN where there is no test.

    Examples
    --------
    >>> significance(np.array([0.001, 0.02, 0.0001]))
    '2 of 3 correlations differ significantly from 0 (two-tailed p < 0.01); the other is marked †.'
    """
    tested = int(np.count_nonzero(~np.isnan(p)))
    reached = int(np.count_nonzero(p < SIGNIFICANT))
    level = f"significantly from 0 (two-tailed p < {SIGNIFICANT})"
    if not tested:
        return ""
    if not reached:
        return f"No correlation differs {level}; all are marked †."
    if reached == tested:
        return f"Every correlation differs {level}."
    differ = "correlations differs" if reached == 1 else "correlations differ"
    others = "the other is" if tested - reached == 1 else "the others are"
    return f"{reached:,} of {tested:,} {differ} {level}; {others} marked †."


def _extremes(cells: Floats, columns: Sequence[MetricColumn]) -> str:
    first, second = np.triu_indices(len(cells), k=1)
    pairs = cells[first, second]
    if np.isnan(pairs).all():
        return "No correlation is defined: each metric gives all runs the same score."

    shown = [correlation(pair) for pair in pairs.tolist()]

    def named(pair: int) -> str:
        equal = shown.count(shown[pair])
        labels = columns[first[pair]].label, columns[second[pair]].label
        return f"{shown[pair]} ({f'{equal:,} pairs' if equal > 1 else f'{labels[0]} and {labels[1]}'})"

    highest, lowest = int(np.nanargmax(comparable(pairs))), int(np.nanargmin(comparable(pairs)))
    if shown[highest] == shown[lowest]:
        return f"Correlation: {named(highest)}."
    median = correlation(float(np.nanmedian(pairs)))
    return f"Highest correlation: {named(highest)}; lowest: {named(lowest)}; median: {median}."


def _scatter(
    view: CampaignView, task: str, found: MetricCorrelations, columns: Sequence[MetricColumn], runs: str
) -> PageData:
    """Runs by their scores under two metrics, which the reader chooses, from ``across`` and ``up``."""
    standings = view.standings[task]
    official = view.official_column(task)
    across = columns.index(official) if official in columns else 0
    places = list(found.columns)
    ranks = [[None if one == UNRANKED else one for one in row] for row in standings.ranks[:, places].tolist()]
    rho, tau = found.coefficients["spearman"], found.coefficients["kendall"]
    others = [i for i in range(len(columns)) if i != across]
    up = min(others, key=lambda i: (np.nan_to_num(tau[across, i], nan=2.0), i))
    one, other = columns[across].identifier, columns[up].identifier
    return {
        "figure": Figure(
            title="Two metrics side by side",
            basis=(f"Means of {runs} by two metrics"),
            source="scores.csv",
            drawing=f"A point is a run: {one} on the x axis, {other} on the y axis, unless others are chosen",
            summary=(
                f"{one} has no correlation with any other metric."
                if np.isnan(rho[across, up])
                else f"Kendall’s τ-b with {one} is at least {correlation(tau[across, up])}, as for {other}"
                f" (Spearman’s ρ {correlation(rho[across, up])})."
            ),
        ),
        "columns": columns,
        "across": across,
        "up": up,
        "runs": [
            {"name": view.names[task, run.submission.name], "scores": scores, "ranks": ranks}
            for run, scores, ranks in zip(
                standings.runs, standings.means[:, places].tolist(), ranks, strict=True
            )
        ],
        "spearman": rho.tolist(),
        "kendall": tau.tolist(),
    }
