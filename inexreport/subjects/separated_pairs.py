"""Do metrics find the same runs significantly different? The pairs of runs that each metric separates."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.metrics.registry import bind
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.naming import metric_columns
from inexreport.report.tables.columns import TASK
from inexreport.report.tables.table import Table, integer, text
from inexreport.statistics.findings import task_findings
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.paired_tests import paired_differences, t_test
from inexreport.statistics.significance import LEVEL, holm
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import known_means
from inexreport.subjects.sections import Section, View


@once_per_outcome
def separated_pairs(outcome: TaskOutcome, campaign: Campaign | None = None) -> pd.DataFrame:
    """Return for every two ranking metrics how many pairs of the tested runs they separate alike.

    A metric separates two runs if the one-tailed paired t-test in the observed direction does, with Holm's
    correction for all pairs. Pairs of a metric with itself have its own number.

    References
    ----------
    Lalmas and Tombros (2007), section 3.1, on quantisations.
    """
    found = {name: t_tests(outcome, name) for name in ranking_metrics(outcome)}
    signs = {name: np.where(one["p_adjusted"] < LEVEL, one["sign"], 0) for name, one in found.items()}
    numbers = {name: np.count_nonzero(one) for name, one in signs.items()}
    rows = [
        (one, other, len(alike), numbers[one], numbers[other], np.sum(alike > 0), np.sum(alike < 0))
        for one, other in [*((name, name) for name in signs), *combinations(signs, 2)]
        for alike in [signs[one] * signs[other]]
        if len(alike)
    ]
    return pd.DataFrame(rows, columns=[*SEPARATED_PAIRS.columns][1:])


def ranking_metrics(outcome: TaskOutcome) -> list[str]:
    """Return the metrics of a task that rank its runs, imported ones among them."""
    imported = {one.name for one in outcome.imported}
    return [name for name in outcome.task.metrics if name in imported or bind(name).metric.ranks]


def t_tests(outcome: TaskOutcome, metric: str) -> dict[str, NDArray[Any]]:
    """Test the pairs of a task's best runs by any of its metrics.

    Returns
    -------
    dict
        Columns with a number or name for each pair, as in the published table ``significance``: ``run_a`` is
        the run that is better on the topics of both. ``sign`` is 1 if it is officially ranked higher, else
        -1, 0 if means are equal.
    """
    standings = task_standings(outcome)
    first, second = np.triu_indices(task_findings(outcome).tested, k=1)
    scores, better = standings.topic_scores(metric)[1], standings.signs[standings.task.metrics.index(metric)]
    differences = paired_differences(scores[first], scores[second])
    statistic, p = t_test(better * differences)
    means = known_means(differences)
    swapped, one_tailed = better * means < 0, np.minimum(p, 1 - p)
    runs = np.array([run.submission.name for run in standings.runs], dtype=object)
    return {
        "metric": np.full(len(first), metric, dtype=object),
        "run_a": runs[np.where(swapped, second, first)],
        "run_b": runs[np.where(swapped, first, second)],
        "topics": np.count_nonzero(~np.isnan(differences), axis=1),
        "difference": np.where(swapped, -means, means),
        "test": np.full(len(first), "t", dtype=object),
        "statistic": abs(statistic),
        "p": one_tailed,
        "p_adjusted": holm(one_tailed),
        "sign": np.sign(better * means),
    }


OF_SCORES = (separated_pairs,)

SEPARATED_PAIRS = Table.of_tasks(
    "separated_pairs",
    "One row per metric that ranks runs, and one per two of them: pairs of runs that differ significantly by "
    "the one-tailed paired t-test, Holm’s correction.",
    {
        **TASK,
        "metric_a": text("Identifier of a metric."),
        "metric_b": text("That of another, or the same."),
        "pairs": integer("Pairs of runs."),
        "separated_a": integer("Pairs that differ significantly by metric_a."),
        "separated_b": integer("By metric_b."),
        "separated_alike": integer("By both, in favour of the same run."),
        "opposite": integer("By both, in favour of different runs."),
    },
    separated_pairs,
)
TABLES = (SEPARATED_PAIRS,)


def separated_section(view: CampaignView, task: str) -> Iterator[Section]:
    """Yield how many pairs each metric separates, and how many of them the official one does, too."""
    found, official = separated_pairs(view.of(task)), view.of(task).task.official
    own = found[found.metric_a == found.metric_b].set_index("metric_a")
    if len(own) < 2:
        return
    with_official = found[(found.metric_a == official) | (found.metric_b == official)]
    other = with_official.metric_a.where(with_official.metric_a != official, with_official.metric_b)
    shared = with_official.set_index(other)[["separated_alike", "opposite"]].reindex(own.index)
    rows = own[["separated_a"]].join(shared).sort_values("separated_a", ascending=False, kind="stable")
    columns = dict(zip(own.index, metric_columns(tuple(own.index), view.metrics), strict=True))
    most, least = rows.index[0], rows.index[-1]
    pairs = counted(int(own.pairs.iloc[0]), "pair")
    highest, lowest = rows.separated_a.iloc[[0, -1]]
    fewest = int((rows.separated_a == lowest).sum())
    last = least if fewest == 1 else f"each of {fewest} others"
    others = f" and {last} {lowest:,}" if lowest < highest else ", as do the others"
    by = " (one-tailed t-test, Holm’s correction by metric)."
    answer = f"Of {pairs} of runs, {most} separates {highest:,}{others}{by}"
    table = View(
        "Pairs of runs that each metric separates",
        rows.assign(metric=[columns[name] for name in rows.index]),
        {
            "metric": ("Metric", "metric"),
            "separated_a": ("Pairs separated", "count"),
            "separated_alike": (("As by ", view.official_column(task)), "count"),
            "opposite": ("The other way round", "count"),
        },
        caption=f"One-tailed paired t-test, p below {LEVEL} after Holm’s correction.",
        data="separated_pairs",
    )
    yield Section("separated", "Do metrics separate the same runs?", [answer], [table])
