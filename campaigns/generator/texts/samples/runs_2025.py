"""Runs of the sample campaign of 2025: documents, in six columns."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import NamedTuple

from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Hit, Ranking, Unit, best_first, stems
from ..systems.rankings import Rankings, Search, one_per_article
from ..systems.searches import by_shared_terms
from ..systems.systems import Systems
from .parts import stated_file

RESULTS = 40


class Run(NamedTuple):
    """A run file, and what its participant says about it: a row of runs.csv."""

    file: str
    rankings: Rankings
    stated: dict[str, str]

    @property
    def name(self) -> str:
        return self.stated["run"]


def runs(topics: Sequence[Topic], articles: Sequence[Article]) -> list[Run]:
    """All runs, in the order of runs.csv."""
    stated = csv.DictReader(stated_file(2025, "runs.csv").splitlines())
    rankings = _rankings(topics, Systems(articles), articles)
    return [Run(file, rankings[file], row) for file, row in zip(rankings, stated, strict=True)]


def _rankings(topics: Sequence[Topic], systems: Systems, articles: Sequence[Article]) -> dict[str, Rankings]:
    """The results of each run by the path of its file, in the order of runs.csv."""
    whole, sections = systems.of_articles, systems.of_sections

    def answers(search: Search) -> Rankings:
        return {topic: one_per_article(search(topic))[:RESULTS] for topic in topics}

    title = answers(lambda topic: whole.search(topic.title))
    manual = answers(lambda topic: _fused(sections.search(topic.narrative), whole.search(topic.description)))
    return {
        "11/north-bm25.run.gz": title,
        "11/north-description.run": answers(lambda topic: whole.search(f"{topic.title} {topic.description}")),
        "11/north-manual.run": manual,
        "12/south-sections.txt": answers(lambda topic: sections.search(topic.title)),
        "12/south-passages.txt": answers(
            lambda topic: systems.of_passages.search(f"{topic.title} {topic.description}")
        ),
        "12/south-coordination.txt": answers(lambda topic: by_shared_terms(articles, topic.title, stems)),
        "23/sit-words.run": answers(
            lambda topic: systems.of_unstemmed_articles.search(topic.title, k1=2.0, b=0.3)
        ),
        "23/sit-fusion.run": {
            topic: _fused(ranking, manual[topic])[:RESULTS] for topic, ranking in title.items()
        },
        "23/sit-openings.run": answers(lambda topic: by_shared_terms(articles, topic.title, length=400)),
        "23/sit-twice.run": {
            topic: [*ranking[:5], ranking[1], *ranking[5:]] for topic, ranking in title.items()
        },
        "organisers/reference-title.run": answers(lambda topic: whole.search(topic.title, k1=0.9, b=0.4)),
    }


def document(article: Article) -> str:
    """The id of a document."""
    return f"le-{article.number}"


def _fused(*rankings: Ranking) -> Ranking:
    """Documents by the sum of the reciprocals of 60 + rank."""
    score: dict[str, float] = {}
    unit: dict[str, Unit] = {}
    for ranking in rankings:
        for rank, hit in enumerate(one_per_article(ranking), start=1):
            score[hit.article] = score.get(hit.article, 0.0) + 1 / (60 + rank)
            unit.setdefault(hit.article, hit.unit)
    return best_first(Hit(unit[article], round(value, 6)) for article, value in score.items())
