"""The schema of Vega-Lite, to which every chart keeps."""

from __future__ import annotations

from typing import Any

import altair


def check_schema(chart: dict[str, Any]) -> None:
    """Raise an error if a chart, which may have layers, is not what the schema allows."""
    # `Chart.from_dict` tries every kind of chart in turn, and makes objects of all parts.
    (altair.LayerChart if "layer" in chart else altair.Chart).validate(chart)
