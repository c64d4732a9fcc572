"""Faults that runs have on purpose."""

from __future__ import annotations

from dataclasses import replace

from ..corpus.article import Span
from ..systems.bm25 import Unit
from ..systems.rankings import Rankings


def careless(rankings: Rankings, other_topic: str) -> Rankings:
    """Each topic's second result returns as the fourth, and there is a topic of another year."""
    repeated = {topic: [*found[:3], found[1], *found[3:]] for topic, found in rankings.items()}
    first, found = next(iter(repeated.items()))
    return repeated | {replace(first, id=other_topic): found[:5]}


def foreign_paths(rankings: Rankings) -> Rankings:
    """The third result of every other topic has the path that it would have in a collection of journals."""
    faulty = dict(rankings)
    for topic in list(rankings)[::2]:
        first, second, third, *others = rankings[topic]
        path = third.span.path.replace("body", "bdy").replace("section", "sec")
        foreign = Span(third.span.start, third.span.end, path)
        faulty[topic] = [first, second, replace(third, unit=Unit(third.unit.article, foreign)), *others]
    return faulty


def without_topics(rankings: Rankings, *places: int) -> Rankings:
    """Nothing for the topics at these places."""
    return {topic: found for place, (topic, found) in enumerate(rankings.items()) if place not in places}
