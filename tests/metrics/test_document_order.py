"""Equal scores: our order of documents gives the values of trec_eval, which orders them by itself."""

from __future__ import annotations

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.formats.document_runs import in_order_of, read_document_run
from inexreport.judging.location import locate
from inexreport.metrics.registry import bind
from inexreport.model.assessment import Assessments, graded_documents
from inexreport.model.campaign import Collection, Order
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TopicSelection

MEASURES = {"map": "AP", "ndcg_cut_5": "nDCG@5", "recip_rank": "RR", "P_5": "P@5", "bpref": "Bpref"}
NAMES = st.text(alphabet="abAB9", min_size=1, max_size=3)
SCORES = st.sampled_from([0.0, 1.0, 1.00000001, 0.5, 16777216.0, 16777217.0, -2.0, 1e-40])


@given(
    run=st.dictionaries(NAMES, SCORES, min_size=1, max_size=12),
    judged=st.dictionaries(NAMES, st.integers(0, 2), min_size=1, max_size=8),
    shuffled=st.randoms(use_true_random=False),
)
def test_values_are_those_of_trec_eval(run, judged, shuffled):
    lines = [f"1 Q0 {name} 1 {score!r} t\n" for name, score in run.items()]
    shuffled.shuffle(lines)
    log = ProblemLog("run")
    content = read_document_run("".join(lines).encode(), log)
    assert content is not None
    results = in_order_of(Order.SCORE, content.results)
    assessment = graded_documents("1", tuple(judged), np.array(list(judged.values()), dtype=np.int64))
    collection = Collection(unit="documents", mean_document_length=1.0)
    located = locate(results, Assessments("official", {"1": assessment}), None, collection)
    judgement = RunJudgement(located, {"1": assessment}, TopicSelection.ASSESSED)
    ours = judgement.scores([bind(identifier) for identifier in MEASURES.values()]).mean
    theirs = pytrec_eval.RelevanceEvaluator({"1": judged}, {"map", "ndcg_cut", "recip_rank", "P", "bpref"})
    expected = theirs.evaluate({"1": run})["1"]
    assert ours.tolist() == pytest.approx([expected[name] for name in MEASURES], abs=1e-12)
