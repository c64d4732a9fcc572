"""Views of tables as the head and the rows of HTML tables; each format of a column is written here once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.anchors import metric_link, run_cells, run_head, run_label, run_link, topic_link
from inexreport.rendering.text import UNDEFINED, breakable, correlation, grouped, probability, score, signed
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.significance import LEVEL
from inexreport.subjects.sections import Ordered, View

Row = Mapping[Any, Any]


def _decimals(places: int) -> Callable[[float], str]:
    return lambda value: f"{value:,.{places}f}".replace("-", "−")


def _rise(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


NUMBERS: dict[str, Callable[[Any], object]] = {
    "number": str,
    "count": grouped,
    "tenths": _decimals(1),
    "hundredths": _decimals(2),
    "score": score,
    "percent": lambda value: score(value, "%"),
    "signed": signed,
    "correlation": correlation,
    "p": probability,
    "rank": lambda value: str(int(value)),
    "rise": _rise,
}
"""Formats of numbers; a missing one is a dash."""


def _participant(row: Row, value: str, link: Links) -> Markup:
    label = breakable(value)
    if not row["participant"]:
        return label
    return Markup('<a href="{}">{}</a>').format(link.page("participant", row["participant"]), label)


def _metrics(row: Row, value: MetricColumn | tuple[MetricColumn, ...], link: Links) -> Markup:
    metrics = value if isinstance(value, tuple) else (value,)
    return Markup(", ").join(metric_link(one, link) for one in metrics)


def _linked(row: Row, value: str, link: Links) -> Markup:
    return Markup('<a href="#{}">{}</a>').format(row["fragment"], breakable(value))


def _run(shown: Callable[[RunName, Links], Markup]) -> Callable[[Row, Any, Links], Markup]:
    return lambda row, value, link: shown(value, link) if isinstance(value, RunName) else Markup(UNDEFINED)


NAMES: dict[str, Callable[[Row, Any, Links], Markup]] = {
    "name": lambda row, value, link: breakable(value),
    "topic": lambda row, value, link: topic_link(value, link),
    "participant": _participant,
    "metric": _metrics,
    "run label": _run(run_label),
    "run link": _run(run_link),
    "linked name": _linked,
}
"""Formats of names; the first column that has one heads its rows. ``linked name`` leads to ``fragment``.

Further formats: those of `RUNS`; ``text``; ``changed rank`` is a rank that stands out where ``changed`` is
true; ``ordered`` shows an `Ordered`.
"""

RUNS = ("run", "run title")
"""Name the run of a row, with or without its participant, and have the column of its badge."""

ROOMY = ("run label", "linked name")
"""Names that are not squeezed by a table that is too wide anyway."""


def view_head(view: View, link: Links) -> Markup:
    """Return the heads of the columns; those without a common head span both lines."""
    heads = list(view.columns.items())
    above = sum(count for _, count in view.groups)
    alone, grouped_heads = heads[: len(heads) - above], heads[len(heads) - above :]
    if not view.groups:
        return Markup("<tr>{}</tr>").format(Markup("").join(_head(view, *one) for one in heads))
    first = [_head(view, name, column, ' rowspan="2"') for name, column in alone]
    first += [
        Markup('<th scope="colgroup" colspan="{}" class="number">{}</th>').format(count, text)
        for text, count in view.groups
    ]
    second = [_head(view, *one) for one in grouped_heads]
    return Markup("<tr>{}</tr>\n<tr>{}</tr>").format(Markup("").join(first), Markup("").join(second))


def _head(view: View, name: str, column: tuple[str, str], span: str = "") -> Markup:
    text, kind = column
    if kind in RUNS:
        return run_head(view.frame[name].tolist())
    is_number = kind in NUMBERS or kind in ("changed rank", "ordered")
    kinds = " ".join(
        one for one in ("number" * is_number, "ranked" * (kind in ("rank", "changed rank"))) if one
    )
    css = f' class="{kinds}"' if kinds else ""
    return Markup(f'<th scope="col"{span}{css}>{breakable(text)}</th>')


def view_rows(view: View, link: Links) -> Markup:
    """Return the rows of the body."""
    head = next((name for name, (_, kind) in view.columns.items() if kind in NAMES), "")
    rows = [
        Markup("<tr>{}</tr>").format(
            Markup("").join(
                _cell(row, name, kind, link, name == head) for name, (_, kind) in view.columns.items()
            )
        )
        for row in view.frame.to_dict("records")
    ]
    return Markup("\n").join(rows)


def _cell(row: Row, name: str, kind: str, link: Links, is_head: bool) -> Markup:
    value = row[name]
    if kind in RUNS:
        return run_cells(value, link, participant=kind == "run")
    if kind in NAMES:
        shown_name = NAMES[kind](row, value, link)
        if not is_head:
            return Markup('<td class="name">{}</td>').format(shown_name)
        css = ' class="name"' if kind in ROOMY else ""
        return Markup(f'<th scope="row"{css}>{shown_name}</th>')
    if isinstance(value, Ordered):
        strong = Markup("<strong>{}</strong>").format(value.strong) if value.strong else ""
        order = "" if value.order is None else value.order
        return Markup('<td class="number" data-order="{}">{}{}</td>').format(order, strong, value.text)
    if kind == "text":
        return Markup("<td>{}</td>").format(breakable(value))
    shown: object = UNDEFINED if pd.isna(value) else NUMBERS.get(kind, NUMBERS["rank"])(value)
    stands_out = row["changed"] if kind == "changed rank" else kind == "p" and value < LEVEL
    return Markup('<td class="number">{}</td>').format(
        Markup("<strong>{}</strong>").format(shown) if stands_out else shown
    )
