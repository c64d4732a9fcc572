"""Which runs the invented participants submit to the campaign of 2004."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Ranking
from .parts import (
    EXEMPLE,
    NORTH,
    PLACEHOLDER,
    SIT,
    SOUTH,
    SPECIMEN,
    STRUCTURED_QUERIES,
    WHOLE_ARTICLES,
    Run,
)
from .systems_2006 import Systems

RESULTS_PER_TOPIC = 30


def submissions(topics: Mapping[str, Sequence[Topic]], articles: Sequence[Article]) -> list[Run]:
    """All runs, task by task; topics are given by task."""
    systems = Systems(articles)

    def run(file: str, participant: str, description: str, search: Callable[[Topic], Ranking]) -> Run:
        task, _, name = file.partition("/")
        rankings = {topic: search(topic)[:RESULTS_PER_TOPIC] for topic in topics[task]}
        return Run(f"{file}.xml", participant, name, description, rankings)

    return [
        run("CO/north-elements", NORTH, "All elements in one index.", systems.everything),
        run("CO/south-propagated", SOUTH, "Scores of paragraphs go up.", systems.propagated),
        run("CO/sit-paragraphs", SIT, "Paragraphs and items of lists.", systems.paragraphs),
        run("CO/specimen-narrative", SPECIMEN, "By the narrative.", systems.paragraphs_by_narrative),
        run("CO/prl-articles", PLACEHOLDER, WHOLE_ARTICLES, systems.articles),
        run("CO/ue-nested", EXEMPLE, "Sections and paragraphs in one index.", systems.nested),
        run("VCAS/north-sections", NORTH, "Sections; of nested ones the better.", systems.sections),
        run("VCAS/south-propagated", SOUTH, "Scores of paragraphs go up.", systems.propagated),
        run("VCAS/prl-articles", PLACEHOLDER, WHOLE_ARTICLES, systems.articles),
        run("VCAS/ue-structure", EXEMPLE, STRUCTURED_QUERIES, systems.structured),
    ]
