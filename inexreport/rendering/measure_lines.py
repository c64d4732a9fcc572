"""A run's scores as lines of measure, topic and value, which trec_eval prints and many scripts read."""

from __future__ import annotations

from collections.abc import Sequence

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
    heads = [f"{metric:<{WIDTH}}".replace("%", "%%") for metric in scores.metrics]
    order = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
    by_topic = scores.by_topic.T.tolist()
    return "".join(
        [
            *(_lines(heads, one_line(scores.topics[place]), by_topic[place]) for place in order),
            f"{'runid':<{WIDTH}}\t{ALL_TOPICS}\t{one_line(run)}\n",
            f"{'num_q':<{WIDTH}}\t{ALL_TOPICS}\t{topics}\n",
            _lines(heads, ALL_TOPICS, scores.mean.tolist()),
        ]
    )


def _lines(heads: Sequence[str], topic: str, values: Sequence[float]) -> str:
    """Lines of one topic, formatted all at once."""
    known = [value for value in values if value == value]
    if len(known) < len(values):
        heads = [head for head, value in zip(heads, values, strict=True) if value == value]
    between = f"\t{topic.replace('%', '%%')}\t%.4f\n"
    return between.join([*heads, ""]) % tuple(known)
