"""Names of runs and topics that lead to their pages, each written once however many tables have it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from inexreport.rendering.addresses import Links
from inexreport.rendering.text import breakable
from inexreport.report.naming import RunName
from inexreport.statistics.run_diagnoses import MissedArticle


def run_link(name: RunName, link: Links) -> Markup:
    """The run's title, leading to its page; a run with a pseudonym has none."""
    return (
        _anchor(link.run(name.task, name.run), breakable(name.title)) if name.run else breakable(name.title)
    )


def run_label(name: RunName, link: Links) -> Markup:
    """Participant (run), the run leading to its page."""
    return _beside(name.participant_name, run_link(name, link))


def topic_link(topic: str, link: Links) -> Markup:
    """The topic's id, leading to its page if it has one."""
    return _topic(topic, link.topic(topic) if link.has_topic(topic) else "")


def found_by_others(articles: Sequence[MissedArticle], task: str, link: Links) -> Markup:
    """Articles with how many runs return them and the best rank, leading to the run that has it, if named."""
    found = (_found(one, link.run(task, one.best_run) if one.best_run else "") for one in articles)
    return Markup(", ".join(found))


@lru_cache(maxsize=1 << 14)
def _found(article: MissedArticle, way: str) -> Markup:
    rank = Markup(f"rank {article.best_rank}")
    best = _anchor(way, rank) if way else rank
    return Markup(f"{breakable(article.article)} ({article.runs}, {best})")


@lru_cache(maxsize=1 << 14)
def _topic(topic: str, way: str) -> Markup:
    return _anchor(way, escape(topic)) if way else escape(topic)


@lru_cache(maxsize=1 << 14)
def _anchor(way: str, text: Markup) -> Markup:
    return Markup(f'<a href="{escape(way)}">{text}</a>')


@lru_cache(maxsize=1 << 14)
def _beside(participant: str, run: Markup) -> Markup:
    return Markup(f"{escape(participant)} ({run})") if participant else run
