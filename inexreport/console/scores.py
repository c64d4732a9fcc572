"""Prints scores of runs, and comparisons of two runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from inexreport.console.output import OutputFormat, open_console, plain, print_csv, print_json

if TYPE_CHECKING:
    import pandas as pd

    from inexreport.metrics.metric import BoundMetric
    from inexreport.model.outcome import RunScores

ScoredRun = tuple[str, "Sequence[BoundMetric]", "RunScores"]
"""A run's name, metrics and scores."""


def print_scores(
    runs: Sequence[ScoredRun],
    further: Mapping[str, Mapping[str, float]],
    *,
    per_topic: bool,
    output: OutputFormat,
) -> None:
    """Print the scores of runs, named as in scores.csv, counts as whole numbers.

    Parameters
    ----------
    runs : sequence of (str, sequence of BoundMetric, RunScores)
        Name, metrics and scores of each run.
    further : mapping of str to mapping of str to float
        By run: further values by name, which are printed after its means.
    per_topic : bool
        Whether values of single topics come before the means.
    output : OutputFormat
        As text: measure, topic and value, separated by tabs; with several runs, the name of each in a line of
        the measure ``runid`` before. CSV and JSON also give the number of topics beside each mean.
    """
    rows: list[tuple[Any, ...]] = []
    for name, metrics, scores in runs:
        rows += ((name, *row) for row in _score_rows(metrics, scores, per_topic))
        rows += ((name, measure, "all", value, None) for measure, value in further.get(name, {}).items())
    columns = ("run", "metric", "topic", "score", "topics")
    if output is OutputFormat.JSON:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif output is OutputFormat.CSV:
        print_csv(columns, rows)
    else:
        last = None
        for name, metric, topic, value, _ in rows:
            if len(runs) > 1 and name != last:
                sys.stdout.write(f"runid\tall\t{name}\n")
            last = name
            sys.stdout.write(f"{metric}\t{topic}\t{value!r}\n")


def _score_rows(
    metrics: Sequence[BoundMetric], scores: RunScores, per_topic: bool
) -> Iterator[tuple[str, str, float | int, int | None]]:
    """Measure, topic, value and number of topics: topic by topic, then the means."""
    by_topic = scores.by_topic.T.tolist() if per_topic else []
    for topic, values in zip(scores.topics, by_topic, strict=False):
        for bound, value in zip(metrics, values, strict=True):
            if not np.isnan(value):
                yield bound.identifier, topic, int(value) if bound.metric.is_count else value, None
    for bound, value, topics in zip(metrics, scores.mean.tolist(), scores.topics_counted, strict=True):
        if not np.isnan(value):
            yield bound.identifier, "all", int(value) if bound.metric.is_count else value, int(topics)


def print_pairs(pairs: pd.DataFrame, output: OutputFormat) -> None:
    """Print how several runs differ in pairs under some metrics, a row for each test in CSV and JSON."""
    from inexreport.statistics.run_comparison import describe_pairs

    if output is OutputFormat.JSON:
        print_json(pairs.to_dict("records"))
    elif output is OutputFormat.CSV:
        print_csv(tuple(pairs.columns), pairs.itertuples(index=False))
    else:
        open_console().print(plain("\n".join(describe_pairs(pairs))))


def print_comparison(names: tuple[str, str], comparisons: pd.DataFrame, output: OutputFormat) -> None:
    """Print by how much, and on which topics, a run differs from another under some metrics."""
    from inexreport.statistics.run_comparison import TESTS, describe_comparison

    of_metrics: list[Any] = comparisons.to_dict("records")
    rows = [{"run_a": names[0], "run_b": names[1]} | one for one in of_metrics]
    if output is OutputFormat.JSON:
        for one in rows:
            deciding = list(one.pop("deciding").items())
            one |= {"p": {test: one.pop(f"p_{test}") for test in TESTS}, "deciding": deciding}
        print_json(rows)
        return
    if output is OutputFormat.CSV:
        columns = ("run_a", "run_b", *comparisons.columns.drop("deciding"))
        print_csv(columns, [tuple(one[name] for name in columns) for one in rows])
        return
    console = open_console()
    for one in rows:
        console.print(f"[bold]{plain(one['metric'])}[/]: A = {plain(names[0])}, B = {plain(names[1])}")
        for line in describe_comparison(one):
            console.print(f"  {plain(line)}")
