"""What must hold of every metric, tried on rankings and judgements that Hypothesis makes."""

from dataclasses import replace

import numpy as np
import pytest
from by_hand import ranking
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.metric import Averaging
from inexreport.metrics.registry import bind
from metrics.scenarios import (
    ARTICLES,
    IDENTIFIERS,
    METRICS,
    Scenario,
    bound_sample,
    passage_judgements,
    same,
    sample_identifiers,
    scenarios,
    valid_results,
)

EXAMPLES_PER_METRIC = min(20, settings().max_examples // 2)
"""Enough, since every property is tried on more than a hundred metrics."""

OF_TOPICS = [
    name for name in IDENTIFIERS if bound_sample(name).metric.averaging is not Averaging.MEAN_OF_PARTS
]
GOODNESS = [name for name in OF_TOPICS if not name.startswith("overlap")]
AVERAGES = [name for name in GOODNESS if "MA" in name or name.startswith(("Q", "inex_eval", "BEPD", "EPRUM"))]

places = st.tuples(st.sampled_from(ARTICLES), st.integers(0, 900), st.integers(0, 300))


def value(scenario: Scenario, identifier: str) -> float:
    return TopicValues(scenario.judged()).value(bound_sample(identifier))


@pytest.mark.parametrize("identifier", OF_TOPICS)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(data=st.data())
def test_in_range_or_undefined(identifier, data):
    metric = bound_sample(identifier).metric
    found = value(data.draw(scenarios(identifier)), identifier)
    assert isinstance(found, float)
    # An ancestor may collect, at one rank, what several ideal elements have left, and overlapping elements
    # what an ideal ranking without overlap does not have.
    may_exceed = metric.name in ("nxCG", "MAnxCG", "nXCG", "nDCG-elements") or any(
        choice in identifier
        for choice in ("ideal_ranking=disjoint", "denominator=ideal", "article_gain=article")
    )
    highest = 4 * len(ARTICLES) if may_exceed else metric.highest
    assert np.isnan(found) or metric.lowest <= found <= highest + 1e-12


@pytest.mark.parametrize("identifier", GOODNESS)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(data=st.data())
def test_whether_a_topic_counts_does_not_depend_on_the_run(identifier, data):
    scenario = data.draw(scenarios(identifier))
    nothing = value(scenario.without_results(), identifier)
    assert nothing == 0 or np.isnan(nothing)
    assert np.isnan(value(scenario, identifier)) == np.isnan(nothing)


@pytest.mark.parametrize("identifier", AVERAGES)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(data=st.data())
def test_appending_what_is_not_relevant_never_raises_an_average(identifier, data):
    scenario = data.draw(scenarios(identifier))
    # inex-2002 gives any answer, but not a missing one, the chance of a search through the collection.
    assume(scenario.results or not identifier.startswith("inex_eval"))
    before, after = value(scenario, identifier), value(scenario.with_irrelevant_result(), identifier)
    assert np.isnan(before) or after <= before + 1e-12


@pytest.mark.parametrize("identifier", [name for name in OF_TOPICS if bound_sample(name).depth is not None])
@settings(max_examples=3 * EXAMPLES_PER_METRIC)
@given(data=st.data())
def test_results_below_its_depth_change_no_bit_of_a_value(identifier, data):
    scenario = data.draw(scenarios(identifier))
    first = scenario.down_to(bound_sample(identifier).depth)
    assert np.array_equal(value(first, identifier), value(scenario, identifier), equal_nan=True)


def test_which_metrics_need_the_first_results_alone():
    families = {name.partition("(")[0] for name in OF_TOPICS if bound_sample(name).depth is not None}
    assert families == {"nxCG", "MAnxCG", "HiXEval-P", "HiXEval-R", "HiXEval-F", "EPRUM-P", "nDCG-elements"}
    assert bind("nxCG(quant=gen,overlap=off)@10").depth is None


@pytest.mark.parametrize("identifier", OF_TOPICS)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(data=st.data())
def test_names_of_articles_do_not_matter(identifier, data):
    scenario = data.draw(scenarios(identifier))
    assert same(value(scenario.renamed(), identifier), value(scenario, identifier))


@pytest.mark.parametrize(
    "metric",
    [one for one in METRICS if not (one.reads_places or one.needs_elements or one.needs_grades)],
    ids=lambda metric: metric.title,
)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(made=valid_results(), truth=passage_judgements())
def test_places_matter_only_to_metrics_that_say_so(metric, made, truth):
    here = Scenario(made, truth, of_elements=False)
    moved = [(article, 5000 + i, 1) for i, (article, _, _) in enumerate(made)]
    there = Scenario(moved, truth, of_elements=False)
    for identifier in sample_identifiers(metric):
        assert same(value(here, identifier), value(there, identifier))


@pytest.mark.parametrize("identifier", [name for name in OF_TOPICS if not bind(name).metric.reads_levels])
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(data=st.data())
def test_levels_matter_only_to_metrics_that_say_so(identifier, data):
    scenario = data.draw(scenarios(identifier))
    made = scenario.judged().ranking
    of_one_level = np.ones(len(made))
    judged = judge(replace(made, rank=of_one_level, score=of_one_level), scenario.truth)
    assert same(TopicValues(judged).value(bound_sample(identifier)), value(scenario, identifier))


class TestPerfectRuns:
    @given(truth=passage_judgements())
    def test_the_highlighted_passages_themselves(self, truth):
        results = [
            (truth.articles[a], int(o), int(n))
            for a, o, n in zip(truth.passage_article, truth.passage_offset, truth.passage_length, strict=True)
        ]
        perfect = Scenario(results, truth, of_elements=False)
        if results:
            for name in ("MAiP", "MAiP(overlap=allowed)", "iP@0.00", "char_f1", "MAgP(score=F,beta=1)"):
                assert value(perfect, name) == pytest.approx(1, abs=1e-12)
            assert value(perfect, "article-MAP") == 1

    @given(truth=passage_judgements())
    def test_the_best_entry_points_themselves(self, truth):
        points = zip(truth.articles, truth.entry_point.tolist(), strict=True)
        perfect = Scenario([(name, at, 0) for name, at in points if at >= 0], truth, of_elements=False)
        if perfect.results:
            for name in ("MAgP(score=BEP,n=500)", "BEPD(A=0.1)", "EPRUM(A=0.1)"):
                assert value(perfect, name) == pytest.approx(1, abs=1e-12)

    @given(truth=passage_judgements(st.just([(0, 1000)])), chosen=st.permutations(ARTICLES))
    def test_with_whole_articles_it_is_average_precision(self, truth, chosen):
        whole = Scenario([(name, 0, 1000) for name in chosen], truth, of_elements=False)
        if truth.relevant_articles:
            expected = value(whole, "article-MAP")
            for name in ("MAgP(score=F,beta=0.25)", "MAgP(score=T2I,irrelevant=300)"):
                assert value(whole, name) == pytest.approx(expected, abs=1e-12)


class TestOverlap:
    @given(made=st.lists(places, max_size=15), truth=passage_judgements())
    def test_where_it_is_allowed_no_relevant_text_counts_twice(self, made, truth):
        values = TopicValues(judge(ranking(made), truth))
        recall = values.value(bind("char_rec", {"overlap": "allowed"}))
        assert np.isnan(recall) or recall <= 1

    @given(made=valid_results(), truth=passage_judgements())
    def test_where_there_is_none_both_rules_agree(self, made, truth):
        valid = Scenario(made, truth, of_elements=False)
        assert value(valid, "overlap(kind=set)") == 0 or not made
        assert same(value(valid, "MAiP"), value(valid, "MAiP(overlap=allowed)"))
