"""Did systems improve on topics that were used again? The same topics in two campaigns of an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

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

    Parameters
    ----------
    records : list of (str, Record)
        Folder and record of each campaign.
    shared : DataFrame
        The topics that campaigns share, see `inexreport.subjects.archive.shared_topics`.
    scores : callable
        Reads the published scores of a campaign.

    Returns
    -------
    DataFrame
        Rows of the published table: by campaigns and task, first the median of all ranked runs, then the best
        run of each participant with the same name in both.
    """
    of_campaign = {
        folder: set(zip(found.topic, found.title, strict=True))
        for folder, found in shared.groupby("campaign")
    }
    ordered = sorted(records, key=lambda one: (one[1]["year"], one[0]))
    record_of = dict(records)

    @cache  # each campaign is compared with several
    def by_topic(folder: str, task: str, metric: str) -> pd.DataFrame:
        return _by_topic(scores(folder, task, metric), record_of[folder], task)

    rows = [
        (task, metric, earlier[1]["year"], earlier[0], later[1]["year"], later[0], *numbers)
        for earlier, later in combinations([one for one in ordered if one[0] in of_campaign], 2)
        if earlier[1]["year"] < later[1]["year"]
        for task, metric in _tasks(earlier[1], later[1])
        for numbers in _compared(
            [by_topic(folder, task, metric) for folder, _ in (earlier, later)],
            sorted(topic for topic, _ in of_campaign[earlier[0]] & of_campaign[later[0]]),
        )
    ]
    return pd.DataFrame(rows, columns=[*REUSED_TOPICS.columns])


def _tasks(earlier: Record, later: Record) -> list[tuple[str, str]]:
    """Tasks of both, with the official metric that they share; early versions recorded no standings."""
    before, after = (
        [(task["name"], task["official"]) for task in one["tasks"] if "standings" in task]
        for one in (earlier, later)
    )
    return [one for one in before if one in after]


def _by_topic(scores: pd.DataFrame, record: Record, task: str) -> pd.DataFrame:
    """Scores by topic: of the median of the ranked runs, and of the best run of each named participant."""
    (standings,) = (one["standings"] for one in record["tasks"] if one["name"] == task)
    ranked = [one for one in standings if one["rank"] is not None]
    wide = scores.pivot_table("score", "topic", "run", aggfunc="first")
    wide = wide.reindex(columns=[one["run"] for one in ranked])
    names, found = record.get("participant_names", {}), {"": wide.median(axis=1)}
    for one in ranked:  # best first
        if (name := names.get(one["participant"])) and name not in found:
            found[name] = wide[one["run"]]
    return pd.DataFrame(found)


def _compared(both: list[pd.DataFrame], topics: list[str]) -> Iterator[tuple[object, ...]]:
    one, other = (found.reindex(topics) for found in both)
    names = [name for name in one if name in other]
    values = [found[names].to_numpy(np.float64).T for found in (one, other)]
    for participant, *pair in zip(names, *values, strict=True):
        known = ~np.isnan(pair).any(axis=0)
        if known.sum() > 1:
            before, after = (of_both[known] for of_both in pair)
            _, p = t_test(paired_differences(after, before)[None, :])
            means = [mean(scores.tolist()) for scores in (before, after)]
            yield participant, int(known.sum()), *means, 2 * float(min(p[0], 1 - p[0]))


def _rows(frame: pd.DataFrame) -> Iterator[dict[str, list[object]]]:
    yield {name: frame[name].tolist() for name in REUSED_TOPICS.columns}


REUSED_TOPICS = Table(
    "reused_topics",
    "One row per task, two campaigns that share topics, and participant; one for the median of all runs.",
    {
        "task": text("Name of the task’s folder."),
        "metric": text("Official metric of both years."),
        "year": integer("Year of the earlier campaign."),
        "campaign": text("Folder of its site."),
        "later_year": integer("Year of the later one."),
        "later_campaign": text("Folder of its site."),
        "participant": text("Name of a participant of both, whose best run counts; empty for the median."),
        "topics": integer("Shared topics with a score in both."),
        "score": number("Mean over these topics in the earlier year."),
        "later_score": number("In the later year."),
        "p": number("Two-tailed paired t-test over these topics; empty if all differences are equal."),
    },
    _rows,
)
