"""The first results of all runs of a task by topic, with what was judged of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan

import numpy as np
from numpy.typing import NDArray

from inexreport.model.outcome import FirstResults, TaskOutcome
from inexreport.statistics.memo import once_per_outcome

Result = tuple[str, str, *tuple[float | None, ...]]
"""Article, place, and what was judged of it, None where nothing was."""


@dataclass(frozen=True)
class TopicResults:
    """The first results of the runs of a task for a topic.

    Attributes
    ----------
    judged : tuple of str
        Names of what was judged of each result.
    results : tuple of Result
        The distinct ones.
    by_run : mapping of str to tuple of int
        Of each run that answers the topic, the places of its first results in `results`.
    """

    judged: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()
    by_run: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def of_runs(self, names: Iterable[str]) -> TopicResults:
        """Return the results of these runs alone."""
        by_run = {name: self.by_run[name] for name in names if name in self.by_run}
        return collect_results(
            self.judged, {name: [self.results[one] for one in first] for name, first in by_run.items()}
        )


def collect_results(judged: Iterable[str], by_run: Mapping[str, Iterable[Result]]) -> TopicResults:
    """Return the results of runs for a topic, each distinct one once.

    Examples
    --------
    >>> found = collect_results(["grade"], {"one": [("b", "", 2), ("a", "", None)], "two": [("a", "", None)]})
    >>> found.results, found.by_run
    ((('b', '', 2), ('a', '', None)), {'one': (0, 1), 'two': (1,)})
    """
    numbers: dict[Result, int] = {}
    first = {
        run: tuple(numbers.setdefault(result, len(numbers)) for result in results)
        for run, results in by_run.items()
    }
    return TopicResults(tuple(judged), tuple(numbers), first)


@once_per_outcome
def first_results(outcome: TaskOutcome) -> dict[str, TopicResults]:
    """Return the first results of the evaluated runs by topic; none where documents were judged."""
    found = {run.submission.name: run.first_results for run in outcome.runs if run.first_results is not None}
    judged = tuple(dict.fromkeys(name for one in found.values() for name in one.judgements))
    listed: dict[int, tuple[list[str], list[str]]] = {}  # runs may share their names
    topics: dict[str, dict[str, list[Result]]] = {}
    for run, one in found.items():
        names = one.results.names
        if id(names) not in listed:
            listed[id(names)] = list(names.articles), list(names.paths)
        results = _results(one, judged, *listed[id(names)])
        for topic, where in one.results.slices.items():
            topics.setdefault(topic, {})[run] = results[where]
    return {topic: collect_results(judged, by_run) for topic, by_run in topics.items()}


def _results(
    first: FirstResults, judged: Sequence[str], articles: Sequence[str], places: Sequence[str]
) -> list[Result]:
    """The first results of all topics of a run."""
    results, unknown = first.results, np.full(len(first.results.article), np.nan)
    whole = [""] * len(results.article)
    columns = [_known(first.judgements.get(name, unknown)) for name in judged]
    return list(
        zip(
            [articles[number] for number in results.article.tolist()],
            whole if results.path is None else [places[number] for number in results.path.tolist()],
            *columns,
            strict=True,
        )
    )


def _known(values: NDArray[np.float64]) -> list[float | None]:
    return [None if isnan(value) else value for value in values.tolist()]
