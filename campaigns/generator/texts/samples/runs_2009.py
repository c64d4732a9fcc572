"""Which runs the invented participants submit to the campaign of 2009, faulty ones included."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...formats.runs_columns import Place
from ...formats.runs_xml import Habits, Head, inex_submission
from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import Index, Ranking, elements, windows, words
from ..systems.rankings import Rankings, by_article, joined_neighbours, one_per_article, without_overlap
from ..systems.rows import rows, run_in_columns
from ..systems.searches import openings, structured_search
from .faults import careless, without_topics
from .parts import EXEMPLE, SOUTH, STRUCTURED_QUERIES, Run

RESULTS_PER_TOPIC = 25
QUERIES = ("castitle",)


def submissions(topics: Sequence[Topic], articles: Sequence[Article]) -> dict[str, str | bytes]:
    """Content of every run file by its path below runs/."""
    sections = Index(elements(articles, "sec"))
    all_elements = Index(elements(articles, "article", "sec", "p"))
    paragraphs = Index(elements(articles, "p"))
    nested = Index(elements(articles, "sec", "p"))
    whole = Index(elements(articles, "article"))
    whole_unstemmed = Index(elements(articles, "article"), words)
    passages = Index(windows(articles, 3))

    def for_all(search: Callable[[Topic], Ranking]) -> Rankings:
        return {topic: search(topic)[:RESULTS_PER_TOPIC] for topic in topics}

    def section_search(topic: Topic) -> Ranking:
        return sections.search(topic.title)

    def passage_search(topic: Topic) -> Ranking:
        return without_overlap(passages.search(f"{topic.title} {topic.description}", b=0.3))

    def structure(topic: Topic) -> Ranking:
        return without_overlap(structured_search(articles, whole, topic))

    def run(run_id: str, place: Place, search: Callable[[Topic], Ranking]) -> str:
        return run_in_columns(for_all(search), run_id, place)

    def structured(file: str, run_id: str, search: Callable[[Topic], Ranking], encoding: str) -> bytes:
        habits = Habits(QUERIES, encoding=encoding)
        return Run(file, EXEMPLE, run_id, STRUCTURED_QUERIES, for_all(search), habits).content()

    articles_found = run("PRL-articles", Place.ARTICLE, lambda topic: whole_unstemmed.search(topic.title))
    narratives = for_all(lambda topic: paragraphs.search(topic.narrative, k1=50.0, b=0.0))
    return {
        "Focused/11/north-sections.run": run("North-sections", Place.ELEMENT, section_search),
        "Focused/12/south-nested.run": run(
            "South-nested", Place.ELEMENT, lambda topic: nested.search(topic.title, b=0.4)
        ),
        "Focused/23/sit-passages.run": run("SIT-passages", Place.PASSAGE, passage_search),
        "Focused/34/specimen-paragraphs.run": run(
            "SC-paragraphs",
            Place.RANGE,
            lambda topic: joined_neighbours(paragraphs.search(topic.phrase_title)),
        ),
        "Focused/45/prl-articles.run": articles_found,
        "Focused/45/prl-openings.run": run(
            "PRL-openings", Place.PASSAGE, lambda topic: openings(articles, topic.title, 500)
        ),
        "Focused/ue-structure.xml": structured("Focused", "UE-structure", structure, "iso-8859-1"),
        "Thorough/12/south-elements.txt.gz": run(
            "South-elements", Place.ELEMENT, lambda topic: all_elements.search(topic.title, b=0.6)
        ),
        "Thorough/34/specimen-careless.txt": run_in_columns(
            careless(without_topics(narratives, 3, 6, 11), "2008999"), "SC-careless", Place.ELEMENT
        ),
        "RelevantInContext/11/north-sections.run": run(
            "North-in-context", Place.ELEMENT, lambda topic: by_article(section_search(topic), 0.6)
        ),
        "RelevantInContext/12/south-interrupted.xml": _interrupted(
            for_all(lambda topic: by_article(nested.search(topic.title), 0.8))
        ),
        "RelevantInContext/23/sit-passages.run": run(
            "SIT-in-context", Place.PASSAGE, lambda topic: by_article(passage_search(topic), 0.4)
        ),
        "RelevantInContext/45/prl-articles.run": articles_found,
        "BestInContext/11/north-sections.run": run(
            "North-entry", Place.ELEMENT, lambda topic: one_per_article(section_search(topic))
        ),
        "BestInContext/23/sit-entry-points.run": run(
            "SIT-entry", Place.ENTRY_POINT, lambda topic: one_per_article(passage_search(topic))
        ),
        "BestInContext/45/prl-articles.run": articles_found,
        "BestInContext/ue-structure.xml": structured(
            "BestInContext", "UE-entrée", lambda topic: one_per_article(structure(topic)), "UTF-8"
        ),
    }


def _interrupted(rankings: Rankings) -> str:
    """A submission whose upload broke off in the middle."""
    head = Head(SOUTH, "South-context", "RelevantInContext", "Sections and paragraphs by article.", others="")
    results = ((topic.id, rows(ranking)) for topic, ranking in rankings.items())
    whole = "".join(inex_submission(head, results, Habits(QUERIES)))
    return whole[: len(whole) // 2]
