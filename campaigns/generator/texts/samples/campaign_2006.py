"""The sample campaign of 2006: elements, judged in XML."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.assessments import assessments_of_2006, pool_file
from ...formats.topics import topic_file_of_2006
from ...topic import Topic
from ..corpus.article import Article
from ..corpus.encyclopaedia import ALMANAC, PLACES
from ..corpus.markup import articles_of_2006
from ..judgements.assessors import judgement_by_words, official_judgement
from ..judgements.pools import Pool, pool
from ..judgements.rows import highlighted_file
from ..systems.systems import Systems
from ..topics import read_topics
from .parts import Files, inex_campaign
from .rankings_2006 import rankings_of_pools
from .runs_2006 import submissions

TOPICS = (
    "lighthouse lens",
    "tidal power and wildlife",
    "sourdough starter feeding",
    "rust in bridge cables",
    "navigation in bird migration",
    "clocks and changing temperature",
    "old clothes recycled as paper",
    "taste of coffee",
    "hospital rooftop rain gardens",
    "water supply of steam locomotives",
)
THEMES = ("lighthouses", "tides", "bread", "bridges", "birds", "clocks", "paper", "coffee", "gardens")
THEMES_OF_MANY_TOPICS = ("locomotives", PLACES, ALMANAC)
POOL_DEPTH = 10
FIRST_POOL, FIRST_POOL_OF_SECOND_JUDGE = 11, 41
TOPICS_OF_SECOND_JUDGE = (
    "lighthouse lens",
    "rust in bridge cables",
    "navigation in bird migration",
    "old clothes recycled as paper",
)


def files() -> Files:
    """Every file by its path in the campaign directory."""
    articles = articles_of_2006(*THEMES, *THEMES_OF_MANY_TOPICS)
    topics = read_topics(first=301, first_candidate=62, section="section", titles=TOPICS)
    systems = Systems(articles)
    runs = submissions(topics, systems)
    pools = {
        topic: pool(topic, articles, (run.rankings for run in runs if not run.broken), POOL_DEPTH)
        for topic in topics
    }
    texts: dict[str, str | bytes] = {
        f"topics/topic-{topic.id}.xml": topic_file_of_2006(topic) for topic in topics
    }
    for number, (topic, pooled) in enumerate(pools.items(), start=FIRST_POOL):
        paths = ((article, [element.path for element in elements]) for article, elements in pooled.items())
        texts[f"pools/pool-{number}.xml"] = pool_file(topic.id, paths)
    for run in (*runs, *rankings_of_pools(pools, articles, systems)):
        texts[f"runs/{run.file}"] = run.content()
    return inex_campaign(2006, articles, texts | _assessments(pools, articles))


def _assessments(pools: dict[Topic, Pool], articles: Sequence[Article]) -> dict[str, str]:
    """Judgements of the articles in the pools."""
    written = {}
    for place, (topic, pooled) in enumerate(pools.items()):
        judged = [article for article in articles if article.number in pooled]
        if topic.assessed:
            number = FIRST_POOL + place
            written[f"assessments/official/topics/pool-{number}.xml"] = assessments_of_2006(
                topic.id, number, (highlighted_file(official_judgement(topic, article)) for article in judged)
            )
        if topic.title in TOPICS_OF_SECOND_JUDGE:
            number = FIRST_POOL_OF_SECOND_JUDGE + place
            written[f"assessments/second-judge/topics/pool-{number}.xml"] = assessments_of_2006(
                topic.id, number, (highlighted_file(judgement_by_words(topic, article)) for article in judged)
            )
    return written
