"""Does another metric rank the runs differently? Ranks of all runs under two metrics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure
from inexreport.report.metric_choice import companion_metric
from inexreport.statistics.summary import UNRANKED, Integers
from inexreport.subjects.sections import Ranks, Section

HIGHLIGHTED = 10
"""Number of runs that are coloured."""

MOST_LINES = 100
"""Number of runs up to which each has a line; lines of more are nothing but a grey area."""


def ranks_section(view: CampaignView, task: str) -> Section | None:
    """Return the chart of a task's page, without a picture where no run moves; None as `rank_comparison`."""
    chart = rank_comparison(view, task)
    if chart is None:
        return None
    one, other = chart.frame.iloc[:, list(chart.chosen)].T.to_numpy()
    moved = (one != other) & ~np.isnan(one) & ~np.isnan(other)
    chart = chart if moved.any() else replace(chart, frame=chart.frame.iloc[:0])
    return Section("ranks", "Ranks under other metrics", parts=[chart], facts={"task": task})


def rank_comparison(view: CampaignView, task: str) -> Ranks | None:
    """Return the ranks of all runs by every metric that ranks them; None without two metrics or two runs.

    The official metric and its companion are compared first.
    """
    standings, official = view.standings[task], view.official_column(task)
    companion = companion_metric(view.columns[task], official, view.metrics)
    if companion is None or len(standings.runs) < 2:
        return None
    places = [i for i, column in enumerate(view.columns[task]) if column.ranked]
    columns = [view.columns[task][i] for i in places]
    chosen = columns.index(official), columns.index(companion)
    names = view.named(task, [run.submission.name for run in standings.runs])
    ranks = standings.ranks[:, places]
    shown, total = shown_runs(ranks[:, chosen]), len(names)
    one, other = official.identifier, companion.identifier
    which, drawing = f"{total} {view.ranked_word(task)} runs", ""
    if len(shown) < total:
        furthest = f"move furthest between {one} and {other}"
        which = f"the {HIGHLIGHTED} runs that {furthest} and the {HIGHLIGHTED} best of {total}"
        drawing = f"In colour: the runs that {furthest}"
    ranked = np.flatnonzero((ranks[:, chosen] != UNRANKED).all(axis=1))
    before, after = ranks[ranked][:, chosen].T
    same = int((before == after).sum())
    moves = f"Runs with the same rank by {one} and by {other}: {same} of {len(ranked)}."
    if not len(ranked):
        moves = f"No run has a rank by both {one} and {other}."
    elif same < len(ranked):
        far = np.abs(before - after)
        most, equal = int(far.argmax()), int((far == far.max()).sum())
        name, change = names[ranked[most]].label, f"from {before[most]} to {after[most]}"
        alone = f" {name} moves furthest, {change}."
        moves += alone if equal == 1 else f" {equal:,} runs move furthest, for example {name}, {change}."
    frame = pd.DataFrame(ranks, names, [column.identifier for column in columns])
    return Ranks(
        "ranks-chart",
        Figure(
            title="Does another metric rank the runs differently?",
            basis=f"Ranks of {which}, 1 is best; equal scores share a rank",
            source="scores.csv",
            drawing=drawing,
            summary=moves,
        ),
        frame.where(frame != UNRANKED).iloc[shown],
        chosen,
        labels=[column.label for column in columns],
        front=HIGHLIGHTED,
        last=total,
    )


def shown_runs(ranks: Integers) -> list[int]:
    """The rows of the runs with a line; of many runs first those that move furthest, then the best.

    Parameters
    ----------
    ranks : int64 array, shape (runs, 2)

    Examples
    --------
    >>> shown_runs(np.array([[1, 2], [2, 1]]))
    [0, 1]
    """
    runs = list(range(len(ranks)))
    if len(ranks) <= MOST_LINES:
        return runs
    moves = np.where((ranks != UNRANKED).all(axis=1), np.abs(ranks[:, 0] - ranks[:, 1]), -1).tolist()
    furthest = sorted(runs, key=lambda row: (-moves[row], row))[:HIGHLIGHTED]
    return list(dict.fromkeys((*furthest, *runs[:HIGHLIGHTED])))
