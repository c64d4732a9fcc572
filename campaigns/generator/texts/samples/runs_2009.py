"""Which runs the invented participants submit to the campaign of 2009, faulty ones included."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.runs_columns import Place
from ...formats.runs_xml import Habits, inex_submission
from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Ranking
from ..systems.rankings import (
    Rankings,
    Search,
    by_article,
    joined_neighbours,
    one_per_article,
)
from ..systems.rows import rows, run_in_columns
from ..systems.searches import by_shared_terms
from ..systems.systems import Systems
from .faults import careless, without_topics
from .parts import STRUCTURED_QUERIES, Run, head, run_id

RESULTS_PER_TOPIC = 25


def submissions(
    topics: Sequence[Topic], articles: Sequence[Article], systems: Systems
) -> dict[str, str | bytes]:
    """Content of every run file by its path below runs/."""
    files: dict[str, str | bytes] = {}

    def for_all(search: Search) -> Rankings:
        return {topic: search(topic)[:RESULTS_PER_TOPIC] for topic in topics}

    def in_columns(file: str, place: Place, search: Search, name: str = "") -> None:
        files[file] = run_in_columns(for_all(search), name or run_id(file), place)

    def in_xml(file: str, encoding: str, search: Search, name: str = "") -> None:
        habits = Habits(("castitle",), encoding=encoding)
        files[file] = Run(file, STRUCTURED_QUERIES, for_all(search), habits, name).content()

    def joined(topic: Topic) -> Ranking:
        return joined_neighbours(systems.of_paragraphs.search(topic.phrase_title))

    in_columns("Focused/11/north-sections.run", Place.ELEMENT, systems.sections)
    in_columns("Focused/12/south-nested.run", Place.ELEMENT, systems.nested)
    in_columns("Focused/23/sit-passages.run", Place.PASSAGE, systems.passages)
    in_columns("Focused/34/specimen-paragraphs.run", Place.RANGE, joined)
    in_columns(
        "Focused/45/prl-openings.run",
        Place.PASSAGE,
        lambda topic: by_shared_terms(articles, topic.title, length=500),
    )
    in_xml("Focused/ue-structure.xml", "iso-8859-1", systems.structured)
    in_columns(
        "Thorough/12/south-elements.txt.gz",
        Place.ELEMENT,
        lambda topic: systems.of_articles_and_parts.search(topic.title, b=0.6),
    )
    in_columns(
        "RelevantInContext/11/north-sections.run",
        Place.ELEMENT,
        lambda topic: by_article(systems.sections(topic), 0.6),
        "North-in-context",
    )
    in_columns(
        "RelevantInContext/23/sit-passages.run",
        Place.PASSAGE,
        lambda topic: by_article(systems.passages(topic), 0.4),
        "SIT-in-context",
    )
    in_columns(
        "BestInContext/11/north-sections.run",
        Place.ELEMENT,
        lambda topic: one_per_article(systems.sections(topic)),
        "North-entry",
    )
    in_columns(
        "BestInContext/23/sit-entry-points.run",
        Place.ENTRY_POINT,
        lambda topic: one_per_article(systems.passages(topic)),
        "SIT-entry",
    )
    in_xml(
        "BestInContext/ue-structure.xml",
        "UTF-8",
        lambda topic: one_per_article(systems.structured(topic)),
        "UE-entrée",
    )
    for task in ("Focused", "RelevantInContext", "BestInContext"):
        in_columns(f"{task}/45/prl-articles.run", Place.ARTICLE, systems.articles)
    narratives = for_all(systems.paragraphs_by_narrative)
    file = "Thorough/34/specimen-careless.txt"
    files[file] = run_in_columns(
        careless(without_topics(narratives, 3, 6, 11), "2008999"), run_id(file), Place.ELEMENT
    )
    file = "RelevantInContext/12/south-interrupted.xml"
    files[file] = _interrupted(
        file, for_all(lambda topic: by_article(systems.of_sections_and_paragraphs.search(topic.title), 0.8))
    )
    return files


def _interrupted(file: str, rankings: Rankings) -> str:
    """A submission whose upload broke off in the middle."""
    stated = head(file, "Sections and paragraphs by article.", "South-context", others="")
    results = ((topic.id, rows(ranking)) for topic, ranking in rankings.items())
    whole = "".join(inex_submission(stated, results, Habits(("castitle",))))
    return whole[: len(whole) // 2]
