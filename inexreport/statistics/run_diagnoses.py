"""Diagnoses of all runs of a task: medians, and relevant articles that a run missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.model.diagnosis import DEPTHS, GranularityMatch, Reading, RelevantArticles
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.run import Standing
from inexreport.model.score_numbers import column_means, ratios
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.summary import Floats, Integers

NAMED = 5
"""Number of missed articles that are named per run and topic."""

WIDELY = 0.5
"""An article is widely found if at least this share of the other runs returned it."""


class TaskDiagnoses:
    """All diagnoses of a task.

    Attributes
    ----------
    runs : tuple of RunOutcome
        Runs with a diagnosis, ordered by name; rows of the arrays.
    ranked : bool array, shape (runs,)
        The runs that medians are of.
    reading : Reading
        What the official metric reads.
    topics : tuple of str
        Columns of the arrays.
    articles : tuple of tuple of str
        Relevant articles of each topic.
    relevant : int64 array, shape (topics,)
        Number of relevant articles.
    topic_of_article : int64 array, shape (articles,)
        Index of the topic of each relevant article, topic after topic.
    """

    def __init__(self, outcome: TaskOutcome) -> None:
        self.runs = tuple(run for run in outcome.runs if run.diagnosis is not None)
        self.ranked = np.array(
            [run.submission.standing is Standing.OFFICIAL for run in self.runs], dtype=np.bool_
        )
        self._diagnoses = [run.diagnosis for run in self.runs if run.diagnosis is not None]
        self.reading = self._diagnoses[0].reading if self._diagnoses else Reading()
        known = outcome.relevant_articles if self.runs else RelevantArticles()
        self.topics, self.articles = known.topics, known.relevant_articles
        self.relevant = np.array([len(names) for names in self.articles], dtype=np.int64)
        self.topic_of_article = np.repeat(np.arange(len(self.topics)), self.relevant)

    @property
    def median_runs(self) -> int:
        """Number of runs that medians are of."""
        return int(np.count_nonzero(self.ranked))

    def row(self, run: RunOutcome) -> int:
        """The row of a run."""
        return self.runs.index(run)

    @cached_property
    def _ranks(self) -> Integers:
        """Rank of the first result from each relevant article, shape (runs, articles); 0 if not returned."""
        ranks = np.array([one.article_ranks for one in self._diagnoses], dtype=np.int64)
        return ranks.reshape(len(self.runs), len(self.topic_of_article))

    @cached_property
    def articles_found(self) -> Integers:
        """Relevant articles that each run returned, shape (runs, topics)."""
        return self._by_topic(self._ranks > 0)

    def _by_topic(self, selected: NDArray[np.bool_]) -> Integers:
        """Number of selected articles by topic, from shape (rows, articles) to (rows, topics)."""
        ends = np.cumsum(self.relevant)
        before = np.zeros((len(selected), selected.shape[1] + 1), dtype=np.int64)
        np.cumsum(selected, axis=1, out=before[:, 1:])
        return before[:, ends] - before[:, ends - self.relevant]

    @cached_property
    def quantities(self) -> Mapping[str, Floats]:
        """Quantities that explain scores, each of shape (runs, topics).

        ``results``; ``articles_found``; ``first_relevant``, a rank, infinite without relevant results;
        ``fitting``, in percent of the results in relevant articles, NaN without any; ``overlapping``, in
        percent of the results, 0 without any; ``relevant_first``, ``unjudged_first`` and ``grades_first``,
        among the first results, see `Reading.first`; ``results_read`` and ``articles_read``, among the
        results that the official metric reads.
        """
        depth = self.reading.depth or np.inf
        rows = self._diagnoses
        results = self._matrix([one.results for one in rows])
        first = self._matrix([one.first_relevant for one in rows])
        fitting = self._matrix([one.fits[:, GranularityMatch.FITTING] for one in rows])
        in_relevant = self._matrix([one.fits.sum(axis=1) for one in rows])
        overlapping = self._matrix([one.overlapping for one in rows])
        return {
            "results": results,
            "articles_found": self.articles_found.astype(np.float64),
            "first_relevant": np.where(first > 0, first, np.inf),
            "fitting": ratios(100 * fitting, in_relevant),
            "overlapping": ratios(100 * overlapping, results, undefined=0.0),
            "relevant_first": self._matrix([one.relevant_first for one in rows]),
            "unjudged_first": self._matrix([one.unjudged_first for one in rows]),
            "grades_first": self._matrix([one.grades_first for one in rows]),
            "results_read": np.minimum(results, depth),
            "articles_read": self._by_topic((self._ranks > 0) & (self._ranks <= depth)).astype(np.float64),
        }

    def _matrix(self, rows: list[Integers]) -> Floats:
        return np.array(rows, dtype=np.float64).reshape(len(self.runs), len(self.topics))

    @cached_property
    def medians(self) -> Mapping[str, Floats]:
        """Median of each quantity over the ranked runs that have it, shape (topics,); NaN without any."""
        return {
            name: pd.DataFrame(values[self.ranked]).median().to_numpy()
            for name, values in self.quantities.items()
        }

    @cached_property
    def found_by_depth(self) -> Floats:
        """Share of relevant material found down to each depth, shape (runs, depths)."""
        return np.array([one.found_by_depth for one in self._diagnoses], dtype=np.float64)

    @cached_property
    def overlapping_by_depth(self) -> Floats:
        """Share of overlapping results down to each depth, shape (runs, depths)."""
        return np.array([one.overlapping_by_depth for one in self._diagnoses], dtype=np.float64)

    @cached_property
    def articles_by_depth(self) -> Floats:
        """Share of relevant articles returned down to each depth, shape (runs, depths).

        Mean over topics with relevant articles, NaN without any.
        """
        topics = np.flatnonzero(self.relevant)
        if not len(topics):
            return np.full((len(self.runs), len(DEPTHS)), np.nan)
        found = (self._by_topic((self._ranks > 0) & (self._ranks <= depth))[:, topics] for depth in DEPTHS)
        return np.transpose([column_means((one / self.relevant[topics]).T) for one in found])

    @cached_property
    def medians_by_depth(self) -> Mapping[str, Floats]:
        """Medians of ``found_by_depth``, ``articles_by_depth`` and ``overlapping_by_depth``."""
        names = ("found_by_depth", "articles_by_depth", "overlapping_by_depth")
        return {name: median_by_depth(getattr(self, name)[self.ranked]) for name in names}

    @cached_property
    def found_by(self) -> Integers:
        """Number of runs that returned each article, shape (articles,)."""
        runs: Integers = np.count_nonzero(self._ranks, axis=0)
        return runs

    @cached_property
    def best_row(self) -> Integers:
        """Row of the first run with the best rank of each article; undefined if no run returned it."""
        rows: Integers = np.where(self._ranks > 0, self._ranks, np.iinfo(np.int64).max).argmin(axis=0)
        return rows

    @cached_property
    def best_rank(self) -> Integers:
        """Best rank of each article in any run; undefined if no run returned it."""
        return self._ranks[self.best_row, np.arange(len(self.best_row))]

    @cached_property
    def widely_missed(self) -> Integers:
        """Relevant articles that each run missed but at least half of the others returned; (runs, topics)."""
        return self._by_topic((self._ranks == 0) & (self.found_by >= max(1, WIDELY * (len(self.runs) - 1))))

    @cached_property
    def missed_by_all(self) -> Integers:
        """Relevant articles that no run returned, shape (topics,)."""
        missed: Integers = self.relevant - self._by_topic(self.found_by[None, :] > 0)[0]
        return missed

    def missed(self, row: int, columns: Sequence[int]) -> list[dict[str, Any]]:
        """Relevant articles that the run in a row missed, for the topics in some columns.

        Each with ``topic``; numbers of ``relevant`` and ``missed`` articles, and of missed articles that at
        least half of the other runs returned (``widely``) or no run returned (``nowhere``); ``articles``, see
        `named`, each with ``article``, ``runs`` (that returned it), ``best_rank`` and ``best_run``.
        """
        named = self.named(row)
        return [
            {
                "topic": self.topics[topic],
                "relevant": int(self.relevant[topic]),
                "missed": int(self.relevant[topic] - self.articles_found[row, topic]),
                "widely": int(self.widely_missed[row, topic]),
                "nowhere": int(self.missed_by_all[topic]),
                "articles": [
                    {
                        "article": self._names[article],
                        "runs": int(self.found_by[article]),
                        "best_rank": int(self.best_rank[article]),
                        "best_run": self.runs[self.best_row[article]].submission.name,
                    }
                    for article in named[self.topic_of_article[named] == topic].tolist()
                ],
            }
            for topic in columns
        ]

    @cached_property
    def _names(self) -> list[str]:
        return [name for names in self.articles for name in names]

    def named(self, row: int) -> Integers:
        """Indices of the first `NAMED` articles of each topic that a run missed but others returned.

        Within a topic, the most widely found come first.
        """
        missed: Integers = self._most_widely_found[self._ranks[row, self._most_widely_found] == 0]
        topic = self.topic_of_article[missed]
        return missed[np.arange(len(topic)) - np.searchsorted(topic, topic) < NAMED]

    @cached_property
    def _most_widely_found(self) -> Integers:
        """Indices of articles that some run returned, by topic, then the most widely found first."""
        order = np.lexsort((self.best_rank, -self.found_by, self.topic_of_article))
        found: Integers = order[self.found_by[order] > 0]
        return found


def median_by_depth(shares: Floats) -> Floats:
    """Median of curves, shape (depths,); curves with NaN do not count."""
    defined = shares[~np.isnan(shares).any(axis=1)]
    return np.median(defined, axis=0) if len(defined) else np.full(shares.shape[1], np.nan)


@once_per_outcome
def task_diagnoses(outcome: TaskOutcome) -> TaskDiagnoses:
    """The diagnoses of a task."""
    return TaskDiagnoses(outcome)
