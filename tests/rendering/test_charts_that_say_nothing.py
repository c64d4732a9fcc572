"""A chart that would compare nothing is left out of its figure, whose sentence stays."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.environment import environment
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import Figure
from inexreport.report.naming import RunName
from inexreport.subjects.sections import Bars, Strips

FIGURE = Figure("Title", "Basis", "", "Everything is an article.")
RUN = RunName("Focused", "run", "7", "A (run)", "id")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_bar_is_not_drawn(number: int) -> None:
    rows = pd.DataFrame({"name": [f"type {i}" for i in range(number)], "results": range(number)})
    names = NameList()
    chart = draw(Bars("types-chart", FIGURE, rows, ("results", "Results"), {}, "Type"), names)
    assert names.labels == (rows.name.tolist() if number > 1 else [])
    assert (json.loads(chart)["datasets"]["rows"] if chart else []) == (
        [{"name": i, "place": i, "results": i} for i in range(number)] if number > 1 else []
    )


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_strip_is_not_drawn(number: int) -> None:
    groups = [f"group {i}" for i in range(number)]
    dots = pd.DataFrame({"strip": groups, "name": RUN, "value": 0.5})
    chart = draw(Strips("strips", FIGURE, dots, {}, "Score", strips=groups), NameList())
    drawn = {row["strip"] for row in json.loads(chart)["datasets"]["rows"]} if chart else set()
    assert drawn == (set(groups) if number > 1 else set())


@pytest.mark.parametrize("specification", ["", "{}"])
def test_a_figure_without_a_chart_has_its_sentence(specification: str) -> None:
    figure = environment().get_template("macros/figures.html").module.figure  # type: ignore[attr-defined]
    html = figure(None, FIGURE, specification, "types-chart", "types.svg")
    assert "Everything is an article." in html
    for part in ('class="picture"', "data-chart", "<noscript>", "types.svg"):
        assert (part in html) == bool(specification)
