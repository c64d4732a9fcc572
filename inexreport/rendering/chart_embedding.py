"""Chart specifications with their data, as they are embedded in pages.

Colours, fonts and sizes are the page's: specifications name styles (``quiet``, ``accent``, ``span``,
``gain``, ``loss``, ``series``, ``pointed``, ``tick``), and the site's script gives them the reader's theme.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from math import isfinite
from typing import Any

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
        As `inexreport.rendering.chart_kinds.specify` makes it.
    rows : list of dict
        A row's ``name`` is its place in the page's list of names: the site's script puts the run's label
        and link in its stead.
    **for_the_script
        What the site's script needs beside (``usermeta`` in Vega-Lite); see ``templates/assets/pictures.js``.
    """
    return _joined(specification, _json(rows), for_the_script)


def embed_written(specification: str, rows: Iterable[str], **for_the_script: Any) -> Markup:
    """As `embed`, of rows that are JSON already."""
    return _joined(specification, f"[{','.join(rows)}]", for_the_script)


def _joined(specification: str, rows: str, for_the_script: dict[str, Any]) -> Markup:
    beside = _json(for_the_script)
    return _in_html(f'{{"datasets":{{"rows":{rows}}},"usermeta":{beside},{specification[1:]}')


@lru_cache(maxsize=1 << 14)
def json_text(text: str | None) -> str:
    """A name or an address as JSON, which the charts of many pages have."""
    return _json(text)


@lru_cache(maxsize=1 << 12)
def json_numbers(values: tuple[float, ...]) -> str:
    """A line's numbers as JSON: those of the best run and of the median stand beside those of every run."""
    return _json(values)


@lru_cache(maxsize=1 << 17, typed=True)
def json_number(value: float, places: int) -> str:
    """A rounded number as JSON, which the charts of many pages have.

    Zero has no sign: else it would depend on the numbers before whether it is written with one.

    Examples
    --------
    >>> json_number(0.12345, 3), json_number(-0.0001, 3)
    ('0.123', '0.0')
    """
    shown = round(value, places)
    shown = shown or abs(shown)
    return repr(shown) if isfinite(shown) else _json(shown)  # which refuses it


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
