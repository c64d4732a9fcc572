"""Does the same system do better in another task? Its runs in two tasks that share topics."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.metrics.metric import Averaging
from inexreport.metrics.registry import bind
from inexreport.model.counted import counted
from inexreport.model.derived import derived
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.score_numbers import comparable
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, signed
from inexreport.report.naming import task_title
from inexreport.report.tables.columns import PARTICIPANT, TOPIC
from inexreport.report.tables.table import MadeFrom, Table, integer, number, optional_integer, text
from inexreport.statistics.paired_tests import paired_differences, t_test
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.significance import LEVEL, holm
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks, known_means, known_ranks
from inexreport.statistics.two_tailed import two_tailed
from inexreport.subjects.sections import Columns, Page, Section, Strips, View

OF_TOPICS = (Averaging.MEAN, Averaging.MEAN_OF_PARTS)
"""Averaging of metrics that say how good a run is; others count or describe."""

ABOUT = ["task_a", "task_b", "metric_a", "metric_b"]
COUNTS = ("better_in_b", "better_in_a", "equal", "rank_a", "rank_b")

Cells = Mapping[str, Sequence[Any] | NDArray[Any]]
"""Columns of rows."""


class TaskPairs(NamedTuple):
    """Rows and columns of the published tables: of systems, of topics, and means of each two tasks."""

    systems: pd.DataFrame
    topics: pd.DataFrame
    means: pd.DataFrame


@derived
def task_pairs(outcome: CampaignOutcome) -> TaskPairs:
    """Compare the runs of every two tasks that share topics, by each common metric.

    Two runs are of one system if runs.csv states so in its column ``system``, else if the same known
    participant submitted both and their files have the same name; of several runs of a system in a task, the
    best one counts. Only evaluated runs are paired. Where tasks have no common metric, their official ones
    stand next to each other: scores of two metrics are not compared, so differences, tests, wins and losses
    are missing.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, section 3: CO against CO+S on the same topics, and the four
    interpretations of CAS topics.
    """
    standings = [task_standings(task) for task in outcome.tasks]
    computed = {metric for task in outcome.tasks for metric in task.computed_metrics}
    found = [
        compared
        for a, b in combinations(standings, 2)
        if len(systems := _common_systems(a, b))
        for metrics in _metrics(a, b, computed)
        if len((compared := _compare(a, b, systems, *metrics))[1]["topic"])
    ]
    if not found:
        tables = (TASK_PAIRS, TASK_PAIR_TOPICS, TASK_PAIR_MEANS)
        return TaskPairs(*(pd.DataFrame(columns=list(table.columns)) for table in tables))
    return TaskPairs(*(_one_below_the_other(parts) for parts in zip(*found, strict=True)))


def _common_systems(a: Standings, b: Standings) -> Integers:
    """The rows of each system in both tasks: its best runs; shape (systems, 2)."""
    systems = (pd.Series([run.submission.system for run in one.runs], dtype=object) for one in (a, b))
    of_a, of_b = (one.dropna().drop_duplicates().rename("system").reset_index() for one in systems)
    return of_a.merge(of_b, on="system")[["index_x", "index_y"]].to_numpy()


def _metrics(a: Standings, b: Standings, computed: Collection[str]) -> list[tuple[str, str]]:
    """The metrics of each comparison, without imported ones: the official one of the first task first."""
    common = [
        metric
        for metric in dict.fromkeys((a.topic_metric, *a.task.metrics))
        if metric in computed and metric in b.task.metrics and bind(metric).metric.averaging in OF_TOPICS
    ]
    return [(metric, metric) for metric in common] or [(a.topic_metric, b.topic_metric)]


def _compare(
    a: Standings, b: Standings, systems: Integers, metric_a: str, metric_b: str
) -> tuple[Cells, Cells, Cells]:
    """Rows of each of the `TaskPairs`."""
    (topics_a, scores_a), (topics_b, scores_b) = a.topic_scores(metric_a), b.topic_scores(metric_b)
    shared = [topic for topic in topics_a if topic in topics_b]
    first, second = systems.T
    one = scores_a[np.ix_(first, [topics_a.index(topic) for topic in shared])]
    other = scores_b[np.ix_(second, [topics_b.index(topic) for topic in shared])]
    missing = np.isnan(one) | np.isnan(other)
    used = np.flatnonzero(~missing.all(axis=0))
    one, other = (np.where(missing, np.nan, scores)[:, used] for scores in (one, other))
    differences = paired_differences(other, one) if metric_a == metric_b else np.full(one.shape, np.nan)
    p = two_tailed(t_test, differences)[1]
    about = dict(zip(ABOUT, (a.task.name, b.task.name, metric_a, metric_b), strict=True))
    submitted = [a.runs[row].submission for row in first]
    of_systems, of_topics = _means(one, other, differences), _means(one.T, other.T, differences.T)
    by_system = {
        **{name: [value] * len(systems) for name, value in about.items()},
        "participant": [one.participant for one in submitted],
        "run_a": [one.name for one in submitted],
        "run_b": [b.runs[row].submission.name for row in second],
        "topics": np.count_nonzero(~np.isnan(one), axis=1),
        "p": p,
        "p_adjusted": holm(p),
        **of_systems,
        **{f"rank_{side}": known_ranks(competition_ranks(of_systems[f"mean_{side}"])) for side in "ab"},
    }
    by_topic = {
        **{name: [value] * len(used) for name, value in about.items()},
        "topic": [shared[place] for place in used.tolist()],
        "systems": np.count_nonzero(~np.isnan(one), axis=0),
        **of_topics,
    }
    means: Cells = {
        **{name: [value] for name, value in about.items()},
        "systems": [len(systems)],
        "topics": [len(used)],
        **_means(*(of_systems[name][None] for name in ("mean_a", "mean_b", "difference"))),
        "difference": known_means(of_topics["difference"][None]),
        "p": two_tailed(t_test, paired_differences(of_topics["difference"], np.zeros(1))[None])[1],
        "kendall": [kendall_of_scored(of_systems["mean_a"], of_systems["mean_b"])],
    }
    return by_system, by_topic, means


def _means(one: Floats, other: Floats, differences: Floats) -> dict[str, Floats]:
    """Means of rows, and how many differences are positive, negative and zero; NaN if none is known."""
    rounded = comparable(differences)
    wins = {"better_in_b": rounded > 0, "better_in_a": rounded < 0, "equal": rounded == 0}
    nothing = np.isnan(rounded).all()
    return {
        "mean_a": known_means(one),
        "mean_b": known_means(other),
        "difference": known_means(differences),
        **{name: np.where(nothing, np.nan, found.sum(axis=1)) for name, found in wins.items()},
    }


def _one_below_the_other(parts: Iterable[Cells]) -> pd.DataFrame:
    """A frame of rows, whose `COUNTS` are whole numbers or missing."""
    first, *_ = parts = [*parts]
    frame = pd.DataFrame({name: [cell for part in parts for cell in part[name]] for name in first})
    return frame.astype({name: "Int64" for name in COUNTS if name in frame})


_TASKS = {
    "task_a": text("A task."),
    "task_b": text("Another task with topics in common, later in the campaign’s order."),
    "metric_a": text("A metric of both tasks; the first task’s official one where they have none in common."),
    "metric_b": text("The same metric; or else the second task’s official one."),
}
_WINS_OF_SYSTEMS = {
    "better_in_b": optional_integer(
        "Systems with a higher score in task_b; empty for two different metrics."
    ),
    "better_in_a": optional_integer("Systems with a higher score in task_a."),
    "equal": optional_integer("Systems with the same score in both."),
}
_P = "With two tails, by the paired t-test; empty where it is not defined, and for two different metrics."


def has_task_pairs(outcome: CampaignOutcome) -> bool:
    """Whether systems took part in two tasks with common topics."""
    return len(task_pairs(outcome).means) > 0


def _has_tables(outcome: CampaignOutcome) -> bool:
    return judges_text(outcome) or has_task_pairs(outcome)


TASK_PAIRS = Table.of_campaign(
    "task_pairs",
    "One row per two tasks, metric and system that took part in both: its best runs.",
    {
        **_TASKS,
        **PARTICIPANT,
        "run_a": text("The run in task_a."),
        "run_b": text("The run in task_b."),
        "topics": integer("Topics for which both runs have a score."),
        "mean_a": number("Mean score of run_a over these topics."),
        "mean_b": number("Mean score of run_b over these topics."),
        "rank_a": optional_integer("Rank of run_a by that mean among the runs that are compared."),
        "rank_b": optional_integer("Rank of run_b."),
        "difference": number("Mean of run_b less run_a; empty for two different metrics."),
        "p": number(_P),
        "p_adjusted": number("The same after Holm’s correction for all systems in the two tasks."),
        "better_in_b": optional_integer(
            "Topics on which the run of task_b scores higher; empty for two different metrics."
        ),
        "better_in_a": optional_integer("Topics on which the run of task_a does."),
        "equal": optional_integer("Topics on which both score the same."),
    },
    attrgetter("systems"),
    task_pairs,
    made_from=MadeFrom.ALL_RUNS,
    applies=_has_tables,
)
TASK_PAIR_TOPICS = Table.of_campaign(
    "task_pair_topics",
    "One row per two tasks, metric and topic: the systems that took part in both.",
    {
        **_TASKS,
        **TOPIC,
        "systems": integer("Systems with a score for the topic in both tasks."),
        "mean_a": number("Their mean score in task_a."),
        "mean_b": number("Their mean score in task_b."),
        "difference": number("Mean of the second less the first; empty for two different metrics."),
        **_WINS_OF_SYSTEMS,
    },
    attrgetter("topics"),
    task_pairs,
    made_from=MadeFrom.ALL_RUNS,
    applies=_has_tables,
)
TASK_PAIR_MEANS = Table.of_campaign(
    "task_pair_means",
    "One row per two tasks and metric: all systems that took part in both.",
    {
        **_TASKS,
        "systems": integer("Systems that took part in both."),
        "topics": integer("Topics for which a system has both scores."),
        "mean_a": number("Mean of the systems’ means in task_a."),
        "mean_b": number("Mean of the systems’ means in task_b."),
        "difference": number("Mean over topics of the systems’ mean difference, task_b less task_a."),
        "p": number(_P + " The samples are the topics’ mean differences."),
        **_WINS_OF_SYSTEMS,
        "kendall": number(
            "Kendall’s tau-b of the systems’ rankings in the two tasks; empty for fewer than two systems, "
            "or where one task ties all."
        ),
    },
    attrgetter("means"),
    task_pairs,
    made_from=MadeFrom.ALL_RUNS,
    applies=_has_tables,
)


def systems_page(view: CampaignView) -> Page:
    """Return each two tasks with common topics and systems, compared by their first common metric."""
    found = task_pairs(view.outcome)
    pairs = found.means.drop_duplicates(["task_a", "task_b"])
    pairs = pairs.assign(
        title=pairs.task_a.map(task_title) + " – " + pairs.task_b.map(task_title),
        metric=[_columns(view, *row) for row in pairs[ABOUT].itertuples(index=False)],
    )
    pairs = pairs.assign(strip=pairs.title + " (" + pairs.metric.map(lambda both: both[0].label) + ")")
    systems = found.systems.merge(pairs[[*ABOUT, "strip", "title"]], on=ABOUT)
    for side in ("a", "b"):
        runs = zip(systems[f"task_{side}"], systems[f"run_{side}"], strict=True)
        systems[f"name_{side}"] = pd.Series([view.names[run] for run in runs], dtype=object)
    compared = systems.dropna(subset="difference")
    strips = [_strips(pairs.dropna(subset="difference"), compared)] if len(compared) else []
    whole: list[Any] = [tuple(replace(one, label=one.identifier) for one in both) for both in pairs.metric]
    overview = View(
        "All pairs of tasks",
        pairs.assign(metric=whole),
        {
            "title": ("Tasks", "name"),
            "metric": ("Metric", "metric"),
            "systems": ("Systems", "count"),
            "topics": ("Topics", "count"),
            **_MEANS,
            "p": ("p", "p"),
            "kendall": ("Kendall’s τ-b", "correlation"),
        },
        caption=f"Means over systems; p by the two-tailed paired t-test over topics, bold below {LEVEL}; τ-b "
        "of the systems’ two rankings.",
        rows="pairs" if len(pairs) > 5 else "",
        data="task_pair_means",
    )
    of_systems = View(
        "Systems in two tasks",
        systems,
        {
            "title": ("Tasks", "name"),
            "name_a": ("First run", "run label"),
            "name_b": ("Second run", "run link"),
            "topics": ("Topics", "count"),
            **_MEANS,
            "p_adjusted": ("p′", "p"),
            "better_in_b": ("Better", "count"),
            "better_in_a": ("Worse", "count"),
        },
        caption="Means over common topics by the metric of the two tasks, p by the paired t-test with Holm’s "
        "correction for all systems of the two tasks (p′), and on how many topics the second run is better "
        "and worse.",
        data="task_pairs",
    )
    question = "Do systems score higher in the second task?"
    return Page(
        "Systems",
        "The same systems in two tasks",
        "Does a system score higher when it may use the structure of the query, or when overlap is allowed? "
        "Each system is compared with itself in another task.",
        [
            Section("all", question, [_answer(pairs)], [*strips, overview]),
            Section("systems", "Which systems do?", [_answer_of_systems(compared)], [of_systems]),
        ],
        notes="systems.html",
    )


_MEANS: Columns = {
    "mean_a": ("First", "score"),
    "mean_b": ("Second", "score"),
    "difference": ("Difference", "signed"),
}


def _columns(view: CampaignView, task_a: str, task_b: str, *metrics: str) -> Any:
    """The metric of both tasks, or the two whose scores are not compared."""
    both = zip((task_a, task_b), dict.fromkeys(metrics), strict=False)
    return tuple(one for task, metric in both for one in view.columns[task] if one.identifier == metric)


def _answer(pairs: pd.DataFrame) -> str:
    """In how many pairs of tasks systems score higher in the second task, lower, and significantly so."""
    compared = pairs.dropna(subset="difference")
    if not len(compared):
        have = "has" if len(pairs) == 1 else "have"
        return f"{counted(len(pairs), 'pair')} of tasks {have} systems, but no metric, in common."
    higher, lower = (comparable(compared.difference) > 0).sum(), (comparable(compared.difference) < 0).sum()
    return (
        f"Of {counted(len(compared), 'pair')} of tasks with a common metric, systems on average score higher "
        f"in the second task in {higher}, and lower in {lower}; the difference is significant in "
        f"{(compared.p < LEVEL).sum()} (p below {LEVEL} without a correction, by the means of the topics)."
    )


def _answer_of_systems(compared: pd.DataFrame) -> str:
    """How often the same system is significantly better in the second task, and in the first."""
    if not len(compared):
        return "Scores of two different metrics are not compared."
    significant = comparable(compared.difference[compared.p_adjusted < LEVEL])
    return (
        f"Of {counted(len(compared), 'pair')} of runs of one system, the second is significantly better in "
        f"{(significant > 0).sum()} and significantly worse in {(significant < 0).sum()}."
    )


def _strips(pairs: pd.DataFrame, systems: pd.DataFrame) -> Strips:
    """A strip for each two tasks: a dot for each system's difference, a tick at their mean."""
    dots = systems.assign(name=systems.name_b, value=systems.difference)
    means = dict(zip(pairs.strip, pairs.difference, strict=True))
    widest = max(means, key=lambda title: (abs(means[title]), title))
    better = int((dots.value > 0).sum())
    return Strips(
        "pairs-chart",
        Figure(
            title="How much do systems gain or lose in the second task?",
            basis=f"Difference of {counted(len(dots), 'pair')} of runs on common topics by the metric in "
            "brackets, the second task less the first: a dot for each, a tick at the mean",
            source="task_pairs.csv",
            summary=f"The mean difference is largest for {widest}: {signed(means[widest])}. "
            f"Pairs of runs with a higher score in the second task: {better} of {len(dots)}.",
        ),
        dots[["strip", "name", "value"]],
        means,
        "Second task less the first",
    )
