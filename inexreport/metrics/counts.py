"""Counts that evaluation tools print beside their scores; they are not published as scores."""

from __future__ import annotations

import numpy as np

from inexreport.judging.article_gains import ArticleRelevance, article_relevance
from inexreport.judging.passage_gains import PassageGains, passage_gains
from inexreport.metrics.metric import Averaging, Metric


def _articles_retrieved(articles: ArticleRelevance, cutoff: None) -> float:
    return float(len(articles.is_relevant))


def _articles_relevant(articles: ArticleRelevance, cutoff: None) -> float:
    return float(articles.total)


def _relevant_articles_retrieved(articles: ArticleRelevance, cutoff: None) -> float:
    return float(np.count_nonzero(articles.is_relevant))


def _characters_retrieved(gains: PassageGains, cutoff: None) -> float:
    return float(gains.retrieved.sum())


def _characters_relevant(gains: PassageGains, cutoff: None) -> float:
    return float(gains.total_relevant)


def _relevant_characters_retrieved(gains: PassageGains, cutoff: None) -> float:
    return float(gains.relevant.sum())


_SOURCE = "Official evaluator inex_eval 3.1 (Koolen)"

METRICS = (
    *(
        Metric(
            name=name,
            topic_name=name,
            title=title,
            explanation=f"{title}, added up over topics.",
            formula="",
            source=_SOURCE,
            vectors=article_relevance,
            reads_places=False,
            measure=measure,
            highest=np.inf,
            averaging=Averaging.SUM,
        )
        for name, title, measure in (
            ("num_ret", "Articles retrieved", _articles_retrieved),
            ("num_rel", "Relevant articles", _articles_relevant),
            ("num_rel_ret", "Relevant articles retrieved", _relevant_articles_retrieved),
        )
    ),
    *(
        Metric(
            name=name,
            topic_name=name,
            title=title,
            explanation=f"{title}, added up over topics.",
            formula="",
            source=_SOURCE,
            vectors=passage_gains,
            measure=measure,
            highest=np.inf,
            averaging=Averaging.SUM,
            vector_parameters=("overlap", "results"),
            settings=("overlap", "results"),
        )
        for name, title, measure in (
            ("ret_size", "Characters retrieved", _characters_retrieved),
            ("rel_size", "Relevant characters", _characters_relevant),
            ("rel_ret_size", "Relevant characters retrieved", _relevant_characters_retrieved),
        )
    ),
)

RELEVANT_TOTALS = ("num_rel", "rel_size")
"""The counts that depend on the assessments alone."""
