"""A run's scores as lines of measure, topic and value, which trec_eval prints and many scripts read."""

from __future__ import annotations

from inexreport.model.outcome import RunScores
from inexreport.rendering.text import one_line
from inexreport.report.tables import ALL_TOPICS

WIDTH = 22
"""Measures are padded to so many characters."""


def measure_lines(run: str, topics: int, scores: RunScores) -> str:
    """Every topic's scores, then the run's name, the number of topics and the means.

    Parameters
    ----------
    run : str
        The name that readers know the run by.
    topics : int
        Over how many topics the official mean goes.
    scores : RunScores

    Returns
    -------
    str
        Four decimals; a score that is undefined has no line. The value of a topic stands under the name of
        the mean, as in scores.csv.
    """
    measures = [f"{metric:<{WIDTH}}" for metric in scores.metrics]
    lines: list[str] = []
    for place in sorted(range(len(scores.topics)), key=scores.topics.__getitem__):
        lines += _lines(measures, one_line(scores.topics[place]), scores.by_topic[:, place].tolist())
    lines += [f"{'runid':<{WIDTH}}\t{ALL_TOPICS}\t{one_line(run)}"]
    lines += [f"{'num_q':<{WIDTH}}\t{ALL_TOPICS}\t{topics}"]
    lines += _lines(measures, ALL_TOPICS, scores.mean.tolist())
    return "\n".join(lines) + "\n"


def _lines(measures: list[str], topic: str, values: list[float]) -> list[str]:
    return [
        f"{measure}\t{topic}\t{value:.4f}"
        for measure, value in zip(measures, values, strict=True)
        if value == value
    ]
