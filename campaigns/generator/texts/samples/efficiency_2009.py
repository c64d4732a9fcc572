"""Which runs with times the invented participants submit to the campaign of 2009."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.runs_xml import EFFICIENCY, efficiency_submission
from ...topic import Topic
from ..systems.rankings import Search
from ..systems.rows import rows
from ..systems.systems import Systems
from .parts import head

FIRST, MORE, ALL = 15, 150, 1500


def timed_submissions(topics: Sequence[Topic], systems: Systems) -> dict[str, str]:
    """Content of every run file by its path below runs/."""

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
            systems.articles,
            *(FIRST, 0.2),
        ),
        (
            "Efficiency/north-sections.xml.gz",
            "Sections; the search stops when the first results are certain.",
            lambda topic: systems.of_sections.search(topic.title),
            *(FIRST, 0.5),
        ),
        (
            "Efficiency/ue-paragraphs-15.xml.gz",
            "Paragraphs, the best 15.",
            lambda topic: systems.of_paragraphs.search(topic.title),
            *(FIRST, 0.8, "UE-15"),
        ),
        (
            "Efficiency/ue-paragraphs-150.xml.gz",
            "Paragraphs, the best 150.",
            lambda topic: systems.of_paragraphs.search(topic.title),
            *(MORE, 1.0, "UE-150"),
        ),
        (
            "Efficiency/south-elements.xml.gz",
            "All elements in one index that lies on a disk.",
            lambda topic: systems.of_articles_and_parts.search(topic.title, b=0.6),
            *(ALL, 4.0),
        ),
        (
            "Thorough/ue-efficiency.xml",
            "Paragraphs from an index that is kept in memory; times are those of a single core.",
            lambda topic: systems.of_paragraphs.search(topic.title),
            *(25, 1.0, "UE-fast"),
        ),
    ]
    return {one[0]: run(*one) for one in runs}
