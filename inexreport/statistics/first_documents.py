"""The first documents of every run for every topic."""

from __future__ import annotations

from collections.abc import Mapping

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.memo import once_per_outcome

SHOWN = 10
"""Number of results on the first screen."""

FirstDocuments = Mapping[str, tuple[str, ...]]
"""By topic, names of documents in the order of the ranking."""


@once_per_outcome
def first_documents(outcome: TaskOutcome) -> dict[str, FirstDocuments]:
    """Return the first `SHOWN` documents of each evaluated run, by run and topic."""
    listed: dict[int, list[str]] = {}  # runs may share their names
    found: dict[str, FirstDocuments] = {}
    for run in outcome.runs:
        if run.top_results is None:
            continue
        top = run.top_results
        if id(top.names) not in listed:
            listed[id(top.names)] = list(top.names.articles)
        names = listed[id(top.names)]
        found[run.submission.name] = {
            topic: tuple(names[article] for article in top.article[where][:SHOWN].tolist())
            for topic, where in top.slices.items()
        }
    return found
