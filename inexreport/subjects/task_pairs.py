"""Does the same system do better in another task? Runs paired by their names, in tasks that share topics."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

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
from inexreport.report.tables.table import Table, integer, number, optional_integer, text
from inexreport.statistics.paired_tests import paired_differences, t_test
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.significance import LEVEL, holm
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats, competition_ranks, known_means, known_ranks
from inexreport.statistics.two_tailed import two_tailed
from inexreport.subjects.sections import Columns, Page, Section, Strips, View

OF_TOPICS = (Averaging.MEAN, Averaging.MEAN_OF_PARTS)
"""Averaging of metrics that say how good a run is; others count or describe."""

ABOUT = ["task_a", "task_b", "metric_a", "metric_b"]


class TaskPairs(NamedTuple):
    """Rows and columns of the published tables: of systems, of topics, and means of each two tasks."""

    systems: pd.DataFrame
    topics: pd.DataFrame
    means: pd.DataFrame


@derived
def task_pairs(outcome: CampaignOutcome) -> TaskPairs:
    """Compare the runs of every two tasks that share topics, by each common metric.

    Two runs are of one system if the same known participant submitted both and their files have the same
    name. Only evaluated runs are paired. Where tasks have no common metric, their official ones stand beside
    each other: scores of two metrics are not compared, so differences, tests, wins and losses are missing.

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
        if (systems := _common_systems(a, b))
        for metrics in _metrics(a, b, computed)
        if len((compared := _compare(a, b, systems, *metrics)).topics)
    ]
    if not found:
        return TaskPairs(*(pd.DataFrame(columns=list(columns)) for columns in (SYSTEMS, TOPICS, MEANS)))
    return TaskPairs(*(pd.concat(frames, ignore_index=True) for frames in zip(*found, strict=True)))


def _common_systems(a: Standings, b: Standings) -> list[tuple[int, int]]:
    """The rows of each system in both tasks: by participant and file name, which may begin with that."""
    of_a, of_b = (
        {
            (one.participant, one.name.removeprefix(f"{one.participant}.")): row
            for row, one in enumerate(run.submission for run in standings.runs)
            if one.participant
        }
        for standings in (a, b)
    )
    return [(row, of_b[system]) for system, row in of_a.items() if system in of_b]


def _metrics(a: Standings, b: Standings, computed: Collection[str]) -> list[tuple[str, str]]:
    """The metrics of each comparison, without imported ones: the official one of the first task first."""
    common = [
        metric
        for metric in dict.fromkeys((a.topic_metric, *a.task.metrics))
        if metric in computed and metric in b.task.metrics and bind(metric).metric.averaging in OF_TOPICS
    ]
    return [(metric, metric) for metric in common] or [(a.topic_metric, b.topic_metric)]


def _compare(
    a: Standings, b: Standings, systems: Sequence[tuple[int, int]], metric_a: str, metric_b: str
) -> TaskPairs:
    (topics_a, scores_a), (topics_b, scores_b) = a.topic_scores(metric_a), b.topic_scores(metric_b)
    shared = [topic for topic in topics_a if topic in topics_b]
    first, second = (list(rows) for rows in zip(*systems, strict=True))
    one = scores_a[np.ix_(first, [topics_a.index(topic) for topic in shared])]
    other = scores_b[np.ix_(second, [topics_b.index(topic) for topic in shared])]
    missing = np.isnan(one) | np.isnan(other)
    used = np.flatnonzero(~missing.all(axis=0))
    one, other = (np.where(missing, np.nan, scores)[:, used] for scores in (one, other))
    is_alike = metric_a == metric_b
    differences = paired_differences(other, one) if is_alike else np.full(one.shape, np.nan)
    of_topics, mean_a, mean_b = known_means(differences.T), known_means(one), known_means(other)
    p = two_tailed(t_test, differences)[1]
    about = dict(zip(ABOUT, (a.task.name, b.task.name, metric_a, metric_b), strict=True))
    submitted = [a.runs[row].submission for row in first]
    by_system = pd.DataFrame(
        {
            **about,
            "participant": [one.participant for one in submitted],
            "run_a": [one.name for one in submitted],
            "run_b": [b.runs[row].submission.name for row in second],
            "topics": np.count_nonzero(~np.isnan(one), axis=1),
            "mean_a": mean_a,
            "mean_b": mean_b,
            "rank_a": known_ranks(competition_ranks(mean_a)),
            "rank_b": known_ranks(competition_ranks(mean_b)),
            "difference": known_means(differences),
            "p": p,
            "p_adjusted": holm(p),
            **_wins(differences, is_alike, axis=1),
        }
    )
    by_topic = pd.DataFrame(
        {
            **about,
            "topic": [shared[place] for place in used.tolist()],
            "systems": np.count_nonzero(~np.isnan(one), axis=0),
            "mean_a": known_means(one.T),
            "mean_b": known_means(other.T),
            "difference": of_topics,
            **_wins(differences, is_alike, axis=0),
        }
    )
    overall_p = two_tailed(t_test, paired_differences(of_topics, np.zeros(1))[None, :])[1]
    means = pd.DataFrame(
        {
            **about,
            "systems": [len(systems)],
            "topics": len(used),
            "mean_a": known_means(mean_a[None, :]),
            "mean_b": known_means(mean_b[None, :]),
            "difference": known_means(of_topics[None, :]),
            "p": overall_p,
            **_wins(known_means(differences)[None, :], is_alike, axis=1),
            "kendall": kendall_of_scored(mean_a, mean_b),
        }
    )
    return TaskPairs(by_system, by_topic, means)


def _wins(differences: Floats, is_alike: bool, axis: int) -> dict[str, pd.Series[int]]:
    """How many differences are positive, negative and zero; missing for two different metrics."""
    rounded = comparable(differences)
    found = {"better_in_b": rounded > 0, "better_in_a": rounded < 0, "equal": rounded == 0}
    counts = {name: np.count_nonzero(one, axis=axis) for name, one in found.items()}
    return {
        name: pd.Series(count if is_alike else [pd.NA] * len(count), dtype="Int64")
        for name, count in counts.items()
    }


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

SYSTEMS = {
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
}
TOPICS = {
    **_TASKS,
    **TOPIC,
    "systems": integer("Systems with a score for the topic in both tasks."),
    "mean_a": number("Their mean score in task_a."),
    "mean_b": number("Their mean score in task_b."),
    "difference": number("Mean of the second less the first; empty for two different metrics."),
    **_WINS_OF_SYSTEMS,
}
MEANS = {
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
}


def has_task_pairs(outcome: CampaignOutcome) -> bool:
    """Whether systems took part in two tasks with common topics."""
    return len(task_pairs(outcome).means) > 0


def _has_tables(outcome: CampaignOutcome) -> bool:
    return judges_text(outcome) or has_task_pairs(outcome)


TASK_PAIRS = Table.of_campaign(
    "task_pairs",
    "One row per two tasks, metric and system that took part in both: runs of one participant whose files "
    "have the same name.",
    SYSTEMS,
    attrgetter("systems"),
    task_pairs,
    applies=_has_tables,
)
TASK_PAIR_TOPICS = Table.of_campaign(
    "task_pair_topics",
    "One row per two tasks, metric and topic: the systems that took part in both.",
    TOPICS,
    attrgetter("topics"),
    task_pairs,
    applies=_has_tables,
)
TASK_PAIR_MEANS = Table.of_campaign(
    "task_pair_means",
    "One row per two tasks and metric: all systems that took part in both.",
    MEANS,
    attrgetter("means"),
    task_pairs,
    applies=_has_tables,
)


WINS: Columns = {
    "better_in_b": ("Better", "count"),
    "better_in_a": ("Worse", "count"),
    "equal": ("Equal", "count"),
}
DIFFERENCE: Columns = {"difference": ("Difference", "signed")}
TESTS: Columns = {"p": ("p", "p"), "p_adjusted": ("p′", "p")}


def task_pairs_page(view: CampaignView) -> Page:
    """Return each two tasks with common topics and systems, compared by their first common metric."""
    found = task_pairs(view.outcome)
    pairs = found.means.drop_duplicates(["task_a", "task_b"])
    pairs = pairs.assign(
        title=pairs.task_a.map(task_title) + " – " + pairs.task_b.map(task_title),
        metric=[_columns(view, *row) for row in pairs[ABOUT].itertuples(index=False)],
        fragment=[f"pair-{place}" for place in range(1, len(pairs) + 1)],
    )
    pairs = pairs.assign(strip=pairs.title + " (" + pairs.metric.map(lambda both: both[0].label) + ")")
    of_pairs = found.systems.merge(pairs[[*ABOUT, "strip"]], on=ABOUT)
    compared = of_pairs.dropna(subset="difference")
    strips = [_strips(view, pairs.dropna(subset="difference"), compared)] if len(compared) else []
    whole: list[Any] = [tuple(replace(one, label=one.identifier) for one in both) for both in pairs.metric]
    overview = View(
        "All pairs of tasks",
        pairs.assign(metric=whole),
        {
            "title": ("Tasks", "linked name"),
            "metric": ("Metric", "metric"),
            "systems": ("Systems", "count"),
            "topics": ("Topics", "count"),
            "mean_a": ("First", "score"),
            "mean_b": ("Second", "score"),
            "difference": ("Difference", "signed"),
            "p": ("p", "p"),
            "kendall": ("Kendall’s τ-b", "correlation"),
        },
        caption=f"Means over systems; p by the two-tailed paired t-test over topics, bold below {LEVEL}; τ-b "
        "of the systems’ two rankings.",
        rows="pairs" if len(pairs) > 5 else "",
        data="task_pair_means",
    )
    answer = _answer(pairs)
    sections = [Section("all", "Do systems score higher in the second task?", [answer], [*strips, overview])]
    sections += [_section(view, found, pair) for pair in pairs.to_dict("records")]
    return Page(
        "Task pairs",
        "The same systems in two tasks",
        "Does a system score higher when it may use the structure of the query, or when overlap is allowed? "
        "Each system is compared with itself in another task.",
        sections,
        notes="task_pairs.html",
    )


def _section(view: CampaignView, found: TaskPairs, pair: Mapping[Hashable, Any]) -> Section:
    """The systems in two tasks, and their means for each topic."""
    task_a, task_b = pair["task_a"], pair["task_b"]
    systems, topics = (
        frame[(frame[ABOUT] == [pair[name] for name in ABOUT]).all(axis=1)]
        for frame in (found.systems, found.topics)
    )
    is_alike = pair["metric_a"] == pair["metric_b"]
    systems = systems.assign(name=view.named(task_a, systems.run_a), other=view.named(task_b, systems.run_b))
    first, second = pair["metric"][0].format, pair["metric"][-1].format
    compared = (
        "; difference, p and p with Holm’s correction (p′), and on how many topics the run of the second "
        "task is better, worse and equal"
    )
    of_systems = View(
        f"Systems in {pair['title']}",
        systems.sort_values(["rank_a", "run_a"], na_position="last"),
        {
            "name": (task_title(task_a), "run label"),
            "other": (task_title(task_b), "run link"),
            "topics": ("Topics", "count"),
            "mean_a": ("First", first),
            "rank_a": ("Rank", "rank"),
            "mean_b": ("Second", second),
            "rank_b": ("Rank", "rank"),
            **({**DIFFERENCE, **TESTS, **WINS} if is_alike else {}),
        },
        caption="Mean over common topics in each task, with the rank among these systems"
        f"{compared if is_alike else ''}.",
        data="task_pairs",
    )
    of_topics = View(
        f"Topics in {pair['title']}",
        topics,
        {
            "topic": ("Topic", "topic"),
            "mean_a": ("First", first),
            "mean_b": ("Second", second),
            **({**DIFFERENCE, **WINS} if is_alike else {}),
        },
        caption="Mean of the systems in each task"
        f"{', and how many of them are better, worse and equal in the second' if is_alike else ''}.",
        folded="Table: topic by topic",
        rows="topics",
        data="task_pair_topics",
    )
    metrics = len(found.means[(found.means.task_a == task_a) & (found.means.task_b == task_b)])
    answer = [" ".join(_pair_answer(pair, is_alike, metrics - 1))]
    return Section(pair["fragment"], pair["title"], answer, [of_systems, of_topics])


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
        f"{(compared.p < LEVEL).sum()} (p below {LEVEL}, by the means of the topics)."
    )


def _pair_answer(pair: Mapping[Hashable, Any], is_alike: bool, further: int) -> Iterator[str]:
    task_a, task_b = task_title(pair["task_a"]), task_title(pair["task_b"])
    systems, topics = counted(pair["systems"], "system"), counted(pair["topics"], "common topic")
    if is_alike:
        yield (
            f"By {pair['metric_a']}, {systems} on {topics}: the mean difference, {task_b} less {task_a}, is "
            f"{signed(pair['difference'])}."
        )
    else:
        yield (
            f"By {pair['metric_a']} in {task_a} and {pair['metric_b']} in {task_b}, since they have no "
            f"metric in common: {systems} on {topics}."
        )
    if further:
        yield f"The data have {counted(further, 'more common metric')}."


def _strips(view: CampaignView, pairs: pd.DataFrame, systems: pd.DataFrame) -> Strips:
    """A strip for each two tasks: a dot for each system's difference, a tick at their mean."""
    names: list[Any] = [view.names[run] for run in zip(systems.task_b, systems.run_b, strict=True)]
    dots = systems.assign(name=names, value=systems.difference)
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
