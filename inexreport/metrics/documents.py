"""Measures of documents judged by grade: those of ir_measures, and those that it does not compute here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import ir_measures
import numpy as np
import pyarrow as pa
from ir_measures import DefaultPipeline, Measure
from ir_measures.measures import SumAgg
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.judging.located_run import TopicRanking
from inexreport.metrics.document_texts import (
    EXPLANATIONS,
    FORMULAS,
    SOURCES,
    SYMBOLS,
    TIES,
    TITLES,
    missing_topics,
    provided_by,
)
from inexreport.metrics.metric import Averaging, BoundMetric, Metric
from inexreport.model.assessment import TopicAssessment
from inexreport.model.derived import derived

NAMES = frozenset(name for name in ir_measures.measures.registry if name.isascii())
"""Those of ir_measures; some need a package that is not installed."""

LONGEST_IDENTIFIER = 200

REFUSED_PROVIDERS = ("gdeval",)
"""Providers of ir_measures that start another program."""


@dataclass(frozen=True, eq=False)
class GradedRanking:
    """The grades of a ranking of documents.

    Attributes
    ----------
    grades : int64 array, shape (results,)
    is_judged : bool array, shape (results,)
        A result that is not judged has the grade 0.
    largest : int
        The largest grade of the official assessments, at least 1; another judge may give larger ones, which
        count as this one.
    """

    grades: NDArray[np.int64]
    is_judged: NDArray[np.bool_]
    largest: int


def graded_ranking(judged: JudgedRanking, largest_grade: int = 1) -> GradedRanking:
    """The grades of a ranking; `largest_grade` is that of all topics."""
    grades = np.append(_grades(judged.assessment), 0)[judged.article]
    return GradedRanking(grades, judged.article != UNJUDGED, max(1, int(largest_grade)))


def _grades(assessment: TopicAssessment) -> NDArray[np.int64]:
    nothing = np.zeros(0, dtype=np.int64)
    return nothing if assessment.grades is None else assessment.grades


@dataclass(frozen=True)
class RankBiasedPrecision:
    """Rank-biased precision: the expected gain of a reader who goes on to the next result with probability p.

    Attributes
    ----------
    persistence : float
        In (0, 1).
    relevance_level : int or None
        The lowest grade with a gain of 1; None for gains of grade / largest grade.
    depth : int or None
        Number of results read at most; None for all.

    References
    ----------
    Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness (2008).
    """

    persistence: float
    relevance_level: int | None = None
    depth: int | None = None

    def __call__(self, ranking: GradedRanking, cutoff: None = None) -> float:
        """The value of a ranking, in [0, 1].

        Examples
        --------
        Of grades 2, 0, 1, the largest being 2, with p = 0.5: 0.5 x (1 + 0 + 0.5 x 0.25).

        >>> grades = np.array([2, 0, 1])
        >>> RankBiasedPrecision(0.5)(GradedRanking(grades, np.ones(3, dtype=np.bool_), 2))
        0.5625
        """
        grades = ranking.grades[: self.depth]
        if self.relevance_level is None:
            gains = np.clip(grades, 0, ranking.largest) / ranking.largest
        else:
            gains = (grades >= self.relevance_level).astype(np.float64)
        return float(np.sum(gains * self._weights(len(gains))))

    def residual(self, ranking: GradedRanking, cutoff: None = None) -> float:
        """By how much the value could rise: the weight of unjudged results and of all after the last one.

        Returns
        -------
        float
            In [0, 1]; 1 without results.

        References
        ----------
        Moffat and Zobel (2008): the residual.

        Examples
        --------
        The second of three results is not judged; p = 0.5: 0.25, and 0.125 for what follows the third.

        >>> is_judged = np.array([True, False, True])
        >>> RankBiasedPrecision(0.5).residual(GradedRanking(np.array([2, 0, 1]), is_judged, 2))
        0.375
        """
        is_judged = ranking.is_judged[: self.depth]
        weights = self._weights(len(is_judged))
        return float(np.sum(weights[~is_judged]) + self.persistence ** len(is_judged))

    def _weights(self, results: int) -> NDArray[np.float64]:
        return (1 - self.persistence) * np.power(self.persistence, np.arange(results), dtype=np.float64)


@dataclass(frozen=True)
class ExpectedReciprocalRank:
    """The expected reciprocal of the rank at which a reader who goes down the list is satisfied.

    Attributes
    ----------
    depth : int or None
        Number of results read at most; None for all.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan, Expected reciprocal rank for graded relevance (2009).
    """

    depth: int | None = None

    def __call__(self, ranking: GradedRanking, cutoff: None = None) -> float:
        """The value of a ranking, in [0, 1].

        Examples
        --------
        Grades 1 and 2, the largest being 2, satisfy with probability 1/4 and 3/4: 1/4 + 3/4 x 3/4 / 2.

        >>> grades = np.array([1, 2])
        >>> ExpectedReciprocalRank()(GradedRanking(grades, np.ones(2, dtype=np.bool_), 2))
        0.53125
        """
        grades = np.clip(ranking.grades[: self.depth], 0, ranking.largest)
        satisfied = (np.exp2(grades) - 1) / np.exp2(ranking.largest)
        reached = np.cumprod(np.append(1.0, 1 - satisfied[:-1]))
        return float(np.sum(reached * satisfied / np.arange(1, len(grades) + 1))) if len(grades) else 0.0


@dataclass(frozen=True)
class ProvidedMeasure:
    """A measure that a provider of ir_measures computes."""

    measure: Measure

    def __call__(self, judged: JudgedRanking, cutoff: None = None) -> float:
        """The value of one topic."""
        return float(_provided([self.measure], [judged])[0, 0])


def as_judged(judged: JudgedRanking) -> JudgedRanking:
    """The judged ranking itself, which providers read as it is."""
    return judged


def provided_values(judged: Sequence[JudgedRanking], metrics: Sequence[BoundMetric]) -> NDArray[np.float64]:
    """Values of metrics for topics, shape (metrics, topics); a topic without results has 0.

    Each metric's `Metric.measure` is a `ProvidedMeasure`.
    """
    measures = [one.measure for bound in metrics if isinstance(one := bound.metric.measure, ProvidedMeasure)]
    return _provided(measures, judged)


def _provided(measures: Sequence[Measure], judged: Sequence[JudgedRanking]) -> NDArray[np.float64]:
    values = np.zeros((len(measures), len(judged)))
    # Providers break ties of scores differently; distinct ranks leave them no choice.
    answered = {str(place): one for place, one in enumerate(judged) if len(one.ranking)}
    if not answered:
        return values
    qrels = {place: _qrels(one.assessment) for place, one in answered.items()}
    runs = {place: _ranked(one.ranking) for place, one in answered.items()}
    row = {measure: number for number, measure in enumerate(measures)}
    for one in ir_measures.evaluator(list(measures), qrels).iter_calc(runs):
        values[row[one.measure], int(one.query_id)] = one.value
    return values


@derived
def _qrels(assessment: TopicAssessment) -> dict[str, int]:
    return dict(zip(assessment.articles, _grades(assessment).tolist(), strict=True))


@derived
def _ranked(ranking: TopicRanking) -> dict[str, float]:
    """The documents of a ranking with descending numbers as scores."""
    names = ranking.articles.take(pa.array(ranking.article)).to_pylist()
    return dict(zip(names, map(float, range(len(names), 0, -1)), strict=True))


class UnsupportedMeasureError(ValueError):
    """A measure cannot be computed here; the message says why."""


@lru_cache(maxsize=1024)
def document_metric(identifier: str) -> Metric | None:
    """The metric with an identifier of ir_measures; None if that does not know it.

    Raises
    ------
    UnsupportedMeasureError
        If its parameters are wrong, or nothing that is installed computes it.

    Examples
    --------
    >>> document_metric("nDCG@10").name, document_metric("MAiP")
    ('nDCG@10', None)
    """
    start = re.match(r"[A-Za-z_]\w*", identifier)
    if start is None or start[0] not in ir_measures.measures.registry or len(identifier) > LONGEST_IDENTIFIER:
        return None
    try:
        measure = ir_measures.parse_measure(identifier)
        measure.validate_params()  # type: ignore[no-untyped-call]
    except (ValueError, AssertionError, TypeError, KeyError, RecursionError, MemoryError) as error:
        raise UnsupportedMeasureError(
            f"{identifier!r} has other parameters than {start[0]}: {error}"
        ) from error
    computed, name = _computed_here(measure), str(measure.NAME)
    explanation = " ".join((measure.__doc__ or "").split(".. cite")[0].split())
    if computed is not None:
        return Metric(
            name=identifier,
            title=TITLES.get(name, name),
            explanation=EXPLANATIONS.get(name, explanation),
            formula=FORMULAS[name],
            source=SOURCES[name],
            family=name,
            symbols=SYMBOLS.get(name, ""),
            missing_topics=missing_topics(name),
            vectors=graded_ranking,
            measure=computed,
            settings=("largest_grade",),
            ties=TIES,
            needs_grades=True,
            reads_places=False,
            first_results_alone={},
        )
    provider = _provider_of(measure)
    _try(measure)
    sums = isinstance(measure.aggregator(), SumAgg)
    return Metric(
        name=identifier,
        title=TITLES.get(name, name),
        explanation=EXPLANATIONS.get(name, explanation),
        formula=FORMULAS.get(name, ""),
        source=provided_by(provider),
        family=name,
        symbols=SYMBOLS.get(name, ""),
        missing_topics=missing_topics(name),
        vectors=as_judged,
        measure=ProvidedMeasure(measure),
        together=provided_values,
        averaging=Averaging.SUM if sums else Averaging.MEAN,
        highest=float("inf") if sums else 1.0,
        ties=TIES,
        needs_grades=True,
        reads_places=False,
        first_results_alone=None if measure.params.get("judged_only") else {},
    )


def cutoff_of(metric: Metric) -> int | None:
    """The number of first results that a metric of `document_metric` reads; None for all.

    Examples
    --------
    >>> [cutoff_of(document_metric(name)) for name in ("nDCG@10", "RBP(p=0.5)@20", "AP")]
    [10, 20, None]
    """
    measure = metric.measure
    if isinstance(measure, ProvidedMeasure):
        return measure.measure.params.get("cutoff")
    assert isinstance(measure, (RankBiasedPrecision, ExpectedReciprocalRank))
    return measure.depth


def residuals_of(metrics: Sequence[BoundMetric]) -> tuple[BoundMetric, ...]:
    """The residual of each rank-biased precision among metrics, under the identifier of the metric."""
    return tuple(
        replace(bound, metric=replace(bound.metric, measure=measure.residual))
        for bound in metrics
        if isinstance(measure := bound.metric.measure, RankBiasedPrecision)
    )


def same_measure(one: Metric, other: Metric) -> bool:
    """Whether two metrics are two texts for one measure."""
    return one.measure == other.measure


def _computed_here(measure: Measure) -> RankBiasedPrecision | ExpectedReciprocalRank | None:
    parameters = {name: measure[name] for name in measure.params}
    if measure.NAME == "RBP":
        persistence = float(parameters.get("p", 0.8))
        if not 0 < persistence < 1:
            raise UnsupportedMeasureError(f"{measure}: p lies between 0 and 1")
        return RankBiasedPrecision(persistence, parameters.get("rel"), parameters.get("cutoff"))
    if measure.NAME == "ERR":
        return ExpectedReciprocalRank(parameters.get("cutoff"))
    return None


def _provider_of(measure: Measure) -> str:
    """The name of the provider that computes a measure here."""
    able = [provider for provider in DefaultPipeline.providers if provider.supports(measure)]
    here = [provider for provider in able if provider.is_available()]
    for provider in here:
        if provider.NAME not in REFUSED_PROVIDERS:
            return str(provider.NAME)
    if here:
        raise UnsupportedMeasureError(
            f"{measure} would start another program, {here[0].NAME}, which is not done here"
        )
    if able:
        needed = " or ".join(sorted(provider.NAME for provider in able))
        raise UnsupportedMeasureError(f"{measure} needs a further package, {needed}")
    raise UnsupportedMeasureError(f"no provider of ir_measures computes {measure}")


def _try(measure: Measure) -> None:
    """Refuse parameters that a provider cannot compute with."""
    cutoff = measure.params.get("cutoff", 1)
    if not isinstance(cutoff, int) or cutoff < 1:
        raise UnsupportedMeasureError(f"{measure}: the number after @ is a rank, a whole number from 1")
    try:
        ir_measures.calc_aggregate([measure], {"1": {"a": 1, "b": 0}}, {"1": {"a": 2.0, "b": 1.0}})
    except Exception as error:
        raise UnsupportedMeasureError(f"{measure} cannot be computed ({error})") from error


def largest_grade(assessments: Sequence[TopicAssessment]) -> int:
    """The largest grade of all topics, at least 1."""
    grades = [one.grades for one in assessments if one.grades is not None]
    return max((int(of_topic.max(initial=1)) for of_topic in grades), default=1)
