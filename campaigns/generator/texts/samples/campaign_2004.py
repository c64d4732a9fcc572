"""The sample campaign of 2004: graded elements, judged twice."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.assessments import assessments_of_2004
from ...formats.topics import topic_file_of_2004
from ...topic import Topic
from ..corpus.article import Article
from ..corpus.markup import articles_of_2006
from ..judgements.assessors import judgement_by_words, official_judgement
from ..judgements.pools import Pool, pool
from ..judgements.rows import graded_elements
from ..systems.systems import Systems
from ..topics import read_topics
from .parts import Files, inex_campaign
from .runs_2004 import submissions

CONTENT_ONLY = (
    "lighthouse lens",
    "rust in bridge cables",
    "navigation in bird migration",
    "taste of coffee",
)
CONTENT_AND_STRUCTURE = (
    "sourdough starter feeding",
    "clocks and changing temperature",
    "old clothes recycled as paper",
)
QUERY_TYPES = {"CO": "CO", "VCAS": "CAS"}
THEMES = ("lighthouses", "bridges", "birds", "coffee", "bread", "clocks", "paper")
POOL_DEPTH = 8


def files() -> Files:
    """Every file by its path in the campaign directory."""
    articles = articles_of_2006(*THEMES)
    stated = read_topics(
        first=162, first_candidate=21, section="section", titles=(*CONTENT_ONLY, *CONTENT_AND_STRUCTURE)
    )
    topics = {
        "CO": [topic for topic in stated if topic.title in CONTENT_ONLY],
        "VCAS": [topic for topic in stated if topic.title in CONTENT_AND_STRUCTURE],
    }
    runs = submissions(topics, Systems(articles))
    texts: dict[str, str | bytes] = {f"runs/{run.file}": run.content() for run in runs}
    for task, of_task in topics.items():
        rankings = [run.rankings for run in runs if run.task == task]
        for topic in of_task:
            texts[f"topics/topic-{topic.id}.xml"] = topic_file_of_2004(topic, QUERY_TYPES[task])
            texts |= _assessments(topic, pool(topic, articles, rankings, POOL_DEPTH), articles)
    return inex_campaign(2004, articles, texts)


def _assessments(topic: Topic, pooled: Pool, articles: Sequence[Article]) -> dict[str, str]:
    """Both judgements of a topic's pool."""
    judged = [article for article in articles if article.number in pooled]
    return {
        f"assessments/{judge}/topic-{topic.id}.xml": assessments_of_2004(
            topic.id,
            ((article.number, graded_elements(judgement(topic, article), pooled)) for article in judged),
        )
        for judge, judgement in (("official", official_judgement), ("set-ii", judgement_by_words))
    }
