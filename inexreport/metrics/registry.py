"""All metrics, and how identifiers name them."""

from __future__ import annotations

import copyreg
import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pickle import PicklingError

from inexreport.extensions import declared
from inexreport.metrics import counts, documents
from inexreport.metrics.extension_metrics import extension_metrics
from inexreport.metrics.imported import imported_metric
from inexreport.metrics.metric import BoundMetric, Metric, Parameter, Value

_FAMILIES = (
    *("weak_ordering", "cumulated_gain", "discounted_gain", "hixeval", "fetch_browse", "entry_points"),
    *("focused", "generalised", "articles", "overlap"),
)

METRICS: tuple[Metric, ...] = tuple(declared("inexreport.metrics", "METRICS", _FAMILIES))
"""Every built-in metric that can be published, in the order of the metrics guide: of these modules first."""

COUNTS: tuple[Metric, ...] = counts.COUNTS

_IDENTIFIER = re.compile(r"(?P<name>[^(@\s]+)\s*(?:\((?P<parameters>[^)]*)\))?\s*(?:@\s*(?P<cutoff>\S+))?")
_NUMBER = re.compile(r"[0-9]{1,10}(?:\.[0-9]{1,9})?")

DEEPEST_RANK = 100_000
"""Largest cut-off at a rank; some metrics store a number for each rank."""


MOST_NAMED = 3
"""Identifiers that a message proposes."""


def available_metrics() -> tuple[Metric, ...]:
    """Return the metrics that identifiers can name: the built-in ones, then those of installed packages."""
    added = (metric for _, metric in extension_metrics().metrics if len(_providers(metric.name)) == 1)
    return (*METRICS, *added)


def _providers(name: str) -> list[str]:
    """The packages that define a metric; only this one if no installed package does."""
    added = [str(one) for one in extension_metrics().providers(name)]
    return ["inexreport", *added] if not added or is_taken(name) else added


class UnknownMetricError(ValueError):
    """An identifier names no metric; the message gives the reason and what is expected."""


def is_taken(name: str) -> bool:
    """Whether a name, or an identifier, is that of a built-in metric.

    Examples
    --------
    >>> is_taken("nDCG"), is_taken("iP"), is_taken("cost")
    (True, True, False)
    """
    if any(metric.name == name for metric in (*METRICS, *COUNTS)):
        return True
    try:
        return documents.document_metric(name) is not None
    except documents.UnsupportedMeasureError:
        return True


def bind(identifier: str, settings: Mapping[str, Value] | None = None) -> BoundMetric:
    """Find the metric with an identifier and set its parameters.

    Parameters
    ----------
    identifier : str
        E.g. ``"gP(score=F,beta=0.25)@5"``; parameters in any order.
    settings : mapping of str to str or number, optional
        The task's conventions.

    Returns
    -------
    BoundMetric
        With the identifier in its published form.

    Raises
    ------
    UnknownMetricError

    Examples
    --------
    >>> bind("gP( beta=0.25, score=F )@5").identifier
    'gP(score=F,beta=0.25)@5'
    """
    metric, published, values, cutoff = _named(identifier)
    conventions = {name: value for name, value in (settings or {}).items() if name in metric.settings}
    return BoundMetric(metric, published, {**conventions, **values}, cutoff)


@cache
def _named(identifier: str) -> tuple[Metric, str, Mapping[str, Value], float | int | None]:
    """The metric with an identifier, its published form, parameters and cut-off."""
    named = _IDENTIFIER.fullmatch(identifier.strip())
    if named is not None and len(providers := _providers(named["name"])) > 1:
        raise UnknownMetricError(
            f"the metric {named['name']!r} is defined by {' and by '.join(providers)}; uninstall all but one"
        )
    try:
        found = documents.document_metric(identifier.strip())
    except documents.UnsupportedMeasureError as reason:
        found = None
        if not any(identifier.strip().startswith(f"{metric.name}(") for metric in available_metrics()):
            raise UnknownMetricError(f"{reason}{_did_you_mean(identifier)}") from None
    if found is not None:
        return found, found.name, {}, documents.cutoff_of(found)
    if named is None:
        raise UnknownMetricError(f"{identifier!r} is not of the form name(parameter=value,...)@cut-off")
    given = dict(_given_parameters(identifier, named["parameters"] or ""))
    metric = _find(identifier, named["name"], given)
    values = {
        parameter.name: _value(identifier, parameter, given.get(parameter.name))
        for parameter in metric.parameters
    }
    for parameter in metric.parameters:
        if values[parameter.name] != parameter.default and not parameter.only_with.items() <= values.items():
            needed = ",".join(f"{name}={value}" for name, value in parameter.only_with.items())
            raise UnknownMetricError(f"{parameter.name} in {identifier!r} needs {needed}")
    cutoff, suffix = _cutoff(identifier, metric, named["cutoff"])
    shown = ",".join(
        f"{parameter.name}={values[parameter.name]}"
        for parameter in metric.parameters
        if values[parameter.name] != parameter.default
    )
    return metric, metric.name + (f"({shown})" if shown else "") + suffix, values, cutoff


def _given_parameters(identifier: str, text: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise UnknownMetricError(f"{part!r} in {identifier!r} is not of the form parameter=value")
        yield name, value


def _find(identifier: str, name: str, given: Mapping[str, str]) -> Metric:
    """The metric with this name and these parameters; several metrics may share a name."""
    available = available_metrics()
    of_this_name = [metric for metric in (*available, *COUNTS) if metric.name == name]
    if not of_this_name:
        names = sorted({metric.name for metric in available})
        hint = _did_you_mean(identifier) or _near(name, (*names, *documents.NAMES))
        hint = hint or f"; known are {', '.join(names)}"
        faults = "".join(f"; {fault}" for fault in extension_metrics().faults)
        raise UnknownMetricError(f"there is no metric {name!r} ({identifier!r}){hint}{faults}")
    fitting = [metric for metric in of_this_name if _fits(metric, given)]
    if not fitting:
        forms = " or ".join(form_of(metric) for metric in of_this_name)
        raise UnknownMetricError(f"the parameters of {identifier!r} do not fit {name}; expected {forms}")
    return fitting[0]


def _did_you_mean(identifier: str) -> str:
    """The identifiers of the measures that trec_eval has under a name, as a question; empty without."""
    near = documents.measures_of_trec_eval(identifier.strip())[:MOST_NAMED]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _near(name: str, names: Collection[str]) -> str:
    """The name that is like the given one, if only without capitals, as a question; empty without."""
    folded = {one.casefold(): one for one in sorted(names)}
    near = get_close_matches(name.casefold(), folded, n=1)
    return f"; did you mean {folded[near[0]]}?" if near else ""


def _fits(metric: Metric, given: Mapping[str, str]) -> bool:
    names = {parameter.name for parameter in metric.parameters}
    required = {parameter.name for parameter in metric.parameters if parameter.default is None}
    if not required <= set(given) <= names:
        return False
    return all(
        given[parameter.name] in map(str, parameter.values)
        for parameter in metric.parameters
        if parameter.values and parameter.name in given
    )


def form_of(metric: Metric) -> str:
    """The form of a metric's identifiers, with the allowed values of parameters.

    Examples
    --------
    >>> form_of(next(metric for metric in METRICS if metric.name == "iP"))
    'iP(overlap=forbidden|allowed)@recall'
    """
    parts = ",".join(
        f"{parameter.name}=" + ("|".join(map(str, parameter.values)) or "number")
        for parameter in metric.parameters
    )
    return metric.name + (f"({parts})" if parts else "") + (f"@{metric.cutoff.name}" if metric.cutoff else "")


def _value(identifier: str, parameter: Parameter, text: str | None) -> Value:
    if text is None:
        assert parameter.default is not None  # _fits has made sure
        return parameter.default
    if parameter.values:
        return text
    if not _NUMBER.fullmatch(text):
        given = f"{parameter.name}={text} in {identifier!r}"
        raise UnknownMetricError(f"{given} is not a number of at most ten digits")
    number = float(text)
    if parameter.within and not parameter.within[0] <= number <= parameter.within[1]:
        smallest, largest = parameter.within
        raise UnknownMetricError(
            f"{parameter.name}={text} in {identifier!r} is not a number from {smallest:g} to {largest:g}"
        )
    return int(number) if number.is_integer() else number


def _cutoff(identifier: str, metric: Metric, text: str | None) -> tuple[float | int | None, str]:
    """The cut-off as a number, and its published form."""
    if metric.cutoff is None:
        if text is not None:
            raise UnknownMetricError(f"{metric.name} takes no cut-off, but {identifier!r} has @{text}")
        return None, ""
    if text is None or not _NUMBER.fullmatch(text):
        raise UnknownMetricError(
            f"{identifier!r} needs a {metric.cutoff.name} after @, e.g. {form_of(metric)}"
        )
    if metric.cutoff.recall:
        level = float(text)
        if level > 1 or len(text.partition(".")[2]) > 2:
            raise UnknownMetricError(f"{identifier!r}: a recall level has two decimals and is at most 1")
        return level, f"@{level:.2f}"
    if "." in text or not 1 <= int(text) <= DEEPEST_RANK:
        raise UnknownMetricError(f"{identifier!r}: a rank is a whole number from 1 to {DEEPEST_RANK:,}")
    return int(text), f"@{int(text)}"


def _as_its_identifier(bound: BoundMetric) -> tuple[object, ...]:
    """Pickle a bound metric as its identifier, since functions cannot be pickled by value."""
    if (measure := bound.metric.imported) is not None:
        return imported_metric, (measure, bound.metric.lowest, bound.metric.highest)
    if bind(bound.identifier, bound.parameters) != bound:
        raise PicklingError(f"{bound.identifier} is not what its identifier names")
    return bind, (bound.identifier, dict(bound.parameters))


copyreg.pickle(BoundMetric, _as_its_identifier)  # type: ignore[arg-type]
