"""A run's scores as lines of measure, topic and value, which trec_eval prints and many scripts read."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from inexreport.model.outcome import RunScores
from inexreport.rendering.text import one_line
from inexreport.report.tables.columns import ALL_TOPICS

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
    order = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
    lines = (
        _lines(scores.metrics, tuple(scores.topics[place] for place in order), scores.by_topic.T[order]),
        f"{'runid':<{WIDTH}}\t{ALL_TOPICS}\t{one_line(run)}\n",
        f"{'num_q':<{WIDTH}}\t{ALL_TOPICS}\t{topics}\n",
        _lines(scores.metrics, (ALL_TOPICS,), scores.mean[np.newaxis]),
    )
    return "".join(lines)


def _lines(metrics: tuple[str, ...], topics: tuple[str, ...], values: NDArray[np.float64]) -> str:
    """Lines of all topics, formatted at once; values have the shape (topics, metrics)."""
    known = ~np.isnan(values)
    return _form(metrics, topics, known.tobytes()) % tuple(values[known].tolist())


@lru_cache(maxsize=8)  # the topics of a task, and what is known of them, are mostly those of each of its runs
def _form(metrics: tuple[str, ...], topics: tuple[str, ...], known: bytes) -> str:
    """The lines of a run, to be filled with the values that are known."""
    heads = [f"{metric:<{WIDTH}}\t".replace("%", "%%") for metric in metrics]
    ends = [f"{one_line(topic)}\t".replace("%", "%%") + "%.4f\n" for topic in topics]
    return "".join(compress((head + end for end in ends for head in heads), known))
