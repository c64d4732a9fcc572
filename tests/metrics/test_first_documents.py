"""Measures with a cut-off read the first documents of a ranking alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pooled_documents import judged_documents

from inexreport.evaluation.topic_values import TopicValues
from inexreport.metrics.registry import bind

OF_THREE = [
    *("nDCG@3", "nDCG(gains={0:0,1:1,2:3})@3", "P@3", "R@3", "RR@3", "AP@3", "AP(rel=2)@3", "Success@3"),
    *("Judged@3", "RBP(p=0.5)@3", "RBP(p=0.5,rel=2)@3", "ERR@3"),
]
OF_ALL = [
    *("AP", "Bpref", "RR", "nDCG", "Rprec", "infAP", "RBP(p=0.5)", "ERR", "P(judged_only=True)@3"),
]

names = st.sampled_from("abcdefgh")


@pytest.mark.parametrize("identifier", OF_THREE)
@given(
    documents=st.lists(names, unique=True),
    grades=st.dictionaries(names, st.integers(-1, 2), min_size=1),
)
def test_no_later_document_changes_the_value(identifier, documents, grades):
    bound = bind(identifier)
    assert bound.depth == 3
    first, all_ = (
        TopicValues(judged_documents(some, grades)).value(bound) for some in (documents[:3], documents)
    )
    assert first == all_


@pytest.mark.parametrize("identifier", OF_ALL)
def test_other_measures_have_no_such_depth(identifier):
    assert bind(identifier).depth is None


def test_a_cut_off_of_judged_documents_only_reads_on():
    judged = judged_documents(["x", "y", "a"], {"a": 1})
    assert TopicValues(judged).value(bind("P(judged_only=True)@1")) == 1
    assert TopicValues(judged).value(bind("P@1")) == 0
