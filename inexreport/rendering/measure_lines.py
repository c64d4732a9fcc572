"""A run's scores as lines of measure, topic and value, in trec_eval's layout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.model.outcome import RunScores
from inexreport.rendering.text import one_line
from inexreport.report.tables.columns import ALL_TOPICS

WIDTH = 22
"""Width of the column of measures."""


def measure_lines(run: str, topics: int, scores: RunScores) -> str:
    """Return the scores of every topic, the run's name, the number of topics and the means.

    Parameters
    ----------
    run : str
        Displayed name of the run.
    topics : int
        Number of topics in the official mean.
    scores : RunScores

    Returns
    -------
    str
        With four decimals; an undefined score has no line. Values of topics have the name of the mean, as in
        scores.csv.
    """
    lines: list[str] = []
    for place in sorted(range(len(scores.topics)), key=scores.topics.__getitem__):
        lines += _lines(scores.metrics, one_line(scores.topics[place]), scores.by_topic[:, place])
    lines += _line("runid", ALL_TOPICS, one_line(run)), _line("num_q", ALL_TOPICS, str(topics))
    lines += _lines(scores.metrics, ALL_TOPICS, scores.mean)
    return "".join(lines)


def _lines(metrics: tuple[str, ...], topic: str, values: NDArray[np.float64]) -> list[str]:
    """Lines of one topic; values have the shape (metrics,)."""
    return [
        _line(metric, topic, f"{value:.4f}")
        for metric, value in zip(metrics, values.tolist(), strict=True)
        if value == value  # NaN is undefined
    ]


def _line(measure: str, topic: str, value: str) -> str:
    return f"{measure:<{WIDTH}}\t{topic}\t{value}\n"
