"""The record by which every metric is declared, with its parameters and curve."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.model.diagnosis import Aspect, Reading
from inexreport.model.imported import ImportedMeasure
from inexreport.model.score_numbers import comparable

Value = str | float | int
"""What a parameter can be set to."""

Key = tuple[object, ...]


class Averaging(StrEnum):
    """How the values of single topics become one for the run."""

    MEAN = "mean"
    """Over the assessed topics that the task counts."""
    MEAN_OF_ANSWERED = "mean of answered topics"
    """Over the topics with results, assessed or not."""
    GEOMETRIC_MEAN = "geometric mean"
    """Over the assessed topics that the task counts; it ranks no runs."""
    MEAN_OF_PARTS = "mean of parts"
    """The mean of other metrics' values for the run; there is no value for a topic."""
    SUM = "sum"
    """A count, added up over the topics that the task counts."""
    SUM_OF_ASSESSED = "sum of assessed topics"
    """A count, added up over all assessed topics, whether the task counts them or not."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in a metric's identifier.

    Attributes
    ----------
    values : tuple
        Allowed values; empty for any positive number.
    default : str, float, int or None
        Value if the identifier omits the parameter, and then not published (``MAiP`` is
        ``overlap=forbidden``); None if the parameter is required.
    within : tuple of float or None
        Smallest and largest allowed number; None for any positive number.
    only_with : mapping of str to str or number
        Values of other parameters with which it applies; with others it must keep its default.
    """

    name: str
    explanation: str
    values: tuple[Value, ...] = ()
    default: Value | None = None
    within: tuple[float, float] | None = None
    only_with: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cutoff:
    """The part of an identifier after the @.

    Attributes
    ----------
    name : str
        ``"rank"`` or ``"recall"``.
    recall : bool
        Whether it is a recall level in [0, 1] with two decimals, else a rank from 1.
    """

    name: str
    recall: bool = False


@dataclass(frozen=True, slots=True)
class CurveDefinition:
    """A curve drawn from the shared vector of a metric.

    Attributes
    ----------
    metric : str
        Name of the measured quantity, e.g. ``"iP"``.
    x_name, y_name : str
        Axis titles.
    x : float64 array, shape (points,)
    y : callable
        From the shared vector of one topic to float64 array, shape (points,).
    of_vectors : bool
        Whether `y` takes the metric's vectors instead.
    """

    metric: str
    x_name: str
    y_name: str
    x: NDArray[np.float64]
    y: Callable[[Any], NDArray[np.float64]]
    of_vectors: bool = False


@dataclass(frozen=True, slots=True)
class Metric:
    """The definition of a metric.

    Attributes
    ----------
    name : str
        As published for the mean over topics, e.g. ``"MAgP"``.
    title : str
        In words, e.g. ``"Mean average generalised precision"``.
    explanation : str
        What it measures, in plain text for newcomers.
    formula : str
        LaTeX, converted to MathML by the metrics guide.
    source : str
        Where it is defined.
    vectors : callable
        Function that turns a judged ranking into the input of `shared`. Parameters of the metric and settings
        of the task that it takes by name are passed to it.
    measure : callable
        Pure function ``measure(shared, cutoff)``; returns a float, NaN where the topic is undefined.
    topic_name : str
        Name of the value of one topic, e.g. ``"AgP"``; by default `name`.
    shared : callable or None
        Pure function of the vectors, computed once per topic for all metrics of a family; takes parameters
        and settings by name too. None if `measure` reads the vectors themselves.
    shared_of_topics : callable or None
        `shared` of the vectors of several topics, if that is much faster; returns a sequence.
    together : callable or None
        Computes several metrics for several topics, if that is much faster: from judged rankings and bound
        metrics to values of shape (metrics, topics). `measure` gives the same values one by one.
    missing_topics, ties : str
        How topics without results, and results that share a rank, count; plain sentences.
    lowest, highest : float
        The range of its values.
    confirmed : bool
        False if the definition had to be reconstructed from secondary sources.
    reconstructed_with : tuple of mapping of str to str or number
        Parameters and settings with which a confirmed metric is reconstructed.
    settings : tuple of str
        Conventions of the task that apply without being part of the identifier (see `Task.settings`).
    unit : str
        ``"%"`` or empty.
    parts : tuple of str
        Identifiers of the metrics that it is the mean of.
    needs_elements : bool
        Whether it needs judged elements, which only assessments of 2002-2007 have.
    needs_grades : bool
        Whether it needs documents judged by grade, which have no places.
    needs_answers : bool
        Whether it needs judged answers.
    needs_subtopics : bool
        Whether it needs judgements of several subtopics.
    reads_places : bool
        False if it depends on the articles of results only, not on places in them.
    reads_levels : bool
        Whether it depends on the ranks and scores in a run's file, as results with equal ones form a level.
    unread : set of Aspect
        What its value does not depend on; grades, or places and overlap of documents, need not be named.
        Runs are not ranked by a metric that does not read relevance.
    family : str
        What several metrics with their own names have in common, by which the guide explains them together;
        by default `name`.
    symbols : str
        What the letters of the formula stand for; empty where it says so itself.
    limits : str
        What it does not measure, and what can mislead; literature is cited as in `literature.WORKS`.
    imported : ImportedMeasure or None
        The measure if its scores are not computed here; then `lowest` and `highest` are those of its scores.
    first_results_alone : mapping of str to str or None
        Parameters with which the value at a rank depends on no later result; None if it may with any.
    parts_of_curve : tuple of CurveDefinition
        Curves that are published beside `curve`, which is made of them; pages do not list them.
    """

    name: str
    title: str
    explanation: str
    formula: str
    source: str
    vectors: Callable[..., Any]
    measure: Callable[[Any, Any], float]
    topic_name: str = ""
    shared: Callable[..., Any] | None = None
    shared_of_topics: Callable[..., Sequence[Any]] | None = None
    together: Callable[[Sequence[Any], Sequence[Any]], NDArray[np.float64]] | None = None
    missing_topics: str = (
        "A topic without results scores 0, or is left out where means are over answered topics only."
    )
    ties: str = (
        "A run in XML is read by rank where every result of the topic has one, others in the order of the "
        "file; there are no ties."
    )
    lowest: float = 0.0
    highest: float = 1.0
    confirmed: bool = True
    reconstructed_with: tuple[Mapping[str, Value], ...] = ()
    settings: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    cutoff: Cutoff | None = None
    curve: CurveDefinition | None = None
    parts_of_curve: tuple[CurveDefinition, ...] = ()
    averaging: Averaging = Averaging.MEAN
    unit: str = ""
    parts: tuple[str, ...] = ()
    needs_elements: bool = False
    needs_grades: bool = False
    needs_answers: bool = False
    needs_subtopics: bool = False
    reads_places: bool = True
    reads_levels: bool = False
    imported: ImportedMeasure | None = None
    first_results_alone: Mapping[str, Value] | None = None
    unread: Set[Aspect] = frozenset()
    family: str = ""
    symbols: str = ""
    limits: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "topic_name", self.topic_name or self.name)
        object.__setattr__(self, "family", self.family or self.name)
        object.__setattr__(self, "reads_places", self.reads_places and not self.needs_grades)
        never = {Aspect.PLACES, Aspect.OVERLAP} if self.needs_grades else {Aspect.GRADES}
        object.__setattr__(self, "unread", frozenset(self.unread | never))

    @property
    def curves(self) -> tuple[CurveDefinition, ...]:
        """All its curves."""
        return (*([self.curve] if self.curve else ()), *self.parts_of_curve)

    @property
    def ranks(self) -> bool:
        """Whether it can tell a better run from a worse one."""
        return Aspect.RELEVANCE not in self.unread and self.averaging is not Averaging.GEOMETRIC_MEAN

    @property
    def is_count(self) -> bool:
        """Whether its value for a run is a sum of counts."""
        return self.averaging in (Averaging.SUM, Averaging.SUM_OF_ASSESSED)


@dataclass(frozen=True)
class BoundMetric:
    """A metric with its parameters set, as named by an identifier.

    Attributes
    ----------
    identifier : str
        As published, e.g. ``"gP(score=F,beta=0.25)@5"``.
    parameters : mapping of str to str, float or int
        Defaults and the task's settings included.
    """

    metric: Metric
    identifier: str
    parameters: Mapping[str, Value]
    cutoff: float | int | None = None

    @cached_property
    def vector_arguments(self) -> Mapping[str, Value]:
        """Arguments of `Metric.vectors` besides the judged ranking."""
        return self._arguments(self.metric.vectors)

    @cached_property
    def shared_arguments(self) -> Mapping[str, Value]:
        """Arguments of `Metric.shared` besides the vectors."""
        return self._arguments(self.metric.shared)

    def _arguments(self, function: Callable[..., Any] | None) -> Mapping[str, Value]:
        """The parameters that a function takes by name; an unset setting keeps its default."""
        return {name: self.parameters[name] for name in _argument_names(function) if name in self.parameters}

    @cached_property
    def vectors_key(self) -> Key:
        """Equal for all metrics that read the same vectors."""
        return (self.metric.vectors, *self.vector_arguments.items())

    @cached_property
    def shared_key(self) -> Key:
        """Equal for all metrics that share a function of the same vectors."""
        return (self.metric.shared, *self.shared_arguments.items(), self.vectors_key)

    @cached_property
    def value_key(self) -> Key:
        """Equal for all metrics that measure the same."""
        return (self.metric.measure, self.cutoff, self.shared_key)

    @property
    def confirmed(self) -> bool:
        """Whether its source confirms the definition with these parameters."""
        doubted = (chosen.items() <= self.parameters.items() for chosen in self.metric.reconstructed_with)
        return self.metric.confirmed and not any(doubted)

    def is_highest(self, mean: float) -> bool:
        """Whether a mean is the highest possible one, and with it the score of every topic."""
        return self.metric.imported is None and bool(comparable(mean) == self.metric.highest)

    @property
    def reads_places(self) -> bool:
        """Whether it depends on places in articles; nested elements are known by their paths."""
        return self.metric.reads_places and self.parameters.get("overlap_of") != "paths"

    @property
    def depth(self) -> int | None:
        """Number of first results of a topic that its value depends on; None if on all."""
        demanded = self.metric.first_results_alone
        if demanded is None or not demanded.items() <= self.parameters.items() or self.cutoff is None:
            return None
        return int(self.cutoff)

    @property
    def reading(self) -> Reading:
        """What its value for a topic depends on."""
        unread = set(self.metric.unread)
        if self.cutoff is not None:
            at_recall = self.metric.cutoff is not None and self.metric.cutoff.recall
            unread.add(Aspect.MISSED if at_recall else Aspect.END)
        overlap = self.parameters.get("overlap")
        if overlap == "off" or Aspect.OVERLAP in unread:  # every result then counts as if alone
            unread |= {Aspect.OVERLAP, Aspect.SIZE}
        if overlap == "allowed":  # what an article with relevant text returns again does not count
            unread.add(Aspect.OVERLAP)
        return Reading(frozenset(Aspect) - unread, self.depth)

    @property
    def topic_identifier(self) -> str:
        """The identifier with the name of a single topic's value, for texts; data files have `identifier`."""
        return self.metric.topic_name + self.identifier.removeprefix(self.metric.name)


@cache
def _argument_names(function: Callable[..., Any] | None) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters) if function else ()
