"""The best run of each task, the runs that are not significantly worse, and where all runs stand."""

from __future__ import annotations

import numpy as np
import pandas as pd

from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import is_comparable
from inexreport.report.figure import PageData, counted_topics, decimals
from inexreport.report.metric_choice import judged_metric
from inexreport.report.naming import MetricColumn
from inexreport.statistics.significance import UNTESTED
from inexreport.statistics.summary import Floats
from inexreport.subjects.sections import frame_rows
from inexreport.subjects.significance import (
    GROUPING,
    best_interval,
    differences,
    of_first_test,
    rank_interval,
)

MARGIN = 1.0
"""Percent of the width of a strip that stays free on both sides, so that no dot is cut off."""


def task_winner(view: CampaignView, task: str) -> PageData:
    """Return a task with its best run, the first by name of several that share the best score.

    Only ranked runs can win, see `inexreport.statistics.standings.task_standings`.

    Returns
    -------
    dict
        ``winner``, ``score`` and ``strip`` are None where no run has a rank, and nothing is said of it.
        ``sharing`` is the number of others with its score, ``perfect`` whether it is the highest possible,
        ``alike`` the names of the runs that are not significantly worse, best first, and ``compared``
        the number of runs that were tested against it.
        ``best_two`` are the names of the best two runs if they can be compared, else it is empty.
        ``judged`` is the measure of the judged share of its first documents, None where the task has none.
    """
    standings, official = view.standings[task], view.official_column(task)
    found = {
        "name": task,
        "question": standings.task.question,
        "official": official,
        "runs": sum(name.task == task for name in view.names.values()),
        "evaluated": len(view.evaluated_runs[task].runs),
        "ranked": view.findings(task).ranked,
        "test": GROUPING[standings.task.significance],
        "by_badge": best_by_badge(view, task),
        "winner": None,
        "score": None,
        "best_two": [],
        "strip": None,
    }
    if not standings.runs or standings.rank(0) != 1:
        return found
    judged = judged_metric(view.columns[task], view.metrics, official)
    names = view.named(task, [run.submission.name for run in standings.runs])
    alike, compared = _not_worse(view.of(task))
    best = standings.means[0]
    return found | {
        "winner": names[0],
        "sharing": standings.sharing(0),
        "perfect": view.metrics[official.identifier].is_highest(best[standings.official]),
        "score": best[standings.official],
        "interval": best_interval(view.of(task)),
        "rank_interval": rank_interval(view.of(task), 0),
        "alike": [names[row] for row in alike],
        "compared": compared,
        "best_two": names[:2] if len(names) > 1 and is_comparable(view, task) else [],
        "judged": judged,
        "judged_share": best[standings.task.metrics.index(judged.identifier)] if judged else None,
        "topics": counted_topics(standings.topics_counted[:1, standings.official]),
        "strip": _strip(view, task),
    }


def is_perfect(column: MetricColumn, scores: Floats) -> bool:
    """Whether a run has the highest possible score on all topics with one; of an imported metric unknown."""
    known = comparable(scores[~np.isnan(scores)])
    return len(known) > 0 and not column.imported and bool((known == column.highest).all())


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


def _not_worse(outcome: TaskOutcome) -> tuple[list[int], int]:
    """Rows of the runs that the best run is not significantly better than, and how many were compared."""
    tests = of_first_test(outcome)
    found = differences(outcome)[0, 1:]
    # Runs with equal scores on every topic have no p in some tests.
    equal = comparable(tests.difference[tests["first"] == 0]) == 0
    known = (found != UNTESTED) | equal
    return (np.flatnonzero(known & (found != 1)) + 1).tolist(), int(np.count_nonzero(known))


def _strip(view: CampaignView, task: str) -> PageData:
    """A dot for each evaluated run; places are percents of the width, whose ends are 0 and the best score.

    Runs without rank are dots too, with ``mark``.
    """
    standings, unit = view.evaluated_runs[task], view.official_column(task).unit
    names = view.named(task, [run.submission.name for run in standings.runs])
    runs = pd.DataFrame({"name": names, "score": standings.means[:, standings.official]}).dropna()
    ranked = runs.score[[not name.mark for name in runs.name]]
    unranked, median = len(runs) - len(ranked), float(ranked.median())
    interval = best_interval(view.of(task)) or []
    low, high = min(0.0, runs.score.min()), max([runs.score.max(), *interval[1:]])

    def place(score: float) -> str:
        share = (score - low) / (high - low) if high > low else 0.0
        return f"{MARGIN + (100 - 2 * MARGIN) * share:.2f}%"

    summary = (
        f"{counted(len(ranked), 'ranked run')} from {decimals(ranked.min(), unit)} to "
        f"{decimals(ranked.max(), unit)}, median {decimals(median, unit)}"
    )
    return {
        # The best run lies above all others.
        "dots": frame_rows(runs.assign(place=runs.score.map(place))[::-1]),
        "best": names[0].run,
        "interval": [place(end) for end in interval],
        "median": place(median),
        "ends": (low, high),
        "summary": summary + (f"; {counted(unranked, 'run')} without rank" if unranked else ""),
    }
