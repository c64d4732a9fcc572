"""Tables of the same systems in two tasks that share topics."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_task_pair_tables
from inexreport.report.tables.columns import PARTICIPANT, TOPIC
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.statistics.summary import UNRANKED, Integers
from inexreport.statistics.task_pairs import Comparison, TaskPair, known_means, task_pairs, wins

TASKS = {
    "task_a": text("A task."),
    "task_b": text("Another task with topics in common, later in the campaign’s order."),
}
METRICS = {
    "metric_a": text("A metric of both tasks; the first task’s official one where they have none in common."),
    "metric_b": text("The same metric; or else the second task’s official one."),
}
WINS_OF_TOPICS = {
    "better_in_b": optional_integer(
        "Topics on which the run of task_b scores higher; empty for two different metrics."
    ),
    "better_in_a": optional_integer("Topics on which the run of task_a does."),
    "equal": optional_integer("Topics on which both score the same."),
}
WINS_OF_SYSTEMS = {
    "better_in_b": optional_integer(
        "Systems with a higher score in task_b; empty for two different metrics."
    ),
    "better_in_a": optional_integer("Systems with a higher score in task_a."),
    "equal": optional_integer("Systems with the same score in both."),
}
P = "With two tails, by the paired t-test; empty where it is not defined, and for two different metrics."


def _comparisons(outcome: CampaignOutcome) -> Iterator[tuple[TaskPair, Comparison, tuple[str, ...]]]:
    for pair in task_pairs(outcome):
        for one in pair.comparisons:
            yield pair, one, (pair.task_a, pair.task_b, one.metric_a, one.metric_b)


def _counts(one: Comparison, axis: int) -> tuple[Integers | None, ...]:
    """How many are better in the second task, in the first, and equal; None where that is not compared."""
    return wins(one.differences, axis) if one.comparable else (None, None, None)


def _pairs(outcome: CampaignOutcome) -> Rows:
    for pair, one, about in _comparisons(outcome):
        yield (
            *about,
            pair.participants,
            pair.runs_a,
            pair.runs_b,
            np.count_nonzero(~np.isnan(one.scores_a), axis=1),
            one.mean_a,
            one.mean_b,
            [rank if rank != UNRANKED else None for rank in one.rank_a.tolist()],
            [rank if rank != UNRANKED else None for rank in one.rank_b.tolist()],
            known_means(one.differences),
            one.p,
            one.p_adjusted,
            *_counts(one, axis=1),
        )


TASK_PAIRS = Table(
    "task_pairs",
    "One row per two tasks, metric and system that took part in both: runs of one participant whose files "
    "have the same name.",
    {
        **TASKS,
        **METRICS,
        **PARTICIPANT,
        "run_a": text("The run in task_a."),
        "run_b": text("The run in task_b."),
        "topics": integer("Topics for which both runs have a score."),
        "mean_a": number("Mean score of run_a over these topics."),
        "mean_b": number("Mean score of run_b over these topics."),
        "rank_a": optional_integer("Rank of run_a by that mean among the runs that are compared."),
        "rank_b": optional_integer("Rank of run_b."),
        "difference": number("Mean of run_b less run_a; empty for two different metrics."),
        "p": number(P),
        "p_adjusted": number("The same after Holm’s correction for all systems in the two tasks."),
        **WINS_OF_TOPICS,
    },
    _pairs,
    applies=has_task_pair_tables,
)


def _pair_topics(outcome: CampaignOutcome) -> Rows:
    for _, one, about in _comparisons(outcome):
        yield (
            *about,
            one.topics,
            np.count_nonzero(~np.isnan(one.scores_a), axis=0),
            known_means(one.scores_a.T),
            known_means(one.scores_b.T),
            one.topic_differences,
            *_counts(one, axis=0),
        )


TASK_PAIR_TOPICS = Table(
    "task_pair_topics",
    "One row per two tasks, metric and topic: the systems that took part in both.",
    {
        **TASKS,
        **METRICS,
        **TOPIC,
        "systems": integer("Systems with a score for the topic in both tasks."),
        "mean_a": number("Their mean score in task_a."),
        "mean_b": number("Their mean score in task_b."),
        "difference": number("Mean of the second less the first; empty for two different metrics."),
        **WINS_OF_SYSTEMS,
    },
    _pair_topics,
    applies=has_task_pair_tables,
)


def _pair_means(outcome: CampaignOutcome) -> Rows:
    for pair, one, about in _comparisons(outcome):
        means = known_means(np.vstack((one.mean_a, one.mean_b))).tolist()
        difference = known_means(one.topic_differences[None, :])[0]
        counts = [
            None if count is None else int(count[0])
            for count in (
                wins(known_means(one.differences)[None, :], axis=1) if one.comparable else (None, None, None)
            )
        ]
        yield (
            *about,
            len(pair.runs_a),
            len(one.topics),
            *means,
            difference,
            one.overall_p,
            *counts,
            one.kendall,
        )


TASK_PAIR_MEANS = Table(
    "task_pair_means",
    "One row per two tasks and metric: all systems that took part in both.",
    {
        **TASKS,
        **METRICS,
        "systems": integer("Systems that took part in both."),
        "topics": integer("Topics for which a system has both scores."),
        "mean_a": number("Mean of the systems’ means in task_a."),
        "mean_b": number("Mean of the systems’ means in task_b."),
        "difference": number("Mean over topics of the systems’ mean difference, task_b less task_a."),
        "p": number(P + " The samples are the topics’ mean differences."),
        **WINS_OF_SYSTEMS,
        "kendall": number(
            "Kendall’s tau-b of the systems’ rankings in the two tasks; empty for fewer than two systems, "
            "or where one task ties all."
        ),
    },
    _pair_means,
    applies=has_task_pair_tables,
)
