"""HTML links to the pages of runs and topics, to metrics and to terms of the glossary."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from inexreport.rendering.addresses import Links
from inexreport.rendering.text import breakable
from inexreport.report.figure import PageData
from inexreport.report.glossary import GLOSSARY, term_fragment
from inexreport.report.naming import MetricColumn, RunName


def run_link(name: RunName, link: Links, badge: bool = True) -> Markup:
    """Return the run's title with a link to its page, its badge, and a mark if it is not ranked.

    A pseudonym has no link. The badge can be left out beside a column that has it.
    """
    return _title(name, link) + _tags(name, badge)


def run_label(name: RunName, link: Links, badge: bool = True) -> Markup:
    """Return "participant (run)" with a link to the run's page, and the tags of `run_link`."""
    run = _title(name, link)
    label = Markup(f"{escape(name.participant_name)} ({run})") if name.participant_name else run
    return label + _tags(name, badge)


def run_head(rows: Sequence[RunName] | Sequence[PageData]) -> Markup:
    """Return the heads of the columns of `run_cells`, for rows that have a run's name or are names."""
    first = rows[0] if len(rows) else None
    name = first if first is None or isinstance(first, RunName) else first["name"]
    badge = Markup('<th scope="col" class="name">{}</th>').format(name.badge_column) if name else Markup()
    return Markup('<th scope="col">Run</th>') + (badge if name and name.badge_column else Markup())


def run_cells(name: RunName, link: Links, participant: bool = True) -> Markup:
    """Return the cell that heads the row of a run, and that of its badge, if runs have one."""
    titled = run_label(name, link, badge=False) if participant else run_link(name, link, badge=False)
    badge = ""
    if name.badge_column:
        badge = f'<td class="name">{run_tag(name.badge) if name.badge else "–"}</td>'
    return Markup(f'<th scope="row">{titled}</th>{badge}')


def run_tag(text: str) -> Markup:
    """Return a word about a run that stands beside its name."""
    return Markup(f'<span class="tag">{escape(text)}</span>')


def _title(name: RunName, link: Links) -> Markup:
    title = breakable(name.title)
    return _anchor(link.page("run", name.task, name.run), title) if name.run else title


def _tags(name: RunName, badge: bool) -> Markup:
    return Markup("".join(f" {run_tag(one)}" for one in (name.badge * badge, name.mark) if one))


def metric_link(metric: MetricColumn, link: Links, label: str = "") -> Markup:
    """Return the metric's label, or another, with a link to the metrics guide and its meaning as a tip."""
    unit = " %" if metric.unit == "%" else ""
    anchor = Markup('<a class="metric" href="{}" data-tip="{}. {}">{}{}</a>').format(
        link.metric(metric.identifier),
        metric.title,
        metric.explanation,
        breakable(label or metric.label),
        unit,
    )
    return anchor + (Markup(" ") + run_tag("imported") if metric.imported else Markup())


def topic_link(topic: str, link: Links) -> Markup:
    """Return the topic id, with a link if the topic has a page."""
    address = link.topic(topic)
    return _anchor(address, escape(topic)) if address else escape(topic)


def document_link(name: str, link: Links, task: str = "") -> Markup:
    """Return the name of a task's document, with a link to the document if it has an address."""
    address = link.document(name, task)
    return _anchor(address, breakable(name)) if address else breakable(name)


def term_link(term: str, link: Links, shown: str = "") -> Markup:
    """Return a term, or another text for it, with a link to the glossary and its meaning as a tip.

    Raises
    ------
    KeyError
        If the glossary does not have the term.
    """
    address = f"{link.page('metrics_guide')}#{term_fragment(term)}"
    link_to = Markup('<a class="term" href="{}" data-tip="{}">{}</a>')
    return link_to.format(address, GLOSSARY[term], shown or term)


def _anchor(address: str, text: Markup) -> Markup:
    return Markup(f'<a href="{escape(address)}">{text}</a>')
