"""The charts of a task: official scores, ranks under two metrics, and those that are published for papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure, task_curves
from inexreport.report.figure import Figure, PageData, counted_topics, decimals
from inexreport.report.metric_choice import companion_metric
from inexreport.report.naming import MetricColumn
from inexreport.statistics.score_intervals import CONFIDENCE
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED, Integers
from inexreport.subjects.sections import TopicRanges
from inexreport.subjects.significance import standing_rows
from inexreport.subjects.topics import difficulty_chart

HIGHLIGHTED = 10
"""Number of runs that are coloured where ranks are compared."""

NAMED_RUNS = 40
"""Largest number of runs with a named line each in the chart of scores."""

MOST_LINES = 100
"""Number of runs up to which each has a line there; lines of more are nothing but a grey area."""

TaskPicture = CurveFigure | TopicRanges | PageData


def task_pictures(view: CampaignView, task: str) -> Mapping[str, TaskPicture]:
    """Return the charts for papers by name: official scores, curves, and topics from the hardest."""
    pictures: dict[str, TaskPicture] = {}
    if dots := score_dots(view, task):
        pictures["scores"] = dots
    pictures |= {f"curve-{curve.name}": curve for curve in task_curves(view, task)}
    if view.difficulty[task].topics:
        pictures["topics"] = difficulty_chart(view, task)
    return pictures


def figure_of(picture: TaskPicture) -> Figure:
    """Return the title and the text of a chart."""
    return picture["figure"] if isinstance(picture, dict) else picture.figure


def score_dots(view: CampaignView, task: str) -> PageData | None:
    """Return the `standing_rows` of the runs with an official score; None where no run has one."""
    standings, official = view.standings[task], view.official_column(task)
    rows = [row for row in standing_rows(view, task) if row["rank"] is not None]
    if not rows:
        return None
    counts = counted_topics(standings.topics_counted[: len(rows), standings.official])
    basis = f"{official.identifier}, mean over {counts}"
    if any(row["low"] is not None for row in rows):
        basis += f"; line: {CONFIDENCE}% interval"
    if any(row["group"] for row in rows):
        edge = "on the right" if len(rows) <= NAMED_RUNS else "at the top"
        basis += f"; bars {edge}: runs not significantly below the group’s best"
    figure = Figure(
        title=f"{official.label} of each run, best first",
        basis=basis,
        source="intervals.csv",
        summary=_best_and_groups(rows, standings.sharing(0), view.ranked_word(task)),
    )
    return {"figure": figure, "metric": official, "rows": rows}


def _best_and_groups(rows: Sequence[PageData], sharing: int, kind: str) -> str:
    first, last = rows[0], rows[-1]
    if len(rows) == 1:
        return f"The only {kind} run is {first['name'].label} with {decimals(first['score'])}."
    if sharing == len(rows) - 1:
        return f"All {len(rows):,} {kind} runs have the same score, {decimals(first['score'])}."
    summary = f"Best of {len(rows):,} {kind} runs: {first['name'].label} with {decimals(first['score'])}, "
    if sharing:
        summary += f"a score that {counted(sharing, 'other run')} also {'has' if sharing == 1 else 'have'}"
    else:
        summary += f"{decimals(first['score'] - rows[1]['score'])} ahead of {rows[1]['name'].label}"
    median = float(np.median([row["score"] for row in rows]))
    summary += f". Lowest: {last['name'].label} with {decimals(last['score'])}. Median: {decimals(median)}."
    return f"{summary}{_groups([row['group'] for row in rows])}"


def _groups(groups: Sequence[int | None]) -> str:
    """How many groups the tests find; nothing where no run was tested."""
    tested = [group for group in groups if group]
    if not tested:
        return ""
    if max(tested) > 1:
        return f" The tests find {max(tested)} groups; the first has {counted(tested.count(1), 'run')}."
    which = "run" if len(tested) == len(groups) else "tested run"
    return f" No {which} is significantly below the best."


def rank_comparison(view: CampaignView, task: str) -> PageData | None:
    """Return the ranks of all runs by every metric that ranks them; None without two metrics or two runs.

    `left` and `right` are the positions of the metrics that are compared first: the official one and its
    companion; `moved` says whether any run has another rank by the one than by the other.
    """
    standings, official = view.standings[task], view.official_column(task)
    companion = companion_metric(view.columns[task], official, view.metrics)
    if companion is None or len(standings.runs) < 2:
        return None
    places = [i for i, column in enumerate(view.columns[task]) if column.ranked]
    columns = [view.columns[task][i] for i in places]
    left, right = columns.index(official), columns.index(companion)
    ranks = standings.ranks[:, places]
    total = len(standings.runs)
    shown = _shown_runs(ranks[:, [left, right]])
    which = f"{total} {view.ranked_word(task)} runs"
    if len(shown) < total:
        which = f"the {HIGHLIGHTED} runs that move furthest and the {HIGHLIGHTED} best of {total}"
    return {
        "figure": Figure(
            title="Does another metric rank the runs differently?",
            basis=(
                f"Ranks of {which} by {official.identifier} and by {companion.identifier}, 1 is best; equal"
                " scores share a rank"
            ),
            source="scores.csv",
            drawing="In colour: the runs that move furthest" if len(shown) < total else "",
            summary=_moves(view, standings, ranks[:, [left, right]], (official, companion)),
        ),
        "columns": columns,
        "left": left,
        "right": right,
        "runs": [
            {
                "name": view.names[task, standings.runs[row].submission.name],
                "ranks": [rank if rank != UNRANKED else None for rank in ranks[row].tolist()],
            }
            for row in shown
        ],
        "total": total,
        "highlighted": HIGHLIGHTED,
        "moved": _any_moved(ranks[:, [left, right]]),
    }


def _shown_runs(ranks: Integers) -> list[int]:
    """The rows of the runs with a line; of many runs first those that move furthest, then the best.

    Parameters
    ----------
    ranks : int64 array, shape (runs, 2)

    Examples
    --------
    >>> _shown_runs(np.array([[1, 2], [2, 1]]))
    [0, 1]
    """
    runs = list(range(len(ranks)))
    if len(ranks) <= MOST_LINES:
        return runs
    moves = np.where((ranks != UNRANKED).all(axis=1), np.abs(ranks[:, 0] - ranks[:, 1]), -1).tolist()
    furthest = sorted(runs, key=lambda row: (-moves[row], row))[:HIGHLIGHTED]
    return list(dict.fromkeys((*furthest, *runs[:HIGHLIGHTED])))


def _any_moved(ranks: Integers) -> bool:
    """Whether a run that has both ranks has two different ones.

    Parameters
    ----------
    ranks : int64 array, shape (runs, 2)

    Examples
    --------
    >>> _any_moved(np.array([[1, 1], [2, UNRANKED]])), _any_moved(np.array([[1, 2], [2, 1]]))
    (False, True)
    """
    ranked = ranks[(ranks != UNRANKED).all(axis=1)]
    return bool((ranked[:, 0] != ranked[:, 1]).any())


def _moves(
    view: CampaignView, standings: Standings, ranks: Integers, metrics: tuple[MetricColumn, MetricColumn]
) -> str:
    """How many runs keep their rank, and which one moves furthest; `ranks` has the shape (runs, 2)."""
    one, other = (metric.identifier for metric in metrics)
    ranked = np.flatnonzero((ranks != UNRANKED).all(axis=1))
    if not len(ranked):
        return f"No run has a rank by both {one} and {other}."
    moves = np.abs(ranks[ranked, 0] - ranks[ranked, 1])
    same = int((moves == 0).sum())
    text = f"Runs with the same rank by {one} and by {other}: {same} of {len(ranked)}."
    if same == len(ranked):
        return text
    most = int(ranked[moves.argmax()])
    name = view.names[standings.task.name, standings.runs[most].submission.name]
    return f"{text} {name.label} moves furthest, from {ranks[most, 0]} to {ranks[most, 1]}."
