"""The sample campaign of 2009: passages, judged in qrels."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.assessments import qrels_of_2009
from ...formats.topics import topic_file_of_2009
from ...topic import Topic
from ..corpus.article import Article
from ..corpus.markup import articles_of_2009
from ..judgements.assessors import Judge, judgement_by_paragraphs, official_judgement
from ..judgements.rows import highlighted_document
from ..systems.systems import Systems
from ..topics import read_topics
from .efficiency_2009 import timed_submissions
from .parts import Files, inex_campaign
from .runs_2009 import submissions

POOL_DEPTH = 12
TOPICS_OF_SECOND_JUDGE = 4


def files() -> Files:
    """Every file by its path in the campaign directory."""
    articles = articles_of_2009()
    systems = Systems(articles)
    topics = read_topics(first=2009001, first_candidate=31, section="sec")
    texts = {"topics/topics-2009.xml": topic_file_of_2009(topics)} | _assessments(topics, articles, systems)
    runs = submissions(topics, articles, systems) | timed_submissions(topics, systems)
    return inex_campaign(2009, articles, texts | {f"runs/{path}": run for path, run in runs.items()})


def _assessments(topics: Sequence[Topic], articles: Sequence[Article], systems: Systems) -> dict[str, str]:
    """Judgements of the pooled articles."""
    official, second = "", ""
    for place, topic in enumerate(topic for topic in topics if topic.assessed):
        hits = systems.of_articles.search(topic.title)[:POOL_DEPTH]
        hits += systems.of_sections.search(f"{topic.title} {topic.description}")[: 2 * POOL_DEPTH]
        pool = {hit.article for hit in hits}
        judged = [article for article in articles if article.number in pool]
        official += _qrels(topic, official_judgement, judged)
        if place < TOPICS_OF_SECOND_JUDGE:
            second += _qrels(topic, judgement_by_paragraphs, judged)
    return {
        "assessments/official/sample-2009.qrels": official,
        "assessments/second-judge/sample-2009.qrels": second,
    }


def _qrels(topic: Topic, judge: Judge, judged: Sequence[Article]) -> str:
    return qrels_of_2009(topic.id, (highlighted_document(judge(topic, article)) for article in judged))
