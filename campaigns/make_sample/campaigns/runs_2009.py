"""Which runs the invented participants submit, faulty ones included."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence

from ..corpus.article import Article
from ..run_formats.columns import article_run, element_run, entry_point_run, passage_run, range_run
from ..run_formats.submissions import Habits, efficiency_submission, inex_submission
from ..systems.bm25 import Index, Ranking, best_first, elements, windows, words
from ..systems.rankings import Rankings, by_article, joined_neighbours, one_per_article, without_overlap
from ..systems.searches import openings, structured_search
from ..topics.topic import Topic

RESULTS_PER_TOPIC = 25


def submissions(topics: Sequence[Topic], articles: Sequence[Article]) -> dict[str, bytes]:
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

    articles_found = article_run(for_all(lambda topic: whole_unstemmed.search(topic.title)), "PRL-articles")
    texts = {
        "Focused/11/north-sections.run": element_run(for_all(section_search), "North-sections"),
        "Focused/12/south-nested.run": element_run(
            for_all(lambda topic: nested.search(topic.title, b=0.4)), "South-nested"
        ),
        "Focused/23/sit-passages.run": passage_run(for_all(passage_search), "SIT-passages"),
        "Focused/34/specimen-paragraphs.run": range_run(
            for_all(lambda topic: joined_neighbours(paragraphs.search(topic.phrase_title))), "SC-paragraphs"
        ),
        "Focused/45/prl-articles.run": articles_found,
        "Focused/45/prl-openings.run": passage_run(
            for_all(lambda topic: openings(articles, topic.title, 500)), "PRL-openings"
        ),
        "Thorough/12/south-elements.txt.gz": element_run(
            for_all(lambda topic: all_elements.search(topic.title, b=0.6)), "South-elements"
        ),
        "Thorough/34/specimen-careless.txt": _careless(
            for_all(lambda topic: best_first(paragraphs.search(topic.narrative, k1=50.0, b=0.0)))
        ),
        "RelevantInContext/11/north-sections.run": element_run(
            for_all(lambda topic: by_article(section_search(topic), 0.6)), "North-in-context"
        ),
        "RelevantInContext/23/sit-passages.run": passage_run(
            for_all(lambda topic: by_article(passage_search(topic), 0.4)), "SIT-in-context"
        ),
        "RelevantInContext/45/prl-articles.run": articles_found,
        "BestInContext/11/north-sections.run": element_run(
            for_all(lambda topic: one_per_article(section_search(topic))), "North-entry"
        ),
        "BestInContext/23/sit-entry-points.run": entry_point_run(
            for_all(lambda topic: one_per_article(passage_search(topic))), "SIT-entry"
        ),
        "BestInContext/45/prl-articles.run": articles_found,
    }
    files = {path: text.encode("utf-8") for path, text in texts.items()}
    # mtime=0: the same bytes at any time.
    packed = "Thorough/12/south-elements.txt.gz"
    files[packed] = gzip.compress(files[packed], mtime=0)

    focused = _structured("Focused", "UE-structure", for_all(structure), "iso-8859-1")
    files["Focused/ue-structure.xml"] = focused.encode("iso-8859-1")
    entry = _structured(
        "BestInContext", "UE-entrée", for_all(lambda topic: one_per_article(structure(topic))), "UTF-8"
    )
    files["BestInContext/ue-structure.xml"] = entry.encode("utf-8")
    files["Thorough/ue-efficiency.xml"] = efficiency_submission(
        for_all(lambda topic: paragraphs.search(topic.title)),
        {
            "participant-id": "56",
            "run-id": "UE-fast",
            "task": "Thorough",
            "type": "thorough",
            "query": "automatic",
        },
        "Paragraphs from an index that is kept in memory; times are those of a single core.",
    ).encode("utf-8")
    files["RelevantInContext/12/south-interrupted.xml"] = _interrupted(
        for_all(lambda topic: by_article(nested.search(topic.title), 0.8))
    )
    return files


def _structured(task: str, run_id: str, rankings: Rankings, encoding: str) -> str:
    return inex_submission(
        rankings,
        {
            "participant-id": "56",
            "run-id": run_id,
            "task": task,
            "query": "automatic",
            "result-type": "element",
        },
        "Requêtes structurées : l'élément demandé par le castitle, pondéré par le score de l'article entier.",
        Habits(encoding, fields=("castitle",)),
    )


def _interrupted(rankings: Rankings) -> bytes:
    """A submission whose upload broke off in the middle."""
    attributes = {"participant-id": "12", "run-id": "South-context", "task": "RelevantInContext"}
    whole = inex_submission(
        rankings, attributes, "Sections and paragraphs by article.", Habits(fields=("castitle",))
    ).encode("utf-8")
    return whole[: len(whole) // 2]


def _careless(rankings: Rankings) -> str:
    """A run with an unknown topic and three topics left out; each second result returns as the fourth."""
    repeated = {
        topic: [*ranking[:3], ranking[1], *ranking[3:]]
        for place, (topic, ranking) in enumerate(rankings.items())
        if place not in (3, 6, 11)
    }
    text = element_run(repeated, "SC-careless")
    first_topic = next(iter(repeated)).id
    stray = [line.replace(first_topic, "2008999", 1) for line in text.splitlines(keepends=True)[:5]]
    return text + "".join(stray)
