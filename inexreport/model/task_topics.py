"""Topics that single tasks have: their identifiers in the campaign, and what files call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from inexreport.model.assessment import Pool, TopicAssessment
from inexreport.model.topic import Topic

OfTopic = TypeVar("OfTopic", TopicAssessment, Pool)


def tell_apart(parts: Mapping[str, Mapping[str, Topic]], others: tuple[str, ...] | None) -> list[Topic]:
    """Return the topics of a campaign, which are given by task; what the `others` share has an empty name.

    If an identifier occurs twice, topics of single tasks are called ``task/id``.

    Examples
    --------
    >>> parts = {"de": {"1": Topic("1", title="Brot")}, "fr": {"1": Topic("1", title="pain")}}
    >>> [(one.id, one.name, one.tasks) for one in tell_apart(parts, ())]
    [('de/1', '1', ('de',)), ('fr/1', '1', ('fr',))]
    """
    several = max(Counter(chain(*parts.values())).values(), default=0) > 1
    return [
        replace(one, id=f"{task}/{name}", name=name, tasks=(task,))
        if task and several
        else replace(one, tasks=(task,) if task else others)
        for task, topics in parts.items()
        for name, one in topics.items()
    ]


def ids_by_name(topics: Iterable[Topic], tasks: Collection[str]) -> dict[str, list[str]]:
    """The identifiers of the topics that one of the tasks asks, by what its files call them."""
    found: dict[str, list[str]] = {}
    for topic in topics:
        if topic.tasks is None or any(map(topic.belongs_to, tasks)):
            found.setdefault(topic.name or topic.id, []).append(topic.id)
    return found


def under_ids(named: Mapping[str, OfTopic], ids: Mapping[str, Sequence[str]]) -> dict[str, OfTopic]:
    """What files say about topics by their identifiers, or by their names if these have none."""
    return {
        one: value if one == name else replace(value, topic=one)
        for name, value in named.items()
        for one in ids.get(name, [name])
    }
