"""The first results of a task's runs for each assessed topic, as the items that pools are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.task_plan import asks, pools_elements
from inexreport.judging.assessment_sets import scored_assessments
from inexreport.judging.located_run import Element
from inexreport.model.assessment import (
    OFFICIAL,
    ElementJudgements,
    Judged,
    Scale,
    TopicAssessment,
)
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.run import ABSENT
from inexreport.model.task import Task
from inexreport.model.top_results import ResultNames, no_results
from inexreport.statistics.grades import NON_ZERO, masks
from inexreport.statistics.pools import NO_ITEM, Rankings
from inexreport.statistics.summary import Integers

# An item is an int64: the article's number in the upper half; in the lower half the path's number from 1, or
# 0 for the whole article.
_BITS = 32
_PATH = (1 << _BITS) - 1


class PoolUnit(StrEnum):
    """What a pool consists of."""

    ELEMENT = "element"
    """Where judges judged elements and runs name them by their paths (2002-2006)."""
    ARTICLE = "article"
    """Where text was highlighted in whole articles (2007-2010)."""
    DOCUMENT = "document"
    """Where whole documents were judged by grade."""


def pool_unit(task: Task, campaign: Campaign) -> PoolUnit:
    """What the pools of a task consist of."""
    if campaign.judged is Judged.DOCUMENTS:
        return PoolUnit.DOCUMENT
    return PoolUnit.ELEMENT if pools_elements(task, campaign.assessments.topics) else PoolUnit.ARTICLE


def group_of(run: RunOutcome) -> str:
    """The participant of a run; a run without participant is its own group, its name in brackets."""
    return run.submission.participant or f"({run.submission.name})"


def contributed(run: RunOutcome) -> bool:
    """Whether a run contributed to the judged pool: all do that do not say otherwise."""
    return run.submission.contributed is not False


@dataclass(frozen=True, eq=False)
class TopicItems:
    """Items of one topic: results of the runs, and judgements.

    Attributes
    ----------
    depth : int
        Depth of the deepest system pool; metasearch pools use all results.
    articles, paths : tuple of int32 array, shape (results,)
        By run: article and path of each of its first results; None where no result is an element.
    relevant, assessed, given : int64 array, ascending
        Relevant items; judged ones, or judged articles if the judge `reads_articles`, as for highlighting;
        those that were given to the judge, None if unknown.
    """

    topic: str
    unit: PoolUnit
    depth: int
    articles: tuple[NDArray[np.int32], ...]
    paths: tuple[NDArray[np.int32] | None, ...]
    contributed: NDArray[np.bool_]
    relevant: Integers
    assessed: Integers
    given: Integers | None
    reads_articles: bool

    def ranked(self, depth: int | None = None) -> Rankings:
        """Items of the first or all results of contributing runs; not cached, since they need much memory."""
        counted = (slice(depth if counts else 0) for counts in self.contributed.tolist())
        return Rankings(
            [
                _items(self.unit, article[rows], None if path is None else path[rows])
                for article, path, rows in zip(self.articles, self.paths, counted, strict=True)
            ]
        )

    @cached_property
    def pooled(self) -> Rankings:
        """Items of the first `depth` results of each contributing run."""
        return self.ranked(self.depth)

    @cached_property
    def is_relevant(self) -> NDArray[np.bool_]:
        """Whether each item of `pooled` is relevant."""
        return among(self.pooled.items, self.relevant)

    @property
    def relevant_articles(self) -> Integers:
        """Numbers of articles with relevant items, ascending."""
        return np.unique(self.relevant >> _BITS)

    @property
    def judged_articles(self) -> Integers:
        """Numbers of articles with judged items, ascending."""
        return np.unique(self.assessed >> _BITS)

    def judged_with(self, items: Integers) -> Integers:
        """The unit of judging of each item: the item itself, or its article."""
        return items >> _BITS << _BITS if self.reads_articles else items


def among(items: Integers, known: Integers) -> NDArray[np.bool_]:
    """Whether each item is among `known` items, which ascend.

    Examples
    --------
    >>> among(np.array([4, 7, 9]), np.array([3, 4, 5, 9])).tolist()
    [True, False, True]
    """
    if not len(known):
        return np.zeros(len(items), dtype=np.bool_)
    found: NDArray[np.bool_] = known[np.searchsorted(known[:-1], items)] == items
    return found


class PooledResults:
    """Items of all runs of a task but rejected ones, down to the `depth` of the deepest system pool.

    Attributes
    ----------
    runs : tuple of RunOutcome
        Runs that were evaluated, or only checked and accepted, ordered by name.
    group_numbers : int64 array, shape (runs,)
        Index of each run's group in the distinct `group_names`, which are ordered.
    unranked_share : bool
        Whether items that a run does not rank share its remaining Borda points, see `MetasearchPool`.
    topics : tuple of TopicItems
        Assessed topics of the task, ordered by id.
    """

    def __init__(self, outcome: TaskOutcome, campaign: Campaign, depth: int) -> None:
        if any(run.rankings_let_go for run in outcome.runs):
            raise ValueError("pools need the rankings of all runs, which have been let go")
        self._campaign, self._task = campaign, outcome.task
        campaign = campaign.of_task(outcome.task.name)
        self.unit = pool_unit(outcome.task, campaign)
        self.runs = tuple(run for run in outcome.runs if run.evaluated or run.top_results is not None)
        self.groups = tuple(group_of(run) for run in self.runs)
        self.group_names = tuple(sorted(set(self.groups)))
        self.group_numbers = np.array([self.group_names.index(one) for one in self.groups], dtype=np.int64)
        self.contributed = np.array([contributed(run) for run in self.runs], dtype=np.bool_)
        self.unranked_share = outcome.task.settings.get("borda") == "unranked share"
        self._depth = depth
        tops = [run.top_results or no_results() for run in self.runs]
        self._names = tops[0].names if tops else ResultNames()
        self._by_topic = [(top, top.slices) for top in tops]
        self.topics = self._judged_topics(campaign)

    @cached_property
    def sets(self) -> dict[str, tuple[TopicItems, ...]]:
        """Topics as in `topics` by scored set of assessments, the official one first.

        Without dimensions, and without sets for which results are taken out of rankings.
        """
        dimensions = {one.judge for one in self._campaign.dimensions}
        found = {OFFICIAL: self.topics}
        for name, assessments in scored_assessments(self._campaign, self._task).items():
            if name not in dimensions and not assessments.taken_out:
                # As if these were the official assessments of the task.
                judged = replace(self._campaign, assessments=assessments, task_assessments={})
                if topics := self._judged_topics(judged.of_task(self._task.name)):
                    found[name] = topics
        return found

    def by_topic(self) -> Iterator[dict[str, TopicItems]]:
        """Each topic that a scored set judges, by these sets; ordered by id."""
        topics: dict[str, dict[str, TopicItems]] = {}
        for name, of_set in self.sets.items():
            for one in of_set:
                topics.setdefault(one.topic, {})[name] = one
        yield from (topics[topic] for topic in sorted(topics))

    def _judged_topics(self, campaign: Campaign) -> tuple[TopicItems, ...]:
        found = []
        for topic, assessment in sorted(campaign.assessments.topics.items()):
            if not asks(self._task, campaign, topic):
                continue
            results = [(top, slices.get(topic, slice(0))) for top, slices in self._by_topic]
            given = given_pool(assessment, campaign)
            relevant, assessed = self._judged(assessment)
            found.append(
                TopicItems(
                    topic=topic,
                    unit=self.unit,
                    depth=self._depth,
                    articles=tuple(top.article[rows] for top, rows in results),
                    paths=tuple(None if top.path is None else top.path[rows] for top, rows in results),
                    contributed=self.contributed,
                    relevant=relevant,
                    assessed=assessed,
                    given=None if given is None else self._items_of(given),
                    reads_articles=reads_articles(assessment.elements),
                )
            )
        return tuple(found)

    def element(self, item: int) -> Element:
        """Article and path of an item; the path is empty if the item is a whole article."""
        path = item & _PATH
        articles, paths = self._known
        return articles[item >> _BITS], paths[path - 1] if path else ""

    @cached_property
    def _known(self) -> tuple[list[str], list[str]]:
        return list(self._names.articles), list(self._names.paths)

    def _items_of(self, elements: Iterable[Element]) -> Integers:
        known = list(elements)
        articles = self._names.articles.numbers([article for article, _ in known])
        return np.unique(_items(self.unit, articles, self._names.paths.numbers([path for _, path in known])))

    def _judged(self, assessment: TopicAssessment) -> tuple[Integers, Integers]:
        """Relevant items, and judged items or articles."""
        articles = self._names.articles.numbers(assessment.articles).astype(np.int64)
        elements = assessment.elements
        if self.unit is not PoolUnit.ELEMENT or elements is None:
            relevant = articles[assessment.relevant_characters > 0]
            return np.unique(relevant << _BITS), np.unique(articles << _BITS)
        paths = self._names.paths.numbers(elements.paths)
        items = _items(self.unit, articles[elements.article], paths[elements.path])
        assessed = articles << _BITS if reads_articles(elements) else items
        return np.unique(items[masks(elements)[NON_ZERO]]), np.unique(assessed)


def _items(unit: PoolUnit, article: NDArray[np.integer[Any]], path: NDArray[np.int32] | None) -> Integers:
    items = article.astype(np.int64) << _BITS
    if unit is not PoolUnit.ELEMENT:
        return items
    if path is None:
        return np.full(len(items), NO_ITEM)
    return np.where(path == ABSENT, NO_ITEM, items | (path.astype(np.int64) + 1))


def reads_articles(elements: ElementJudgements | None) -> bool:
    """Whether a judge highlights text, so that a whole article is judged once it is read."""
    return elements is None or elements.scale in (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED)


def given_pool(assessment: TopicAssessment, campaign: Campaign) -> frozenset[Element] | None:
    """What the judge of a topic was given: the pool's file, else the flags of 2004, else None."""
    pool = (campaign.pools or {}).get(assessment.topic)
    return assessment.flagged_pool if pool is None else pool.elements
