"""Metrics of documents judged by grade, by their identifiers in ir_measures, which computes most of them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from io import StringIO

import ir_measures
import numpy as np
from ir_measures import DefaultPipeline, Measure, Qrel
from ir_measures.measures import SumAgg
from ir_measures.providers import registry
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import TopicRanking
from inexreport.metrics.document_curves import document_curve
from inexreport.metrics.document_texts import (
    EXPLANATIONS,
    FORMULAS,
    LIMITS,
    SOURCES,
    SYMBOLS,
    TIES,
    TITLES,
    missing_topics,
    provided_by,
)
from inexreport.metrics.graded_rankings import (
    ExpectedReciprocalRank,
    RankBiasedPrecision,
    graded_ranking,
    grades_of,
)
from inexreport.metrics.metric import Averaging, BoundMetric, Metric
from inexreport.model.arrow_arrays import integer_array
from inexreport.model.assessment import TopicAssessment
from inexreport.model.derived import derived
from inexreport.model.diagnosis import Aspect

GMAP = "GMAP"
"""The measure that trec_eval has and ir_measures has not: the geometric mean of AP."""

NAMES = frozenset(name for name in (*ir_measures.measures.registry, GMAP) if name.isascii())
"""Those of ir_measures; some need a package that is not installed."""

NOT_RETURNED = ""
"""The name of no document."""

LONGEST_IDENTIFIER = 200

TOPICS_AT_ONCE = 1000
"""That providers are given; a run with more is not remembered in the form that they read."""

_LONGEST_PROBE = 1000

OF_SUBTOPICS = frozenset(one.NAME for one in registry["pyndeval"].SUPPORTED_MEASURES)
"""Names of the measures of subtopics, such as alpha_nDCG."""

REFUSED_PROVIDERS = ("gdeval",)
"""Providers of ir_measures that start another program."""


@dataclass(frozen=True)
class ProvidedMeasure:
    """A measure that a provider of ir_measures computes."""

    measure: Measure

    def __call__(self, judged: JudgedRanking, cutoff: None = None) -> float:
        """The value of one topic."""
        return float(_provided([self.measure], [judged])[0, 0])


class _WithGeometricMean(ProvidedMeasure):
    """The same for a topic, and not the same for a run."""


def as_judged(judged: JudgedRanking) -> JudgedRanking:
    """The judged ranking itself, which providers read as it is."""
    return judged


def provided_values(judged: Sequence[JudgedRanking], metrics: Sequence[BoundMetric]) -> NDArray[np.float64]:
    """Values of metrics for topics, shape (metrics, topics); a topic without results has 0.

    Where a provider divides by zero, as Accuracy does if all results are relevant, the value is NaN.

    Each metric's `Metric.measure` is a `ProvidedMeasure`.
    """
    measures = [one.measure for bound in metrics if isinstance(one := bound.metric.measure, ProvidedMeasure)]
    distinct = list(dict.fromkeys(measures))  # GMAP has the measure of AP
    return _provided(distinct, judged)[[distinct.index(measure) for measure in measures]]


def _provided(measures: Sequence[Measure], judged: Sequence[JudgedRanking]) -> NDArray[np.float64]:
    values = np.zeros((len(measures), len(judged)))
    # Providers break ties of scores differently; distinct ranks leave them no choice.
    answered = {str(place): one for place, one in enumerate(judged) if len(one.ranking)}
    if not answered:
        return values
    row = {measure: number for number, measure in enumerate(measures)}
    # The dictionaries of millions of results take more memory than all else.
    ranked = _ranked if len(answered) <= TOPICS_AT_ONCE else _ranked.__wrapped__  # type: ignore[attr-defined]
    try:
        for begin in range(0, len(answered), TOPICS_AT_ONCE):
            places = list(answered)[begin : begin + TOPICS_AT_ONCE]
            assessments = {place: answered[place].assessment for place in places}
            runs = {place: ranked(answered[place].ranking) for place in places}
            for one in _calculated(measures, assessments, runs):
                values[row[one.measure], int(one.query_id)] = one.value
    except ZeroDivisionError:
        if len(measures) == len(answered) == 1:
            return np.full_like(values, np.nan)
        return np.array([[_provided([measure], [one])[0, 0] for one in judged] for measure in measures])
    return values


def _calculated(
    measures: Sequence[Measure], assessments: Mapping[str, TopicAssessment], runs: dict[str, dict[str, float]]
) -> Iterator[ir_measures.Metric]:
    if of_topics := [measure for measure in measures if measure.NAME not in OF_SUBTOPICS]:
        yield from _evaluator(tuple(of_topics), tuple(assessments.items())).iter_calc(runs)
    of_subtopics = set(measures).difference(of_topics)
    subtopics = [
        Qrel(place, document, grade, subtopic)
        for place, one in (assessments.items() if of_subtopics else ())
        for document, subtopic, grade in one.subtopics
    ]
    for measure in of_subtopics if subtopics else ():
        # Measures with different parameters are not computed together, a topic with one subtopic is warned
        # of, and one without relevant documents is divided by zero.
        with redirect_stderr(StringIO()):
            found = list(ir_measures.iter_calc([measure], subtopics, runs))
        yield from (one._replace(value=np.nan_to_num(one.value)) for one in found)


@lru_cache(maxsize=4)  # the runs of a task have the same assessments, one after the other
def _evaluator(
    measures: tuple[Measure, ...], assessments: tuple[tuple[str, TopicAssessment], ...]
) -> ir_measures.providers.Evaluator:
    """What computes measures by these assessments, each the same object."""
    return ir_measures.evaluator(measures, {place: _qrels(one) for place, one in assessments})


@derived
def _qrels(assessment: TopicAssessment) -> dict[str, int]:
    grades = dict(zip(assessment.articles, grades_of(assessment).tolist(), strict=True))
    # pytrec_eval may never return, or crash, if all grades of a topic are negative. Without a relevant
    # document, one more that is judged and not returned changes no value.
    return grades if max(grades.values(), default=-1) >= 0 else {**grades, NOT_RETURNED: 0}


@derived
def _ranked(ranking: TopicRanking) -> dict[str, float]:
    """The documents of a ranking with descending numbers as scores."""
    names = ranking.articles.take(integer_array(ranking.article)).to_pylist()
    return dict(zip(names, map(float, range(len(names), 0, -1)), strict=True))


class UnsupportedMeasureError(ValueError):
    """A measure cannot be computed here; the message says why."""


def measures_of_trec_eval(name: str) -> list[str]:
    """Return the identifiers of the measures that trec_eval has under a name, if they are computed here.

    Examples
    --------
    >>> measures_of_trec_eval("map"), measures_of_trec_eval("P_5,10"), measures_of_trec_eval("MAiP")
    (['AP'], ['P@5', 'P@10'], [])
    """
    if name == "gm_map":
        return [GMAP]
    if name in ("all_trec", "set"):  # which have measures that are not computed here
        return []
    try:
        # Of names for several measures, such as official, ir_measures prints which ones it does not have.
        with redirect_stdout(StringIO()):
            found = [str(measure) for measure in ir_measures.parse_trec_measure(name)]
    except (ValueError, TypeError, AssertionError):
        return []
    return [identifier for identifier in found if _is_computed(identifier)]


def at_relevance_level(identifier: str, relevance_level: int) -> str:
    """Return the identifier of a measure with a level of relevance, if it has one and does not name it.

    Examples
    --------
    >>> [at_relevance_level(name, 2) for name in ("P@10", "AP(rel=1)", "nDCG", "GMAP")]
    ['P(rel=2)@10', 'AP(rel=1)', 'nDCG', 'GMAP(rel=2)']
    """
    if relevance_level == 1 or not _is_computed(identifier):
        return identifier
    before = "GM" if identifier.startswith(GMAP) else ""
    measure = ir_measures.parse_measure(identifier.removeprefix(before))
    level = measure.SUPPORTED_PARAMS.get("rel")
    if level is None or level.default != 1 or "rel" in measure.params:
        return identifier
    return f"{before}{measure(rel=relevance_level)}"


def _is_computed(identifier: str) -> bool:
    try:
        return document_metric(identifier) is not None
    except UnsupportedMeasureError:
        return False


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
    start = re.match(r"[^\W\d]\w*", identifier)
    if start is not None and start[0] == GMAP:
        return _with_geometric_mean(identifier)
    if start is None or start[0] not in ir_measures.measures.registry or len(identifier) > LONGEST_IDENTIFIER:
        return None
    try:
        measure = ir_measures.parse_measure(identifier)
        lacks_cutoff = needs_rank(start[0]) and "cutoff" not in measure.params
        missing = [] if lacks_cutoff else _missing_parameters(measure)
        if not lacks_cutoff and not missing:
            measure.validate_params()  # type: ignore[no-untyped-call]
    except (ValueError, AssertionError, TypeError, KeyError, RecursionError, MemoryError) as error:
        raise UnsupportedMeasureError(
            f"{identifier!r} has other parameters than {start[0]}: {error}"
        ) from error
    if lacks_cutoff:
        raise UnsupportedMeasureError(f"{identifier!r} needs a rank after @, e.g. {identifier}@10")
    if missing:
        example = _with_parameters(start[0], measure, missing)
        raise UnsupportedMeasureError(f"{identifier!r} needs {' and '.join(missing)}, e.g. {example}")
    cutoff = measure.params.get("cutoff", 1)
    if not isinstance(cutoff, int) or cutoff < 1:
        raise UnsupportedMeasureError(f"{measure}: the number after @ is a rank, a whole number from 1")
    name = str(measure.NAME)
    common = partial(
        Metric,
        name=identifier,
        title=TITLES.get(name, name),
        explanation=EXPLANATIONS.get(name, " ".join((measure.__doc__ or "").split(".. cite")[0].split())),
        formula=FORMULAS.get(name, ""),
        symbols=SYMBOLS.get(name, ""),
        limits=LIMITS.get(name, ""),
        family=name,
        missing_topics=missing_topics(name),
        ties=TIES,
        needs_grades=True,
        curve=document_curve(name, measure.params),
    )
    computed = _computed_here(measure)
    if computed is not None:
        reads_grades = getattr(computed, "relevance_level", None) is None
        return common(
            source=SOURCES[name],
            vectors=graded_ranking,
            measure=computed,
            settings=("largest_grade",),
            first_results_alone={},
            unread=frozenset() if reads_grades else {Aspect.GRADES},
        )
    provider = _provider_of(measure)
    unread = _unread(measure)
    sums = isinstance(measure.aggregator(), SumAgg)
    return common(
        needs_subtopics=name in OF_SUBTOPICS,
        source=provided_by(provider),
        vectors=as_judged,
        measure=ProvidedMeasure(measure),
        together=provided_values,
        averaging=Averaging.SUM if sums else Averaging.MEAN,
        highest=float("inf") if sums else 1.0,
        first_results_alone=None if measure.params.get("judged_only") else {},
        unread=unread,
    )


def _with_geometric_mean(identifier: str) -> Metric:
    """The metric of an identifier of `GMAP`, whose topics have AP."""
    of_topics = document_metric(f"AP{identifier.removeprefix(GMAP)}")
    assert of_topics is not None
    assert isinstance(of_topics.measure, ProvidedMeasure)
    return replace(
        of_topics,
        name=identifier,
        title=TITLES[GMAP],
        explanation=EXPLANATIONS[GMAP],
        formula=FORMULAS[GMAP],
        symbols=SYMBOLS[GMAP],
        limits=LIMITS[GMAP],
        family=GMAP,
        measure=_WithGeometricMean(of_topics.measure.measure),
        averaging=Averaging.GEOMETRIC_MEAN,
        curve=None,
    )


def _missing_parameters(measure: Measure) -> list[str]:
    """Names of the parameters that a measure needs and does not have, the rank aside."""
    supported = measure.SUPPORTED_PARAMS.items()
    return [name for name, one in supported if one.required and name not in (*measure.params, "cutoff")]


def _with_parameters(name: str, measure: Measure, missing: Sequence[str]) -> str:
    """An identifier of a measure with values for its missing parameters."""
    given = ",".join(f"{one}={0.5 if measure.SUPPORTED_PARAMS[one].dtype is float else 4}" for one in missing)
    rank = measure.params.get("cutoff") if "cutoff" in measure.SUPPORTED_PARAMS else None
    return f"{name}({given})" + (f"@{rank}" if rank else "")


def needs_rank(name: str) -> bool:
    """Whether a measure of ir_measures is defined at a rank only.

    Examples
    --------
    >>> needs_rank("P"), needs_rank("nDCG"), needs_rank("MAiP")
    (True, False, False)
    """
    measure = ir_measures.measures.registry.get(name)
    if measure is None or "cutoff" not in measure.SUPPORTED_PARAMS:
        return False
    return bool(measure.SUPPORTED_PARAMS["cutoff"].required) or measure.NAME in OF_SUBTOPICS


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
        command = next((how for provider in able if (how := provider.install_instructions())), "")
        how = f" ({command})" if command else ""
        raise UnsupportedMeasureError(f"{measure} needs a further package, {needed}{how}")
    raise UnsupportedMeasureError(f"no provider of ir_measures computes {measure}")


def _unread(measure: Measure) -> Set[Aspect]:
    """What rankings may differ in without a change of the measure's value, by small rankings that do.

    a and b are relevant at any level, n is not, and x is unjudged.

    Raises
    ------
    UnsupportedMeasureError
        If the provider cannot compute with its parameters.
    """
    below = "x" * min(max(10, measure.params.get("cutoff", 0)), _LONGEST_PROBE)
    pairs = {
        Aspect.RELEVANCE: [("a", "n")],
        Aspect.ORDER: [("an", "na")],
        Aspect.GRADES: [("ab", "ba")],
        Aspect.UNJUDGED: [("a", f"{below}a")],
        Aspect.LATER: [("ab", "an"), ("nab", "nan")],
        Aspect.END: [(f"{below}a", f"{below}x")],
    }
    try:
        judged = [Qrel("1", "a", 1, "1"), Qrel("1", "b", 0, "2")]
        ir_measures.calc_aggregate([measure], judged, {"1": {"a": 2.0, "b": 1.0}})
        return ({Aspect.MISSED} if "recall" in measure.params else set()) | {
            aspect
            for aspect, rankings in pairs.items()
            if all(_value(measure, one) == _value(measure, other) for one, other in rankings)
        }
    except ZeroDivisionError as error:
        raise UnsupportedMeasureError(
            f"{measure} is undefined where no result is judged not relevant, as in a first rank"
        ) from error
    except Exception as error:  # whatever a provider raises
        raise UnsupportedMeasureError(f"{measure} cannot be computed ({error})") from error


def _value(measure: Measure, ranking: str) -> float:
    """The value of a ranking of documents with names of one letter; the further x are other documents.

    NaN, which equals nothing, where it is undefined.
    """
    judged = [
        Qrel("1", "a", 1001, "1"),
        Qrel("1", "b", 1000, "2"),
        *(Qrel("1", f"n{rank}", 0) for rank in range(3)),
    ]
    run = {f"{name}{rank}" if name in "nx" else name: -float(rank) for rank, name in enumerate(ranking)}
    with contextlib.suppress(ZeroDivisionError):
        return float(ir_measures.calc_aggregate([measure], judged, {"1": run})[measure])
    return float("nan")
