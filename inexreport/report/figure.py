"""Text of charts, and how numbers are written in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.model.counted import counted

PageData = dict[str, Any]
"""What a template or a chart shows; missing numbers are None or NaN, which filters show as a dash."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Title and text of a chart.

    Attributes
    ----------
    title : str
    basis : str
        The unit of the numbers, and the number of topics or runs.
    source : str
        File name of the published table with the data of the chart.
    summary : str
        The text alternative.
    drawing : str
        What is drawn how; shown only with the chart.
    """

    title: str
    basis: str
    source: str
    summary: str
    drawing: str = ""


def decimals(value: float, unit: str = "") -> str:
    """A score as text shows it: four decimals, two for percentages, a true minus.

    Examples
    --------
    >>> decimals(0.25), decimals(12.5, "%"), decimals(-0.083), decimals(-0.00001)
    ('0.2500', '12.50%', '−0.0830', '0.0000')
    """
    text = f"{value:z.2f}%" if unit == "%" else f"{value:z.4f}"
    return text.replace("-", "−")


def signed(difference: float) -> str:
    """A difference as text shows it: four decimals with its sign, a true minus."""
    text = f"{difference:+z.4f}"
    return "0.0000" if text == "+0.0000" else text.replace("-", "−")


def correlation(value: float) -> str:
    """A correlation as text shows it: two decimals, a true minus."""
    return f"{value:z.2f}".replace("-", "−")


def known(value: float) -> float | None:
    """The value as a Python number, None for NaN."""
    return None if math.isnan(value) else float(value)


def counted_topics(counts: Sequence[int] | NDArray[np.int64]) -> str:
    """The number of topics of some means: ``68 topics``, or ``12 to 68 topics`` where runs differ."""
    distinct = sorted({int(count) for count in counts})
    if not distinct:
        return "no topics"
    if len(distinct) > 1:
        return f"{distinct[0]:,} to {distinct[-1]:,} topics"
    return counted(distinct[0], "topic")
