"""Which topics decide the ranking: the influence of each on that of a task's runs."""

from __future__ import annotations

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import column_means, mean
from inexreport.report.tables.columns import OFFICIAL_METRIC, TASK, TOPIC
from inexreport.report.tables.table import Table, integer, number
from inexreport.statistics.findings import task_findings
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.summary import Floats

FEWEST_RUNS = 2

ROUNDING = 1e-12
"""Means that differ by at most this are equal: further digits depend on the order of additions."""

DECIMALS = 12
"""Shares are rounded: further digits depend on the order of additions."""


@once_per_outcome
def topic_influence(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the influence of each topic on the ranking by the official metric, see `influence_of_topics`."""
    found = task_findings(outcome)
    return influence_of_topics(found.topics, found.scores, found.means).assign(metric=found.official)


OF_SCORES = (topic_influence,)


def influence_of_topics(topics: tuple[str, ...], scores: Floats, means: Floats) -> pd.DataFrame:
    """Measure the influence of each topic for which a run has a score.

    Parameters
    ----------
    topics : tuple of str
    scores : float64 array, shape (runs, topics)
        NaN where a run has no score.
    means : float64 array, shape (runs,)
        Scores that rank the runs, NaN where undefined.

    Returns
    -------
    DataFrame
        Rows and columns of the published table without task and metric. A share is negative if good runs are
        worse on the topic; shares are undefined if a run has no score for a topic, or all means are equal.

    Examples
    --------
    Two runs that differ on the first topic only:

    >>> scores = np.array([[0.6, 0.1], [0.2, 0.1]])
    >>> influence = influence_of_topics(("1", "2"), scores, np.array([0.35, 0.15]))
    >>> influence.kendall.tolist(), influence.share.tolist()
    ([1.0, nan], [1.0, 0.0])
    """
    runs = np.count_nonzero(~np.isnan(scores), axis=0)
    defined = np.flatnonzero(runs)
    of_topics = [scores[:, topic] for topic in defined]
    known = [of_topic[~np.isnan(of_topic)] for of_topic in of_topics]
    return pd.DataFrame(
        {
            "topic": [topics[topic] for topic in defined],
            "runs": runs[defined],
            "kendall": [kendall_of_scored(of_topic, means) for of_topic in of_topics],
            "spread": [np.std(one, ddof=1) if len(one) >= FEWEST_RUNS else np.nan for one in known],
            "share": _shares(scores[:, defined]),
        }
    )


def _shares(scores: Floats) -> Floats:
    """Covariance of each topic with the mean, over topics times the mean's variance."""
    undefined = np.full(scores.shape[1], np.nan)
    if not scores.size or len(scores) < FEWEST_RUNS or np.isnan(scores).any():
        return undefined
    means = column_means(scores.T)
    if not np.ptp(means) > ROUNDING:
        return undefined
    centred = means - mean(means.tolist())
    variance = mean((centred * centred).tolist())
    covariances = column_means(centred[:, None] * (scores - column_means(scores)))
    return np.asarray(np.round(covariances / variance / scores.shape[1], DECIMALS))


TOPIC_INFLUENCE = Table.of_tasks(
    "topic_influence",
    "One row per task and topic: what it contributes to the ranking by the official metric.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        **TOPIC,
        "runs": integer("Ranked runs with a score for the topic."),
        "kendall": number(
            "Kendall’s tau-b of the ranking by this topic alone with the official ranking; empty where one "
            "of them ties all runs."
        ),
        "spread": number("Standard deviation (n−1) of the runs’ scores for the topic."),
        "share": number(
            "Part of the variance of the runs’ means that comes from the topic; a task’s topics add up "
            "to 1. Empty where some run lacks a score for some topic."
        ),
    },
    topic_influence,
)
