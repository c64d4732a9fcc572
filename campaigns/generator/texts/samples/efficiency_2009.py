"""Which runs with times the invented participants submit to the campaign of 2009."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.runs_xml import EFFICIENCY, Head, efficiency_submission
from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Index, elements, words
from ..systems.rows import rows
from .parts import EXEMPLE, NORTH, PLACEHOLDER, SOUTH

FIRST, MORE, ALL = 15, 150, 1500


def timed_submissions(topics: Sequence[Topic], articles: Sequence[Article]) -> dict[str, str]:
    """Content of every run file by its path below runs/."""
    paragraphs = Index(elements(articles, "p"))

    def run(
        head: Head,
        index: Index,
        depth: int,
        pace: float,
        *,
        b: float = 0.75,
        candidate_numbers: bool = False,
    ) -> str:
        """Times grow with the topic's title and the number of results; `pace` multiplies them."""
        timed = []
        for topic in topics:
            found = rows(index.search(topic.title, b=b)[:depth])
            identifier = topic.candidate_number if candidate_numbers else topic.id
            timed.append((identifier, pace * (12 + 0.75 * len(topic.title) + len(found) / 8), found))
        return "".join(efficiency_submission(head, timed))

    def head(participant: str, run_id: str, description: str, task: str = "Efficiency") -> Head:
        return Head(participant, run_id, task, description, EFFICIENCY)

    return {
        "Efficiency/prl-articles.xml.gz": run(
            head(PLACEHOLDER, "PRL-articles", "Whole articles; the index fits into a cache."),
            Index(elements(articles, "article"), words),
            FIRST,
            0.2,
        ),
        "Efficiency/north-sections.xml.gz": run(
            head(
                NORTH,
                "North-sections",
                "Sections; the search stops when the first results are certain.",
            ),
            Index(elements(articles, "sec")),
            FIRST,
            0.5,
        ),
        "Efficiency/ue-paragraphs-15.xml.gz": run(
            head(EXEMPLE, "UE-15", "Paragraphs, the best 15."), paragraphs, FIRST, 0.8
        ),
        "Efficiency/ue-paragraphs-150.xml.gz": run(
            head(EXEMPLE, "UE-150", "Paragraphs, the best 150."), paragraphs, MORE, 1.0
        ),
        "Efficiency/south-elements.xml.gz": run(
            head(SOUTH, "South-elements", "All elements in one index that lies on a disk."),
            Index(elements(articles, "article", "sec", "p")),
            ALL,
            4.0,
            b=0.6,
        ),
        "Thorough/ue-efficiency.xml": run(
            head(
                EXEMPLE,
                "UE-fast",
                "Paragraphs from an index that is kept in memory; times are those of a single core.",
                "Thorough",
            ),
            paragraphs,
            25,
            1.0,
            candidate_numbers=True,
        ),
    }
