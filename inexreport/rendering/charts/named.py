"""The charts of a task and of a run by name, as Altair objects for use outside the pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts import runs, shapes, standings, topics
from inexreport.rendering.charts.paper import light_configuration
from inexreport.rendering.name_list import NameList
from inexreport.report.campaign_view import CampaignView
from inexreport.report.run import run_differences
from inexreport.report.standing_strip import standing_figure
from inexreport.report.task_figures import score_dots
from inexreport.subjects.correlations import matrix_charts
from inexreport.subjects.curves import run_curves, task_curves
from inexreport.subjects.efficiency import times_chart
from inexreport.subjects.pool_growth import growth_chart
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.rank_comparison import rank_comparison
from inexreport.subjects.rare_documents import rare_chart
from inexreport.subjects.swap_errors import swaps_chart
from inexreport.subjects.topics import difficulty_chart

WIDTH = 600
"""Pixels."""

AltairChart = alt.Chart | alt.LayerChart


@dataclass(frozen=True, slots=True)
class NamedCharts:
    """A chart, or several that differ in what follows a hyphen in their names.

    Attributes
    ----------
    name : str
    figures : callable
        Returns what `draw` needs from a view and what the charts are about, by the end of each name; None
        for a chart that cannot be drawn.
    draw : callable
        Returns a chart as pages embed it.
    """

    name: str
    figures: Callable[..., Mapping[str, Any]]
    draw: Callable[[Any, NameList], Markup]

    def charts(self, *about: Any) -> Iterator[tuple[str, Any]]:
        """Yield the name of each chart that can be drawn, and what it is drawn from."""
        for end, figure in self.figures(*about).items():
            if figure is not None:
                yield f"{self.name}-{end}" if end else self.name, figure


def _difficulty(view: CampaignView, task: str) -> Mapping[str, Any]:
    return {"": difficulty_chart(view, task)} if view.difficulty[task].topics else {}


def _of_pools(chart: Callable[[CampaignView, str], Any]) -> Callable[[CampaignView, str], Mapping[str, Any]]:
    return lambda view, task: {
        "": chart(view, task) if pools_of_task(view.of(task), view.outcome.campaign).topics else None
    }


TASK_CHARTS = (
    NamedCharts("scores", lambda view, task: {"": score_dots(view, task)}, runs.run_dots),
    NamedCharts("curve", task_curves, shapes.draw),
    NamedCharts("topics", _difficulty, shapes.draw),
    NamedCharts("ranks", lambda view, task: {"": rank_comparison(view, task)}, shapes.draw),
    NamedCharts("correlations", matrix_charts, shapes.draw),
    NamedCharts("swaps", lambda view, task: {"": swaps_chart(view, task)}, shapes.draw),
    NamedCharts("times", lambda view, task: {"": times_chart(view, task)}, shapes.draw),
    NamedCharts("pool-growth", _of_pools(growth_chart), shapes.draw),
    NamedCharts("rare-documents", _of_pools(rare_chart), shapes.draw),
)
"""About a task."""


def _standing(view: CampaignView, task: str, row: int) -> Mapping[str, Any]:
    standings = view.evaluated_runs[task]
    name = view.names[task, standings.runs[row].submission.name]
    return {"": None if name.mark else standing_figure(view, name, row)}


RUN_CHARTS = (
    NamedCharts(
        "differences",
        lambda view, task, row: {"": run_differences(view, task, row)},
        lambda figure, _: topics.differences(figure),
    ),
    NamedCharts(
        "curve",
        lambda view, task, row: run_curves(view, task, view.evaluated_runs[task].runs[row]),
        shapes.draw,
    ),
    NamedCharts("standing", _standing, lambda figure, _: standings.standing(figure)),
)
"""About a run, in a row of the evaluated runs of its task."""


def chart_names(kinds: tuple[NamedCharts, ...], *about: Any) -> tuple[str, ...]:
    """Return the names of the charts that can be drawn."""
    return tuple(name for kind in kinds for name, _ in kind.charts(*about))


def named_chart(kinds: tuple[NamedCharts, ...], name: str, *about: Any) -> AltairChart | None:
    """Return a chart by its name; None if there is none.

    Parameters
    ----------
    kinds : tuple of NamedCharts
    name : str
    *about : object
        A `CampaignView` and the task, or a view, the task and the row of a run.
    """
    for kind in kinds:
        if name == kind.name or name.startswith(f"{kind.name}-"):
            found = dict(kind.charts(*about))
            if name in found:
                names = NameList()
                return _as_altair(kind.draw(found[name], names), names.labels)
    return None


def _as_altair(embedded: Markup, labels: list[str]) -> AltairChart:
    """Return a chart of a page without links, with what the site's script would add."""
    content: dict[str, Any] = json.loads(embedded)
    about = content.pop("usermeta")
    for row in content["datasets"]["rows"]:
        if "name" in row:
            row["run"] = labels[row["name"]]
        if "grids" in about:
            row["x"] = about["grids"][row["x"]]
    if "lines" in about:
        content.setdefault("params", []).append({"name": "lineNames", "value": labels})
    for layer in (content, *content.get("layer", [])):
        encoding = layer.get("encoding", {})
        encoding.pop("href", None)
        if "lines" in about:
            encoding["tooltip"] = [{"field": "run", "type": "nominal", "title": "Line"}]
            for channel in ("color", "strokeDash"):
                if channel in encoding:
                    encoding[channel]["legend"] = {"labelExpr": "lineNames[datum.value]"}
    content |= {"width": WIDTH, "config": light_configuration()}
    made: AltairChart = (alt.LayerChart if "layer" in content else alt.Chart).from_dict(content)
    return made
