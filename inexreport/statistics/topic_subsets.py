"""Runs on subsets of a campaign's topics, which query types and the organisers' tags define."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from inexreport.metrics.registry import bind
from inexreport.model.campaign import Campaign
from inexreport.model.derived import derived
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.random_subsets import Choices, random_subset_test
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.significance import holm
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks, known_means

QUERY_TYPE = "query type"
TAG = "tag"


@dataclass(frozen=True, slots=True)
class TopicSubset:
    """Topics that have a query type or a tag in common.

    Attributes
    ----------
    kind : str
        `QUERY_TYPE` or `TAG`.
    name : str
    topics : tuple of str
        At least one, in the campaign's order.
    """

    kind: str
    name: str
    topics: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class SubsetScores:
    """The runs of a task on a subset of its topics, by the metric of single topics.

    Attributes
    ----------
    subset : TopicSubset
    topics, others : tuple of str
        Topics of the task within and outside of the subset for which a run has a score.
    scores, scores_on_others : float64 array, shape (runs,)
        Mean of each run over the topics for which it has a score; NaN without any. Runs as in the standings.
    ranks : int64 array, shape (runs,)
        Competition ranks by `scores`.
    advantage : float64 array, shape (runs,)
        How much farther the run is above the mean of all runs on the subset's topics than on the others; NaN
        without others, and for runs that lack the score of a topic.
    p, p_adjusted : float64 array, shape (runs,)
        Of the advantage, by `random_subset_test`; Holm's correction is over runs and subsets of the task.
    kendall : float
        Tau-b of the rankings by `scores` and by `scores_on_others`.
    mean, mean_on_others : float
        Of the topics' mean scores of all runs: how hard the topics are.
    p_of_means : float
        Of their difference, by the same test.
    """

    subset: TopicSubset
    topics: tuple[str, ...]
    others: tuple[str, ...]
    scores: Floats
    scores_on_others: Floats
    ranks: Integers
    advantage: Floats
    p: Floats
    p_adjusted: Floats
    kendall: float
    mean: float
    mean_on_others: float
    p_of_means: float


class SubsetMeans(NamedTuple):
    """The runs of a task on a subset of its topics by any metric; attributes as in `SubsetScores`.

    Attributes
    ----------
    subset : TopicSubset
    metric : str
    topics : int
        Topics of the subset for which a run has a score.
    scores, scores_on_others : float64 array, shape (runs,)
    ranks : int64 array, shape (runs,)
    """

    subset: TopicSubset
    metric: str
    topics: int
    scores: Floats
    scores_on_others: Floats
    ranks: Integers


def topic_subsets(campaign: Campaign) -> tuple[TopicSubset, ...]:
    """Return the subsets of a campaign's topics: query types if there are several, then the tags.

    Tags of topics that the campaign does not have are left out.
    """
    types = sorted({topic.query_type for topic in campaign.topics.values() if topic.query_type})
    by_type = {
        name: [topic.id for topic in campaign.topics.values() if topic.query_type == name] for name in types
    }
    by_tag = {
        name: [topic for topic in campaign.topics if topic in tagged]
        for name, tagged in campaign.topic_tags.items()
    }
    found = [(QUERY_TYPE, by_type if len(types) > 1 else {}), (TAG, by_tag)]
    return tuple(
        TopicSubset(kind, name, tuple(topics))
        for kind, subsets in found
        for name, topics in subsets.items()
        if topics
    )


@derived
def subset_scores(outcome: TaskOutcome, campaign: Campaign) -> tuple[SubsetScores, ...]:
    """Score the evaluated runs of a task on each subset that has topics of the task.

    References
    ----------
    Woodley and Geva, section 7: whether systems are fitted to re-used topics is tested by comparing their
    performance on re-used and on new topics.
    """
    standings = task_standings(outcome)
    metric = standings.topic_metric
    topics, scores = _scored_topics(standings, metric)
    draws = partial(RepeatableDraws, "topic subsets", metric, *topics)
    found = [
        _score(subset, inside, topics, scores, draws()) for subset, inside in _subsets_among(topics, campaign)
    ]
    adjusted = holm(np.concatenate([one.p for one in found])) if found else np.empty(0)
    of_subsets = np.split(adjusted, len(found)) if found else []
    return tuple(replace(one, p_adjusted=part) for one, part in zip(found, of_subsets, strict=True))


def further_subset_means(outcome: TaskOutcome, campaign: Campaign) -> Iterator[SubsetMeans]:
    """Means and ranks of the runs on each subset by the metrics without tests, see `subset_scores`.

    These are the task's metrics whose value for a run is a mean over topics, imported ones included.
    """
    standings = task_standings(outcome)
    sums = {metric for metric in outcome.computed_metrics if bind(metric).metric.is_count}
    for metric, sign in zip(standings.task.metrics, standings.signs.tolist(), strict=True):
        if metric == standings.topic_metric or metric in sums:
            continue
        topics, scores = _scored_topics(standings, metric)
        for subset, inside in _subsets_among(topics, campaign):
            means, means_on_others = known_means(scores[:, inside]), known_means(scores[:, ~inside])
            count = int(np.count_nonzero(inside))
            ranks = competition_ranks(sign * means)
            yield SubsetMeans(subset, metric, count, means, means_on_others, ranks)


def _scored_topics(standings: Standings, metric: str) -> tuple[tuple[str, ...], Floats]:
    """Topics for which a run has a score, and the scores, shape (runs, topics)."""
    topics, scores = standings.topic_scores(metric)
    scored = np.flatnonzero(~np.isnan(scores).all(axis=0))
    return tuple(topics[place] for place in scored.tolist()), scores[:, scored]


def _subsets_among(topics: Sequence[str], campaign: Campaign) -> Iterator[tuple[TopicSubset, Choices]]:
    """The subsets that have any of some topics, and which."""
    for subset in topic_subsets(campaign):
        inside = np.array([topic in subset.topics for topic in topics], dtype=np.bool_)
        if inside.any():
            yield subset, inside


def _score(
    subset: TopicSubset, inside: Choices, topics: tuple[str, ...], scores: Floats, draws: RepeatableDraws
) -> SubsetScores:
    of_topics = known_means(scores.T)
    relative = scores - of_topics
    means, means_on_others = known_means(scores[:, inside]), known_means(scores[:, ~inside])
    p = random_subset_test(np.vstack((relative, of_topics)), inside, draws)
    complete = ~np.isnan(scores).any(axis=1)
    advantage = known_means(relative[:, inside]) - known_means(relative[:, ~inside])
    return SubsetScores(
        subset=subset,
        topics=tuple(topic for topic, is_inside in zip(topics, inside, strict=True) if is_inside),
        others=tuple(topic for topic, is_inside in zip(topics, inside, strict=True) if not is_inside),
        scores=means,
        scores_on_others=means_on_others,
        ranks=competition_ranks(means),
        advantage=np.where(complete, advantage, np.nan),
        p=p[:-1],
        p_adjusted=np.full(len(scores), np.nan),
        kendall=kendall_of_scored(means, means_on_others),
        mean=float(known_means(of_topics[None, inside])[0]),
        mean_on_others=float(known_means(of_topics[None, ~inside])[0]),
        p_of_means=float(p[-1]),
    )
