"""Faults that runs of 2006 have on purpose."""

from __future__ import annotations

from dataclasses import replace

from ..corpus.article import Span
from ..systems.bm25 import Ranking, Unit
from ..systems.rankings import Rankings
from ..topics.topic import Topic


def careless(rankings: dict[Topic, Ranking]) -> Rankings:
    """Each topic's second result returns as the fourth, and there is a topic of another year."""
    repeated = {topic: [*found[:3], found[1], *found[3:]] for topic, found in rankings.items()}
    first, found = next(iter(repeated.items()))
    return repeated | {replace(first, id="289"): found[:5]}


def foreign_paths(rankings: dict[Topic, Ranking]) -> Rankings:
    """The third result of every other topic has the path that it would have in a collection of journals."""
    faulty = dict(rankings)
    for topic in list(rankings)[::2]:
        first, second, third, *others = rankings[topic]
        path = third.span.path.replace("body", "bdy").replace("section", "sec")
        foreign = Span(third.span.start, third.span.end, path)
        faulty[topic] = [first, second, replace(third, unit=Unit(third.unit.article, foreign)), *others]
    return faulty


def without_two_topics(rankings: dict[Topic, Ranking]) -> Rankings:
    """Nothing for two of the topics."""
    return {topic: found for place, (topic, found) in enumerate(rankings.items()) if place not in (2, 6)}
