"""Which elements a structured topic (castitle) asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from inexreport.judging.element_paths import tag_names
from inexreport.model.assessment import TopicAssessment

_PREDICATE = re.compile(r"\[[^\[\]]*\]")
_STEP = re.compile(r"/+\s*(\([^()]*\)|[^/\s]+)")


@dataclass(frozen=True, slots=True)
class Target:
    """The path of a NEXI query: sets of allowed names, outermost step first; None stands for any name."""

    steps: tuple[frozenset[str] | None, ...]

    def matches(self, path: str) -> bool:
        """Whether an element's name fits the last step, and its ancestors the others in their order."""
        names = tag_names(path)
        if not self.steps or not _fits(names[-1], self.steps[-1]):
            return False
        above = iter(names[:-1])
        return all(any(_fits(name, step) for name in above) for step in self.steps[:-1])


def read_target(castitle: str) -> Target:
    """Read the target of a castitle.

    Examples
    --------
    >>> target = read_target('//article[about(.//fm, x)]//(sec|ss1)[about(., "y")]')
    >>> target.matches("/article[1]/bdy[1]/sec[2]"), target.matches("/article[1]/fm[1]")
    (True, False)
    """
    # Quoted words may hold brackets; predicates may nest.
    path = re.sub(r'"[^"]*"', "", castitle)
    while (shorter := _PREDICATE.sub("", path)) != path:
        path = shorter
    return Target(tuple(_names(step) for step in _STEP.findall(path)))


def restrict(assessment: TopicAssessment, target: Target) -> TopicAssessment:
    """The assessment in which only elements of the target are judged."""
    elements = assessment.elements
    if elements is None or not target.steps:
        return assessment
    wanted = np.array([target.matches(path) for path in elements.paths], dtype=np.bool_)
    return replace(assessment, elements=elements.select(wanted[elements.path]))


def _names(step: str) -> frozenset[str] | None:
    alternatives = frozenset(name.strip() for name in step.strip("()").split("|"))
    return None if "*" in alternatives else alternatives


def _fits(name: str, step: frozenset[str] | None) -> bool:
    return step is None or name in step
