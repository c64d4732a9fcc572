"""Article measures equal those of trec_eval."""

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.article_gains import ArticleRelevance
from inexreport.metrics.articles import average_precision, precision_at_rank, r_precision


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(0, 10))
def test_as_trec_eval_computes_them(relevant, missed):
    total = sum(relevant) + missed
    if not total:
        return
    judgements = {f"d{i}": int(is_relevant) for i, is_relevant in enumerate(relevant)}
    judgements |= {f"missed{i}": 1 for i in range(missed)}
    ranking = {f"d{i}": float(len(relevant) - i) for i in range(len(relevant))}
    evaluator = pytrec_eval.RelevanceEvaluator({"q": judgements}, {"map", "P", "Rprec"})
    expected = evaluator.evaluate({"q": ranking})["q"]
    articles = ArticleRelevance(np.array(relevant), total)
    assert average_precision(articles) == pytest.approx(expected["map"], abs=1e-6)
    assert precision_at_rank(articles, 5) == pytest.approx(expected["P_5"], abs=1e-6)
    assert precision_at_rank(articles, 10) == pytest.approx(expected["P_10"], abs=1e-6)
    assert r_precision(articles) == pytest.approx(expected["Rprec"], abs=1e-6)
