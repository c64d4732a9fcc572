"""The colours of a matrix of correlations fit its values."""

from __future__ import annotations

import json
from math import nan

import pandas as pd
import pytest

from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import Figure
from inexreport.subjects.sections import Matrix


@pytest.mark.parametrize(
    ("others", "palest"),
    [
        ((0.9, 0.8, 0.85), 0.8),
        ((0.9, nan, 0.7), 0.7),
        ((0.9, -0.2, 0.1), 0.0),
        ((0.0, 0.5, 0.5), 0.0),
        ((1.0, 1.0, 1.0), 0.0),
        ((nan, nan, nan), 0.0),
    ],
)
def test_the_palest_colour_is_the_lowest_value_unless_some_are_negative(
    others: tuple[float, float, float], palest: float
) -> None:
    a, b, c = others
    cells = pd.DataFrame([[1.0, a, b], [a, 1.0, c], [b, c, 1.0]])
    chart = Matrix("matrix", Figure("", "", "", ""), cells, "τ", ["AgP", "iP@0.01", "MAep"], [0, 1, 2])
    alike, turned, _ = json.loads(draw(chart, NameList()))["layer"]
    assert alike["transform"][-1] == {"filter": "datum.value >= 0"}
    assert alike["encoding"]["opacity"]["scale"]["domain"] == [palest, 1]
    assert turned["encoding"]["opacity"]["scale"]["domain"] == [0, 1]
