"""Charts of the six simulated runs, each in the same colour in all charts."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from inexreport.rendering.charts.lines import SOLID_LINES, curve_specification, rank_specification
from inexreport.rendering.charts.specification import Rows, embed
from inexreport.rendering.name_list import NameList
from inexreport.report.curves import CurveFigure
from inexreport.report.figure import PageData


def simulated_ranks(chart: PageData, names: NameList) -> Markup:
    """A line per run from its place in the expected order to its rank under a metric."""
    rows = [
        _row(place, names.place(None, run), ranks=ranks)
        for place, (run, ranks) in enumerate(chart["ranks"].items())
    ]
    columns, chosen = chart["columns"], (0, chart["chosen"])
    dashed = tuple(row["dashed"] for row in rows)
    specification = rank_specification(columns, chosen, len(rows), _names(rows), dashed)
    return embed(specification, rows, lines="ranks", columns=columns, chosen=chosen)


def simulated_curves(chart: CurveFigure, names: NameList) -> Markup:
    """A curve per run."""
    grids: dict[tuple[float, ...], int] = {}
    rows = [
        _row(place, names.place(None, line.label), x=grids.setdefault(line.x, len(grids)), y=line.y)
        for place, line in enumerate(chart.lines)
    ]
    x_values = [x for grid in grids for x in grid]
    specification = curve_specification(
        (chart.x_name, chart.y_name),
        (min(x_values), max(x_values)),
        max(1.0, *(y for line in chart.lines for y in line.y)),
        _names(rows),
        tuple(row["dashed"] for row in rows),
    )
    return embed(specification, rows, lines="curves", grids=list(grids), byRank=chart.by_rank)


def _row(place: int, name: int, **values: object) -> dict[str, Any]:
    return {"name": name, "front": True, "dashed": place >= SOLID_LINES, **values}


def _names(rows: Rows) -> tuple[int, ...]:
    return tuple(row["name"] for row in rows)
