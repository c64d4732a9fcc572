"""Identifiers: read in any order, published in one form, refused with a reason."""

import pytest

from inexreport.formats.protocol_file import load_protocol, protocol_names
from inexreport.metrics.registry import METRICS, UnknownMetricError, bind


@pytest.mark.parametrize(
    ("written", "published"),
    [
        ("MAiP", "MAiP"),
        ("MAiP(overlap=forbidden)", "MAiP"),
        ("MAiP( overlap = allowed )", "MAiP(overlap=allowed)"),
        ("iP@0.1", "iP@0.10"),
        ("iP(overlap=allowed)@0", "iP(overlap=allowed)@0.00"),
        ("gP(beta=0.250,score=F)@05", "gP(score=F,beta=0.25)@5"),
        ("MAgP(score=F,beta=1.0)", "MAgP(score=F,beta=1)"),
        ("char_prec(limit=1000)", "char_prec(limit=1000)"),
    ],
)
def test_published_form(written, published):
    assert bind(written).identifier == published


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("MAIP", "did you mean MAiP?"),
        ("quality", "there is no metric 'quality'"),
        ("iP", "needs a recall after @"),
        ("iP@0.123", "two decimals"),
        ("iP@2", "at most 1"),
        ("gP(score=F,beta=1)@0", "whole number from 1"),
        ("gP(score=F,beta=1)@2.5", "whole number from 1"),
        ("MAiP@5", "takes no cut-off"),
        ("MAgP", "expected MAgP(score=F,beta=number)"),
        ("MAgP(score=G,beta=1)", "do not fit"),
        ("MAgP(score=F,beta=NaN)", "not a number"),
        ("MAgP(score=F,beta)", "not of the form parameter=value"),
        ("MAgP(score=F", "not of the form"),
        ("", "not of the form"),
    ],
)
def test_refused_with_a_reason(identifier, reason):
    with pytest.raises(UnknownMetricError) as refused:
        bind(identifier)
    assert reason in str(refused.value)


def test_the_value_of_one_topic_has_its_own_name():
    assert bind("MAgP(score=F,beta=1)").topic_identifier == "AgP(score=F,beta=1)"
    assert bind("MAiP(overlap=allowed)").topic_identifier == "AiP(overlap=allowed)"


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_names_metrics_that_exist_in_their_published_form(name):
    for task in load_protocol(name).tasks.values():
        for identifier in (*task.metrics, task.official):
            assert bind(identifier).identifier == identifier
        assert task.official in task.metrics
        assert len(set(task.metrics)) == len(task.metrics)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.title)
def test_every_metric_says_what_a_reader_asks(metric):
    for text in (metric.title, metric.explanation, metric.formula, metric.source, metric.ties):
        assert text.strip()
    assert metric.explanation.endswith(".")
    assert metric.missing_topics.endswith(".")
    assert metric.lowest < metric.highest
    assert all(parameter.explanation for parameter in metric.parameters)
