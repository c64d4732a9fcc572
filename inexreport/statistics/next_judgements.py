"""Which documents to judge next, so that the order of the best runs is decided.

Two runs are *decided* if their order holds even where all that is unjudged is judged in favour of the run
behind: a document that it ranks higher than the other run gets the largest grade, one that it ranks lower is
not relevant, and those that tell neither from the other are all relevant or all not, in each topic what is
worse for the run ahead, since measures may divide by what is relevant. For a measure that adds up what
documents contribute, as P@10 and RBP do, no judgement of the rest can then change the order; for nDCG and AP
this is close to it. That an order is the one under all judgements would be no definition: it may be so by
chance, and the next judgement undo it.

The *residual* of two runs is what unjudged documents can change of their difference: each |w(i) - w(j)|, i
and j being its ranks, and w(i) the measure's value for a ranking whose only relevant result has rank i. A
judgement takes a document out of the residual, whether it is relevant or not, so that no probability of
relevance is guessed. Each pair that is not decided has one vote, shared by its documents as they share its
residual; the documents with most votes are judged next.

References
----------
Moffat, Webber and Zobel, Strategic system comparisons via targeted relevance judgments (2007): documents
weighted by ranks and residuals. Carterette, Allan and Sitaraman, Minimal test collections for retrieval
evaluation (2006): documents weighted by two runs' difference, until no judgement can change its sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.run_scores import RunJudgement, means_of
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.evaluation.topic_values import TopicValues, compute_together
from inexreport.judging.judged_ranking import judge
from inexreport.judging.located_run import LocatedRun, document_ranking
from inexreport.metrics.graded_rankings import grades_of, largest_grade
from inexreport.model.assessment import graded_documents
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.run import Standing
from inexreport.model.score_numbers import comparable
from inexreport.statistics.pooled_results import PooledResults
from inexreport.statistics.summary import Floats, Integers

BEST = 10
"""Runs whose order is to be decided."""

REACH = 100
"""Results of a topic that count at most, even if the measure reads more."""

Mask = NDArray[np.bool_]


class Bought(NamedTuple):
    """Pairs of the best runs, and how many are decided: by a pool, and by a budget more of either kind."""

    depth: int
    pairs: int
    before: int
    chosen: int
    by_depth: int


class NextJudgements:
    """The documents of a task's assessed topics that runs return or somebody judged.

    Parameters
    ----------
    outcome : TaskOutcome
        Runs with their first results; documents are judged by grade.
    campaign : Campaign
    plan : TaskPlan

    Attributes
    ----------
    names, judged : array of str, array of bool, shape (documents,)
    topics : dict of str to slice
        Which of these are of each topic.
    rank : int array, shape (runs, documents)
        One more than the last rank that counts where a run does not return a document.
    weights : float64 array, shape (ranks + 1,)
        w of each rank, and 0.
    """

    def __init__(self, outcome: TaskOutcome, campaign: Campaign, plan: TaskPlan) -> None:
        depth = min(plan.official.depth or REACH, REACH)
        results = PooledResults(outcome, campaign, depth)
        self._plan, self._largest = plan, largest_grade(tuple(plan.assessments.values()))
        self.topics: dict[str, slice] = {}
        names: list[str] = []
        grades: list[int | None] = []
        ranks = []
        for topic in results.topics:
            found = replace(topic, contributed=np.ones_like(topic.contributed)).ranked(depth)
            items = np.union1d(found.items, topic.assessed)
            rank = np.full((len(results.runs), len(items)), depth + 1, dtype=np.int16)
            place = np.asarray(items.searchsorted(found.items))
            rank[found.ranking, place[found.number]] = found.rank
            ranks.append(rank)
            assessment = plan.assessments[topic.topic]
            graded = dict(zip(assessment.articles, grades_of(assessment).tolist(), strict=True))
            self.topics[topic.topic] = slice(len(names), len(names) + len(items))
            names += (results.element(item)[0] for item in items.tolist())
            grades += map(graded.get, names[self.topics[topic.topic]])
        self.names, self.rank = np.array(names, dtype=object), np.concatenate(ranks, axis=1)
        self.judged = np.array([grade is not None for grade in grades], dtype=np.bool_)
        self._grades = np.array([grade or 0 for grade in grades], dtype=np.int64)
        relevant = self._grades[self._grades >= plan.task.relevance_level]
        self.weights = self._rank_weights(depth, max(1, len(relevant) // len(ranks)))
        self._of_all_runs = np.sum([self.weights[row - 1] for row in self.rank], axis=0)
        self._pool_rank = self.rank[results.contributed].min(axis=0, initial=depth + 1)
        self._alphabet = np.unique(names, return_inverse=True)[1]
        standings = [run.submission.standing for run in results.runs]
        self._ranked = [row for row, one in enumerate(standings) if one is Standing.OFFICIAL]
        self._located = cache(self._rankings)

    def best_runs(self, judged: Mask) -> list[int]:
        """Rows of the `BEST` runs by what is judged, of equal ones the first."""
        scores = self._means(self._rows(self._ranked, judged, self._grades))
        order = np.argsort(-scores, kind="stable")[: np.count_nonzero(~np.isnan(scores))]
        return [self._ranked[place] for place in order.tolist()[:BEST]]

    def undecided(self, runs: Sequence[int], judged: Mask, unjudged: Mask) -> list[tuple[int, int]]:
        """Pairs of runs, the better first, whose order judgements of the unjudged documents can change."""
        order = np.argsort(-self._means(self._rows(runs, judged, self._grades)), kind="stable").tolist()
        pairs = combinations([runs[place] for place in order], 2)
        return [(one, other) for one, other in pairs if not self._is_decided(one, other, judged, unjudged)]

    def chosen(self, undecided: Sequence[tuple[int, int]], unjudged: Mask, budget: int) -> Mask:
        """The unjudged documents with most votes, then those with the largest sum of w over all runs.

        Never more than runs return down to the last rank that counts.
        """
        votes = np.zeros(len(self.names))
        for one, other in undecided:
            w, v = self.weights[self.rank[one] - 1], self.weights[self.rank[other] - 1]
            residual = unjudged * np.abs(w - v)
            votes += residual / (residual.sum() or 1)
        return self._first(budget, unjudged & (self._of_all_runs > 0), -votes, -self._of_all_runs)

    def simulated(self, budget: int, depth: int | None = None) -> Bought | None:
        """What a budget would have bought, had judgements stopped at a pool.

        By default the pool holds at most half of the judged documents that runs return. Documents that were
        never judged are not relevant. The next ranks are those of the runs that contributed to pools, of
        the same rank by the sum of w over all runs. None if the budget would buy all.
        """
        returned = self.judged & (self._of_all_runs > 0)
        if depth is None:
            ranks = np.sort(self._pool_rank[returned])
            depth = max(1, int(ranks[len(ranks) // 2]) - 1) if len(ranks) else 1
        pooled = self.judged & (self._pool_rank <= depth)
        left = self.judged & ~pooled
        if np.count_nonzero(left & returned) <= budget:
            return None
        runs = self.best_runs(pooled)
        before = self.undecided(runs, pooled, left)
        deeper = self._first(budget, left, self._pool_rank, -self._of_all_runs)
        more = (self.chosen(before, left, budget), deeper)
        after = (self.undecided(runs, pooled | known, left & ~known) for known in more)
        pairs = comb(len(runs), 2)
        return Bought(depth, pairs, *(pairs - len(undecided) for undecided in (before, *after)))

    def next(self, budget: int) -> tuple[Mask, str]:
        """The documents to judge next, and in words what is decided and what such a budget buys."""
        runs = self.best_runs(self.judged)
        undecided = self.undecided(runs, self.judged, ~self.judged)
        chosen, bought = self.chosen(undecided, ~self.judged, budget), self.simulated(budget)
        pairs, documents = comb(len(runs), 2), int(chosen.sum())
        said = (
            f"{self._plan.task.official} decides {pairs - len(undecided)} of {counted(pairs, 'pair')} of the "
        )
        said += f"{len(runs)} best runs. "
        if documents < budget:
            said += f"Runs return no more than {counted(documents, 'unjudged document')} that count. "
        if bought is None:
            return chosen, f"{said}There are too few judgements to simulate a budget of {budget:,}."
        depth, pairs, before, after, by_depth = bought
        said += f"Simulated from a pool of depth {depth}, which decides {before} of {pairs}: {budget:,} more "
        return chosen, f"{said}judgements decide {after} if chosen like these, {by_depth} by depth."

    def _first(self, budget: int, among: Mask, *keys: Floats | Integers) -> Mask:
        """The first documents by keys, equal ones by name."""
        rows = np.flatnonzero(among)
        order = np.lexsort([comparable(key[rows]) for key in (self._alphabet, *reversed(keys))])
        chosen = np.zeros_like(among)
        chosen[rows[order[:budget]]] = True
        return chosen

    def _is_decided(self, one: int, other: int, judged: Mask, unjudged: Mask) -> bool:
        least = self._least_lead(one, other, judged, unjudged)
        return least > 0 or least == 0 == self._least_lead(other, one, judged, unjudged)

    def _least_lead(self, one: int, other: int, judged: Mask, unjudged: Mask) -> float:
        """By how much one run is better if all is judged in favour of the other; if it is not, below 0."""

        def scores(relevant: Mask) -> Floats:
            grades = np.where(unjudged, relevant * self._largest, self._grades)
            return self._rows((one, other), judged | unjudged, grades)

        rows = scores(self.rank[other] < self.rank[one])
        if (lead := -np.diff(self._means(rows))[0]) >= 0:
            more = scores(self.rank[other] <= self.rank[one])
            rows = np.where(np.diff(more, axis=0) > np.diff(rows, axis=0), more, rows)
            lead = -np.diff(self._means(rows))[0]
        return float(lead)

    def _rows(self, runs: Sequence[int], judged: Mask, grades: Integers) -> Floats:
        """The official scores by topic from the results that count, shape (runs, topics)."""
        task = self._plan.task
        assessments = {
            topic: graded_documents(
                topic, tuple(self.names[rows][known]), grades[rows][known], task.relevance_level
            )
            for topic, rows in self.topics.items()
            for known in (judged[rows],)
        }
        judgements = (RunJudgement(self._located(run), assessments, task.topics) for run in runs)
        return np.array([one.rows((self._plan.official,))[0] for one in judgements])

    def _means(self, rows: Floats) -> Floats:
        return comparable([means_of((self._plan.official,), row[np.newaxis])[0] for row in rows])

    def _rankings(self, run: int) -> LocatedRun:
        rankings = []
        for topic, rows in self.topics.items():
            rank = self.rank[run, rows]
            order = np.argsort(rank)[: np.count_nonzero(rank < len(self.weights))]
            rankings.append(document_ranking(topic, self.names[rows][order].tolist()))
        return LocatedRun(tuple(rankings))

    def _rank_weights(self, depth: int, relevant: int) -> Floats:
        """The w of each rank, `relevant` documents being relevant, and 0; what is undefined is 0, too."""
        documents = tuple(f"relevant {number}" for number in range(relevant))
        assessment = graded_documents("", documents, np.full(relevant, self._largest))
        others = [f"other {number}" for number in range(depth - 1)]
        rankings = ([*others[:place], documents[0], *others[place:]] for place in range(depth))
        values = [TopicValues(judge(document_ranking("", one), assessment)) for one in rankings]
        compute_together(values, (self._plan.official,))
        return np.nan_to_num([*(one.value(self._plan.official) for one in values), 0.0])
