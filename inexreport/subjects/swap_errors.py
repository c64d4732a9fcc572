"""How many topics are needed, so that others would seldom reverse two runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure
from inexreport.report.tables.columns import OFFICIAL_METRIC, TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.findings import task_findings
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.summary import Floats, Integers
from inexreport.subjects.sections import Lines, Section, View, frame_rows

FUZZINESS = 0.05
"""Means are equal if they differ by at most this share of the larger one."""

DRAWS = 100
"""Random orders of the topics for each size; each gives two disjoint sets."""

FEWEST_TOPICS = 2

BEST = 25
"""Of more runs the best are looked at by themselves: far apart, good and bad runs are seldom reversed."""

SWAP_LIMIT = 0.05
"""Share of contradictions up to which the number of topics suffices; a convention."""


@once_per_outcome
def swap_errors(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the `swap_rates` of the runs of a task that are compared in pairs, by the official metric."""
    found = task_findings(outcome)
    rates = swap_rates(found.scores[: found.tested], found.topics, found.official)
    names = np.array([run.submission.name for run in found.standings.runs], dtype=object)
    return rates.assign(metric=found.official, run_a=names[rates["first"]], run_b=names[rates.second])


OF_SCORES = (swap_errors,)


def swap_rates(scores: Floats, topics: tuple[str, ...], metric: str) -> pd.DataFrame:
    """Error and tie rates by the size of topic sets (after Buckley and Voorhees).

    For each size, 1, 2, ... up to half of the topics, `DRAWS` random orders of the topics give two disjoint
    sets each. Each pair of runs is above, below or equal (within `FUZZINESS`) on each set. With the counts of
    a pair over all sets,

    error = sum over pairs of min(above, below) / all comparisons, ties = sum of equal / all comparisons.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Topics for which a run has no score (NaN) are not used.
    topics : tuple of str
    metric : str
        Seeds the random sets together with the topics.

    Returns
    -------
    DataFrame
        ``topics``, ``error`` in [0, 0.5] and ``ties`` in [0, 1]; ``largest``, the largest error of a pair,
        and ``first`` and ``second``, the rows of the first such pair; ``error_of_best``, the error of pairs
        of the first `BEST` runs, NaN if there are no more. Empty for fewer than two runs or two
        common topics.

    Examples
    --------
    One run is better on every topic, so on every set.

    >>> swap_rates(np.array([[0.4, 0.5, 0.6, 0.5], [0.1, 0.2, 0.1, 0.3]]), tuple("abcd"), "MAiP")
       topics  error  ties  largest  first  second  error_of_best
    0       1    0.0   0.0      0.0      0       1            NaN
    1       2    0.0   0.0      0.0      0       1            NaN
    """
    common = np.flatnonzero(~np.isnan(scores).any(axis=0)) if len(scores) else np.empty(0, dtype=int)
    used = scores[:, common]
    rates = []
    if len(used) >= 2 and len(common) >= FEWEST_TOPICS:
        draws = RepeatableDraws(DrawKind.SWAPS, metric, *(topics[i] for i in common))
        for size in range(1, len(common) // 2 + 1):
            orders = draws.orders(DRAWS, len(common))
            means = _set_means(used, orders, size)
            of_best = _rates(means[:BEST])[0] if len(used) > BEST else np.nan
            rates.append((size, *_rates(means), of_best))
    names = ("topics", "error", "ties", "largest", "first", "second", "error_of_best")
    return pd.DataFrame(rates, columns=names).astype({"first": np.int64, "second": np.int64})


def _set_means(scores: Floats, orders: Integers, size: int) -> Floats:
    """Mean of every run on two disjoint sets of each order, shape (runs, sets)."""
    sets = orders[:, : 2 * size].reshape(-1, size)
    members = np.zeros((len(sets), scores.shape[1]))
    np.put_along_axis(members, sets, 1.0, axis=1)
    return scores @ members.T / size


def _rates(means: Floats) -> tuple[float, float, float, int, int]:
    """Rates from the means of runs on sets, shape (runs, sets), in the order of `swap_rates`.

    Examples
    --------
    Two runs on three sets: above, below, equal (0.96 is within 5% of 1).

    >>> _rates(np.array([[0.3, 0.1, 1.0], [0.1, 0.3, 0.96]]))
    (0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0, 1)
    """
    runs, sets = means.shape
    tolerance = FUZZINESS * means
    errors = different = 0
    most, first, second = -1, 0, 1
    for run in range(runs - 1):
        difference = means[run + 1 :] - means[run]
        # The tolerance depends on the larger mean: that of the run which is above, if one is.
        above = np.sum(difference < -tolerance[run], axis=1, dtype=np.uint16)  # faster than count_nonzero
        below = np.sum(difference > tolerance[run + 1 :], axis=1, dtype=np.uint16)
        reversed_ = np.minimum(above, below)
        if reversed_.max() > most:
            most, first, second = int(reversed_.max()), run, run + 1 + int(reversed_.argmax())
        errors += int(reversed_.sum())
        different += int(above.sum() + below.sum())
    compared = runs * (runs - 1) // 2 * sets
    return errors / compared, (compared - different) / compared, most / sets, first, second


SWAP_ERRORS = Table.of_tasks(
    "swap_errors",
    "One row per task and number of topics: how often other topics reverse two runs.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        "topics": integer("Number of topics in a random set."),
        "error": number(
            "Share of comparisons of two runs that contradict those on most sets, from 0 to 0.5."
        ),
        "ties": number("Share of comparisons in which the means differ by no more than 5% of the larger."),
        "largest": number("The largest error of two runs: `error` is the mean over all pairs."),
        "run_a": text("The run of such a pair that is ranked higher; of several pairs, the best."),
        "run_b": text("The run that is ranked lower."),
        "error_of_best": number(f"The error among the best {BEST} runs; empty if there are no more."),
    },
    swap_errors,
)


def swaps_section(view: CampaignView, task: str) -> Section | None:
    """How many topics are needed, with the rates by the number of topics; None if that is unknown."""
    if not (chart := swaps_chart(view, task)):
        return None
    rates = swap_errors(view.of(task), view.outcome.campaign)
    percent = rates.assign(error=100 * rates.error, ties=100 * rates.ties)
    method = (
        f"For each size, {DRAWS} random orders of the topics give two sets each without a common topic. All "
        "pairs of runs are compared on every set; a pair ties if its means differ by no more than "
        f"{round(100 * FUZZINESS)}% of the larger. For each pair, the comparisons in the minority are "
        "contradictions (Buckley and Voorhees 2000)."
    )
    table = View(
        "Contradictions and ties by the number of topics",
        percent.assign(topics=percent.topics.astype(str)),
        {
            "topics": ("Topics", "name"),
            "error": ("Contradictions %", "hundredths"),
            "ties": ("Ties %", "hundredths"),
        },
        folded="Table of contradictions and ties",
        data="swap_errors",
    )
    answer = topics_needed(percent.topics.tolist(), percent.error.tolist()) + _closest_pair(view, task, rates)
    if ties := percent.ties.iloc[-1]:
        answer += f" Of the largest sets, {ties:.1f}% of the comparisons are ties, which contradict nothing."
    lines = [chart] if len(rates) > 1 else []  # a single point makes no line
    return Section("swaps", "How many topics are needed?", [answer, method], [*lines, table])


def _closest_pair(view: CampaignView, task: str, rates: pd.DataFrame) -> str:
    """Say that some pairs need more topics than the mean of all does."""
    most = frame_rows(rates)[-1]
    if most["error_of_best"] > most["error"]:
        return (
            f" This is a mean over all pairs: among the best {BEST} runs, {100 * most['error_of_best']:.1f}% "
            f"of the comparisons do with {counted(most['topics'], 'topic')}."
        )
    if most["largest"] <= max(SWAP_LIMIT, most["error"]):
        return ""
    one, other = (name.title for name in view.named(task, (most["run_a"], most["run_b"])))
    return (
        f" This is a mean over all pairs: between {one} and {other}, {100 * most['largest']:.1f}% of the "
        f"comparisons do with {counted(most['topics'], 'topic')}."
    )


def swaps_chart(view: CampaignView, task: str) -> Lines | None:
    """Two lines over the number of topics; None if there are too few runs or topics."""
    rates, findings = swap_errors(view.of(task), view.outcome.campaign), view.findings(task)
    if rates.empty:
        return None
    largest = int(rates.topics.iloc[-1])
    summary = f"With one topic, {100 * rates.error.iloc[0]:.1f}% of the comparisons contradict the majority"
    if largest > 1:
        summary += f"; with {largest}, at most half of the topics, {100 * rates.error.iloc[-1]:.1f}% do"
    runs = f"{'the best ' if findings.tested < findings.ranked else ''}{findings.tested} runs"
    sizes = "1 topic" if largest == 1 else f"1 to {largest} topics"
    return Lines(
        "swaps-chart",
        Figure(
            title="How often would other topics reverse two runs?",
            basis=f"{findings.official} of {runs} on random sets of {sizes}; percent of the "
            "comparisons of two runs",
            source="swap_errors.csv",
            summary=f"{summary}, and {100 * rates.ties.iloc[-1]:.1f}% are ties.",
        ),
        pd.concat(
            rates[["topics"]].assign(label=label, percent=100 * rates[name])
            for name, label in (("error", "contradictions"), ("ties", "ties"))
        ),
        x=("topics", "Topics in a set"),
        y=("percent", "Percent of comparisons"),
        by="label",
        front=2,
    )


def topics_needed(sizes: Sequence[int], contradictions: Sequence[float]) -> str:
    """Return from how many topics on few comparisons of two runs contradict the majority, in percent.

    Examples
    --------
    >>> topics_needed([1, 2, 3], [30.0, 4.0, 2.0]).partition(": ")[0]
    '2 for an average pair'
    >>> topics_needed([1, 2, 3], [30.0, 9.0, 2.0])
    'Perhaps 3, the most that can be tested: with 3 topics, 2.0% of the comparisons contradict the majority.'
    >>> topics_needed([1], [30.0])
    'More than 1: with 1 topic, 30.0% of the comparisons contradict the majority.'
    """
    few = 100 * SWAP_LIMIT
    largest, least = sizes[-1], contradictions[-1]
    above = [size for size, found in zip(sizes, contradictions, strict=True) if found > few]
    enough = next((size for size in sizes if size > max(above, default=0)), None)
    if enough is None or (enough == largest and above):
        answer = f"Perhaps {largest}, the most that can be tested" if enough else f"More than {largest}"
        return (
            f"{answer}: with {counted(largest, 'topic')}, {least:.1f}% of the comparisons "
            "contradict the majority."
        )
    return (
        f"{enough} for an average pair: from then on, at most {few:g}% of the comparisons contradict the "
        f"majority ({least:.1f}% with {counted(largest, 'topic')})."
    )
