"""Is a better run slower or costlier? Official scores by result depth, reported time and imported cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.tables.columns import OFFICIAL_METRIC, TASK_AND_RUN
from inexreport.report.tables.table import Table, integer, number, optional_integer
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks, known_ranks
from inexreport.subjects.sections import Costs, Ordered, Section, View

MOST_NAMED = 10
"""Runs that the text alternative of a chart of costs names."""


@once_per_outcome
def efficiency(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the official score of each run's first results, and its reported time, in official order.

    Rows and columns of the published table without the task; none if the task has no depths and no run
    reports times. Without depths, scores are those at the task's cut-off.
    """
    standings = task_standings(outcome)
    runs, depths = standings.runs, outcome.task.depths or (outcome.task.cutoff,)
    if outcome.task.depths:
        scores = np.array([run.depth_scores for run in runs], dtype=np.float64).reshape(-1, len(depths))
    elif any(run.submission.milliseconds for run in runs):
        scores = standings.means[:, [standings.official]]
    else:
        runs, scores = (), np.empty((0, 1))
    of_runs: dict[str, Any] = {
        "run": [run.submission.name for run in runs],
        "returned": [
            int(run.composition.results_per_topic.max(initial=0)) if run.composition else 0 for run in runs
        ],
        "milliseconds": np.array([run.submission.mean_milliseconds for run in runs], dtype=np.float64),
        "timed": [len(run.submission.milliseconds) for run in runs],
    }
    return pd.DataFrame(
        {
            "depth": np.tile(depths, len(runs)),
            "metric": outcome.task.official,
            "score": scores.ravel(),
            "rank": known_ranks(competition_ranks(scores).ravel()),
            **{name: np.repeat(values, len(depths)) for name, values in of_runs.items()},
        }
    )


def _has_times(outcome: CampaignOutcome) -> bool:
    """Whether runs are compared at several depths, or report times."""
    return judges_text(outcome) or any(
        task.task.depths or any(run.submission.milliseconds for run in task.runs) for task in outcome.tasks
    )


EFFICIENCY = Table.of_tasks(
    "efficiency",
    "One row per evaluated run and result depth, in tasks that compare depths or whose runs report times.",
    {
        **TASK_AND_RUN,
        "depth": integer("How many results of each topic are scored."),
        **OFFICIAL_METRIC,
        "score": number("Score of these results, mean over topics."),
        "rank": optional_integer("Rank among all runs at this depth; equal scores share a rank."),
        "returned": integer("Most results that the run returns for a topic, within the task’s cut-off."),
        "milliseconds": number(
            "Time of a topic as the run reports it, whatever the depth: mean over topics with a time; empty "
            "without times."
        ),
        "timed": integer("Number of topics with a reported time."),
    },
    efficiency,
    applies=_has_times,
)


def efficiency_section(view: CampaignView, task: str) -> Section | None:
    """Return scores by depth and time on the page of a task; None if it has neither."""
    found = efficiency(view.of(task), view.outcome.campaign)
    if not len(found):
        return None
    chart = times_chart(view, task)
    answer = [] if chart else ["Fewer than two runs with a score report a time above 0, so none is compared."]
    charts = [chart] if chart else []
    depths = found.depth.unique().tolist()
    if len(depths) == 1:
        return Section("efficiency", "Effectiveness and time", answer, [*charts, "efficiency"])
    official = view.official_column(task)
    rows = found[found.depth == depths[0]]
    rows = rows.assign(
        name=view.named(task, rows.run),
        **{str(depth): _ranked(found[found.depth == depth], official.unit) for depth in depths},
    )
    table = View(
        "Official scores by result depth, and reported times",
        rows,
        {
            "name": ("Run", "run"),
            **{str(depth): (f"First {depth:,}", "ordered") for depth in depths},
            "returned": ("Most results of a topic", "count"),
            "milliseconds": ("Reported ms per topic", "hundredths"),
            "timed": ("Topics with a time", "count"),
        },
        metric=official,
        caption="of the first results of each topic, with the rank at that depth in brackets. The reported "
        "time is for all results of a run, mean over topics with a time.",
        rows="runs",
        address="efficiency",
        data="efficiency",
    )
    return Section("efficiency", "Effectiveness by result depth, and time", answer, [*charts, table])


def _ranked(found: pd.DataFrame, unit: str) -> list[Ordered]:
    return [
        Ordered("–", None) if pd.isna(rank) else Ordered(f"{decimals(score, unit)} ({rank})", score)
        for score, rank in zip(found.score.tolist(), found["rank"].tolist(), strict=True)
    ]


def times_chart(view: CampaignView, task: str) -> Costs | None:
    """Return the runs with a time and a score; on a logarithmic axis only positive times have a place.

    None of fewer than two runs, which cannot be compared.
    """
    found = efficiency(view.of(task), view.outcome.campaign)
    depths = found.depth.unique()
    runs = found[found.depth == depths.max(initial=0)]
    points = runs[(runs.milliseconds > 0) & runs.score.notna()]
    if len(points) < 2:
        return None
    smallest = depths[np.minimum(np.searchsorted(depths, points.returned), len(depths) - 1)]
    points = points.assign(
        name=view.named(task, points.run), depth=[f"up to {depth:,}" for depth in smallest]
    )
    official = view.official_column(task)
    summary = f"{counted(len(points), 'run')} with a reported time. {_best_choices(points)}"
    if left_out := runs.milliseconds.count() - len(points):
        summary += f" {counted(left_out, 'run')} with a time of 0 or no score cannot be drawn."
    return Costs(
        "efficiency-chart",
        Figure(
            title="Which runs are good and fast?",
            basis=f"{official.identifier} of the first {depths[-1]:,} results by the reported time of "
            "a topic in milliseconds (mean over topics, log scale), measured by the participants themselves",
            source="efficiency.csv",
            summary=summary,
        ),
        points,
        x=("milliseconds", "Reported milliseconds per topic"),
        metric=official,
        by_time=True,
    )


def _best_choices(points: pd.DataFrame) -> str:
    best = points.iloc[not_outdone(points.score.to_numpy(), points.milliseconds.to_numpy())]
    named = ", ".join(
        f"{name.label} ({decimals(score)} in {time:,.2f} ms)"
        for name, score, time in zip(best["name"], best.score, best.milliseconds, strict=True)
    )
    if len(best) == 1:
        return f"No other run is faster than or better than {named}."
    return (
        "No other run is both at least as good and faster, or at least as fast and better, than these: "
        f"{named}."
    )


def cost_section(view: CampaignView, task: str) -> Section | None:
    """Return scores against each imported measure of which less is better; None without any."""
    charts = cost_charts(view, task)
    imported = [one.x[0] for one in charts]
    return Section("cost", "Quality and cost", parts=charts, facts={"imported": imported}) if charts else None


def cost_charts(view: CampaignView, task: str) -> Sequence[Costs]:
    """Return a chart of each such measure by which two runs with an official score have one."""
    standings, official, charts = view.standings[task], view.official_column(task), list[Costs]()
    for place, cost in enumerate(view.columns[task]):
        both = standings.means[:, [standings.official, place]]
        rows = np.flatnonzero(~np.isnan(both).any(axis=1))
        if not cost.imported or standings.signs[place] > 0 or len(rows) < 2:
            continue
        measure = view.metrics[cost.identifier].metric.imported
        unit = f" in {measure.unit}" if measure is not None and measure.unit else ""
        scores, costs = both[rows].T
        names = view.named(task, [standings.runs[row].submission.name for row in rows.tolist()])
        best = not_outdone(scores, costs)
        named = ", ".join(
            f"{names[row].label} ({decimals(scores[row], official.unit)} at {costs[row]:,.4g})"
            for row in best[:MOST_NAMED].tolist()
        )
        more = f" and {len(best) - MOST_NAMED:,} more" if len(best) > MOST_NAMED else ""
        charts.append(
            Costs(
                f"cost-chart-{len(charts) + 1}",
                Figure(
                    title=f"Which runs are good and cheap? {cost.title}",
                    basis=f"{official.identifier} by {cost.identifier}{unit} of "
                    f"{counted(len(rows), 'run')}; {cost.identifier} is imported, lower is better; each "
                    "the mean over its own topics",
                    source="scores.csv",
                    summary="No other run is both at least as good and cheaper, or at least as cheap and "
                    f"better, than: {named}{more}.",
                ),
                pd.DataFrame({"name": names, "score": scores, cost.identifier: costs}),
                x=(cost.identifier, f"{cost.title}{unit}"),
                metric=official,
            )
        )
    return charts


def not_outdone(scores: Floats, costs: Floats) -> Integers:
    """Rows for which no other is as good and cheaper, or as cheap and better; from the cheapest.

    Parameters
    ----------
    scores, costs : float64 array, shape (rows,)
        Without NaN.

    Examples
    --------
    >>> not_outdone(np.array([0.2, 0.1, 0.3, 0.3]), np.array([10.0, 20.0, 40.0, 30.0]))
    array([0, 3])
    """
    cheaper, better = costs[:, None] > costs, scores[:, None] < scores
    outdone = (cheaper & (scores[:, None] <= scores)) | (better & (costs[:, None] >= costs))
    rows = np.flatnonzero(~outdone.any(axis=1))
    ordered: Integers = rows[np.argsort(costs[rows], kind="stable")]
    return ordered
