"""Runs on subsets of a campaign's topics, which query types and the organisers' tags define."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from inexreport.model.campaign import Campaign
from inexreport.model.derived import derived
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.paired_tests import DECIMALS, ROUNDING
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.significance import holm
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks
from inexreport.statistics.task_pairs import known_means

QUERY_TYPE = "query type"
TAG = "tag"

EXACT_UP_TO = 10_000
"""Up to this number of subsets of the same size, all are looked at."""

DRAWS = 9_999
"""Number of random subsets otherwise; the observed one is added."""

DRAWS_AT_ONCE = 1_111

Choices = NDArray[np.bool_]


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
    topics, scores = standings.topic_scores(metric)
    scored = np.flatnonzero(~np.isnan(scores).all(axis=0))
    topics, scores = tuple(topics[place] for place in scored.tolist()), scores[:, scored]
    draws = partial(RepeatableDraws, "topic subsets", metric, *topics)
    found = [
        _score(subset, inside, topics, scores, draws())
        for subset in topic_subsets(campaign)
        if (inside := np.array([topic in subset.topics for topic in topics], dtype=np.bool_)).any()
    ]
    adjusted = holm(np.concatenate([one.p for one in found])) if found else np.empty(0)
    of_subsets = np.split(adjusted, len(found)) if found else []
    return tuple(replace(one, p_adjusted=part) for one, part in zip(found, of_subsets, strict=True))


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


def random_subset_test(values: Floats, inside: Choices, draws: RepeatableDraws) -> Floats:
    """Share of subsets of the same size whose mean is at least as far from that of the others.

    Up to `EXACT_UP_TO` subsets, all are looked at; beyond, `DRAWS` random ones and the observed one.

    Parameters
    ----------
    values : float64 array, shape (rows, topics)
        Rows with NaN are not tested.
    inside : bool array, shape (topics,)
        The observed subset.
    draws : RepeatableDraws

    Returns
    -------
    float64 array, shape (rows,)
        p with two tails; NaN if the row has NaN or equal values only, or if no or every topic is inside.

    Examples
    --------
    Of the six pairs of four topics, only that of the two best and that of the two worst are so far apart.

    >>> inside = np.array([True, True, False, False])
    >>> p = random_subset_test(np.array([[0.5, 0.4, 0.2, 0.1]]), inside, RepeatableDraws("example"))
    >>> p.round(4).tolist()
    [0.3333]
    """
    p = np.full(len(values), np.nan)
    size = int(np.count_nonzero(inside))
    if not len(values) or not 0 < size < len(inside):
        return p
    rounded = np.round(values, DECIMALS)
    rows = np.flatnonzero(~np.isnan(rounded).any(axis=1) & (np.ptp(rounded, axis=1) > 0))
    tested = rounded[rows]
    # The sum of a subset tells the difference of the two means, since the sum of all topics is fixed.
    expected = tested.sum(axis=1) * (size / len(inside))
    bound = np.abs(tested @ inside - expected) - ROUNDING * np.abs(tested).sum(axis=1)
    exact = comb(len(inside), size) <= EXACT_UP_TO
    reached, looked_at = np.full(len(rows), 0 if exact else 1), 0 if exact else 1
    for chosen in _all_choices(len(inside), size) if exact else _random_choices(len(inside), size, draws):
        sums = chosen.astype(np.float64) @ tested.T
        reached += np.count_nonzero(np.abs(sums - expected) >= bound, axis=0)
        looked_at += len(chosen)
    p[rows] = reached / looked_at
    return p


def _all_choices(topics: int, size: int) -> Iterator[Choices]:
    places = np.array(list(combinations(range(topics), size)), dtype=np.int64)
    chosen = np.zeros((len(places), topics), dtype=np.bool_)
    np.put_along_axis(chosen, places, values=True, axis=1)
    yield chosen


def _random_choices(topics: int, size: int, draws: RepeatableDraws) -> Iterator[Choices]:
    for _ in range(0, DRAWS, DRAWS_AT_ONCE):
        yield draws.orders(DRAWS_AT_ONCE, topics) < size
