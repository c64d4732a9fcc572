"""Did systems improve on topics that were used again? The same topics in two campaigns of an archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from operator import itemgetter
from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.score_numbers import mean
from inexreport.report.campaign_record import Record
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.paired_tests import paired_differences, t_test

ScoresOf = Callable[[str, str, str], pd.DataFrame]
"""From a campaign's folder, a task and a metric, scores with ``run``, ``topic`` and ``score``."""


def no_scores(folder: str, task: str, metric: str) -> pd.DataFrame:
    """No scores, for archives made from records alone."""
    return pd.DataFrame(columns=["run", "topic", "score"])


def reused_topics(records: list[tuple[str, Record]], shared: pd.DataFrame, scores: ScoresOf) -> pd.DataFrame:
    """Return the scores on the topics that two campaigns share, in tasks with the same official metric.

    By campaigns and task, first the median of all ranked runs, then the best run of each participant with the
    same name in both. `records` are by folder, `shared` as of `inexreport.subjects.archive.shared_topics`.
    """
    of_campaign = {
        folder: set(zip(found.topic, found.title, strict=True))
        for folder, found in shared.groupby("campaign")
    }
    used = [(record["year"], folder, record) for folder, record in records if folder in of_campaign]
    times = Counter(task for _, _, record in used for task in _tasks(record))
    ordered = [
        (
            year,
            folder,
            {task: _by_topic(scores(folder, *task), record, standings) for task, standings in tasks},
        )
        for year, folder, record in sorted(used, key=itemgetter(0, 1))
        for tasks in [[one for one in _tasks(record).items() if times[one[0]] > 1]]
    ]
    rows = [
        (*task, year, folder, later_year, later_folder, *numbers)
        for (year, folder, before), (later_year, later_folder, after) in combinations(ordered, 2)
        if year < later_year
        for task in before
        if task in after
        for numbers in _compared(
            before[task],
            after[task],
            sorted(topic for topic, _ in of_campaign[folder] & of_campaign[later_folder]),
        )
    ]
    return pd.DataFrame(rows, columns=[*REUSED_TOPICS.columns])


def _tasks(record: Record) -> dict[tuple[str, str], list[Any]]:
    """Standings by task and official metric; early versions recorded none."""
    tasks = record["tasks"]
    return {(one["name"], one["official"]): one["standings"] for one in tasks if "standings" in one}


def _by_topic(scores: pd.DataFrame, record: Record, standings: list[Any]) -> pd.DataFrame:
    """Scores by topic: of the median of the ranked runs, and of the best run of each named participant."""
    wide = scores.pivot_table("score", "topic", "run", aggfunc="first")
    wide = wide.reindex(columns=[one["run"] for one in standings if one["rank"] is not None])
    names, found = record.get("participant_names", {}), {"": wide.median(axis=1)}
    for one in standings:  # best first
        if (name := names.get(one["participant"])) and one["run"] in wide:
            found.setdefault(name, wide[one["run"]])
    return pd.DataFrame(found)


def _compared(before: pd.DataFrame, after: pd.DataFrame, topics: list[str]) -> Iterator[tuple[object, ...]]:
    names = [name for name in before if name in after]
    both = (found.reindex(topics)[names].to_numpy(np.float64).T for found in (before, after))
    for participant, *pair in zip(names, *both, strict=True):
        known = ~np.isnan(pair).any(axis=0)
        if known.sum() > 1:
            one, other = (scores[known] for scores in pair)
            _, p = t_test(paired_differences(other, one)[None, :])
            means = mean(one.tolist()), mean(other.tolist())
            yield participant, len(one), *means, 2 * float(min(p[0], 1 - p[0]))


TWO_YEARS = {
    "task": text("Name of the task’s folder."),
    "metric": text("Official metric of both years."),
    "year": integer("Year of the earlier campaign."),
    "campaign": text("Folder of its site."),
    "later_year": integer("Year of the later one."),
    "later_campaign": text("Folder of its site."),
}


def shown_years(rows: pd.DataFrame, prefix: str = "") -> pd.Series[str]:
    """Return the years of rows as a page shows them: of several campaigns, each with its folder.

    Columns are ``year`` and ``campaign``, after a prefix.

    Examples
    --------
    >>> rows = [(2008, "adhoc"), (2009, "adhoc-2009"), (2009, "efficiency")]
    >>> shown_years(pd.DataFrame(rows, columns=["year", "campaign"])).tolist()
    ['2008', '2009 (adhoc-2009)', '2009 (efficiency)']
    """
    year, campaign = rows[f"{prefix}year"], rows[f"{prefix}campaign"]
    several = campaign.groupby(year).transform("nunique") > 1
    return year.astype(str) + (" (" + campaign + ")").where(several, "")


def two_years(rows: pd.DataFrame) -> pd.Series[str]:
    """Return the `shown_years` of rows with the columns `TWO_YEARS`.

    Examples
    --------
    >>> columns = ["year", "campaign", "later_year", "later_campaign"]
    >>> rows = [(2008, "adhoc", 2009, "adhoc-2009"), (2008, "adhoc", 2009, "efficiency")]
    >>> two_years(pd.DataFrame(rows, columns=columns)).tolist()
    ['2008–2009 (adhoc-2009)', '2008–2009 (efficiency)']
    """
    return shown_years(rows) + "–" + shown_years(rows, "later_")


REUSED_TOPICS = Table.of_frame(
    "reused_topics",
    "One row per task, two campaigns that share topics, and participant; one for the median of all runs.",
    {
        **TWO_YEARS,
        "participant": text("Name of a participant of both, whose best run counts; empty for the median."),
        "topics": integer("Shared topics with a score in both."),
        "score": number("Mean over these topics in the earlier year."),
        "later_score": number("In the later year."),
        "p": number("Two-tailed paired t-test over these topics; empty if all differences are equal."),
    },
)
