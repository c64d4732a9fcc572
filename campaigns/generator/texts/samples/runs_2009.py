"""Which runs the invented participants submit to the campaign of 2009, faulty ones included."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.runs_columns import Place
from ...formats.runs_xml import Habits, inex_submission
from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Index, Ranking, elements, windows, words
from ..systems.rankings import (
    Rankings,
    Search,
    by_article,
    joined_neighbours,
    one_per_article,
    without_overlap,
)
from ..systems.rows import rows, run_in_columns
from ..systems.searches import openings, structured_search
from .faults import careless, without_topics
from .parts import STRUCTURED_QUERIES, Run, head, run_id

RESULTS_PER_TOPIC = 25


def submissions(topics: Sequence[Topic], articles: Sequence[Article]) -> dict[str, str | bytes]:
    """Content of every run file by its path below runs/."""
    sections = Index(elements(articles, "sec"))
    all_elements = Index(elements(articles, "article", "sec", "p"))
    paragraphs = Index(elements(articles, "p"))
    nested = Index(elements(articles, "sec", "p"))
    whole = Index(elements(articles, "article"))
    whole_unstemmed = Index(elements(articles, "article"), words)
    passages = Index(windows(articles, 3))
    files: dict[str, str | bytes] = {}

    def for_all(search: Search) -> Rankings:
        return {topic: search(topic)[:RESULTS_PER_TOPIC] for topic in topics}

    def in_columns(file: str, place: Place, search: Search, name: str = "") -> None:
        files[file] = run_in_columns(for_all(search), name or run_id(file), place)

    def in_xml(file: str, encoding: str, search: Search, name: str = "") -> None:
        habits = Habits(("castitle",), encoding=encoding)
        files[file] = Run(file, STRUCTURED_QUERIES, for_all(search), habits, name).content()

    def section_search(topic: Topic) -> Ranking:
        return sections.search(topic.title)

    def passage_search(topic: Topic) -> Ranking:
        return without_overlap(passages.search(f"{topic.title} {topic.description}", b=0.3))

    def structure(topic: Topic) -> Ranking:
        return without_overlap(structured_search(articles, whole, topic))

    def joined(topic: Topic) -> Ranking:
        return joined_neighbours(paragraphs.search(topic.phrase_title))

    in_columns("Focused/11/north-sections.run", Place.ELEMENT, section_search)
    in_columns("Focused/12/south-nested.run", Place.ELEMENT, lambda topic: nested.search(topic.title, b=0.4))
    in_columns("Focused/23/sit-passages.run", Place.PASSAGE, passage_search)
    in_columns("Focused/34/specimen-paragraphs.run", Place.RANGE, joined)
    in_columns(
        "Focused/45/prl-openings.run", Place.PASSAGE, lambda topic: openings(articles, topic.title, 500)
    )
    in_xml("Focused/ue-structure.xml", "iso-8859-1", structure)
    in_columns(
        "Thorough/12/south-elements.txt.gz",
        Place.ELEMENT,
        lambda topic: all_elements.search(topic.title, b=0.6),
    )
    in_columns(
        "RelevantInContext/11/north-sections.run",
        Place.ELEMENT,
        lambda topic: by_article(section_search(topic), 0.6),
        "North-in-context",
    )
    in_columns(
        "RelevantInContext/23/sit-passages.run",
        Place.PASSAGE,
        lambda topic: by_article(passage_search(topic), 0.4),
        "SIT-in-context",
    )
    in_columns(
        "BestInContext/11/north-sections.run",
        Place.ELEMENT,
        lambda topic: one_per_article(section_search(topic)),
        "North-entry",
    )
    in_columns(
        "BestInContext/23/sit-entry-points.run",
        Place.ENTRY_POINT,
        lambda topic: one_per_article(passage_search(topic)),
        "SIT-entry",
    )
    in_xml(
        "BestInContext/ue-structure.xml",
        "UTF-8",
        lambda topic: one_per_article(structure(topic)),
        "UE-entrée",
    )
    for task in ("Focused", "RelevantInContext", "BestInContext"):
        in_columns(
            f"{task}/45/prl-articles.run", Place.ARTICLE, lambda topic: whole_unstemmed.search(topic.title)
        )
    narratives = for_all(lambda topic: paragraphs.search(topic.narrative, k1=50.0, b=0.0))
    file = "Thorough/34/specimen-careless.txt"
    files[file] = run_in_columns(
        careless(without_topics(narratives, 3, 6, 11), "2008999"), run_id(file), Place.ELEMENT
    )
    file = "RelevantInContext/12/south-interrupted.xml"
    files[file] = _interrupted(file, for_all(lambda topic: by_article(nested.search(topic.title), 0.8)))
    return files


def _interrupted(file: str, rankings: Rankings) -> str:
    """A submission whose upload broke off in the middle."""
    stated = head(file, "Sections and paragraphs by article.", "South-context", others="")
    results = ((topic.id, rows(ranking)) for topic, ranking in rankings.items())
    whole = "".join(inex_submission(stated, results, Habits(("castitle",))))
    return whole[: len(whole) // 2]
