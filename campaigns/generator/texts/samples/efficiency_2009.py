"""Which runs with times the invented participants submit to the campaign of 2009."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.runs_xml import EFFICIENCY, efficiency_submission
from ...topic import Topic
from ..systems.bm25 import Ranking
from ..systems.rankings import Search
from ..systems.rows import rows
from ..systems.systems import Systems
from .parts import head

FIRST, MORE, ALL = 15, 150, 1500


def timed_submissions(topics: Sequence[Topic], systems: Systems) -> dict[str, str]:
    """Content of every run file by its path below runs/."""
    files: dict[str, str] = {}

    def add(file: str, depth: int, pace: float, search: Search, description: str, name: str = "") -> None:
        """Times grow with the topic's title and the number of results; `pace` multiplies them."""
        timed = []
        for topic in topics:
            found = rows(search(topic)[:depth])
            milliseconds = pace * (12 + 0.75 * len(topic.title) + len(found) / 8)
            identifier = topic.id if file.startswith("Efficiency") else topic.candidate_number
            timed.append((identifier, milliseconds, found))
        files[file] = "".join(efficiency_submission(head(file, description, name, EFFICIENCY), timed))

    def sections(topic: Topic) -> Ranking:
        return systems.of_sections.search(topic.title)

    def paragraphs(topic: Topic) -> Ranking:
        return systems.of_paragraphs.search(topic.title)

    def all_elements(topic: Topic) -> Ranking:
        return systems.of_articles_and_parts.search(topic.title, b=0.6)

    add(
        "Efficiency/prl-articles.xml.gz",
        FIRST,
        0.2,
        systems.articles,
        "Whole articles; the index fits into a cache.",
    )
    add(
        "Efficiency/north-sections.xml.gz",
        FIRST,
        0.5,
        sections,
        "Sections; the search stops when the first results are certain.",
    )
    add("Efficiency/ue-paragraphs-15.xml.gz", FIRST, 0.8, paragraphs, "Paragraphs, the best 15.", "UE-15")
    add("Efficiency/ue-paragraphs-150.xml.gz", MORE, 1.0, paragraphs, "Paragraphs, the best 150.", "UE-150")
    add(
        "Efficiency/south-elements.xml.gz",
        ALL,
        4.0,
        all_elements,
        "All elements in one index that lies on a disk.",
    )
    add(
        "Thorough/ue-efficiency.xml",
        25,
        1.0,
        paragraphs,
        "Paragraphs from an index that is kept in memory; times are those of a single core.",
        "UE-fast",
    )
    return files
