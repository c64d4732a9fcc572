"""Views of tables as the head and the rows of HTML tables; each format of a column is written here once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
from markupsafe import Markup, escape

from inexreport.model.counted import counted
from inexreport.rendering.addresses import Links
from inexreport.rendering.anchors import (
    document_link,
    metric_link,
    run_cells,
    run_head,
    run_label,
    run_link,
    run_tag,
    topic_link,
)
from inexreport.rendering.text import UNDEFINED, breakable, correlation, grouped, probability, score, signed
from inexreport.report.naming import MetricColumn, RunName, task_title
from inexreport.statistics.significance import LEVEL
from inexreport.subjects.health import Verdict
from inexreport.subjects.judgements import Strip
from inexreport.subjects.sections import Leading, Ordered, View, frame_rows

Row = Mapping[Any, Any]


class Format(NamedTuple):
    """How the values of a column are shown, and the styles of its head and its cells."""

    shown: Callable[[Row, Any, Links], object]
    head: str = ""
    cell: str = ""


def _number(shown: Callable[[Any], object], head: str = "number") -> Format:
    return Format(lambda row, value, link: shown(value), head, "number")


def _text(shown: Callable[[Any], object], cell: str = "") -> Format:
    return Format(lambda row, value, link: shown(value), "", cell)


def _decimals(places: int) -> Callable[[float], str]:
    return lambda value: f"{value:,.{places}f}".replace("-", "−")


def _amount(value: float) -> str:
    return f"{value:,.{0 if value == int(value) else 1}f}"


def _rise(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def _rank(value: int) -> str:
    return str(int(value))


def _compared(row: Row, value: float, link: Links) -> Markup:
    address = link.compare(row["task"], row["run_a"], row["run_b"])
    return Markup('<a href="{}">{}</a>').format(address, signed(value))


def _ordered(value: Ordered) -> Markup:
    strong = Markup("<strong>{}</strong>").format(value.strong) if value.strong else Markup("")
    return strong + value.text


def _share(percent: float) -> Markup:
    bar = Markup('<svg class="share" aria-hidden="true"><path d="M0 5h{}"/></svg>').format(round(percent / 2))
    return Markup(score(percent, "%")) + bar


_ENTRY = Markup('<path class="entry" d="M{} 0v18"/>')


def _strip(row: Row, strip: Strip, link: Links) -> Markup:
    """An article: filled where text is highlighted, an upright line at the best entry point."""
    return Markup(
        '<svg class="strip" viewBox="0 0 160 18" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<path d="{}"/>{}</svg>'
    ).format(
        strip.description,
        "".join(f"M{begin} 9h{end - begin}" for begin, end in strip.stretches),
        "" if strip.entry is None else _ENTRY.format(strip.entry),
    )


def _found_by_others(row: Row, articles: Iterable[Row], link: Links) -> Markup:
    """Articles with the number of runs that return them and the best rank, linked to that run if known."""
    found = []
    for one in articles:
        best = Markup("rank {}").format(one["best_rank"])
        if one["best_run"]:
            best = Markup('<a href="{}">{}</a>').format(link.page("run", one["task"], one["best_run"]), best)
        article = document_link(one["article"], link, one["task"])
        found.append(Markup("{} ({}, {})").format(article, one["runs"], best))
    return Markup(", ").join(found)


def _participant(row: Row, value: str, link: Links) -> Markup:
    label = breakable(value)
    if not row["participant"]:
        return label
    return Markup('<a href="{}">{}</a>').format(link.page("participant", row["participant"]), label)


def _topics(row: Row, value: Iterable[str], link: Links) -> Markup:
    links = Markup(" ").join(topic_link(topic, link) for topic in value)
    return Markup('<span class="topics">{}</span>').format(links)


def _metrics(row: Row, value: MetricColumn | tuple[MetricColumn, ...], link: Links) -> Markup:
    metrics = value if isinstance(value, tuple) else (value,)
    return Markup(", ").join(metric_link(one, link) for one in metrics)


def _task(row: Row, value: str, link: Links) -> Markup:
    """A task, or the campaign for no name, with a link to the page of the row and maybe a fragment."""
    address = link.page(row["page"], value) if value else link.page(row["page"])
    fragment = f"#{row['fragment']}" if row.get("fragment") else ""
    title = task_title(value) if value else "The campaign"
    return Markup('<a href="{}{}">{}</a>').format(address, fragment, title)


def _file_of_run(row: Row, value: str, link: Links | None) -> Markup:
    """The name of a run, with a link to its page if it has one."""
    if link is None or ("run", row["task"], value) not in link.addresses.pages:
        return breakable(value)
    return Markup('<a href="{}">{}</a>').format(link.page("run", row["task"], value), breakable(value))


def _element(value: str) -> Markup:
    """The name of elements as code; names in brackets are of several elements."""
    if value.startswith("("):
        return breakable(value.strip("()").capitalize())
    return Markup("<code>{}</code>").format(breakable(value))


def _run(shown: Callable[[RunName, Links], Markup]) -> Callable[[Row, Any, Links], Markup]:
    return lambda row, value, link: shown(value, link) if isinstance(value, RunName) else Markup(UNDEFINED)


def _support(mark: str) -> Markup:
    """A mark of `inexreport.subjects.answers`: full support stands out most, partial support less."""
    style = {"yes": "tag yes", "in part": "tag"}.get(mark)
    return Markup('<span class="{}">{}</span>').format(style, mark) if style else escape(mark)


def _verdict(verdict: Verdict) -> Markup:
    style = {Verdict.ACT: "severity error", Verdict.CARE: "severity warning"}.get(verdict, "severity")
    return Markup('<span class="{}">{}</span>').format(style, verdict)


def _evidence(row: Row, nuggets: Iterable[str], link: Links) -> Markup:
    """The nuggets of a sentence, then the documents that it cites with a mark."""
    cited = (
        Markup("{} {}").format(document_link(name, link, row["task"]), _support(mark))
        for name, mark in row["citations"]
    )
    return Markup("<br>").join((*map(breakable, nuggets), *cited))


def _leading(row: Row, value: Leading | list[Leading], link: Any) -> Markup:
    """One text or several, each with a link to a page of a campaign if it has an address."""
    if isinstance(value, list):
        return Markup(", ").join(_leading(row, one, link) for one in value)
    text = breakable(value.text)
    if not value.address:
        return text
    address = link.campaign_page(value.campaign, value.address, value.fragment)
    return Markup('<a href="{}">{}</a>').format(address, text)


def _best_run(row: Row, value: Leading, link: Any) -> Markup:
    """The best run, how many others share its score, and whether no score is higher."""
    shown = _leading(row, value, link)
    if row["sharing"]:
        others = counted(row["sharing"], "other")
        shown += Markup(' <span class="note">and {} with the same score</span>').format(others)
    return shown + (Markup(" ") + run_tag("highest possible score") if row["perfect"] else "")


def _system(row: Row, value: str, link: Any) -> Markup:
    return Markup('<a href="{}">{}</a>').format(link.system_page(row["name"]), breakable(value))


def _unfolded(lines: list[str]) -> Markup:
    """Lines that begin with a name and a colon, below the first and the last name."""
    ends = dict.fromkeys(line.partition(":")[0] for line in (lines[0], lines[-1]))
    listed = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
    return Markup("<details><summary>{}</summary>\n<ul>{}</ul></details>").format(" … ".join(ends), listed)


NAME = "name"

FORMATS = {
    "number": _number(str),
    "value": _number(breakable),
    "count": _number(grouped),
    "grade": _number(_decimals(0)),
    "amount": _number(_amount),
    "tenths": _number(_decimals(1)),
    "hundredths": _number(_decimals(2)),
    "score": _number(score),
    "percent": _number(lambda value: score(value, "%")),
    "signed": _number(signed),
    "compared": Format(_compared, "number", "number"),
    "correlation": _number(correlation),
    "p": _number(probability, "number ranked"),
    "probability": _number(probability),
    "rank": _number(_rank, "number ranked"),
    "changed rank": _number(_rank, "number ranked"),
    "rise": _number(_rise),
    "ordered": _number(_ordered),
    "share": _number(_share),
    "strip": Format(_strip, "unsorted", "number"),
    "text": _text(breakable),
    "told": _text(escape, "told"),
    "evidence": Format(_evidence),
    "support": _text(_support),
    "verdict": _text(_verdict),
    "place": _text(breakable, "place"),
    "found by others": Format(_found_by_others, cell="told"),
    "name": _text(breakable, NAME),
    "words": _text(escape, NAME),
    "topic": Format(lambda row, value, link: topic_link(value, link), cell=NAME),
    "topics": Format(_topics, cell=NAME),
    "document": Format(lambda row, value, link: document_link(value, link, row.get("task", "")), cell=NAME),
    "element": _text(_element, NAME),
    "participant": Format(_participant, cell=NAME),
    "task": Format(_task, cell=NAME),
    "task title": _text(task_title, NAME),
    "metric": Format(_metrics, cell=NAME),
    "file of run": Format(_file_of_run, cell=NAME),
    "leading": Format(_leading, cell=NAME),
    "best run": Format(_best_run, cell=NAME),
    "system": Format(_system, cell=NAME),
    "tag": _text(run_tag, NAME),
    "unfolded": _text(_unfolded),
    "run label": Format(_run(run_label), cell=NAME),
    "run link": Format(_run(run_link), cell=NAME),
}
"""Formats of columns; a missing value is a dash. The first column with the style `NAME` heads its rows.

``p`` stands out below the level, ``probability`` does not; ``changed rank`` where ``changed`` is true. Other
columns of a row are needed by ``compared`` (``task``, ``run_a``, ``run_b``), ``file of run`` (``task``),
``best run`` (``sharing``, ``perfect``), ``system`` (``name``), ``participant`` and ``task`` (the kind of
``page`` it leads to, and maybe the ``fragment``). Rows in which ``is_mean`` is true stand out, and have
decimals of counts.
"""

_NAMES = {kind for kind, one in FORMATS.items() if one.cell == NAME}

RUNS = ("run", "run title")
"""Further formats: the run of a row, with or without its participant, and the column of its badge."""

ROOMY = ("run label",)
"""Names that are not squeezed by a table that is too wide anyway."""


def view_head(view: View, link: Links) -> Markup:
    """Return the heads of the columns; those without a common head span both lines."""
    heads = list(view.columns.items())
    above = sum(count for _, count in view.groups)
    alone, grouped_heads = heads[: len(heads) - above], heads[len(heads) - above :]
    if not view.groups:
        return Markup("<tr>{}</tr>").format(view_heads(view, link))
    first = [_head(view, name, column, link, ' rowspan="2"') for name, column in alone]
    first += [
        Markup('<th scope="colgroup" colspan="{}" class="number">{}</th>').format(count, text)
        for text, count in view.groups
    ]
    second = [_head(view, *one, link) for one in grouped_heads]
    return Markup("<tr>{}</tr>\n<tr>{}</tr>").format(Markup("").join(first), Markup("").join(second))


def view_heads(view: View, link: Links) -> Markup:
    """Return the heads of the columns, as a part of a line."""
    return Markup("").join(_head(view, *one, link) for one in view.columns.items())


def view_cells(view: View, row: Row, link: Links) -> Markup:
    """Return the cells of a row of the frame, as a part of a line."""
    return Markup("").join(Markup(*_cells(view, [row], name, link, False)) for name in view.columns)


def _head(view: View, name: str, column: Any, link: Links, span: str = "") -> Markup:
    text, kind = column
    if kind in RUNS:
        return run_head(view.frame[name].tolist())
    style = FORMATS[kind].head
    css = f' class="{style}"' if style else ""
    parts = (breakable(one) if isinstance(one, str) else metric_link(one, link) for one in _parts(text))
    return Markup(f'<th scope="col"{span}{css}>{{}}</th>').format(Markup("").join(parts))


def _parts(head: str | Sequence[str | MetricColumn]) -> Sequence[str | MetricColumn]:
    return (head,) if isinstance(head, str) else head


def view_rows(view: View, link: Links) -> Markup:
    """Return the bodies of the table with their rows."""
    head = next((name for name, (_, kind) in view.columns.items() if kind in _NAMES), "")
    rows = frame_rows(view.frame)
    columns = (_cells(view, rows, name, link, name == head) for name in view.columns)
    bodies: dict[object, list[str]] = {}
    for row, *cells in zip(rows, *columns, strict=True):
        bodies.setdefault(row.get(view.parted_by), []).append(f"<tr>{''.join(cells)}</tr>")
    parts = "\n</tbody>\n<tbody>\n".join("\n".join(body) for body in bodies.values())
    return Markup(f"<tbody>\n{parts}\n</tbody>")


def _cells(view: View, rows: Sequence[Row], name: str, link: Links, is_head: bool) -> Iterator[str]:
    _, kind = view.columns[name]
    if kind in RUNS:
        yield from (run_cells(row[name], link, participant=kind == "run") for row in rows)
        return
    show, _, style = FORMATS[kind]
    # The style of tables of scores has their cells; repeated in each, it would be a tenth of a long page, as
    # would be the ends of cells, which HTML does without.
    css = f' class="{style}"' if style and (style, view.kind) != ("number", "scores") else ""
    begin, end = f"<td{css}>", ""
    if is_head:
        css = ' class="name"' if kind in ROOMY else ""
        begin, end = f'<th scope="row"{css}>', "</th>"
    for row in rows:
        value, is_mean = row[name], row.get("is_mean", False)
        if _is_missing(value):
            shown: object = UNDEFINED
        else:
            shown = (FORMATS["tenths"].shown if is_mean and kind == "count" else show)(row, value, link)
        text = str(escape(shown))
        if is_mean or (kind == "changed rank" and row["changed"]) or (kind == "p" and value < LEVEL):
            text = f"<strong>{text}</strong>"
        if isinstance(value, Ordered):
            begin = f'<td{css} data-order="{"" if value.order is None else value.order}">'
        yield f"{begin}{text}{end}"


def _is_missing(value: Any) -> bool:
    return value is None or value is pd.NA or bool(value != value)
