"""Charts of the six simulated runs, each in the same colour in all charts."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from inexreport.rendering.charts.lines import SOLID_LINES, embed_curves, rank_specification
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
    rows = [_row(place, names.place(None, line.label)) for place, line in enumerate(chart.lines)]
    return embed_curves(chart, chart.lines, rows, tuple(row["dashed"] for row in rows))


def _row(place: int, name: int, **values: object) -> dict[str, Any]:
    return {"name": name, "front": True, "dashed": place >= SOLID_LINES, **values}


def _names(rows: Rows) -> tuple[int, ...]:
    return tuple(row["name"] for row in rows)
