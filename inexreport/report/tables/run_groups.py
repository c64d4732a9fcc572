"""Tables of groups of runs and of the tests between them."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_run_group_tables
from inexreport.report.tables.columns import OFFICIAL_METRIC, RUN, TASK
from inexreport.report.tables.table import Rows, Table, integer, number, text
from inexreport.statistics.run_groups import run_groups
from inexreport.statistics.standings import task_standings

FACET = {
    "facet": text(
        "What the runs are grouped by: `query` (automatic or manual, as stated), `results` (what most "
        "results of a run are), `structure` (whether the castitle is among the stated topic fields), "
        "`topic_fields` (as stated) or `participant`; or a column of runs.csv, such as `type`.",
        "What the runs are grouped by: `query` (automatic or manual, as stated), `topic_fields` (as stated) "
        "or `participant`; or a column of runs.csv, such as `type`.",
    )
}


def _run_groups(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        standings = task_standings(task)
        for one in run_groups(task).groups:
            best = one.runs[0]
            yield {
                "task": task.task.name,
                "metric": task.task.official,
                "facet": one.facet,
                "group": one.group,
                "runs": len(one.runs),
                "mean": one.mean,
                "median": one.median,
                "best_run": standings.runs[best].submission.name,
                "best_score": standings.means[best, standings.official],
                "best_runs": one.best_runs,
                "mean_of_best": one.mean_of_best,
            }


RUN_GROUPS = Table(
    "run_groups",
    "One row per task, facet and group of runs that have a score by the official metric.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        **FACET,
        "group": text("The group. A run that does not tell is in no group of the facet."),
        "runs": integer("Runs of the group."),
        "mean": number("Mean of their scores."),
        "median": number("Median of their scores."),
        "best_run": text("The run with the highest score; of several, the first by name."),
        "best_score": number("Its score."),
        "best_runs": integer("Number of runs in the smallest group of the facet."),
        "mean_of_best": number("Mean score of that number of the group’s best runs."),
    },
    _run_groups,
    applies=has_run_group_tables,
)


def _run_group_members(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        standings = task_standings(task)
        for one in run_groups(task).groups:
            rows = list(one.runs)
            yield (
                task.task.name,
                task.task.official,
                one.facet,
                one.group,
                [standings.runs[row].submission.name for row in rows],
                standings.means[rows, standings.official],
            )


RUN_GROUP_MEMBERS = Table(
    "run_group_members",
    "One row per group and run in it, the best first.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        "facet": text("As in the table of groups."),
        "group": text("The group."),
        **RUN,
        "score": number("Mean over topics."),
    },
    _run_group_members,
    applies=has_run_group_tables,
)


def _run_group_tests(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        metric = task_standings(task).topic_metric
        for one in run_groups(task).tests:
            yield (
                task.task.name,
                metric,
                one.facet,
                one.first,
                one.second,
                one.topics,
                one.difference,
                one.p,
                one.p_adjusted,
            )


RUN_GROUP_TESTS = Table(
    "run_group_tests",
    "One row per two groups of a facet of a task.",
    {
        **TASK,
        "metric": text("The task’s official metric, or one like it where that values whole runs only."),
        "facet": text("As in the table of groups."),
        "group_a": text("A group of the facet."),
        "group_b": text("Another group of the facet."),
        "topics": integer("Topics for which both groups have a score."),
        "difference": number(
            "Mean over these topics of the mean score of group_a’s runs less that of group_b’s."
        ),
        "p": number(
            "With two tails: how probable so large a difference is if each topic’s had a random sign. Empty "
            "for fewer than two topics or differences that are all 0."
        ),
        "p_adjusted": number(
            "The same after Holm’s correction for all tests of the task between participants, or for all "
            "between other groups."
        ),
    },
    _run_group_tests,
    applies=has_run_group_tables,
)
