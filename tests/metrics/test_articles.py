"""Article measures equal those of trec_eval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.article_gains import ArticleRelevance
from inexreport.metrics.articles import average_precision, precision_at_rank, r_precision
from metrics.trec_eval import trec_eval


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(0, 10))
def test_as_trec_eval_computes_them(relevant, missed):
    if not (total := sum(relevant) + missed):
        return
    articles = ArticleRelevance(np.array(relevant), total)
    assert average_precision(articles) == pytest.approx(trec_eval(relevant, missed, "map"), abs=1e-12)
    assert precision_at_rank(articles, 5) == pytest.approx(trec_eval(relevant, missed, "P_5"), abs=1e-12)
    assert precision_at_rank(articles, 10) == pytest.approx(trec_eval(relevant, missed, "P_10"), abs=1e-12)
    assert r_precision(articles) == pytest.approx(trec_eval(relevant, missed, "Rprec"), abs=1e-12)
