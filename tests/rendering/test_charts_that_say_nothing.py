"""A chart that would compare nothing is left out of its figure, whose sentence stays."""

from __future__ import annotations

import json

import pytest

from inexreport.rendering.charts.runs import bars
from inexreport.rendering.charts.strips import strips
from inexreport.rendering.environment import environment
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import Figure
from inexreport.report.naming import RunName

FIGURE = Figure("Title", "Basis", "", "Everything is an article.")
RUN = RunName("Focused", "run", "7", "A (run)", "id")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_bar_is_not_drawn(number: int) -> None:
    chart = bars(
        {
            "bars": {f"type {i}": float(i) for i in range(number)},
            "percent": False,
            "label_title": "Type",
            "value_title": "Results",
        }
    )
    assert (json.loads(chart)["datasets"]["rows"] if chart else []) == (
        [{"label": f"type {i}", "value": float(i)} for i in range(number)] if number > 1 else []
    )


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_strip_is_not_drawn(number: int) -> None:
    groups = [f"group {i}" for i in range(number)]
    dots = [{"strip": group, "name": RUN, "value": 0.5} for group in groups]
    chart = strips({"strips": groups, "dots": dots, "means": {}, "axis": "Score"}, NameList())
    drawn = {row["strip"] for row in json.loads(chart)["datasets"]["rows"]} if chart else set()
    assert drawn == (set(groups) if number > 1 else set())


@pytest.mark.parametrize("specification", ["", "{}"])
def test_a_figure_without_a_chart_has_its_sentence(specification: str) -> None:
    figure = environment().get_template("macros/figures.html").module.figure  # type: ignore[attr-defined]
    html = figure(None, FIGURE, specification, "types-chart", "types.svg")
    assert "Everything is an article." in html
    for part in ('class="picture"', "data-chart", "<noscript>", "types.svg"):
        assert (part in html) == bool(specification)
