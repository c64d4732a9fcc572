"""The judged documents of a task's topics: how many runs found each, and how early."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import column_means
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers

WITHIN = (10, 100)
"""Ranks down to which finds are counted."""

DEPTHS = (5, 10, 20, 100)
"""Ranks down to which the judged share of results is reported."""

NO_RUN = -1
"""Best run of a document that no run found."""


@dataclass(frozen=True, eq=False)
class JudgedDocuments:
    """The judged documents of all assessed topics of a task, in the order of the assessments.

    Runs are the official ones; ranks are places after the task's cut-off, from 1.

    Attributes
    ----------
    task : str
    runs : tuple of str
        Names, best first as in the standings.
    topics : tuple of str
    start : int64 array, shape (topics + 1,)
        Documents of topic i are ``start[i]:start[i + 1]``.
    documents : tuple of str
    grades : int64 array, shape (documents,)
    found_within : int64 array, shape (len(WITHIN), documents)
        Number of runs with the document down to each rank of `WITHIN`.
    found : int64 array, shape (documents,)
        Number of runs with the document anywhere.
    best_rank : int64 array, shape (documents,)
        0 for a document that no run found.
    best_run : int64 array, shape (documents,)
        Index of the run with that rank, of several the first; or `NO_RUN`.
    """

    task: str
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    start: Integers
    documents: tuple[str, ...]
    grades: Integers
    found_within: Integers
    found: Integers
    best_rank: Integers
    best_run: Integers

    @property
    def slices(self) -> Mapping[str, slice]:
        """Where the documents of each topic are."""
        bounds = pairwise(self.start.tolist())
        return {topic: slice(*of_topic) for topic, of_topic in zip(self.topics, bounds, strict=True)}


@once_per_outcome
def judged_documents(outcome: TaskOutcome, campaign: Campaign) -> JudgedDocuments:
    """Count the official runs that found each judged document of a task.

    Parameters
    ----------
    outcome : TaskOutcome
        Of a campaign that judges documents; its runs have their `judged_ranks`.
    campaign : Campaign
        With the assessments.
    """
    official = campaign.of_task(outcome.task.name).assessments
    assessments = [official.topics[topic] for topic in outcome.relevant_articles.topics]
    size = sum(len(one.articles) for one in assessments)
    runs = task_standings(outcome).runs
    within = np.zeros((len(WITHIN), size), dtype=np.int64)
    found, best_rank = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    best_run = np.full(size, NO_RUN, dtype=np.int64)
    # Run by run: the ranks of all runs together are many times as large as these counts.
    for row, run in enumerate(runs):
        ranks = run.judged_ranks
        if ranks is None:
            continue
        has = ranks > 0
        found += has
        within += has & (ranks <= np.array(WITHIN)[:, None])
        better = has & ((best_rank == 0) | (ranks < best_rank))
        best_rank[better], best_run[better] = ranks[better], row
    return JudgedDocuments(
        task=outcome.task.name,
        runs=tuple(run.submission.name for run in runs),
        topics=tuple(one.topic for one in assessments),
        start=np.cumsum([0, *(len(one.articles) for one in assessments)]),
        documents=tuple(document for one in assessments for document in one.articles),
        grades=np.concatenate(
            [np.zeros(0, dtype=np.int64), *(one.grades for one in assessments if one.grades is not None)]
        ),
        found_within=within,
        found=found,
        best_rank=best_rank,
        best_run=best_run,
    )


@once_per_outcome
def judged_shares(outcome: TaskOutcome, campaign: Campaign) -> dict[str, Floats]:
    """Return the judged share of the first results of each run, float64 array of shape (len(DEPTHS),).

    Mean over the assessed topics with results; a topic with fewer results than a depth has the share among
    these, as Judged@k of ir_measures. NaN without results. Parameters as `judged_documents`.
    """
    documents = judged_documents(outcome, campaign)
    topics = len(documents.topics)
    topic = np.repeat(np.arange(topics), np.diff(documents.start))
    shares = {}
    for run in outcome.runs:
        if run.judged_ranks is None or run.diagnosis is None:
            continue
        ranks, results = run.judged_ranks, run.diagnosis.results
        answered = results > 0
        counts = [np.bincount(topic[(ranks > 0) & (ranks <= depth)], minlength=topics) for depth in DEPTHS]
        of_topics = np.array(counts)[:, answered] / np.minimum(results[answered], np.array(DEPTHS)[:, None])
        shares[run.submission.name] = (
            column_means(of_topics.T) if answered.any() else np.full(len(DEPTHS), np.nan)
        )
    return shares
