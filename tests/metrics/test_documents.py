"""Measures of documents: their identifiers, and values computed by hand and by ir_measures itself."""

from __future__ import annotations

import math
import pickle

import ir_measures
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.judging.element_tree import PathNames
from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.metrics.registry import UnknownMetricError, bind
from inexreport.model.assessment import graded_documents
from inexreport.model.run import ResultForm
from inexreport.model.task import TopicSelection

DEFAULTS = (
    "nDCG@10", "AP", "Rprec", "Bpref", "nDCG", "nDCG@20", "P@5", "P@10", "P@20", "RR", "R@100", "R@1000",
    "Judged@10", "Success@1", "AP(rel=2)", "infAP", "nDCG(gains={0:0,1:1,2:3})@10",
)  # fmt: skip


def run_of(topics: dict[str, list[str]]) -> LocatedRun:
    """A run that returns these documents, in this order."""
    rankings = []
    for topic, documents in topics.items():
        names, count = sorted(set(documents)), len(documents)
        ones = np.ones(count, dtype=np.int64)
        rankings.append(
            TopicRanking(
                topic=topic,
                articles=pa.array(names, pa.string()),
                paths=PathNames(("/article[1]",)),
                article=np.array([names.index(one) for one in documents], dtype=np.int32),
                form=np.full(count, ResultForm.ARTICLE, dtype=np.int8),
                path=np.zeros(count, dtype=np.int32),
                offset=ones * 0,
                length=ones,
                located=ones.astype(np.bool_),
                rank=np.arange(1.0, count + 1),
                score=np.arange(count, 0.0, -1),
                line=np.arange(1, count + 1),
            )
        )
    return LocatedRun(tuple(rankings))


def judgement_of(run, qrels, level=1):
    assessments = {
        topic: graded_documents(topic, tuple(judged), np.array(list(judged.values()), dtype=np.int64), level)
        for topic, judged in qrels.items()
    }
    return RunJudgement(run_of(run), assessments, TopicSelection.ASSESSED)


def scores(run, qrels, *identifiers, largest=2, level=1):
    judgement = judgement_of(run, qrels, level)
    found = judgement.scores([bind(one, {"largest_grade": largest}) for one in identifiers])
    by_topic = {
        identifier: dict(zip(found.topics, row, strict=True))
        for identifier, row in zip(identifiers, found.by_topic.tolist(), strict=True)
    }
    return by_topic, dict(zip(identifiers, found.mean.tolist(), strict=True))


QRELS = {"1": {"a": 2, "b": 0, "c": 1}, "2": {"a": 1, "d": 1}, "3": {"b": 0}}


def test_by_hand():
    run = {"1": ["a", "b", "x", "c"], "9": ["a"]}
    by_topic, mean = scores(
        run, QRELS, "P@5", "AP", "RR", "RBP(p=0.5)", "RBP(rel=2,p=0.5)", "RBP(p=0.5)@1", "ERR@20"
    )
    assert by_topic["P@5"]["1"] == 0.4
    assert by_topic["AP"]["1"] == (1 + 2 / 4) / 2
    assert by_topic["RR"]["1"] == 1.0
    assert by_topic["RBP(p=0.5)"]["1"] == 0.5 * (1 + 0.5 * 0.125)
    assert by_topic["RBP(rel=2,p=0.5)"]["1"] == by_topic["RBP(p=0.5)@1"]["1"] == 0.5
    # Satisfied with 3/4 at rank 1, and with 1/4 of the others at rank 4.
    assert by_topic["ERR@20"]["1"] == pytest.approx(0.75 + 0.25 * 0.25 / 4, abs=1e-15)
    # Topic 2 is not answered, topic 3 has nothing relevant: both score 0; topic 9 is not judged.
    assert mean["P@5"] == pytest.approx(0.4 / 3, abs=1e-15)
    assert {topic for topic, value in by_topic["AP"].items() if not math.isnan(value)} == {"1", "2", "3"}


@pytest.mark.parametrize(
    "identifier", [*DEFAULTS, "RBP(p=0.8)", "RBP", "ERR@10", "IPrec@0.1", "SetF", "RR@10"]
)
def test_identifiers_are_published_as_they_are_written(identifier):
    bound = bind(f" {identifier} ", {"largest_grade": 3})
    assert bound.identifier == identifier
    assert bound.metric.needs_grades
    assert not bound.reads_places
    assert pickle.loads(pickle.dumps(bound)) == bound


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("alpha_nDCG@10", "needs a further package, pyndeval"),
        ("nDCG(dcg='exp-log2')@10", "would start another program, gdeval"),
        ("RBP(p=2)", "invalid param p=2"),
        ("RBP(p=1.0)", "between 0 and 1"),
        ("P@0", "a rank, a whole number from 1"),
        ("P", "^'P' needs a rank after @, e.g. P@10; did you mean P@5 or P@10 or P@15"),
        ("P@5.5", "other parameters than P"),
        ("AP(__import__('os'))@3", "has other parameters than AP"),
        ("AP(" * 500, "not of the form"),
    ],
)
def test_what_cannot_be_computed_is_refused_with_the_reason(identifier, reason):
    with pytest.raises(UnknownMetricError, match=reason.replace("(", r"\(")):
        bind(identifier)


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("map", "AP"),
        ("map_cut_100", "AP@100"),
        ("P_10", "P@10"),
        ("P.10", "P@10"),
        ("P_5,10", "P@5 or P@10"),
        ("ndcg", "nDCG"),
        ("ndcg_cut_10", "nDCG@10"),
        ("ndcg_cut.20", "nDCG@20"),
        ("recip_rank", "RR"),
        ("bpref", "Bpref"),
        ("recall_1000", "R@1000"),
        ("success_1", "Success@1"),
        ("success", "Success@1 or Success@5 or Success@10"),
        ("iprec_at_recall_0.10", "IPrec@0.1"),
        ("set_P", "SetP"),
    ],
)
def test_names_of_trec_eval_are_answered_with_the_identifier(name, identifier, capsys):
    with pytest.raises(UnknownMetricError) as refused:
        bind(name)
    assert str(refused.value).endswith(f"; did you mean {identifier}?")
    for one in identifier.split(" or "):
        assert bind(one).identifier == one
    assert capsys.readouterr().out == ""


def test_a_name_of_many_measures_of_trec_eval_prints_nothing(capsys):
    with pytest.raises(UnknownMetricError, match="did you mean P@5 or P@10 or P@15"):
        bind("official")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["infAP", "Rprec"])
def test_names_that_trec_eval_shares_are_identifiers(name):
    assert bind(name).identifier == name


@pytest.mark.parametrize(("name", "known"), [("ndcg@10", "nDCG"), ("p@10", "P"), ("judged@10", "Judged")])
def test_names_in_another_case_are_answered_with_the_known_one(name, known):
    with pytest.raises(UnknownMetricError, match=f"did you mean {known}\\?"):
        bind(name)


def test_names_of_inex_stay_its_own():
    assert bind("R(quant=gen,overlap=on)").metric.needs_elements
    assert bind("R@1000").metric.needs_grades


DOCUMENTS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)
GRADES = st.dictionaries(st.sampled_from("abcdefghij"), st.integers(-1, 2), min_size=1, max_size=8)


@given(
    run=st.dictionaries(st.sampled_from("123"), DOCUMENTS),
    qrels=st.dictionaries(st.sampled_from("123"), GRADES, min_size=1),
)
def test_values_are_those_of_ir_measures(run, qrels):
    """With distinct scores, unjudged documents, negative grades and topics that the run lacks."""
    by_topic, mean = scores(run, qrels, *DEFAULTS)
    scored = {
        topic: {document: float(-rank) for rank, document in enumerate(documents)}
        for topic, documents in run.items()
        if documents
    }
    measures = [ir_measures.parse_measure(one) for one in DEFAULTS]
    # ir_measures may never return if all grades of a topic are negative; one more document that no run
    # returns leaves all values of a topic without relevant documents as they are.
    judged = {
        topic: grades if max(grades.values()) >= 0 else {**grades, "z": 0} for topic, grades in qrels.items()
    }
    expected = {topic: dict.fromkeys(DEFAULTS, 0.0) for topic in qrels}
    if scored:
        names = dict(zip(measures, DEFAULTS, strict=True))
        for one in ir_measures.iter_calc(measures, judged, scored):
            if one.query_id in expected:
                expected[one.query_id][names[one.measure]] = one.value
    for identifier in DEFAULTS:
        for topic in qrels:
            assert by_topic[identifier][topic] == pytest.approx(expected[topic][identifier], abs=1e-12)
        assert mean[identifier] == pytest.approx(
            math.fsum(expected[topic][identifier] for topic in qrels) / len(qrels), abs=1e-12
        )


def test_a_topic_with_negative_grades_alone_scores_0():
    run = {"1": ["b", "a", "f", "d"], "2": ["h", "e", "g", "d", "i"]}
    for _ in range(50):  # the provider alone fails at random
        by_topic, _ = scores(run, {"1": {"i": -1}, "2": {"i": -2, "h": -1}}, *DEFAULTS)
        judged = by_topic.pop("Judged@10")
        assert (judged["1"], judged["2"]) == (0.0, 0.4)
        assert {value for values in by_topic.values() for value in values.values()} == {0.0}


@given(documents=DOCUMENTS, judged=GRADES)
def test_curves_are_the_values_of_ir_measures_at_their_points(documents, judged):
    judgement = judgement_of({"1": documents}, {"1": judged})
    metrics = [
        bind(one, {"largest_grade": 2}) for one in ("nDCG@10", "nDCG", "AP", "P@5", "AP(rel=2)", "ERR@3")
    ]
    curves = judgement.curves(metrics)
    assert [curve.metric for curve in curves] == ["nDCG", "IPrec", "IPrec(rel=2)"]
    points = [
        *((curves[0], f"nDCG@{x}", x) for x in (1, 2, 5, 10, 100)),
        *((curve, f"{curve.metric}@{x:.1f}", x) for curve in curves[1:] for x in curve.x),
    ]
    expected, _ = scores({"1": documents}, {"1": judged}, *(name for _, name, _ in points))
    for curve, name, x in points:
        assert curve.y[curve.x.tolist().index(x)] == pytest.approx(expected[name]["1"], abs=1e-12), name


def test_a_measure_of_judged_documents_only_has_no_curve():
    assert bind("AP(judged_only=True)").metric.curve is None
    # ERR and RBP are computed here, of another record of the ranking.
    judgement = judgement_of({"1": ["b", "a"]}, {"1": {"a": 2}, "2": {"a": 1}})
    for name in ("ERR@3", "RBP(p=0.5)", "Judged@10", "nDCG(gains={0:0,1:1,2:3})@10"):
        (curve,) = judgement.curves([bind(name, {"largest_grade": 2})])
        # Topic 2 has no results and counts 0.
        assert (curve.metric, curve.y.tolist()) == ("IPrec", [0.25] * 11)


@given(documents=DOCUMENTS, judged=GRADES, p=st.sampled_from([0.5, 0.8]))
def test_rank_biased_precision_is_the_sum_of_its_definition(documents, judged, p):
    by_topic, _ = scores({"1": documents}, {"1": judged}, f"RBP(p={p})")
    expected = sum((1 - p) * p**rank * max(judged.get(one, 0), 0) / 2 for rank, one in enumerate(documents))
    assert by_topic[f"RBP(p={p})"]["1"] == pytest.approx(expected, abs=1e-12)
    assert 0 <= by_topic[f"RBP(p={p})"]["1"] <= 1


def test_a_measure_without_its_rank_is_answered_with_an_example():
    with pytest.raises(UnknownMetricError) as refused:
        bind("P(rel=2)")
    assert str(refused.value) == "'P(rel=2)' needs a rank after @, e.g. P(rel=2)@10"
