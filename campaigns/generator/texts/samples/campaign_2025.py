"""The sample campaign of 2025: documents judged by grade, as at TREC."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.assessments import qrels_of_trec
from ...formats.runs_columns import Place
from ...formats.topics import topic_file_of_trec
from ...topic import Topic
from ..corpus.article import Article
from ..corpus.markup import articles_of_2009
from ..judgements.assessors import Judge, Judgement, judgement_by_words, official_judgement
from ..systems.rows import run_in_columns
from ..topics import read_topics
from .imported_2025 import imported_scores
from .parts import Files, document_campaign
from .runs_2025 import Run, document, runs

POOL_DEPTH = 6
TASK = "adhoc"
SHARES = (0.0, 0.16, 0.36)
"""Shares of the text that must be more than relevant for the grades 1, 2 and 3."""


def files() -> Files:
    """Every file by its path in the campaign directory."""
    articles = articles_of_2009()
    topics = read_topics(first=51, first_candidate=1, section="sec")
    of_campaign = runs(topics, articles)
    texts = {
        "topics/topics.txt": topic_file_of_trec(topics),
        "assessments/official/qrels.txt": _qrels(topics, articles, of_campaign, official_judgement),
        "assessments/language-model/qrels.txt": _qrels(topics, articles, of_campaign, judgement_by_words),
    }
    for measure, scores in imported_scores(topics, articles, of_campaign).items():
        texts[f"scores/{TASK}/{measure}.csv"] = scores
    for run in of_campaign:
        texts[f"runs/{TASK}/{run.file}"] = run_in_columns(run.rankings, run.name, Place.ARTICLE, document)
    return document_campaign(2025, articles, texts, pool_depth=POOL_DEPTH)


def _qrels(
    topics: Sequence[Topic],
    articles: Sequence[Article],
    of_campaign: Sequence[Run],
    judge: Judge,
) -> str:
    """Grades of the first documents of the runs that contributed."""
    lines = ""
    for topic in topics:
        if not topic.assessed:
            continue
        pool = {
            hit.article
            for run in of_campaign
            if run.stated["contributed"] == "yes"
            for hit in run.rankings[topic][:POOL_DEPTH]
        }
        judged = [article for article in articles if article.number in pool]
        lines += qrels_of_trec(topic.id, ((document(one), _grade(judge(topic, one))) for one in judged))
    return lines


def _grade(judgement: Judgement) -> int:
    share = judgement.relevant_characters / len(judgement.article.text)
    return sum(share > limit for limit in SHARES)
