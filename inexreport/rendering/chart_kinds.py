"""Kinds of charts: each has one specification, built by Altair once in a process."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import altair as alt


def built_once(*_: Sequence[Any]) -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Let a kind of chart have one specification in a process, whose gaps are filled for each chart."""
    return cache


def named_rows() -> alt.NamedData:
    """Stands in a specification for the data that a page brings."""
    return alt.NamedData("rows")


def specify(chart: alt.Chart | alt.LayerChart | alt.FacetChart, height: int | str) -> str:
    """The chart as JSON, as wide as the page lets it be; `height` may be a gap, see `fill`.

    It is not held against Vega-Lite's schema, which takes longer than all else; a test does that.
    """
    content = chart.properties(width="container").to_dict(validate=False) | {"height": height}
    del content["config"]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def text_tooltips(**fields: str) -> list[alt.Tooltip]:
    """Tooltips of texts: field to title."""
    return [alt.Tooltip(f"{field}:N", title=title) for field, title in fields.items()]


def score_tooltips(**fields: str) -> list[alt.Tooltip]:
    """Tooltips of scores: field to title."""
    return [alt.Tooltip(f"{field}:Q", title=title, format=".4f") for field, title in fields.items()]
