"""Which runs with times the invented participants submit to the Efficiency task of 2009."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence

from ..corpus.article import Article
from ..run_formats.submissions import efficiency_submission
from ..systems.bm25 import Index, Ranking, elements, words
from ..topics.topic import Topic
from .runs_2006 import EXEMPLE, NORTH, PLACEHOLDER, SOUTH

FIRST, MORE, ALL = 15, 150, 1500


def timed_submissions(topics: Sequence[Topic], articles: Sequence[Article]) -> dict[str, bytes]:
    """Content of every run file by its path below runs/."""
    articles_only = Index(elements(articles, "article"), words)
    sections = Index(elements(articles, "sec"))
    paragraphs = Index(elements(articles, "p"))
    all_elements = Index(elements(articles, "article", "sec", "p"))

    def file(
        participant: str,
        run_id: str,
        description: str,
        search: Callable[[Topic], Ranking],
        depth: int,
        pace: float,
    ) -> bytes:
        attributes = {
            "participant-id": participant,
            "run-id": run_id,
            "task": "Efficiency",
            "type": "thorough",
            "query": "automatic",
        }
        rankings = {topic: search(topic)[:depth] for topic in topics}
        content = efficiency_submission(rankings, attributes, description, pace, candidate_numbers=False)
        return content.encode("utf-8")

    files = {
        "prl-articles": file(
            PLACEHOLDER,
            "PRL-articles",
            "Whole articles; the index fits into a cache.",
            lambda topic: articles_only.search(topic.title),
            FIRST,
            0.2,
        ),
        "north-sections": file(
            NORTH,
            "North-sections",
            "Sections; the search stops when the first results are certain.",
            lambda topic: sections.search(topic.title),
            FIRST,
            0.5,
        ),
        "ue-paragraphs-15": file(
            EXEMPLE,
            "UE-15",
            "Paragraphs, the best 15.",
            lambda topic: paragraphs.search(topic.title),
            FIRST,
            0.8,
        ),
        "ue-paragraphs-150": file(
            EXEMPLE,
            "UE-150",
            "Paragraphs, the best 150.",
            lambda topic: paragraphs.search(topic.title),
            MORE,
            1.0,
        ),
        "south-elements": file(
            SOUTH,
            "South-elements",
            "All elements in one index that lies on a disk.",
            lambda topic: all_elements.search(topic.title, b=0.6),
            ALL,
            4.0,
        ),
    }
    # mtime=0: the same bytes at any time.
    return {f"Efficiency/{name}.xml.gz": gzip.compress(content, mtime=0) for name, content in files.items()}
