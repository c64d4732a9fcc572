"""Which metrics rank the runs of a task alike? Correlations of the rankings by each two metrics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.score_numbers import comparable
from inexreport.model.task import Task
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, correlation
from inexreport.report.naming import MetricColumn, metric_columns, task_title
from inexreport.report.tables.columns import CORRELATION_P, TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.correlation_tests import (
    ALL_ORDERS_UP_TO,
    EXACT_WITHOUT_TIES_UP_TO,
    kendall_p,
    spearman_p,
)
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.rank_correlation import NOT_COMPARED, kendall, spearman, tau_ap
from inexreport.statistics.ranks import centred_ranks
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, Floats
from inexreport.subjects.sections import (
    Chart,
    Choice,
    Heads,
    Matrix,
    MetricScatter,
    Ordered,
    Page,
    PageKind,
    Section,
    View,
)

FEWEST_RUNS = 3
"""Two runs are ranked either alike or the other way round, which says nothing of the metrics."""

SIGNIFICANT = 0.01
"""The level that Pehcevski and Thom (2005) state for their correlations."""

NAMES = {"spearman": "Spearman’s ρ", "kendall": "Kendall’s τ-b", "tau_ap": "AP correlation τ-AP"}

_MEASURES: Mapping[str, tuple[Callable[[Floats, Floats], float], Callable[[Floats, Floats], float]]] = {
    "spearman": (spearman, spearman_p),
    "kendall": (kendall, kendall_p),
    "tau_ap": (tau_ap, lambda one, other: np.nan),
}


@once_per_outcome
def metric_correlations(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the correlations of each two metrics of a task, over the ranked runs, see `correlate`."""
    standings = task_standings(outcome)
    return correlate(standings.task.metrics, standings.signs * standings.means)


OF_SCORES = (metric_correlations,)


def correlate(metrics: Sequence[str], means: Floats) -> pd.DataFrame:
    """Correlate the rankings by all metrics except overlap; `means` are by run and metric, NaN if undefined.

    Rows and columns are those of the published table without the task; further rows are of each metric with
    itself, which are not tested.
    """
    scores = {
        metric: means[:, place]
        for place, metric in enumerate(metrics)
        if metric.partition("(")[0] != NOT_COMPARED
    }
    missing = {metric: np.isnan(found) for metric, found in scores.items()}
    ranks = {metric: _ranks(found) for metric, found in scores.items()}
    rows = []
    for one, other in combinations_with_replacement(scores, 2):
        either, pair = missing[one] | missing[other], (ranks[one], ranks[other])
        if either.any():
            pair = _ranks(scores[one][~either]), _ranks(scores[other][~either])
        for name, (value, p) in _correlated(*pair).items():
            rows.append((one, other, name, value, len(pair[0]), p if one != other else np.nan))
    return pd.DataFrame(rows, columns=["metric_a", "metric_b", "coefficient", "value", "runs", "p"])


def _ranks(scores: Floats) -> tuple[int, ...]:
    return tuple(centred_ranks(scores).tolist())


@lru_cache(maxsize=4096)  # few runs are ranked alike by many metrics
def _correlated(one: tuple[int, ...], other: tuple[int, ...]) -> Mapping[str, tuple[float, float]]:
    """Each coefficient of two rankings with its p value."""
    pair = np.array(one), np.array(other)
    return {name: (coefficient(*pair), test(*pair)) for name, (coefficient, test) in _MEASURES.items()}


def matrix(found: pd.DataFrame, coefficient: str, column: str = "value") -> pd.DataFrame:
    """Return a column of `correlate` as a symmetric square, with metrics in their order."""
    chosen = np.flatnonzero(found.coefficient.to_numpy() == coefficient)
    metrics = [*dict.fromkeys(found.metric_a.to_numpy()[chosen].tolist())]
    first, second = np.triu_indices(len(metrics))
    square = np.empty((len(metrics), len(metrics)))
    square[first, second] = square[second, first] = found[column].to_numpy()[chosen]
    return pd.DataFrame(square, metrics, metrics)


def similarity_order(correlations: Floats) -> tuple[int, ...]:
    """Order of metrics in which those with similar rankings are neighbours.

    Hierarchical clustering (average linkage of 1 − correlation) of a square, with optimal leaf ordering;
    metrics without a correlation come last.

    Examples
    --------
    >>> order = similarity_order(np.array([[1.0, 0.1, 0.9], [0.1, 1.0, 0.2], [0.9, 0.2, 1.0]]))
    >>> order in {(0, 2, 1), (1, 2, 0)}
    True
    """
    is_defined = ~np.isnan(np.diag(correlations))
    defined, rest = np.flatnonzero(is_defined), np.flatnonzero(~is_defined)
    if len(defined) > 2:
        from scipy.cluster.hierarchy import leaves_list, linkage
        from scipy.spatial.distance import squareform

        known = np.nan_to_num(correlations[np.ix_(defined, defined)], nan=0.0)
        distances = np.round(np.clip(1 - known, 0, 2), 12)
        np.fill_diagonal(distances, 0)
        leaves = leaves_list(linkage(squareform(distances, checks=False), "average", optimal_ordering=True))
        defined = defined[leaves if leaves[0] < leaves[-1] else leaves[::-1]]
    return (*defined.tolist(), *rest.tolist())


def _of_two_metrics(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    return metric_correlations(outcome, campaign).query("metric_a != metric_b")


CORRELATIONS = Table.of_tasks(
    "correlations",
    "One row per two metrics of a task (overlap is none) and coefficient, over the ranked runs.",
    {
        **TASK,
        "metric_a": text("Identifier of a metric."),
        "metric_b": text("Identifier of a metric that comes later in the task’s order."),
        "coefficient": text(
            "`spearman` (rho, with average ranks), `kendall` (tau-b) or `tau_ap` (AP correlation with ties, "
            "the mean of both directions)."
        ),
        "value": number(
            "Correlation of the rankings by means with ten decimals, from −1 to 1; empty for fewer than two "
            "runs or where a metric gives all runs one score."
        ),
        "runs": integer("Ranked runs with a score under both metrics."),
        "p": number(f"{CORRELATION_P}, and for `tau_ap`, which has no such test."),
    },
    _of_two_metrics,
    documents_row="One row per two metrics of a task and coefficient, over the ranked runs.",
)


def correlations_page(view: CampaignView, task: str) -> Page:
    """Return the correlations of a task's metrics; without sections for too few runs or metrics."""
    metrics, runs, missing = _ranking(view, task), len(view.standings[task].runs), ""
    if len(metrics) < 2:
        missing = "This task has only one metric that ranks runs, so there is nothing to compare."
    elif runs < FEWEST_RUNS:
        missing = (
            f"{counted(runs, 'run', 'No')} of this task {'was' if runs == 1 else 'were'} evaluated. "
            f"Correlations of metrics need at least {FEWEST_RUNS}: with fewer runs, identical or reversed "
            "rankings often occur by chance."
        )
    return Page(
        "Metric correlations",
        f"Metric correlations of {task_title(task)}",
        f"Do {counted(len(metrics), 'metric')} agree on the ranking of the {_runs(view, task)}?",
        [] if missing else [*_chosen(view, task), _pairs(view, task), _scatter(view, task)],
        notes="correlations.html",
        missing=missing,
        facts={} if missing else {"answer": _answer(view, task)},
    )


def _ranking(view: CampaignView, task: str) -> dict[str, MetricColumn]:
    """The metrics that rank runs; Judged@10, for one, is in the published table only."""
    compared = set(_found(view, task).metric_a)
    ranking = [column for column in view.columns[task] if column.ranked]
    return {column.identifier: column for column in ranking if column.identifier in compared}


def _runs(view: CampaignView, task: str) -> str:
    return counted(len(view.standings[task].runs), f"{view.ranked_word(task)} run")


def _found(view: CampaignView, task: str) -> pd.DataFrame:
    return metric_correlations(view.of(task), view.outcome.campaign)


def taus_of_official(view: CampaignView, task: str) -> pd.Series[float]:
    """Kendall's tau of the official metric with each other that ranks runs."""
    metrics, official = _ranking(view, task), view.standings[task].task.official
    tau = matrix(_found(view, task), "kendall")
    return tau[official][list(metrics)].drop(official) if official in metrics else pd.Series(dtype=float)


def _answer(view: CampaignView, task: str) -> str:
    """The range of Kendall's tau of the official metric with the others; empty if it ranks no runs."""
    tau = taus_of_official(view, task)
    known = tau.dropna()
    if known.empty:
        missing = "No other metric gives the runs different scores, so rankings cannot be compared."
        return missing if len(tau) else ""
    low, high = correlation(known.min()), correlation(known.max())
    values = low if low == high else f"{low} to {high}"
    return (
        f"Kendall’s tau of {view.standings[task].task.official} with {counted(len(known), 'other metric')} "
        f"is {values}: 1 is the same ranking, 0 no relation."
    )


def matrix_charts(view: CampaignView, task: str) -> dict[str, Matrix]:
    """Return a chart of each coefficient, metrics that rank alike side by side; none if it says nothing."""
    found, metrics = _found(view, task), _ranking(view, task)
    if len(metrics) < 2 or len(view.standings[task].runs) < FEWEST_RUNS:
        return {}
    rho = matrix(found, "spearman")
    order = [rho.index[place] for place in similarity_order(rho.to_numpy()) if rho.index[place] in metrics]
    labels = [metrics[metric].label for metric in order]
    places = [list(metrics).index(metric) for metric in order]
    charts = {}
    for place, (coefficient, name) in enumerate(NAMES.items(), start=1):
        cells = matrix(found, coefficient).loc[order, order]
        figure = Figure(
            title=f"Do the metrics agree? {name}",
            basis=f"{name} of the rankings of {_runs(view, task)} by each pair of metrics, from −1 to 1, by "
            "means with ten decimals; similar metrics are placed side by side",
            source="correlations.csv",
            summary=_extremes(cells.to_numpy(), labels),
        )
        charts[coefficient] = Matrix(f"matrix-chart-{place}", figure, cells, name, labels, places)
    return charts


def _pairs(view: CampaignView, task: str) -> Section:
    """Each coefficient as a chart and as a table; what is not significant is marked."""
    found, metrics = _found(view, task), _ranking(view, task)
    choices: dict[str, list[Chart | View | str]] = {}
    for coefficient, chart in matrix_charts(view, task).items():
        cells, order = chart.frame.to_numpy(), list(chart.frame.index)
        p = matrix(found, coefficient, "p").loc[order, order].to_numpy()
        marked = np.array([[correlation(one) for one in row] for row in cells.tolist()], dtype=object)
        marked[p >= SIGNIFICANT] += "†"
        marked[np.isnan(cells)] = None
        table = View(
            f"{chart.name} of each pair of metrics",
            pd.DataFrame(marked, order, order).assign(metric=pd.Series(metrics)),
            {
                "metric": ("Metric", "metric"),
                **{metric: (metrics[metric].label, "number") for metric in order},
            },
            folded=f"Table of {chart.name}",
            opened=not choices,
            kind="scores",
        )
        note = significance(p[np.triu_indices(len(p), k=1)], found.runs.max())
        choices[chart.name] = [chart, table, note]
    of_p = (
        "p is the probability of a correlation at least this far from 0 between two unrelated rankings: "
        f"exact up to {ALL_ORDERS_UP_TO} runs; beyond, for ρ by Student’s t, for τ-b exact up to "
        f"{EXACT_WITHOUT_TIES_UP_TO} runs without ties, otherwise by the normal distribution. τ-AP has no "
        "significance test."
    )
    return Section(
        "section-pairs-of-metrics",
        "Pairs of metrics",
        parts=[Choice("Coefficient", choices), of_p, "correlations"],
    )


def significance(p: Floats, runs: int) -> str:
    """Say how many correlations of rankings of so many runs differ significantly from 0; p is NaN untested.

    Examples
    --------
    >>> significance(np.array([0.001, 0.02, 0.0001]), 9)
    '2 of 3 correlations differ significantly from 0 (two-tailed p < 0.01); the other is marked †.'
    >>> significance(np.array([0.083]), 4)
    'Of 4 runs, no correlation can differ significantly from 0 (two-tailed p < 0.01); all are marked †.'
    """
    tested = int(np.count_nonzero(~np.isnan(p)))
    reached = int(np.count_nonzero(p < SIGNIFICANT))
    level = f"significantly from 0 (two-tailed p < {SIGNIFICANT})"
    if not tested:
        return ""
    if runs and 2 / factorial(runs) >= SIGNIFICANT:
        return f"Of {counted(runs, 'run')}, no correlation can differ {level}; all are marked †."
    if not reached:
        return f"No correlation differs {level}; all are marked †."
    if reached == tested:
        return f"Every correlation differs {level}."
    differ = "correlations differs" if reached == 1 else "correlations differ"
    others = "the other is" if tested - reached == 1 else "the others are"
    return f"{reached:,} of {tested:,} {differ} {level}; {others} marked †."


def _extremes(cells: Floats, labels: Sequence[str]) -> str:
    values, names = cells[np.triu_indices(len(cells), k=1)], list(combinations(labels, 2))
    if np.isnan(values).all():
        return "No correlation is defined: each metric gives all runs the same score."
    shown = [correlation(value) for value in values.tolist()]

    def named(pair: int) -> str:
        equal = shown.count(shown[pair])
        return f"{shown[pair]} ({f'{equal:,} pairs' if equal > 1 else ' and '.join(names[pair])})"

    highest, lowest = int(np.nanargmax(comparable(values))), int(np.nanargmin(comparable(values)))
    if shown[highest] == shown[lowest]:
        return f"Correlation: {named(highest)}."
    median = correlation(float(np.nanmedian(values)))
    return f"Highest correlation: {named(highest)}; lowest: {named(lowest)}; median: {median}."


def _scatter(view: CampaignView, task: str) -> Section:
    """Runs by their scores under two metrics, which the reader chooses."""
    found, metrics, standings = _found(view, task), _ranking(view, task), view.standings[task]
    names, official = list(metrics), standings.task.official
    rho, tau = (matrix(found, one).loc[names, names].to_numpy() for one in ("spearman", "kendall"))
    across = names.index(official) if official in names else 0
    others = [place for place in range(len(names)) if place != across]
    up = min(others, key=lambda place: np.nan_to_num(tau[across, place], nan=2.0))
    columns = [standings.task.metrics.index(metric) for metric in names]
    runs = pd.DataFrame(standings.means[:, columns], columns=names)
    runs["name"] = view.named(task, [run.submission.name for run in standings.runs])
    chart = MetricScatter(
        "scatter-chart",
        Figure(
            title="Two metrics side by side",
            basis=f"Means of {_runs(view, task)} by two metrics, or their ranks",
            source="scores.csv",
            drawing=f"A point is a run: {names[across]} on the x axis, {names[up]} on the y axis, "
            "unless others are chosen",
            summary=f"{names[across]} has no correlation with any other metric."
            if np.isnan(rho[across, up])
            else f"Kendall’s τ-b with {names[across]} is {'at least ' * (len(others) > 1)}"
            f"{correlation(tau[across, up])}, {'as' * (len(others) > 1)} for {names[up]} "
            f"(Spearman’s ρ {correlation(rho[across, up])}).",
        ),
        runs,
        list(metrics.values()),
        [
            [None if rank == UNRANKED else rank for rank in row]
            for row in standings.ranks[:, columns].tolist()
        ],
        (across, up),
        {"spearman": rho, "kendall": tau},
    )
    table = View(
        "Scores of the runs by every compared metric",
        runs,
        {
            "name": ("Run", "run title"),
            **{metric: (column.label, column.format) for metric, column in metrics.items()},
        },
        folded="Table of the runs’ scores",
        kind="scores",
    )
    return Section("scatter", "Two metrics compared", parts=[chart, table], facts={"task": task})


def compared(task: Task, metrics: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return which of a task's metrics are rows of its table, and which are columns.

    Where neither campaign.toml nor the protocol says it, the official one is the row, and all are columns.
    """
    known = [*metrics]
    if task.correlations is None:
        return [one for one in known if one == task.official], known
    rows, columns = (
        [one for pattern in patterns for one in known if fnmatchcase(one, pattern)]
        for patterns in (task.correlations.rows, task.correlations.columns)
    )
    return [*dict.fromkeys(rows)], [*dict.fromkeys(columns)]


def correlation_table(view: CampaignView, task: str) -> tuple[pd.DataFrame, Heads] | None:
    """Return Spearman's rho of row and column metrics, and short heads of the columns; None without pairs.

    A row has its ``metric`` and a cell for each column; the highest correlation with a metric that is no row
    stands out.
    """
    ranking = [one.identifier for one in view.columns[task] if one.ranked]
    rows, columns = compared(view.of(task).task, ranking)
    if not rows or not {*columns} - {*rows} or len(view.standings[task].runs) < FEWEST_RUNS:
        return None
    named = metric_columns(tuple(dict.fromkeys((*rows, *columns))), view.metrics)
    by_name = {head.identifier: head for head in named}
    rho = matrix(_found(view, task), "spearman").loc[rows, columns]
    best = rho.drop(columns=rows, errors="ignore").max(axis="columns")
    cells = {
        str(place): [
            _cell(value, is_best=one not in rows and value == highest)
            for value, highest in zip(rho[one], best, strict=True)
        ]
        for place, one in enumerate(columns)
    }
    heads: Heads = {str(place): ((by_name[one],), "ordered") for place, one in enumerate(columns)}
    return pd.DataFrame(cells | {"metric": [by_name[one] for one in rows]}), heads


def _cell(value: float, *, is_best: bool) -> Ordered:
    if np.isnan(value):
        return Ordered("–", None)
    return Ordered("", value, correlation(value)) if is_best else Ordered(correlation(value), value)


CAPTION = (
    "Spearman’s ρ of the rankings of the runs; the highest of each row with a metric that is no row in bold."
)


def _chosen(view: CampaignView, task: str) -> Iterator[Section]:
    """The correlation table of a task, if it has one."""
    if found := correlation_table(view, task):
        frame, columns = found
        heads: Heads = {"metric": ("Metric", "metric"), **columns}
        table = View("Correlations of chosen metrics", frame, heads, caption=CAPTION, kind="scores")
        answer = f"{counted(len(frame), 'metric')} compared with {counted(len(columns), 'metric')}, over "
        answer += f"{counted(len(view.standings[task].runs), 'run')}."
        question = "Which metrics agree on the ranking of the runs?"
        yield Section("table", question, [answer], [table, "correlations"])


def alike(outcome: CampaignOutcome) -> list[list[str]]:
    """Return the tasks whose tables have the same columns but for the parameter overlap, two or more each."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in outcome.tasks:
        rows, columns = compared(one.task, one.task.metrics)
        evaluated = sum(run.evaluated for run in one.runs)
        if rows and {*columns} - {*rows} and evaluated >= FEWEST_RUNS:
            key = tuple(re.sub(r",?overlap=\w+", "", column) for column in columns)
            groups.setdefault(key, []).append(one.task.name)
    return [tasks for tasks in groups.values() if len(tasks) > 1]


def tables_page(view: CampaignView) -> Page:
    """Return the correlation tables of tasks with the same columns, one below the other."""
    found = [_side_by_side(view, tasks, place) for place, tasks in enumerate(alike(view.outcome), 1)]
    return Page(
        "Correlation tables",
        "Correlations of metrics in several tasks",
        "Do the same metrics agree on the ranking of the runs in every task?",
        [section for section in found if section],
    )


def _side_by_side(view: CampaignView, tasks: Sequence[str], place: int) -> Section | None:
    found = {task: made for task in tasks if (made := correlation_table(view, task))}
    if not found:
        return None
    _, columns = next(iter(found.values()))
    heads: Heads = {"task": ("Task", "name"), "metric": ("Metric", "metric"), **columns}
    frames = [frame.assign(task=task_title(task)) for task, (frame, _) in found.items()]
    rows = pd.concat(frames, ignore_index=True)
    table = View("Correlations in tasks", rows, heads, caption=CAPTION, kind="scores", parted_by="task")
    answer = f"{counted(len(found), 'task')}: {', '.join(map(task_title, found))}."
    return Section(f"tables-{place}", "Tasks side by side", [answer], [table, "correlations"])


PAGES = (
    PageKind(
        "correlation_tables",
        "correlation-tables.html",
        tables_page,
        "Correlation tables",
        "Spearman rho metrics tasks side by side",
        applies=lambda outcome: bool(alike(outcome)),
    ),
)
