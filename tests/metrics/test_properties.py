"""What must hold of every metric, tried on rankings and judgements that Hypothesis makes."""

from dataclasses import replace

import numpy as np
import pytest
from by_hand import ranking
from hypothesis import given, settings
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.metric import Averaging
from inexreport.metrics.registry import bind
from metrics.scenarios import (
    ARTICLES,
    IDENTIFIERS,
    METRICS,
    SCENARIOS,
    Scenario,
    bound_sample,
    kind_of_scenario,
    passage_judgements,
    same,
    sample_identifiers,
    valid_results,
)

OF_TOPICS = [
    name for name in IDENTIFIERS if bound_sample(name).metric.averaging is not Averaging.MEAN_OF_PARTS
]
GOODNESS = [name for name in OF_TOPICS if not name.startswith("overlap")]
AVERAGES = [name for name in GOODNESS if "MA" in name or name.startswith(("Q", "inex_eval", "BEPD", "EPRUM"))]
OF_FIRST_RESULTS = [name for name in OF_TOPICS if bound_sample(name).depth is not None]
WITHOUT_LEVELS = [name for name in OF_TOPICS if not bound_sample(name).metric.reads_levels]

FEWER = settings(max_examples=max(10, settings.default.max_examples // 2))
"""For properties of all metrics at once."""

places = st.tuples(st.sampled_from(ARTICLES), st.integers(0, 900), st.integers(0, 300))


def of_all(identifiers):
    """Tries a property with all of some metrics at once, on scenarios of their kind."""
    kinds = {}
    for name in identifiers:
        kinds.setdefault(kind_of_scenario(name), []).append(name)
    return pytest.mark.parametrize(("kind", "identifiers"), kinds.items(), ids=kinds)


def values(judged, identifiers):
    of_topic = TopicValues(judged)
    return {name: of_topic.value(bound_sample(name)) for name in identifiers}


def value(scenario: Scenario, identifier: str) -> float:
    return values(scenario.judged(), [identifier])[identifier]


def differ(one, other):
    """The metrics of which two values are not the same."""
    return {name: (found, other[name]) for name, found in one.items() if not same(found, other[name])}


@of_all(OF_TOPICS)
@FEWER
@given(data=st.data())
def test_in_range_or_undefined(kind, identifiers, data):
    for identifier, found in values(data.draw(SCENARIOS[kind]).judged(), identifiers).items():
        assert isinstance(found, float)
        metric = bound_sample(identifier).metric
        # An ancestor may collect, at one rank, what several ideal elements have left, and overlapping
        # elements what an ideal ranking without overlap does not have.
        may_exceed = metric.name in ("nxCG", "MAnxCG", "nXCG", "nDCG-elements") or any(
            choice in identifier
            for choice in ("ideal_ranking=disjoint", "denominator=ideal", "article_gain=article")
        )
        highest = 4 * len(ARTICLES) if may_exceed else metric.highest
        assert np.isnan(found) or metric.lowest <= found <= highest + 1e-12, identifier


@of_all(GOODNESS)
@FEWER
@given(data=st.data())
def test_whether_a_topic_counts_does_not_depend_on_the_run(kind, identifiers, data):
    scenario = data.draw(SCENARIOS[kind])
    nothing = values(scenario.without_results().judged(), identifiers)
    assert {name: found for name, found in nothing.items() if found != 0 and not np.isnan(found)} == {}
    for identifier, found in values(scenario.judged(), identifiers).items():
        assert np.isnan(found) == np.isnan(nothing[identifier]), identifier


@of_all(AVERAGES)
@FEWER
@given(data=st.data())
def test_appending_what_is_not_relevant_never_raises_an_average(kind, identifiers, data):
    scenario = data.draw(SCENARIOS[kind])
    before = values(scenario.judged(), identifiers)
    after = values(scenario.with_irrelevant_result().judged(), identifiers)
    for identifier, found in before.items():
        # inex-2002 gives any answer, but not a missing one, the chance of a search through the collection.
        if scenario.results or not identifier.startswith("inex_eval"):
            assert np.isnan(found) or after[identifier] <= found + 1e-12, identifier


@of_all(OF_FIRST_RESULTS)
@FEWER
@given(data=st.data())
def test_results_below_its_depth_change_no_bit_of_a_value(kind, identifiers, data):
    scenario = data.draw(SCENARIOS[kind])
    found = values(scenario.judged(), identifiers)
    for depth in {bound_sample(name).depth for name in identifiers}:
        as_deep = [name for name in identifiers if bound_sample(name).depth == depth]
        for identifier, first in values(scenario.down_to(depth).judged(), as_deep).items():
            assert np.array_equal(first, found[identifier], equal_nan=True), identifier


def test_which_metrics_need_the_first_results_alone():
    families = {name.partition("(")[0] for name in OF_FIRST_RESULTS}
    assert families == {"nxCG", "MAnxCG", "HiXEval-P", "HiXEval-R", "HiXEval-F", "EPRUM-P", "nDCG-elements"}
    assert bind("nxCG(quant=gen,overlap=off)@10").depth is None


@of_all(OF_TOPICS)
@FEWER
@given(data=st.data())
def test_names_of_articles_do_not_matter(kind, identifiers, data):
    scenario = data.draw(SCENARIOS[kind])
    renamed = values(scenario.renamed().judged(), identifiers)
    assert differ(renamed, values(scenario.judged(), identifiers)) == {}


@given(made=valid_results(), truth=passage_judgements())
def test_places_matter_only_to_metrics_that_say_so(made, truth):
    here = Scenario(made, truth, of_elements=False)
    moved = [(article, 5000 + i, 1) for i, (article, _, _) in enumerate(made)]
    there = Scenario(moved, truth, of_elements=False)
    metrics = [one for one in METRICS if not (one.reads_places or one.needs_elements or one.needs_grades)]
    identifiers = [name for metric in metrics for name in sample_identifiers(metric)]
    assert differ(values(here.judged(), identifiers), values(there.judged(), identifiers)) == {}


@of_all(WITHOUT_LEVELS)
@FEWER
@given(data=st.data())
def test_levels_matter_only_to_metrics_that_say_so(kind, identifiers, data):
    scenario = data.draw(SCENARIOS[kind])
    judged = scenario.judged()
    of_one_level = np.ones(len(judged.ranking))
    level = judge(replace(judged.ranking, rank=of_one_level, score=of_one_level), scenario.truth)
    assert differ(values(level, identifiers), values(judged, identifiers)) == {}


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
