"""Vega-Lite specifications with their data, as embedded in pages.

Specifications name styles (``quiet``, ``accent``, ``span``, ``gain``, ``loss``, ``series``, ``pointed``,
``tick``) instead of colours and fonts; the site's script adds the reader's theme.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.report.naming import MetricColumn, RunName

Rows = list[dict[str, Any]]
Specification = dict[str, Any]

HEIGHT = 280

FAINT = 0.2
"""Opacity of runs that the reader did not choose, as a share of that of others."""
ROW_HEIGHT = 20


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def json_in_html(content: Any) -> Markup:
    """Return JSON that is safe within a script element."""
    text = _json(content)
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def embed(specification: Specification, rows: Rows, **for_the_script: Any) -> Markup:
    """Return a specification joined with its data, as JSON.

    Parameters
    ----------
    specification : dict
        From `specify`.
    rows : list of dict
        The ``name`` of a row is an index into the page's list of names, which the site's script resolves.
    **for_the_script
        Options for the site's script (``usermeta`` in Vega-Lite); see ``templates/assets/pictures.js``.
    """
    return json_in_html({"datasets": {"rows": rows}, "usermeta": for_the_script, **specification})


def decimal(value: float, places: int) -> float:
    """Return a rounded number, without negative zero.

    Examples
    --------
    >>> decimal(0.12345, 3), decimal(-0.0001, 3)
    (0.123, 0.0)
    """
    return round(value, places) + 0.0


def fill(specification: Specification, **values: Any) -> Specification:
    """Return a specification with its placeholders replaced; Altair builds each kind of chart only once.

    Parameters
    ----------
    specification : dict
        With placeholders ``"@name@"`` for values and ``["@name*@"]`` for lists.
    **values
        By placeholder name.

    Examples
    --------
    >>> fill({"domain": ["@runs*@"], "title": "@title@"}, runs=(1, 2), title="Rank")
    {'domain': [1, 2], 'title': 'Rank'}
    """
    filled: Specification = _filled(specification, values)
    return filled


def _filled(part: Any, values: dict[str, Any]) -> Any:
    match part:
        case dict():
            return {name: _filled(inner, values) for name, inner in part.items()}
        case [str(gap)] if gap[:1] == "@":
            return list(values[gap.strip("@*")])
        case list():
            return [_filled(inner, values) for inner in part]
        case str() if part[:1] == "@":
            return values[part.strip("@")]
    return part


def score_domain(metric: MetricColumn, highest: float) -> tuple[float, float]:
    """Return the metric's range, cut at a round number if all scores are far below its end."""
    if metric.lowest == 0:
        for part in (0.02, 0.05, 0.1, 0.2, 0.5):
            if highest <= part * metric.highest:
                return 0.0, part * metric.highest
    return metric.lowest, max(metric.highest, highest)


NAMED_APART = 0.05
"""Least difference of the scores of runs that a chart names, as a share of that of best and worst."""


def name_few(rows: Rows, runs: Sequence[RunName], scores: Sequence[float]) -> None:
    """Give the rows of the best, the worst and the median run a ``title``, which `with_names` shows."""
    order = sorted(range(len(rows)), key=lambda place: -scores[place])
    named: list[int] = []
    for place in (0, -1, (len(rows) - 1) // 2) if rows else ():
        apart = NAMED_APART * (scores[order[0]] - scores[order[-1]])
        if all(abs(scores[order[place]] - scores[one]) > apart for one in named):
            named.append(order[place])
            rows[order[place]]["title"] = runs[order[place]].title


def with_names(every: alt.Chart, x: str, *points: alt.Chart, name: str = "title") -> tuple[alt.Chart, ...]:
    """Return layers of points with the names of a few and rings around these.

    No name hides a point or is hit in its place, so names are drawn first. `x` is the field across.
    """
    named = every.transform_filter(f"isValid(datum.{name})")
    is_left = f"scale('x', datum.{x}) < width / 2"
    align, dx = alt.expr(f"{is_left} ? 'left' : 'right'"), alt.expr(f"{is_left} ? 7 : -7")
    texts = (named.mark_text(style=[style], align=align, dx=dx, dy=-7) for style in ("halo", "tick"))
    ring = named.mark_point(style=["tick"], size=110)
    return *(text.encode(text=f"{name}:N") for text in texts), *points, ring


def named_rows() -> alt.NamedData:
    """Return the reference to the data that a page embeds."""
    return alt.NamedData("rows")


def specify(chart: alt.Chart | alt.LayerChart | alt.FacetChart, height: int | str) -> Specification:
    """Return a chart as wide as its container; `height` may be a placeholder, see `fill`.

    Validation against Vega-Lite's schema is slow, so only a test does it.
    """
    content = chart.properties(width="container").to_dict(validate=False) | {"height": height}
    del content["config"]
    ordered: Specification = json.loads(json.dumps(content, sort_keys=True))
    return ordered


IS_CHOSEN = "chosenRuns === null || indexof(chosenRuns, datum.link) >= 0"
"""Whether the row of a run is among the runs that the reader chose in the table of the page."""


def chosen_runs() -> alt.Parameter:
    """Return the parameter that `IS_CHOSEN` reads, set by ``templates/assets/pictures.js``."""
    return alt.param(name="chosenRuns", value=None)


def faded(opacity: float) -> Any:
    """Return the encoding of an opacity that is lower for runs which the reader did not choose."""
    return alt.when(IS_CHOSEN).then(alt.value(opacity)).otherwise(alt.value(FAINT * opacity))


def text_tooltips(**fields: str) -> list[alt.Tooltip]:
    """Return tooltips for text fields, given their titles."""
    return [alt.Tooltip(f"{field}:N", title=title) for field, title in fields.items()]


def score_tooltips(**fields: str) -> list[alt.Tooltip]:
    """Return tooltips for scores, given their titles."""
    return [alt.Tooltip(f"{field}:Q", title=title, format=".4f") for field, title in fields.items()]
