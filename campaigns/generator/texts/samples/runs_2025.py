"""Runs of the sample campaign of 2025: documents, in six columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Hit, Ranking, Unit, best_first, stems
from ..systems.rankings import Rankings, Search, one_per_article
from ..systems.searches import by_shared_terms
from ..systems.systems import Systems

RESULTS = 40


class Run(NamedTuple):
    """A run and what its participant says about it."""

    file: str
    rankings: Rankings
    description: str
    contributed: str = "no"
    units: str = "documents"
    type: str = "automatic"
    status: str = ""

    @property
    def name(self) -> str:
        return self.file.rpartition("/")[2].partition(".")[0]


def runs(topics: Sequence[Topic], articles: Sequence[Article]) -> list[Run]:
    """All runs, in the order of runs.csv."""
    systems = Systems(articles)
    whole, sections = systems.of_articles, systems.of_sections

    def answers(search: Search) -> Rankings:
        return {topic: one_per_article(search(topic))[:RESULTS] for topic in topics}

    title = answers(lambda topic: whole.search(topic.title))
    manual = answers(lambda topic: _fused(sections.search(topic.narrative), whole.search(topic.description)))
    return [
        Run("11/north-bm25.run.gz", title, "BM25 with the title.", contributed="yes"),
        Run(
            "11/north-description.run",
            answers(lambda topic: whole.search(f"{topic.title} {topic.description}")),
            "BM25 with title and description.",
            contributed="yes",
        ),
        Run(
            "11/north-manual.run",
            manual,
            "Queries written by a librarian after reading the narrative.",
            contributed="yes",
            units="sections",
            type="manual",
        ),
        Run(
            "12/south-sections.txt",
            answers(lambda topic: sections.search(topic.title)),
            "The best section of a document stands for it.",
            contributed="yes",
            units="sections",
        ),
        Run(
            "12/south-passages.txt",
            answers(lambda topic: systems.of_passages.search(f"{topic.title} {topic.description}")),
            "The best three sentences of a document stand for it.",
            units="passages",
        ),
        Run(
            "12/south-coordination.txt",
            answers(lambda topic: by_shared_terms(articles, topic.title, stems)),
            "Counts the words of the title: many documents are tied.",
        ),
        Run(
            "23/sit-words.run",
            answers(lambda topic: systems.of_unstemmed_articles.search(topic.title, k1=2.0, b=0.3)),
            "Words are not stemmed.",
            contributed="yes",
        ),
        Run(
            "23/sit-fusion.run",
            {topic: _fused(ranking, manual[topic])[:RESULTS] for topic, ranking in title.items()},
            "Reciprocal rank fusion of two runs of other participants.",
            units="sections",
            type="manual",
        ),
        Run(
            "23/sit-openings.run",
            answers(lambda topic: by_shared_terms(articles, topic.title, length=400)),
            "Sent after the deadline.",
            units="passages",
            status="late",
        ),
        Run(
            "23/sit-twice.run",
            {topic: [*ranking[:5], ranking[1], *ranking[5:]] for topic, ranking in title.items()},
            "Returns a document twice in each topic.",
        ),
        Run(
            "organisers/reference-title.run",
            answers(lambda topic: whole.search(topic.title, k1=0.9, b=0.4)),
            "BM25 with the parameters of another engine.",
            contributed="yes",
            status="reference",
        ),
    ]


def runs_csv(of_campaign: Iterable[Run]) -> str:
    """What the participants say about their runs."""
    head = "run,participant,type,status,contributed,units,description\n"
    return head + "".join(
        f"{run.name},{run.file.partition('/')[0]},{run.type},{run.status},{run.contributed},{run.units},"
        f'"{run.description}"\n'
        for run in of_campaign
    )


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
