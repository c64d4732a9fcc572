"""What the runs of a task put forward for each assessed topic, as numbers that pools are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.task_plan import asks, by_elements
from inexreport.judging.located_run import Element
from inexreport.model.assessment import ElementJudgements, Scale, TopicAssessment
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.run import ABSENT
from inexreport.model.task import Task
from inexreport.model.top_results import ResultNames, TopResults, no_results
from inexreport.statistics.grades import NON_ZERO, masks
from inexreport.statistics.pools import Owned, owned_items
from inexreport.statistics.rankings import NO_ITEM, Rankings
from inexreport.statistics.summary import Integers

# An item is a whole number: its article, and in the lower half its path, counted from 1, or 0 for all of it.
_BITS = 32
_PATH = (1 << _BITS) - 1


class PoolUnit(StrEnum):
    """What a pool consists of."""

    ELEMENT = "element"
    """Where the judges judged elements and runs name them by their paths (2002-2006)."""
    ARTICLE = "article"
    """Where text was highlighted in whole articles (2007-2010)."""


def pool_unit(task: Task, campaign: Campaign) -> PoolUnit:
    """What the pools of a task consist of."""
    return PoolUnit.ELEMENT if by_elements(task, campaign.assessments.topics) else PoolUnit.ARTICLE


def group_of(run: RunOutcome) -> str:
    """The participant of a run; a run that nobody claims is a group by itself, its name in brackets."""
    return run.submission.participant or f"({run.submission.name})"


@dataclass(frozen=True, eq=False)
class TopicItems:
    """The items of one topic: those of each run in order, and what the judge said of items.

    Attributes
    ----------
    topic : str
    unit : PoolUnit
        Where items are elements, a result that is no element is no item.
    depth : int
        Of the deepest pool of systems.
    articles, paths : tuple of int32 array, shape (results,)
        By run: article and path of each of its first results, of which there are more than pools of systems
        are made of.
    relevant : int64 array, ascending
        Items that the judge found relevant.
    assessed : int64 array, ascending
        What was judged: items, or articles if `reads_articles`.
    given : int64 array, ascending, or None
        Items that were given to the judge, where the campaign tells them.
    reads_articles : bool
        Whether the judge read articles as a whole, as everybody does who highlights.
    """

    topic: str
    unit: PoolUnit
    depth: int
    articles: tuple[NDArray[np.int32], ...]
    paths: tuple[NDArray[np.int32], ...]
    relevant: Integers
    assessed: Integers
    given: Integers | None
    reads_articles: bool

    @cached_property
    def ranked(self) -> Rankings:
        """The items of all those results."""
        return self._rankings(None)

    @cached_property
    def pooled(self) -> Rankings:
        """The items of as many of them as pools of systems are made of."""
        return self._rankings(self.depth)

    @cached_property
    def is_relevant(self) -> NDArray[np.bool_]:
        """Of each item of `pooled` whether it is relevant."""
        return among(self.pooled.items, self.relevant)

    @cached_property
    def pooled_pieces(self) -> tuple[Integers, NDArray[np.intp]]:
        """The pieces of the items of `pooled`, and for each of these the place of its own."""
        return np.unique(self.judged_with(self.pooled.items), return_inverse=True)

    @property
    def relevant_articles(self) -> Integers:
        """Articles with something relevant, ascending."""
        return np.unique(self.relevant >> _BITS)

    def unassessed(self, items: Integers) -> int:
        """How many of the items nobody judged."""
        return len(items) - int(np.count_nonzero(among(self.judged_with(items), self.assessed)))

    def pieces(self, items: Integers) -> Integers:
        """What is judged in one piece, of items: they themselves, or their articles; distinct, ascending."""
        return np.unique(self.judged_with(items))

    def judged_with(self, items: Integers) -> Integers:
        """For each item what is judged in one piece with it."""
        return items >> _BITS << _BITS if self.reads_articles else items

    def _rankings(self, depth: int | None) -> Rankings:
        if not self.articles:
            return Rankings([])
        # The items of all runs together, of which each has few results for a topic.
        articles, paths = ([run[:depth] for run in column] for column in (self.articles, self.paths))
        items = _items(self.unit, np.concatenate(articles), np.concatenate(paths))
        return Rankings(np.split(items, np.cumsum([len(run) for run in articles])[:-1]))


def among(items: Integers, known: Integers) -> NDArray[np.bool_]:
    """Of each item whether it is a known one; these ascend.

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
    """The items of all evaluated runs of a task.

    Parameters
    ----------
    outcome : TaskOutcome
    campaign : Campaign
    depth : int
        Of the deepest pool of systems that will be made.

    Attributes
    ----------
    unit : PoolUnit
    runs : tuple of RunOutcome
        Evaluated runs, ordered by name.
    groups : tuple of str
        The group of each run.
    group_names : tuple of str
        The distinct ones, ordered.
    group_numbers : int64 array, shape (runs,)
        Of each run the place of its group among these.
    topics : tuple of TopicItems
        Assessed topics of the task, ordered by id.
    """

    def __init__(self, outcome: TaskOutcome, campaign: Campaign, depth: int) -> None:
        self._depth = depth
        self.unit = pool_unit(outcome.task, campaign)
        self.runs = tuple(run for run in outcome.runs if run.evaluated)
        self.groups = tuple(group_of(run) for run in self.runs)
        self.group_names = tuple(sorted(set(self.groups)))
        self.group_numbers = np.array([self.group_names.index(one) for one in self.groups], dtype=np.int64)
        self._owned: dict[tuple[str, int], Owned] = {}
        tops = [run.top_results or no_results() for run in self.runs]
        self._names = tops[0].names if tops else ResultNames()
        assessed = campaign.assessments.topics
        asked = [assessed[topic] for topic in sorted(assessed) if asks(outcome.task, campaign, topic)]
        slices = [top.slices for top in tops]
        self.topics = tuple(self._topic_items(assessment, campaign, tops, slices) for assessment in asked)

    def element(self, item: int) -> Element:
        """Article and path of an item; the path is empty where the item is a whole article."""
        path = item & _PATH
        articles, paths = self._known
        article = articles[item >> _BITS]
        return article, paths[path - 1] if path else ""

    @cached_property
    def _known(self) -> tuple[list[str], list[str]]:
        return list(self._names.articles), list(self._names.paths)

    def owned_by_groups(self, topic: TopicItems, depth: int) -> Owned:
        """What `owned_items` tells of the groups, worked out once."""
        key = topic.topic, depth
        if key not in self._owned:
            self._owned[key] = owned_items(topic.pooled, self.group_numbers, depth)
        return self._owned[key]

    def _topic_items(
        self,
        assessment: TopicAssessment,
        campaign: Campaign,
        tops: Sequence[TopResults],
        slices: Sequence[Mapping[str, slice]],
    ) -> TopicItems:
        places = [of_run.get(assessment.topic, slice(0)) for of_run in slices]
        relevant, assessed = self._judged(assessment)
        given = given_pool(assessment, campaign)
        return TopicItems(
            topic=assessment.topic,
            unit=self.unit,
            depth=self._depth,
            articles=tuple(top.article[place] for top, place in zip(tops, places, strict=True)),
            paths=tuple(top.path[place] for top, place in zip(tops, places, strict=True)),
            relevant=relevant,
            assessed=assessed,
            given=None if given is None else self._items_of(given),
            reads_articles=_reads_articles(assessment.elements),
        )

    def _items_of(self, elements: Iterable[Element]) -> Integers:
        known = list(elements)
        articles = self._names.articles.numbers([article for article, _ in known])
        return np.unique(_items(self.unit, articles, self._names.paths.numbers([path for _, path in known])))

    def _judged(self, assessment: TopicAssessment) -> tuple[Integers, Integers]:
        """Relevant items, and what was judged."""
        articles = self._names.articles.numbers(assessment.articles).astype(np.int64)
        elements = assessment.elements
        if self.unit is PoolUnit.ARTICLE or elements is None:
            relevant = articles[assessment.relevant_characters > 0]
            return np.unique(relevant << _BITS), np.unique(articles << _BITS)
        paths = self._names.paths.numbers(elements.paths)
        items = _items(self.unit, articles[elements.article], paths[elements.path])
        assessed = articles << _BITS if _reads_articles(elements) else items
        return np.unique(items[masks(elements)[NON_ZERO]]), np.unique(assessed)


def _items(unit: PoolUnit, article: NDArray[np.integer[Any]], path: NDArray[np.int32]) -> Integers:
    items = article.astype(np.int64) << _BITS
    if unit is PoolUnit.ARTICLE:
        return items
    return np.where(path == ABSENT, NO_ITEM, items | (path.astype(np.int64) + 1))


def _reads_articles(elements: ElementJudgements | None) -> bool:
    return elements is None or elements.scale in (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED)


def _names_of_articles(assessment: TopicAssessment, campaign: Campaign) -> Iterator[str]:
    """All that the judge of a topic saw."""
    yield from assessment.articles
    yield from (article for article, _ in given_pool(assessment, campaign) or ())


def given_pool(assessment: TopicAssessment, campaign: Campaign) -> frozenset[Element] | None:
    """What the judge of a topic was given: the pool's file, else the flags of 2004, else None."""
    pool = (campaign.pools or {}).get(assessment.topic)
    return assessment.flagged_pool if pool is None else pool.elements
