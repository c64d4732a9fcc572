"""The page of systems that took part in two tasks with common topics, such as CO and CO+S."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from inexreport.model.counted import counted
from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, signed
from inexreport.report.naming import MetricColumn, task_title
from inexreport.statistics.significance import LEVEL
from inexreport.subjects.sections import Columns, Page, Section, Strips, View
from inexreport.subjects.task_pairs import ABOUT, TaskPairs, task_pairs

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
        metric=[_metrics(view, *row) for row in pairs[ABOUT].itertuples(index=False)],
        fragment=[f"pair-{place}" for place in range(1, len(pairs) + 1)],
    )
    pairs = pairs.assign(strip=pairs.title + " (" + pairs.metric.map(lambda both: both[0].label) + ")")
    of_pairs = found.systems.merge(pairs[[*ABOUT, "strip"]], on=ABOUT)
    compared = of_pairs.dropna(subset="difference")
    strips = [_strips(view, pairs.dropna(subset="difference"), compared)] if len(compared) else []
    overview = View(
        "All pairs of tasks",
        pairs.assign(metric=pairs.metric.map(_with_identifiers)),
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


def _metrics(view: CampaignView, task_a: str, task_b: str, *metrics: str) -> Any:
    """The metric of both tasks, or the two whose scores are not compared."""
    both = zip((task_a, task_b), dict.fromkeys(metrics), strict=False)
    return tuple(one for task, metric in both for one in view.columns[task] if one.identifier == metric)


def _with_identifiers(metrics: tuple[MetricColumn, ...]) -> Any:
    return tuple(replace(column, label=column.identifier) for column in metrics)


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
