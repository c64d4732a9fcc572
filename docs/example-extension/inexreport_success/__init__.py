"""Success at a rank: whether a reader who stops there has seen a relevant article."""

from inexreport.judging.article_gains import ArticleRelevance, article_relevance
from inexreport.metrics.metric import Cutoff, Metric


def success_at_rank(articles: ArticleRelevance, cutoff: int) -> float:
    """Return 1 if one of the first `cutoff` articles is relevant, else 0; NaN without relevant articles.

    Examples
    --------
    >>> import numpy as np
    >>> articles = ArticleRelevance(np.array([False, True]), 1)
    >>> success_at_rank(articles, 1), success_at_rank(articles, 2)
    (0.0, 1.0)
    """
    if not articles.total:
        return float("nan")
    return float(articles.is_relevant[:cutoff].any())


METRICS = (
    Metric(
        name="article-success",
        title="Success at a rank",
        explanation="Whether one of the first k articles that the run returns is relevant.",
        formula=r"\max_{i \le k} \mathit{rel}(i)",
        source="trec_eval (success)",
        vectors=article_relevance,
        measure=success_at_rank,
        cutoff=Cutoff("rank"),
        reads_places=False,
    ),
)
