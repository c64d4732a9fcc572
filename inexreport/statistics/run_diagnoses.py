"""The diagnoses of a task's runs side by side: what is usual, and what others found that a run missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.model.diagnosis import DEPTHS, Diagnosis, GranularityMatch, RelevantArticles
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.score_numbers import column_means
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.summary import Floats, Integers

NAMED = 5
"""So many of the articles that a run missed in a topic are named."""

WIDELY = 0.5
"""An article is widely found if at least this share of the other runs returned it."""


@dataclass(frozen=True, slots=True)
class MissedArticle:
    """A relevant article that a run did not return.

    Attributes
    ----------
    article : str
    runs : int
        How many others did.
    best_rank : int
        The highest rank at which one of them has it.
    best_run : str
        The first such run by name.
    """

    article: str
    runs: int
    best_rank: int
    best_run: str


@dataclass(frozen=True, slots=True)
class MissedOfTopic:
    """Relevant articles of a topic that a run did not return.

    Attributes
    ----------
    topic : str
    relevant, missed : int
        Relevant articles, and how many of them the run did not return.
    widely, nowhere : int
        How many of these at least half of the other runs returned, and how many no run did.
    articles : tuple of MissedArticle
        The first `NAMED` of those that another run returned, the most widely found first.
    """

    topic: str
    relevant: int
    missed: int
    widely: int
    nowhere: int
    articles: tuple[MissedArticle, ...]


class TaskDiagnoses:
    """All diagnoses of a task.

    Attributes
    ----------
    runs : tuple of RunOutcome
        Those with a diagnosis, ordered by name; rows of the arrays.
    topics : tuple of str
        Columns of the arrays.
    """

    def __init__(self, outcome: TaskOutcome) -> None:
        self.runs = tuple(run for run in outcome.runs if run.diagnosis is not None)
        self._relevant_articles = outcome.relevant_articles if self.runs else RelevantArticles()
        self.topics = self._relevant_articles.topics
        self.relevant = np.array([len(names) for names in self.articles], dtype=np.int64)
        self._start = np.concatenate(([0], np.cumsum(self.relevant)))

    @cached_property
    def _all(self) -> tuple[Diagnosis, ...]:
        return tuple(run.diagnosis for run in self.runs if run.diagnosis is not None)

    def row(self, run: RunOutcome) -> int:
        """The row of a run."""
        return self.runs.index(run)

    @cached_property
    def _ranks(self) -> Integers:
        """Rank of the first result from each relevant article, shape (runs, articles); 0 for none."""
        return np.array([one.article_ranks for one in self._all], dtype=np.int64).reshape(
            len(self.runs), int(self._start[-1])
        )

    @cached_property
    def articles_found(self) -> Integers:
        """Relevant articles that each run returned, shape (runs, topics)."""
        return self._by_topic(self._ranks > 0)

    def _by_topic(self, returned: NDArray[np.bool_]) -> Integers:
        """How many of the articles of each topic are among those of a row; shape (rows, topics)."""
        before = np.zeros((len(returned), int(self._start[-1]) + 1), dtype=np.int64)
        np.cumsum(returned, axis=1, out=before[:, 1:])
        return before[:, self._start[1:]] - before[:, self._start[:-1]]

    @cached_property
    def quantities(self) -> Mapping[str, Floats]:
        """What tells why a run is good or bad on a topic, each of shape (runs, topics).

        ``results``; ``articles_found``; ``first_relevant``, the rank, infinite where nothing relevant is
        found; ``fitting``, percentage of the results in relevant articles that fit, NaN without any;
        ``overlapping``, percentage of the results, 0 without any; ``relevant_first`` and
        ``unjudged_first``, among the first ten.
        """
        rows = self._all
        results = self._matrix([one.results for one in rows])
        first = self._matrix([one.first_relevant for one in rows])
        fitting = self._matrix([one.fits[:, GranularityMatch.FITTING] for one in rows])
        inside = self._matrix([one.fits.sum(axis=1) for one in rows])
        overlapping = self._matrix([one.overlapping for one in rows])
        return {
            "results": results,
            "articles_found": self.articles_found.astype(np.float64),
            "first_relevant": np.where(first > 0, first, np.inf),
            "fitting": _percentage(fitting, inside, np.nan),
            "overlapping": _percentage(overlapping, results, 0.0),
            "relevant_first": self._matrix([one.relevant_first for one in rows]),
            "unjudged_first": self._matrix([one.unjudged_first for one in rows]),
        }

    def _matrix(self, rows: list[Integers]) -> Floats:
        return np.array(rows, dtype=np.float64).reshape(len(self.runs), len(self.topics))

    @cached_property
    def medians(self) -> Mapping[str, Floats]:
        """Median of each quantity over the runs that have it, shape (topics,); NaN where none has."""
        return {name: _median(values) for name, values in self.quantities.items()}

    @cached_property
    def found_by_depth(self) -> Floats:
        """Share of what is to be found down to each depth, shape (runs, depths)."""
        return np.array([one.found_by_depth for one in self._all], dtype=np.float64)

    @cached_property
    def overlapping_by_depth(self) -> Floats:
        """Share of overlapping results down to each depth, shape (runs, depths)."""
        return np.array([one.overlapping_by_depth for one in self._all], dtype=np.float64)

    @cached_property
    def articles_by_depth(self) -> Floats:
        """Share of the relevant articles returned down to each depth, mean over topics that have any."""
        shares = np.full((len(self.runs), len(DEPTHS)), np.nan)
        having = np.flatnonzero(self.relevant)
        if not len(having):
            return shares
        for column, depth in enumerate(DEPTHS):
            found = self._by_topic((self._ranks > 0) & (self._ranks <= depth))
            shares[:, column] = column_means((found[:, having] / self.relevant[having]).T)
        return shares

    @cached_property
    def medians_by_depth(self) -> Mapping[str, Floats]:
        """Medians of ``found_by_depth``, ``articles_by_depth`` and ``overlapping_by_depth``."""
        names = ("found_by_depth", "articles_by_depth", "overlapping_by_depth")
        return {name: median_by_depth(getattr(self, name)) for name in names}

    @cached_property
    def widely_missed(self) -> Integers:
        """Relevant articles that each run did not return but at least half of the others; (runs, topics)."""
        return self._by_topic((self._ranks == 0) & (self.found_by >= max(1, WIDELY * (len(self.runs) - 1))))

    @cached_property
    def missed_by_all(self) -> Integers:
        """Relevant articles that no run returned, shape (topics,)."""
        missed: Integers = self.relevant - self._by_topic(self.found_by[None, :] > 0)[0]
        return missed

    def missed(self, row: int, places: Sequence[int]) -> tuple[MissedOfTopic, ...]:
        """Relevant articles of the topics in some columns that the run in a row did not return."""
        named = self.named(row)
        bounds = self._bounds(named)
        articles = [self._missable[article] for article in named.tolist()]
        relevant, returned = self.relevant.tolist(), self.articles_found[row].tolist()
        widely, nowhere = self.widely_missed[row].tolist(), self.missed_by_all.tolist()
        return tuple(
            MissedOfTopic(
                topic=self.topics[place],
                relevant=relevant[place],
                missed=relevant[place] - returned[place],
                widely=widely[place],
                nowhere=nowhere[place],
                articles=tuple(articles[bounds[place] : bounds[place + 1]]),
            )
            for place in places
        )

    def named(self, row: int) -> Integers:
        """Of each topic the first `NAMED` articles that a run did not return but others did.

        Returns
        -------
        int64 array
            Columns of articles, the most widely found first within each topic.
        """
        columns, bounds = self._most_widely_found
        missed = self._ranks[row, columns] == 0
        before = np.concatenate(([0], np.cumsum(missed)))
        before_topic = np.repeat(before[bounds[:-1]], np.diff(bounds))
        chosen: Integers = columns[missed & (before[:-1] - before_topic < NAMED)]
        return chosen

    @cached_property
    def articles(self) -> tuple[tuple[str, ...], ...]:
        """The relevant articles of each topic."""
        return self._relevant_articles.relevant_articles

    @cached_property
    def topic_of_article(self) -> Integers:
        """Column of the topic of each article, shape (articles,)."""
        return np.repeat(np.arange(len(self.topics)), self.relevant)

    @cached_property
    def _most_widely_found(self) -> tuple[Integers, Integers]:
        """The articles that some run returned, topic by topic and the most widely found first.

        With them the bounds of topics, shape (topics + 1,).
        """
        found = np.flatnonzero(self.found_by)
        order = np.lexsort((self.best_rank[found], -self.found_by[found], self.topic_of_article[found]))
        columns = found[order]
        return columns, self._bounds(columns)

    def _bounds(self, articles: Integers) -> Integers:
        """Where the articles of each topic begin among some that are ordered by topic; and the end."""
        return np.searchsorted(self.topic_of_article[articles], np.arange(len(self.topics) + 1))

    @cached_property
    def _missable(self) -> tuple[MissedArticle, ...]:
        """Every relevant article as a run may have missed it; meaningless where nobody returned it."""
        names = (name for names in self.articles for name in names)
        runs = [run.submission.name for run in self.runs]
        return tuple(
            MissedArticle(name, found, rank, runs[best])
            for name, found, rank, best in zip(
                names, self.found_by.tolist(), self.best_rank.tolist(), self.best_row.tolist(), strict=True
            )
        )

    @cached_property
    def found_by(self) -> Integers:
        """Runs that returned each article, shape (articles,)."""
        runs: Integers = np.count_nonzero(self._ranks, axis=0)
        return runs

    @cached_property
    def best_rank(self) -> Integers:
        """Best rank that any of them has of each article; meaningless where there is none."""
        ranks: Integers = self._ranks_of_found.min(axis=0)
        return ranks

    @cached_property
    def best_row(self) -> Integers:
        """Row of the first run that has it at this rank."""
        rows: Integers = self._ranks_of_found.argmin(axis=0)
        return rows

    @property
    def _ranks_of_found(self) -> Integers:
        """As `_ranks`, with a rank behind all others where there is none."""
        return np.where(self._ranks > 0, self._ranks, np.iinfo(np.int64).max)


def median_by_depth(shares: Floats) -> Floats:
    """The median of curves, shape (depths,); those that are undefined somewhere do not count."""
    having = shares[~np.isnan(shares).any(axis=1)]
    return np.median(having, axis=0) if len(having) else np.full(shares.shape[1], np.nan)


def _percentage(part: Floats, whole: Floats, empty: float) -> Floats:
    result = np.full(part.shape, empty)
    np.divide(100 * part, whole, out=result, where=whole > 0)
    return result


def _median(values: Floats) -> Floats:
    result = np.full(values.shape[1], np.nan)
    known = ~np.isnan(values)
    for column in np.flatnonzero(known.any(axis=0)).tolist():
        ordered = np.sort(values[known[:, column], column])
        # Two middle values may both be infinite, which has no mean.
        low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
        result[column] = low if low == high else (low + high) / 2
    return result


@once_per_outcome
def task_diagnoses(outcome: TaskOutcome) -> TaskDiagnoses:
    """The diagnoses of a task."""
    return TaskDiagnoses(outcome)
