"""Chart specifications with their data, as they are embedded in pages.

Colours, fonts and sizes are the page's: specifications name styles (``quiet``, ``accent``, ``span``,
``gain``, ``loss``, ``series``, ``pointed``, ``tick``), and the site's script gives them the reader's theme.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.report.naming import MetricColumn

Rows = list[dict[str, Any]]

HEIGHT = 280
ROW_HEIGHT = 20


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def json_in_html(content: Any) -> Markup:
    """JSON that cannot end the script element it stands in."""
    return _in_html(_json(content))


def embed(specification: str, rows: Rows, **for_the_script: Any) -> Markup:
    """Join a specification and its data.

    Parameters
    ----------
    specification : str
        As `specify` makes it.
    rows : list of dict
        A row's ``name`` is its place in the page's list of names: the site's script puts the run's label
        and link in its stead.
    **for_the_script
        What the site's script needs beside (``usermeta`` in Vega-Lite); see ``templates/assets/pictures.js``.
    """
    content = f'{{"datasets":{{"rows":{_json(rows)}}},"usermeta":{_json(for_the_script)},{specification[1:]}'
    return _in_html(content)


def decimal(value: float, places: int) -> float:
    """A rounded number; zero has no sign, which else would depend on what it was rounded from.

    Examples
    --------
    >>> decimal(0.12345, 3), decimal(-0.0001, 3)
    (0.123, 0.0)
    """
    return round(value, places) + 0.0


def _in_html(text: str) -> Markup:
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


_GAP = re.compile(r'\["@(\w+)\*@"\]|"@(\w+)@"')


def fill(specification: str, **values: Any) -> str:
    """Put values where a specification that was built once names them.

    Parameters
    ----------
    specification : str
        With ``"@name@"`` where a value belongs, and ``["@name*@"]`` where a list does.
    **values
        By name.

    Examples
    --------
    >>> fill('{"domain":["@runs*@"],"title":"@title@"}', runs=(1, 2), title="Rank")
    '{"domain":[1,2],"title":"Rank"}'
    """
    fixed, gaps = _apart(specification)
    filled = [fixed[0]]
    for gap, further in zip(gaps, fixed[1:], strict=True):
        filled += _json(values[gap]), further
    return "".join(filled)


@cache
def _apart(specification: str) -> tuple[list[str], list[str]]:
    """What stands between the gaps of a specification, and their names."""
    pieces = _GAP.split(specification)
    return pieces[::3], [of_list or name for of_list, name in zip(pieces[1::3], pieces[2::3], strict=True)]


def score_domain(metric: MetricColumn, highest: float) -> tuple[float, float]:
    """The metric's range, or its beginning up to a round number where all scores are far below the end."""
    if metric.lowest == 0:
        for part in (0.02, 0.05, 0.1, 0.2, 0.5):
            if highest <= part * metric.highest:
                return 0.0, part * metric.highest
    return metric.lowest, max(metric.highest, highest)


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
