"""Identifiers: read in any order, published in one form, refused with a reason."""

import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest

from inexreport.formats.protocols import protocol_names, protocol_tasks
from inexreport.metrics.registry import COUNTS, METRICS, UnknownMetricError, bind, form_of


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
        ("nXCG(quant=sog,axis=ideal)", "nXCG(quant=sog)"),
        ("nXCG(axis=run,quant=sog)", "nXCG(quant=sog,axis=run)"),
        ("nXCG(alpha=0.50,quant=sog)", "nXCG(quant=sog,alpha=0.5)"),
        ("nxCG(quant=gen,overlap=on,alpha=1)@10", "nxCG(quant=gen,overlap=on)@10"),
        ("nxCG(quant=gen,overlap=off,alpha=1.0)@10", "nxCG(quant=gen,overlap=off)@10"),
        ("HiXEval-MAP(alpha=0,overlap=on)", "HiXEval-MAP(overlap=on,alpha=0)"),
        (
            "FetchBrowse-MAP(alpha=0.50,level=element,overlap=on)",
            "FetchBrowse-MAP(level=element,overlap=on,alpha=0.5)",
        ),
        ("FetchBrowse-Rec(level=element,overlap=on,alpha=1)", "FetchBrowse-Rec(level=element,overlap=on)"),
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
        (
            "nxCG(quant=gen,overlap=on,alpha=1.1)@5",
            "alpha=1.1 in 'nxCG(quant=gen,overlap=on,alpha=1.1)@5' is not a number from 0 to 1",
        ),
        (
            "HiXEval-MAP(overlap=off,alpha=0.5)",
            "alpha in 'HiXEval-MAP(overlap=off,alpha=0.5)' needs overlap=on",
        ),
        (
            "FetchBrowse-MAP(level=element,overlap=off,alpha=0.5)",
            "alpha in 'FetchBrowse-MAP(level=element,overlap=off,alpha=0.5)' needs overlap=on",
        ),
        ("FetchBrowse-MAP(level=article,overlap=on,alpha=0.5)", "do not fit FetchBrowse-MAP"),
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
    for task in protocol_tasks(name).values():
        for identifier in (*task.metrics, task.official):
            assert bind(identifier).identifier == identifier
        assert task.official in task.metrics
        assert len(set(task.metrics)) == len(task.metrics)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.title)
def test_every_metric_says_what_a_reader_asks(metric):
    for text in (
        metric.title,
        metric.explanation,
        metric.limits,
        metric.formula,
        metric.source,
        metric.ties,
    ):
        assert text.strip()
    assert metric.explanation.endswith(".")
    assert metric.limits.endswith(".")
    assert metric.missing_topics.endswith(".")
    assert metric.lowest < metric.highest
    assert all(parameter.explanation for parameter in metric.parameters)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("article-MAP", "article-MAP"),
        ("article-P", "article-P@rank"),
        ("MAiP", "MAiP(overlap=forbidden|allowed)"),
        ("BEPD", "BEPD(A=number)"),
        ("num_ret", "num_ret"),
    ],
)
def test_what_identifiers_look_like(name, form):
    assert form_of(next(metric for metric in (*METRICS, *COUNTS) if metric.name == name)) == form


@pytest.mark.parametrize(
    ("identifier", "parameters"),
    [
        ("iP(overlap=allowed)@0.10", {"overlap": "allowed"}),
        ("MAiP", {"overlap": "forbidden"}),
        ("MAgP(score=F,beta=0.25)", {"score": "F", "beta": 0.25, "short_ranking": "zero"}),
        ("MAgP(score=BEP,n=500)", {"score": "BEP", "n": 500, "short_ranking": "zero"}),
        ("overlap(kind=set)", {"kind": "set", "overlap_of": "paths"}),
    ],
)
def test_parameters_are_those_of_the_identifier_and_conventions_that_the_metric_follows(
    identifier, parameters
):
    settings = {"short_ranking": "zero", "overlap_of": "paths", "ideal_tie": "deeper"}
    bound = bind(identifier, settings)
    assert bound.parameters == parameters
    assert [type(bound.parameters[name]) for name in parameters] == [
        type(value) for value in parameters.values()
    ]


def test_functions_get_the_parameters_that_they_take_by_name():
    bound = bind("gP(score=F,beta=0.25)@5", {"short_ranking": "zero", "judged_units": "elements"})
    assert bound.vector_arguments == {"judged_units": "elements"}
    assert bound.shared_arguments == {"beta": 0.25, "short_ranking": "zero"}
    limited = bind("char_prec(limit=500)", {"overlap": "allowed", "results": "entry points"})
    assert limited.vector_arguments == {"overlap": "allowed", "limit": 500}
    assert limited.shared_arguments == {"min_denominator": 0}


def test_the_value_of_a_topic_is_named_as_the_mean_unless_the_metric_says_otherwise():
    assert bind("article-P@5").topic_identifier == "article-P@5"
    assert bind("MAgP(score=BEP,n=500)").topic_identifier == "AgP(score=BEP,n=500)"


def test_a_bound_metric_reaches_another_process_by_its_identifier():
    bound = bind("gP(score=F,beta=0.25)@5", {"short_ranking": "zero"})
    again = pickle.loads(pickle.dumps(bound))
    assert again == bound
    assert again.metric is bound.metric
    with pytest.raises(
        pickle.PicklingError, match=r"gP\(score=F,beta=0.25\)@5 is not what its identifier names"
    ):
        pickle.dumps(replace(bound, cutoff=6))


@pytest.mark.parametrize(
    ("identifier", "settings", "expected"),
    [
        ("MAiP", {}, True),
        ("article-MAP", {}, False),
        ("overlap(kind=set)", {}, True),
        ("overlap(kind=set)", {"overlap_of": "text"}, True),
        ("overlap(kind=set)", {"overlap_of": "paths"}, False),
    ],
)
def test_whether_places_matter(identifier, settings, expected):
    assert bind(identifier, settings).reads_places is expected


FORMS = " or ".join(form_of(metric) for metric in METRICS if metric.name == "MAgP")
KNOWN = ", ".join(sorted({metric.name for metric in METRICS}))


@pytest.mark.parametrize(
    ("identifier", "reported"),
    [
        ("MAIP", "there is no metric 'MAIP' ('MAIP'); did you mean MAiP?"),
        ("qqqq(a=b)", f"there is no metric 'qqqq' ('qqqq(a=b)'); known are {KNOWN}"),
        (
            "MAgP(score=G,beta=1)",
            f"the parameters of 'MAgP(score=G,beta=1)' do not fit MAgP; expected {FORMS}",
        ),
        (
            "MAgP(score=F,beta=NaN)",
            "beta=NaN in 'MAgP(score=F,beta=NaN)' is not a number of at most ten digits",
        ),
        ("MAgP(score=F,beta=)", "'beta=' in 'MAgP(score=F,beta=)' is not of the form parameter=value"),
        ("MAgP(score=F,beta)", "'beta' in 'MAgP(score=F,beta)' is not of the form parameter=value"),
        ("MAiP@5", "MAiP takes no cut-off, but 'MAiP@5' has @5"),
        ("article-P@100001", "'article-P@100001': a rank is a whole number from 1 to 100,000"),
        ("article-P@0", "'article-P@0': a rank is a whole number from 1 to 100,000"),
        ("article-P@x", "'article-P@x' needs a rank after @, e.g. article-P@rank"),
        ("iP@1.01", "'iP@1.01': a recall level has two decimals and is at most 1"),
    ],
)
def test_what_a_refusal_says(identifier, reported):
    with pytest.raises(UnknownMetricError) as refused:
        bind(identifier)
    assert str(refused.value) == reported


def test_the_readings_in_the_documentation_are_identifiers_in_their_published_form():
    text = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")
    table = text.partition("## Other readings")[2].partition("##")[0]
    identifiers = re.findall(r"`([\w-]+\([^`]*)`", table)
    assert len(identifiers) > 9
    assert [bind(one).identifier for one in identifiers] == identifiers


def test_the_deepest_rank_is_one():
    assert bind("article-P@100000").cutoff == 100_000


@pytest.mark.parametrize(
    ("identifier", "task_overlap", "confirmed"),
    [
        ("MAep(quant=gen,overlap=off)", "allowed", True),
        ("MAep(quant=gen,overlap=on)", "forbidden", False),
        ("iMAep(quant=gen,overlap=on)", "forbidden", True),
        ("nxCG(quant=gen,overlap=on)@10", "forbidden", True),
        ("nxCG(quant=gen,overlap=off)@10", "allowed", True),
        ("nxCG(quant=gen,overlap=off)@10", "forbidden", False),
        ("Q(quant=gen,overlap=off)", "allowed", False),
        ("nXCG(quant=sog)", "allowed", False),
        ("HiXEval-P(overlap=on)@10", "forbidden", True),
        ("HiXEval-MAP(overlap=on)", "forbidden", False),
        ("HiXEval-iMAP(overlap=off)", "allowed", False),
        ("EPRUM(A=0.1)", "forbidden", False),
        ("EPRUM-P(A=0.1)@5", "forbidden", False),
        ("EPRUM(A=0.1,precision=ratio)", "forbidden", False),
        ("inex_eval(quant=gen)", "allowed", True),
        ("inex_eval(quant=gen,esl_denominator=r)", "allowed", False),
        ("MAep(quant=gen,overlap=off,ideal_ranking=disjoint)", "allowed", False),
        ("iMAep(quant=gen,overlap=off,interpolation=effort)", "allowed", False),
        ("nDCG-elements(quant=gen)@10", "allowed", False),
        ("BEPD(A=0.1)", "forbidden", True),
        ("FetchBrowse-MAep(level=article,quant=gen,overlap=off)", "allowed", False),
        ("char_prec(limit=1000)", "forbidden", False),
        ("MAgP(score=char_prec,limit=500)", "forbidden", False),
        ("MAgP(score=T2I,irrelevant=300)", "forbidden", True),
        ("MAiP", "forbidden", True),
        ("overlap(kind=rank)", "forbidden", True),
        ("overlap(kind=set)", "forbidden", False),
    ],
)
def test_what_no_source_confirms_is_marked(identifier, task_overlap, confirmed):
    assert bind(identifier, {"task_overlap": task_overlap}).confirmed is confirmed
