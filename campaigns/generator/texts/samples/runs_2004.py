"""Which runs the invented participants submit to the campaign of 2004."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...topic import Topic
from ..systems.rankings import Search
from ..systems.systems import Systems
from .parts import STRUCTURED_QUERIES, WHOLE_ARTICLES, Run

RESULTS_PER_TOPIC = 30


def submissions(topics: Mapping[str, Sequence[Topic]], systems: Systems) -> list[Run]:
    """All runs, task by task; topics are given by task."""

    def run(file: str, description: str, search: Search) -> Run:
        task, _, name = file.partition("/")
        rankings = {topic: search(topic)[:RESULTS_PER_TOPIC] for topic in topics[task]}
        return Run(f"{file}.xml", description, rankings, name=name)

    return [
        run("CO/north-elements", "All elements in one index.", systems.everything),
        run("CO/south-propagated", "Scores of paragraphs go up.", systems.propagated),
        run("CO/sit-paragraphs", "Paragraphs and items of lists.", systems.paragraphs),
        run("CO/specimen-narrative", "By the narrative.", systems.paragraphs_by_narrative),
        run("CO/prl-articles", WHOLE_ARTICLES, systems.articles),
        run("CO/ue-nested", "Sections and paragraphs in one index.", systems.nested),
        run("VCAS/north-sections", "Sections; of nested ones the better.", systems.sections),
        run("VCAS/south-propagated", "Scores of paragraphs go up.", systems.propagated),
        run("VCAS/prl-articles", WHOLE_ARTICLES, systems.articles),
        run("VCAS/ue-structure", STRUCTURED_QUERIES, systems.structured),
    ]
