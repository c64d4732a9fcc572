"""Where runs stand among all runs of their task, metric by metric."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.metric_choice import main_columns
from inexreport.report.naming import RunName
from inexreport.statistics.summary import UNRANKED, Floats

METRICS_SHOWN = 8

MOST_TICKS = 300
"""Of more runs a sample is shown: a page for each run with the scores of all grows with their square."""


def standing_figure(view: CampaignView, name: RunName, row: int) -> PageData | None:
    """The score of the run in a row of the standings and the ``others``, by each of the main metrics.

    None for a task's only run.
    """
    standings, columns = view.standings[name.task], view.columns[name.task]
    chosen = _shown_metrics(view, name.task, [row])
    if len(standings.runs) < 2 or not chosen:
        return None
    ranks = ", ".join(f"{columns[i].label} {standings.ranks[row, i]}" for i in chosen)
    others = np.delete(standings.means, row, axis=0)
    ticks = "ticks are the others"
    if len(others) > MOST_TICKS:
        ticks = f"ticks are {MOST_TICKS} of the others, evenly spaced by rank"
    return {
        "figure": Figure(
            title="Where does the run rank among all runs?",
            basis=f"Means of {view.ranked_runs(name.task)}: the dot is this run, {ticks}",
            source="scores.csv",
            summary=f"Rank of {counted(len(standings.runs), 'run')}: {ranks}.",
        ),
        "strips": [
            {
                "metric": columns[i],
                "own": float(standings.means[row, i]),
                "others": _ticks(others[:, i]),
            }
            for i in chosen
        ],
    }


def _ticks(scores: Floats) -> list[float]:
    """Scores without NaN; of many, `MOST_TICKS` evenly spaced by rank, lowest and highest included."""
    known = scores[~np.isnan(scores)]
    if len(known) > MOST_TICKS:
        known = np.sort(known)[np.linspace(0, len(known) - 1, MOST_TICKS).round().astype(np.intp)]
    ticks: list[float] = known.tolist()
    return ticks


def placing_figure(view: CampaignView, task: str, rows: Sequence[int]) -> PageData | None:
    """A participant's runs, by their rows in the evaluated runs, with ``median`` and ``best`` of all runs.

    A strip for each of the main metrics, with the score of each run; None without any score.
    """
    all_runs, standings, columns = view.all_runs[task], view.evaluated_runs[task], view.columns[task]
    strips = []
    for i in _shown_metrics(view, task, rows):
        middle = all_runs.medians.means[columns[i].identifier]
        strips.append(
            {
                "metric": columns[i],
                "label": columns[i].label,
                "runs": [
                    (view.names[task, standings.runs[row].submission.name], float(standings.means[row, i]))
                    for row in rows
                    if standings.ranks[row, i] != UNRANKED
                ],
                "median": middle.median,
                "best": middle.best,
            }
        )
    if not strips:
        return None
    mine, stand = ("this run", "stands") if len(rows) == 1 else ("your runs", "stand")
    return {
        "figure": Figure(
            title=f"Where {mine} {stand} among all runs",
            basis=f"Means of {view.ranked_runs(task)}: dots are {mine}, the"
            " short tick is the median of all, the long one the best",
            source="medians.csv",
            summary="; ".join(map(_in_words, strips)) + ".",
        ),
        "axis": "Mean over topics",
        "strips": strips,
    }


def _in_words(strip: PageData) -> str:
    runs = ", ".join(f"{name.title} {decimals(score)}" for name, score in strip["runs"])
    return f"{strip['label']}: {runs}, median {decimals(strip['median'])}, best {decimals(strip['best'])}"


def _shown_metrics(view: CampaignView, task: str, rows: Sequence[int]) -> list[int]:
    """Columns of the main metrics by which one of the runs has a rank, the official one first.

    Imported metrics have other ranges than the axis that all strips share.
    """
    standings, columns = view.evaluated_runs[task], view.columns[task]
    main = main_columns(standings.task.metrics, standings.task.official, view.metrics, view.evaluated(task))
    ranked = [
        i
        for i in main
        if columns[i].ranked and not columns[i].imported and (standings.ranks[rows, i] != UNRANKED).any()
    ]
    return sorted(ranked, key=lambda i: i != standings.official)[:METRICS_SHOWN]
