"""The target of a structured topic: the elements that it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from inexreport.judging.element_tree import tag_names
from inexreport.judging.nexi import read_nexi
from inexreport.model.assessment import TopicAssessment
from inexreport.model.topic import Topic

_PREDICATE = re.compile(r"\[[^\[\]]*\]")
_STEP = re.compile(r"/+\s*(\([^()]*\)|[^/\s]+)\s*")
_QUOTED = (re.compile(r'"[^"]*"'), re.compile(r"\"[^\"]*\"|'[^']*'"))
"""Phrases, which may contain brackets; an apostrophe may also be part of a word."""

Steps = tuple[frozenset[str] | None, ...]
"""Sets of allowed names, outermost step first; None for any name."""


@dataclass(frozen=True, slots=True)
class Target:
    """The elements that a query asks for, by any of several paths."""

    paths: tuple[Steps, ...]

    def matches(self, path: str) -> bool:
        """Whether an element matches the last step of a path, and its ancestors the other steps in order."""
        names = tag_names(path)
        return any(_matches(names, steps) for steps in self.paths)


def topic_target(topic: Topic) -> Target | None:
    """The target in a topic's castitle, in its title if that is a query (2003), or in ``<te>`` (2002).

    None if there is no target or it cannot be read.

    Examples
    --------
    >>> topic_target(Topic("61", title="//article[about(., x)]//sec")).matches("/article[1]/sec[2]")
    True
    >>> topic_target(Topic("1", title="au fm//ti x", target_elements="au, fm//ti")).matches("/ti[1]")
    False
    """
    for query in (topic.castitle, topic.title):
        target = read_target(query)
        if target is not None:
            return target
    return _of_names(topic.target_elements) if topic.target_elements else None


def read_target(query: str) -> Target | None:
    """Read the target of a NEXI query, or of a text with paths and filters like one; else None.

    Examples
    --------
    >>> target = read_target('//article[about(.//fm, x)]//(sec|ss1)[about(., "y")]')
    >>> target.matches("/article[1]/bdy[1]/sec[2]"), target.matches("/article[1]/fm[1]")
    (True, False)
    """
    nexi = read_nexi(query)
    if nexi is not None and nexi.understood:
        return Target((tuple(_names(step.lstrip("/")) for step in nexi.steps),))
    for quoted in _QUOTED:
        path = quoted.sub("", query)
        while (shorter := _PREDICATE.sub("", path)) != path:  # predicates may nest
            path = shorter
        if re.fullmatch(rf"\s*(?:{_STEP.pattern})+", path) and not set("[]") & set(path):
            return Target((tuple(_names(step) for step in _STEP.findall(path)),))
    return None


def restrict(assessment: TopicAssessment, target: Target) -> TopicAssessment:
    """The assessment in which only elements of the target are judged."""
    elements = assessment.elements
    if elements is None:
        return assessment
    wanted = np.array([target.matches(path) for path in elements.paths], dtype=np.bool_)
    return replace(assessment, elements=elements.select(wanted[elements.path]))


def _of_names(text: str) -> Target | None:
    """The target of ``<te>``: element names or paths with commas between them."""
    paths = [f"/{item.strip().lstrip('/')}" for item in text.split(",") if item.strip()]
    read = [read_target(path) for path in paths]
    known = [target for target in read if target is not None]
    if len(known) < len(read):
        return None
    return Target(tuple(steps for target in known for steps in target.paths))


def _matches(names: tuple[str, ...], steps: Steps) -> bool:
    if not _fits(names[-1], steps[-1]):
        return False
    above = iter(names[:-1])
    return all(any(_fits(name, step) for name in above) for step in steps[:-1])


def _names(step: str) -> frozenset[str] | None:
    alternatives = frozenset(name.strip() for name in step.strip().strip("()").split("|"))
    return None if "*" in alternatives else alternatives


def _fits(name: str, step: frozenset[str] | None) -> bool:
    return step is None or name in step
