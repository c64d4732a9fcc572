"""How charts look in print: the site's light colours, in a font whose widths are the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from inexreport.rendering.template_folder import template_folder

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""The first is what the converter brings along; the others have the same widths."""

FONT_SIZE = 10


@cache
def paper_style() -> dict[str, Any]:
    """A configuration of Vega-Lite; it knows the same styles as the site's script."""
    colours = light_colours((template_folder() / "assets/site.css").read_text("utf-8"))
    ink, soft, line = colours["ink"], colours["soft"], colours["line"]
    series = [colours[f"series-{i}"] for i in range(1, 6)]
    text = {"labelColor": soft, "titleColor": ink, "titleFontWeight": "normal", "labelLimit": 0}
    text |= {"labelFontSize": FONT_SIZE, "titleFontSize": FONT_SIZE, "labelFont": FONT, "titleFont": FONT}
    below = {"orient": "bottom", "direction": "vertical", "columns": 1, "title": None, "offset": 10}
    strokes = {"symbolType": "stroke", "symbolSize": 400, "symbolStrokeWidth": 2, "rowPadding": 2}
    return {
        "aria": False,
        "background": "white",
        "view": {"stroke": None},
        "axis": {**text, "gridColor": line, "domainColor": line, "tickColor": line},
        "legend": text | below | strokes,
        "range": {"category": series + series},
        "style": {
            "accent": {"color": colours["accent"], "opacity": 1},
            "span": {"color": colours["span"]},
            "gain": {"color": colours["gain"]},
            "loss": {"color": colours["loss"]},
            "quiet": {"color": colours["quiet"], "strokeWidth": 1, "opacity": 1},
            "series": {"strokeWidth": 1.5},
            "tick": {"color": ink},
            "interval": {"color": colours["accent"], "opacity": 0.45, "strokeWidth": 2},
            "bracket": {"color": soft, "thickness": 2, "opacity": 1},
        },
    }


def light_colours(style_sheet: str) -> Mapping[str, str]:
    """The colours that the style sheet names, as the light theme has them.

    Examples
    --------
    >>> light_colours(":root { --ink: light-dark(#1c1e21, #e7e6e2); }")
    {'ink': '#1c1e21'}
    """
    return dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", style_sheet))
