"""Kinds of charts: each has one specification, built by Altair once and kept from build to build."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from itertools import product
from typing import Any

import altair as alt

from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import from_parquet, to_parquet
from inexreport.version import code_version

KIND = "charts"

_known: dict[str, str] = {}
"""Specifications by the names of their kinds."""

_builders: list[Callable[[], str]] = []


def built_once(*choices: Sequence[Any]) -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Let a kind of chart have one specification, whose gaps are filled for each chart.

    Parameters
    ----------
    *choices : sequence
        For each argument of what builds it all values that there are: each choice is a kind by itself.
    """

    def decorated(build: Callable[..., str]) -> Callable[..., str]:
        @wraps(build)
        def specification(*chosen: Any) -> str:
            name = f"{build.__module__}.{build.__name__}{chosen}"
            if name not in _known:
                _known[name] = build(*chosen)
            return _known[name]

        _builders.extend(partial(specification, *chosen) for chosen in product(*choices))
        return specification

    return decorated


def chart_kinds(kept: Cache | None = None) -> Mapping[str, str]:
    """The specifications of all kinds whose modules are loaded, by name.

    Parameters
    ----------
    kept : Cache, optional
        Where they are kept from build to build.
    """
    key = key_of(code_version())
    content = kept.read(KIND, key) if kept else None
    found = None if content is None else from_parquet(content, dict[str, str])
    know_chart_kinds(found or {})
    for build in _builders:
        build()
    if kept and _known != found:
        kept.write(KIND, key, to_parquet(_known))
    return dict(_known)


def know_chart_kinds(specifications: Mapping[str, str]) -> None:
    """Take over specifications that another process has."""
    _known.update(specifications)


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
