"""Which runs with times the invented participants submit to the campaign of 2009."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.runs_xml import EFFICIENCY, efficiency_submission
from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Index, elements, words
from ..systems.rankings import Search
from ..systems.rows import rows
from .parts import head

FIRST, MORE, ALL = 15, 150, 1500


def timed_submissions(topics: Sequence[Topic], articles: Sequence[Article]) -> dict[str, str]:
    """Content of every run file by its path below runs/."""
    whole = Index(elements(articles, "article"), words)
    sections, paragraphs = Index(elements(articles, "sec")), Index(elements(articles, "p"))
    all_elements = Index(elements(articles, "article", "sec", "p"))

    def run(file: str, description: str, search: Search, depth: int, pace: float, name: str = "") -> str:
        """Times grow with the topic's title and the number of results; `pace` multiplies them."""
        timed = []
        for topic in topics:
            found = rows(search(topic)[:depth])
            milliseconds = pace * (12 + 0.75 * len(topic.title) + len(found) / 8)
            identifier = topic.id if file.startswith("Efficiency") else topic.candidate_number
            timed.append((identifier, milliseconds, found))
        return "".join(efficiency_submission(head(file, description, name, EFFICIENCY), timed))

    runs = [
        (
            "Efficiency/prl-articles.xml.gz",
            "Whole articles; the index fits into a cache.",
            lambda topic: whole.search(topic.title),
            *(FIRST, 0.2),
        ),
        (
            "Efficiency/north-sections.xml.gz",
            "Sections; the search stops when the first results are certain.",
            lambda topic: sections.search(topic.title),
            *(FIRST, 0.5),
        ),
        (
            "Efficiency/ue-paragraphs-15.xml.gz",
            "Paragraphs, the best 15.",
            lambda topic: paragraphs.search(topic.title),
            *(FIRST, 0.8, "UE-15"),
        ),
        (
            "Efficiency/ue-paragraphs-150.xml.gz",
            "Paragraphs, the best 150.",
            lambda topic: paragraphs.search(topic.title),
            *(MORE, 1.0, "UE-150"),
        ),
        (
            "Efficiency/south-elements.xml.gz",
            "All elements in one index that lies on a disk.",
            lambda topic: all_elements.search(topic.title, b=0.6),
            *(ALL, 4.0),
        ),
        (
            "Thorough/ue-efficiency.xml",
            "Paragraphs from an index that is kept in memory; times are those of a single core.",
            lambda topic: paragraphs.search(topic.title),
            *(25, 1.0, "UE-fast"),
        ),
    ]
    return {one[0]: run(*one) for one in runs}
