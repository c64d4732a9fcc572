"""Counts that evaluation tools print in addition to scores; they are not published as scores."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from inexreport.judging.article_gains import article_relevance
from inexreport.judging.passage_gains import passage_gains
from inexreport.metrics.metric import Averaging, Metric


def _count(name: str, title: str, counted: Callable[[Any], float], **reads: Any) -> Metric:
    return Metric(
        name=name,
        title=title,
        explanation=f"{title}, added up over topics.",
        formula="",
        source="Official evaluator inex_eval 3.1 (Koolen)",
        measure=lambda vectors, _: float(counted(vectors)),
        highest=np.inf,
        averaging=Averaging.SUM,
        **reads,
    )


_of_articles = partial(_count, vectors=article_relevance, reads_places=False)
_of_characters = partial(_count, vectors=passage_gains, settings=("overlap", "results"))

COUNTS = (
    _of_articles("num_topics", "Topics that means are over", lambda _: 1),
    _of_articles("num_ret", "Articles retrieved", lambda articles: len(articles.is_relevant)),
    _of_articles("num_rel", "Relevant articles", lambda articles: articles.total),
    _of_articles("num_rel_ret", "Relevant articles retrieved", lambda articles: articles.is_relevant.sum()),
    _of_characters("ret_size", "Characters retrieved", lambda gains: gains.retrieved.sum()),
    _of_characters("rel_size", "Relevant characters", lambda gains: gains.total_relevant),
    _of_characters("rel_ret_size", "Relevant characters retrieved", lambda gains: gains.relevant.sum()),
)

COUNTS_OF_TEXT = ("ret_size", "rel_size", "rel_ret_size")
"""Those that say nothing where whole documents were judged."""

RELEVANT_TOTALS = ("num_rel", "rel_size")
"""The counts that depend on the assessments alone."""
