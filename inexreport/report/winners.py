"""The best run of each task, the runs that are not significantly worse, and where all runs stand."""

from __future__ import annotations

import math

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import is_comparable
from inexreport.report.figure import PageData, counted_topics, decimals, known
from inexreport.report.metric_choice import judged_metric
from inexreport.report.significance import GROUPING
from inexreport.statistics.findings import TaskFindings
from inexreport.statistics.significance import UNTESTED, significant_differences

MARGIN = 1.0
"""Percent of the width of a strip that stays free on both sides, so that no dot is cut off."""


def task_winner(view: CampaignView, task: str) -> PageData:
    """Return a task with its best run, the first by name of several that share the best score.

    Only ranked runs can win, see `inexreport.statistics.standings.task_standings`.

    Returns
    -------
    dict
        ``winner`` is None where no run has a rank; then ``score``, ``interval`` and ``strip`` are None too.
        ``sharing`` is the number of others with its score, ``perfect`` whether it is the highest possible,
        ``alike`` the names of the runs that are not significantly worse, best first, and ``compared``
        the number of runs that were tested against it.
        ``best_two`` are the names of the best two runs if they can be compared, else it is empty.
        ``by_badge`` is that of `best_by_badge`.
        ``judged`` is the measure of the judged share of its first documents, None where the task has none.
    """
    standings, findings = view.standings[task], view.findings(task)
    official = view.official_column(task)
    won = bool(standings.runs) and standings.rank(0) == 1
    judged = judged_metric(view.columns[task], view.metrics, official)
    names = [view.names[task, run.submission.name] for run in standings.runs]
    alike, compared = _not_worse(findings) if won else ([], 0)
    best = float(standings.means[0, standings.official]) if won else math.nan
    return {
        "name": task,
        "question": standings.task.question,
        "official": official,
        "runs": sum(name.task == task for name in view.names.values()),
        "evaluated": len(view.evaluated_runs[task].runs),
        "ranked": findings.ranked,
        "winner": names[0] if won else None,
        "sharing": standings.sharing(0) if won else 0,
        "perfect": view.metrics[official.identifier].is_highest(best),
        "score": best if won else None,
        "interval": _interval(findings) if won else None,
        "alike": [names[row] for row in alike],
        "compared": compared,
        "best_two": names[:2] if won and len(names) > 1 and is_comparable(view, task) else [],
        "test": GROUPING[standings.task.significance],
        "judged": judged,
        "judged_share": float(standings.means[0, standings.task.metrics.index(judged.identifier)])
        if won and judged
        else None,
        "topics": counted_topics(standings.topics_counted[:1, standings.official]),
        "strip": _strip(view, task) if won else None,
        "by_badge": best_by_badge(view, task),
    }


def best_by_badge(view: CampaignView, task: str) -> list[PageData]:
    """Return the best ranked run with each badge, best first; empty unless there are two badges.

    ``runs`` is the number of ranked runs with the badge, ``sharing`` that of others with the best score.
    """
    standings = view.standings[task]
    found: dict[str, PageData] = {}
    for row, run in enumerate(standings.runs):
        name, rank = view.names[task, run.submission.name], standings.rank(row)
        if name.badge and rank is not None:
            score = float(standings.means[row, standings.official])
            best = found.setdefault(
                name.badge, {"name": name, "rank": rank, "score": score, "runs": 0, "sharing": -1}
            )
            best["runs"] += 1
            best["sharing"] += rank == best["rank"]
    return list(found.values()) if len(found) > 1 else []


def _interval(findings: TaskFindings) -> tuple[float, float] | None:
    low, high = (known(float(end[0])) for end in findings.intervals)
    return None if low is None or high is None else (low, high)


def _not_worse(findings: TaskFindings) -> tuple[list[int], int]:
    """Rows of the runs that the best run is not significantly better than, and how many were compared."""
    if findings.tested < 2:
        return [], 0
    pairs = findings.pairs
    test = next(iter(pairs.p_adjusted))
    found = significant_differences(findings.tested, pairs, test)[0, 1:]
    # Runs with equal scores on every topic have no p in some tests.
    equal = (comparable(pairs.difference) == 0)[pairs.first == 0]
    known = (found != UNTESTED) | equal
    return (np.flatnonzero(known & (found != 1)) + 1).tolist(), int(np.count_nonzero(known))


def _strip(view: CampaignView, task: str) -> PageData:
    """A dot for each evaluated run; places are percents of the width, whose ends are 0 and the best score.

    Runs without rank are dots too, with ``mark``.
    """
    standings, column = view.evaluated_runs[task], view.official_column(task)
    scores = standings.means[:, standings.official]
    scored = np.flatnonzero(~np.isnan(scores))
    interval = _interval(view.findings(task))
    ranked = scores[: len(view.standings[task].runs)]
    median = float(np.nanmedian(ranked))
    low = min(0.0, float(np.nanmin(scores)))
    high = max(float(np.nanmax(scores)), interval[1] if interval else low)

    def place(score: float) -> str:
        share = (score - low) / (high - low) if high > low else 0.0
        return f"{MARGIN + (100 - 2 * MARGIN) * share:.2f}%"

    names = {row: view.names[task, standings.runs[row].submission.name] for row in scored.tolist()}
    dots = [
        {"place": place(float(scores[row])), "name": name, "score": float(scores[row])}
        for row, name in names.items()
    ]
    unranked = sum(bool(name.mark) for name in names.values())
    unit = column.unit
    summary = (
        f"{counted(len(dots) - unranked, 'ranked run')} from {decimals(float(np.nanmin(ranked)), unit)} to "
        f"{decimals(float(np.nanmax(ranked)), unit)}, median {decimals(median, unit)}"
    )
    return {
        # The best run lies above all others.
        "dots": dots[::-1],
        "best": standings.runs[0].submission.name,
        "interval": [place(end) for end in interval] if interval else None,
        "median": place(median),
        "ends": (low, high),
        "summary": summary + (f"; {counted(unranked, 'run')} without rank" if unranked else ""),
    }
