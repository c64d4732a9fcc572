"""Adds scores that were computed elsewhere to those of the runs of a task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from inexreport.model.imported import ImportedScores
from inexreport.model.outcome import RunOutcome, RunScores, TaskOutcome


def imported_of(imported: Iterable[ImportedScores], task: str) -> tuple[ImportedScores, ...]:
    """The imported scores of a task."""
    return tuple(one for one in imported if one.task == task)


def with_imported_scores(outcome: TaskOutcome, imported: Iterable[ImportedScores]) -> TaskOutcome:
    """A task with its imported measures as the last of its metrics.

    Parameters
    ----------
    outcome : TaskOutcome
        With computed metrics only. Rejected runs stay without scores.
    imported : iterable of ImportedScores
        Of all tasks. Of a run that they do not name, the score is not known.
    """
    of_task = imported_of(imported, outcome.task.name)
    if not of_task:
        return outcome
    metrics = (*outcome.task.metrics, *(one.measure.name for one in of_task))
    return replace(
        outcome,
        task=outcome.task.model_copy(update={"metrics": metrics}),
        runs=tuple(_with_imported(run, of_task) for run in outcome.runs),
        imported=tuple(one.measure for one in of_task),
    )


def _with_imported(run: RunOutcome, imported: Sequence[ImportedScores]) -> RunOutcome:
    computed = run.scores
    if computed is None:
        return run
    found = [one.runs.get(run.submission.name) for one in imported]
    by_topic: list[Mapping[str, float]] = [{} if one is None else one.by_topic for one in found]
    topics = tuple(sorted({*computed.topics, *(topic for one in by_topic for topic in one)}))
    places = [topics.index(topic) for topic in computed.topics]
    values = np.full((len(computed.metrics) + len(found), len(topics)), np.nan)
    values[: len(computed.metrics), places] = computed.by_topic
    for row, one in enumerate(by_topic, start=len(computed.metrics)):
        values[row] = [one.get(topic, np.nan) for topic in topics]
    means = [np.nan if one is None else one.mean for one in found]
    scores = RunScores(
        metrics=(*computed.metrics, *(one.measure.name for one in imported)),
        topics=topics,
        by_topic=values,
        mean=np.array([*computed.mean, *means], dtype=np.float64),
        topics_counted=np.array([*computed.topics_counted, *map(len, by_topic)], dtype=np.int64),
    )
    return replace(run, scores=scores)
