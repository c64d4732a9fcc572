"""Prints the definitions of metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape

from inexreport.console.output import OutputFormat, open_console, print_csv_records, print_json
from inexreport.errors import UsageError
from inexreport.formats.protocols import TREC, read_protocol
from inexreport.metrics.documents import needs_rank
from inexreport.metrics.extension_metrics import extension_metrics
from inexreport.metrics.metric import Metric
from inexreport.metrics.registry import COUNTS, UnknownMetricError, available_metrics, bind, form_of

FIELDS = ("title", "explanation", "formula", "lowest", "highest", "unit", "missing_topics", "ties", "source")
"""Fields of a metric in CSV and JSON, after its identifier."""


_DOCUMENTS = "Documents judged by grade: these, and others of ir_measures that need no further package."
_ELEMENTS = "Elements and passages, as at INEX:"

EXAMPLE_RANK = 10
"""For the name of a measure of documents that is defined at a rank only."""


class Definition(NamedTuple):
    """A metric under the identifier by which it is listed."""

    identifier: str
    metric: Metric
    confirmed: bool


def print_metrics(names: Sequence[str], output: OutputFormat) -> None:
    """Print the definitions of the metrics with some names or identifiers; of all in short without any.

    Raises
    ------
    UsageError
        With every name that is not known, and the nearest known one.
    """
    found = _named(names) if names else all_definitions()
    if output is not OutputFormat.TEXT:
        records = [
            {
                "identifier": one.identifier,
                **{field: getattr(one.metric, field) for field in FIELDS},
                "confirmed": one.confirmed,
            }
            for one in found
        ]
        if output is OutputFormat.CSV:
            print_csv_records(("identifier", *FIELDS, "confirmed"), records)
        else:
            print_json(records)
        return
    console, heading = open_console(), ""
    for one in found:
        if not names and heading != (heading := _DOCUMENTS if one.metric.needs_grades else _ELEMENTS):
            console.print(heading)
        # Without line breaks, so that identifiers can be copied.
        reconstructed = "" if one.confirmed else " (reconstructed)"
        console.print(f"[bold]{escape(one.identifier)}[/]  {escape(one.metric.title)}{reconstructed}")
        if names:
            _print_in_full(console, one.metric)
    for fault in extension_metrics().faults:
        console.print(escape(f"{fault[:1].upper()}{fault[1:]}."))


def all_definitions() -> list[Definition]:
    """Return examples of the measures of documents, then every metric of INEX by its form."""
    inex = [Definition(form_of(metric), metric, metric.confirmed) for metric in available_metrics()]
    defaults = read_protocol(TREC).any_task
    assert defaults is not None  # the protocol of documents has a task for any folder
    documents = []
    for name in defaults.metrics or ():
        with suppress(UnknownMetricError):  # a package defines it too, as is printed
            documents.append(_defined(name))
    return [*documents, *inex]


def _named(names: Sequence[str]) -> list[Definition]:
    found: dict[str, Definition] = {}
    unknown = []
    for name in names:
        try:
            found.update((one.identifier, one) for one in _definitions(name.strip()))
        except UnknownMetricError as reason:
            unknown.append(str(reason))
    if unknown:
        raise UsageError(
            "\n".join([f"Unknown metric: {'; '.join(unknown)}", "`inexreport metrics` lists all."])
        )
    return list(found.values())


def _definitions(name: str) -> Iterator[Definition]:
    """The metrics that a name or an identifier names, also one of a single topic's value."""
    of_this_name = [
        metric for metric in (*available_metrics(), *COUNTS) if name in (metric.name, metric.topic_name)
    ]
    for metric in of_this_name:
        yield Definition(form_of(metric), metric, metric.confirmed)
    if not of_this_name:
        yield _defined(f"{name}@{EXAMPLE_RANK}" if needs_rank(name) else _of_the_mean(name))


def _defined(identifier: str) -> Definition:
    bound = bind(identifier)
    return Definition(bound.identifier, bound.metric, bound.confirmed)


def _of_the_mean(identifier: str) -> str:
    """The identifier of the mean over topics, if one of a topic's value is given."""
    for metric in available_metrics():
        rest = identifier.removeprefix(metric.topic_name)
        if metric.topic_name != metric.name and rest != identifier and rest[:1] in ("(", "@"):
            return metric.name + rest
    return identifier


def _print_in_full(console: Console, metric: Metric) -> None:
    # Lines are broken on a terminal only: elsewhere they are searched.
    unbroken = not console.is_terminal
    console.print(f"  {escape(metric.explanation)}", soft_wrap=unbroken)
    if metric.topic_name != metric.name:
        both = f"  Mean over topics of {metric.topic_name}; a topic’s value is reported as {metric.name} too."
        console.print(escape(both))
    for parameter in metric.parameters:
        console.print(f"  {escape(parameter.name)}: {escape(parameter.explanation)}", soft_wrap=unbroken)
    console.print(f"  Range: {metric.lowest:g} to {metric.highest:g}{metric.unit and ' ' + metric.unit}")
    console.print(f"  Missing topics: {escape(metric.missing_topics)}", soft_wrap=unbroken)
    console.print(f"  Ties: {escape(metric.ties)}", soft_wrap=unbroken)
    console.print(f"  Source: {escape(metric.source)}\n", soft_wrap=unbroken)
