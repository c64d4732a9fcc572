"""The table of official scores at several result depths, with the reported times."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_times
from inexreport.report.tables.columns import OFFICIAL_METRIC, TASK_AND_RUN
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer
from inexreport.statistics.efficiency import efficiency
from inexreport.statistics.standings import task_standings


def _efficiency(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        standings = task_standings(task)
        found = efficiency(standings)
        if found is None:
            continue
        for row, run in enumerate(standings.runs):
            yield (
                *(task.task.name, run.submission.name, list(found.depths), task.task.official),
                found.scores[row],
                [rank or None for rank in found.ranks[row].tolist()],
                *(int(found.returned[row]), float(found.milliseconds[row]), int(found.timed[row])),
            )


EFFICIENCY = Table(
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
    _efficiency,
    applies=has_times,
)
