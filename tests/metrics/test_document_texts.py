"""What the guide says of measures of documents is what their providers compute."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import log2

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.metrics.document_texts import EXPLANATIONS, FORMULAS, LIMITS, TITLES
from inexreport.metrics.documents import document_metric
from inexreport.rendering.text import mathml

DOCUMENTS = st.lists(st.sampled_from([None, 0, 1, 2]), min_size=1, max_size=12)
"""Grades of a ranking, None for an unjudged document."""

NOT_FOUND = st.lists(st.sampled_from([0, 1, 2]), max_size=4)


def discounted(gains, k):
    return sum(gain / log2(i + 1) for i, gain in enumerate(gains[:k], start=1))


def by_the_guide(ranking, others):
    """Values of a ranking, and of judged documents that it lacks, by the formulas of the guide."""
    r = [int((grade or 0) >= 1) for grade in ranking]
    relevant = sum(r) + sum(grade >= 1 for grade in others)
    if not relevant:
        return {}
    ideal = sorted([grade or 0 for grade in ranking] + others, reverse=True)
    wrong = [int(grade == 0) for grade in ranking]
    all_wrong = sum(wrong) + others.count(0)
    above = [sum(wrong[:i]) for i in range(len(ranking))]
    return {
        "AP": sum(one * sum(r[: i + 1]) / (i + 1) for i, one in enumerate(r)) / relevant,
        "P@5": sum(r[:5]) / 5,
        "R@5": sum(r[:5]) / relevant,
        "Rprec": sum(r[:relevant]) / relevant,
        "RR": 1 / (r.index(1) + 1) if 1 in r else 0.0,
        "Success@5": max(r[:5]),
        "nDCG": discounted([grade or 0 for grade in ranking], None) / discounted(ideal, None),
        "nDCG@5": discounted([grade or 0 for grade in ranking], 5) / discounted(ideal, 5),
        "Bpref": sum(
            one * (1 - (min(n, relevant) / min(all_wrong, relevant) if n else 0))
            for one, n in zip(r, above, strict=True)
        )
        / relevant,
        "Judged@5": sum(grade is not None for grade in ranking[:5]) / min(5, len(ranking)),
    }


@given(DOCUMENTS, NOT_FOUND)
def test_definitions_agree_with_the_providers(ranking, others):
    names = [f"d{i}" for i in range(len(ranking) + len(others))]
    grades = [*ranking, *others]
    qrels = {name: grade for name, grade in zip(names, grades, strict=True) if grade is not None}
    run = {name: float(len(ranking) - i) for i, name in enumerate(names[: len(ranking)])}
    expected = by_the_guide(ranking, others)
    measures = [ir_measures.parse_measure(name) for name in expected]
    if measures:
        found = ir_measures.calc_aggregate(measures, {"1": qrels}, {"1": run})
        assert {str(measure): value for measure, value in found.items()} == pytest.approx(expected)


def test_measures_of_the_protocol_are_explained():
    protocol = files("inexreport") / "protocols" / "trec.toml"
    identifiers = tomllib.loads(protocol.read_text())["any_task"]["metrics"]
    metrics = [document_metric(one) for one in identifiers]
    assert {one.family for one in metrics} <= TITLES.keys() & EXPLANATIONS.keys() & FORMULAS.keys()
    assert all(one.title == TITLES[one.family] and one.formula == FORMULAS[one.family] for one in metrics)


@pytest.mark.parametrize("measure", TITLES)
def test_every_measure_with_a_title_has_a_text_and_a_formula(measure):
    assert EXPLANATIONS[measure].endswith(".")
    assert LIMITS[measure].endswith(".")
    assert "<math" in mathml(FORMULAS[measure])


def test_a_parameter_is_of_the_same_family():
    assert {document_metric(one).family for one in ("AP", "AP(rel=2)")} == {"AP"}
    assert document_metric("Judged@10").missing_topics != document_metric("AP").missing_topics


def test_a_measure_without_a_text_keeps_that_of_its_library():
    metric = document_metric("IPrec@0.1")
    assert metric.family == "IPrec"
    assert metric.title == "IPrec"
    assert metric.explanation
    assert metric.symbols == ""
