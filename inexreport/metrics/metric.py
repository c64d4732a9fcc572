"""The record that every metric declares beside its pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Value = str | float | int
"""What a parameter can be set to."""

Key = tuple[object, ...]


class Averaging(StrEnum):
    """How the values of single topics become one for the run."""

    MEAN = "mean"
    """Over the assessed topics that the task counts."""
    MEAN_OF_ANSWERED = "mean of answered topics"
    """Over the topics with results, assessed or not."""
    MEAN_OF_PARTS = "mean of parts"
    """The mean of other metrics' values for the run; there is no value for a topic."""
    SUM = "sum"
    """A count, added up over the topics that the task counts."""
    SUM_OF_ASSESSED = "sum of assessed topics"
    """A count, added up over all assessed topics, whether the task counts them or not."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as it stands in a metric's identifier.

    Attributes
    ----------
    name : str
    values : tuple
        What it may be; empty if any positive number.
    explanation : str
    default : str, float, int or None
        Set where the identifier leaves it out and publishes no such parameter (``MAiP`` is
        ``overlap=forbidden``); None if it must be spelled out.
    """

    name: str
    explanation: str
    values: tuple[Value, ...] = ()
    default: Value | None = None


@dataclass(frozen=True, slots=True)
class Cutoff:
    """What may follow the @ in an identifier.

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
    """The curve that a metric's shared vector draws.

    Attributes
    ----------
    metric : str
        Name of the measured quantity, e.g. ``"iP"``.
    x_name, y_name : str
        Axis titles.
    x : float64 array, shape (points,)
    y : callable
        From the shared vector of one topic to float64 array, shape (points,).
    """

    metric: str
    x_name: str
    y_name: str
    x: NDArray[np.float64]
    y: Callable[[Any], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Metric:
    """The definition of a metric.

    Attributes
    ----------
    name : str
        As published for the mean over topics, e.g. ``"MAgP"``.
    topic_name : str
        What the value of one topic is called, e.g. ``"AgP"``.
    title : str
        In words, e.g. ``"Mean average generalised precision"``.
    explanation : str
        What it measures, for a reader who meets it first; plain text.
    formula : str
        LaTeX, converted to MathML by the metrics guide.
    lowest, highest : float
        The range of its values.
    missing_topics, ties : str
        How topics without results, and results that share a rank, count; plain sentences.
    source : str
        Where it is defined.
    confirmed : bool
        False where the definition had to be reconstructed from secondary sources.
    reconstructed_with : tuple of mapping of str to str or number
        Parameters and settings with which it is reconstructed although it is confirmed with others.
    vectors : callable
        The function of `inexreport.judging` that turns a judged ranking into what `shared` reads.
    measure : callable
        Pure function ``measure(shared, cutoff)``; returns a float, NaN where the topic is undefined.
    shared : callable or None
        Pure function of the vectors that the metrics of a family have in common, computed once per topic;
        None if `measure` reads the vectors themselves.
    shared_of_topics : callable or None
        The same from the vectors of several topics to a sequence, where that is much faster.
    vector_parameters, shared_parameters : tuple of str
        Which parameters and settings `vectors` and `shared` take by name.
    settings : tuple of str
        Conventions of the task that take part without standing in the identifier (see `Task.settings`).
    parameters : tuple of Parameter
    cutoff : Cutoff or None
    curve : CurveDefinition or None
    averaging : Averaging
    unit : str
        ``"%"`` or empty.
    parts : tuple of str
        Identifiers of the metrics whose mean it is, if it is one of other metrics.
    needs_elements : bool
        Whether it is about judged elements, which only assessments of 2002-2007 have.
    reads_places : bool
        False if only the articles of results matter, not where in them they lie.
    reads_levels : bool
        Whether it reads ranks and scores as a run's file gives them, since equal ones form one level.
    first_results_alone : mapping of str to str or None
        Parameters with which the value at a rank depends on no result beyond it; None if it always may.
    """

    name: str
    topic_name: str
    title: str
    explanation: str
    formula: str
    source: str
    vectors: Callable[..., Any]
    measure: Callable[[Any, Any], float]
    shared: Callable[..., Any] | None = None
    shared_of_topics: Callable[..., Sequence[Any]] | None = None
    missing_topics: str = (
        "A topic without results scores 0, or is left out where means go over answered topics only."
    )
    ties: str = "The ranking is read in the order of the file; there are no ties."
    lowest: float = 0.0
    highest: float = 1.0
    confirmed: bool = True
    reconstructed_with: tuple[Mapping[str, Value], ...] = ()
    vector_parameters: tuple[str, ...] = ()
    shared_parameters: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    cutoff: Cutoff | None = None
    curve: CurveDefinition | None = None
    averaging: Averaging = Averaging.MEAN
    unit: str = ""
    parts: tuple[str, ...] = ()
    needs_elements: bool = False
    reads_places: bool = True
    reads_levels: bool = False
    first_results_alone: Mapping[str, Value] | None = None

    @property
    def is_count(self) -> bool:
        """Whether its values are whole numbers that are added up."""
        return self.averaging in (Averaging.SUM, Averaging.SUM_OF_ASSESSED)


@dataclass(frozen=True)
class BoundMetric:
    """A metric with its parameters set: what an identifier names.

    Attributes
    ----------
    metric : Metric
    identifier : str
        As published, e.g. ``"gP(score=F,beta=0.25)@5"``.
    parameters : mapping of str to str, float or int
        Defaults and the task's settings included.
    cutoff : float, int or None
    """

    metric: Metric
    identifier: str
    parameters: Mapping[str, Value]
    cutoff: float | int | None = None

    @cached_property
    def vector_arguments(self) -> Mapping[str, Value]:
        """What `Metric.vectors` takes beside a judged ranking."""
        return self._chosen(self.metric.vector_parameters)

    @cached_property
    def shared_arguments(self) -> Mapping[str, Value]:
        """What `Metric.shared` takes beside the vectors."""
        return self._chosen(self.metric.shared_parameters)

    @cached_property
    def vectors_key(self) -> Key:
        """The same for all metrics that read the same vectors."""
        return (self.metric.vectors, *self.vector_arguments.items())

    @cached_property
    def shared_key(self) -> Key:
        """The same for all metrics that share a function of the same vectors."""
        return (self.metric.shared, *self.shared_arguments.items(), self.vectors_key)

    @cached_property
    def value_key(self) -> Key:
        """The same for all metrics that measure the same."""
        return (self.metric.measure, self.cutoff, self.shared_key)

    @property
    def confirmed(self) -> bool:
        """Whether its source confirms the definition with these parameters."""
        doubted = (chosen.items() <= self.parameters.items() for chosen in self.metric.reconstructed_with)
        return self.metric.confirmed and not any(doubted)

    def _chosen(self, names: Sequence[str]) -> Mapping[str, Value]:
        """Those of the named parameters that are set; a convention that no task names keeps its default."""
        return {name: self.parameters[name] for name in names if name in self.parameters}

    @property
    def reads_places(self) -> bool:
        """Whether it depends on where in an article results lie; nested elements are known by their paths."""
        return self.metric.reads_places and self.parameters.get("overlap_of") != "paths"

    @property
    def depth(self) -> int | None:
        """How many results of a topic its value depends on at most; None if on all."""
        demanded = self.metric.first_results_alone
        if demanded is None or not demanded.items() <= self.parameters.items() or self.cutoff is None:
            return None
        return int(self.cutoff)

    @property
    def topic_identifier(self) -> str:
        """The identifier with the name of a single topic's value, for texts: data have `identifier`."""
        return self.metric.topic_name + self.identifier.removeprefix(self.metric.name)
