"""What must hold of every metric, tried on rankings and judgements that Hypothesis makes."""

import numpy as np
import pytest
from by_hand import assessment, ranking
from hypothesis import given, settings
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.intervals import overlaps_earlier
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.registry import METRICS, bind

ARTICLES = ("A", "B", "C", "D", "E")
EXAMPLES_PER_METRIC = 25
"""Enough, since every property is tried on some thirty metrics."""
SAMPLE_PARAMETERS = {"beta": 0.25, "n": 500, "irrelevant": 300, "limit": 500}


def sample_identifiers(metric):
    """Identifiers of a metric with every choice of its parameters and some cut-offs."""
    choices = [""]
    for parameter in metric.parameters:
        values = parameter.values or (SAMPLE_PARAMETERS[parameter.name],)
        choices = [f"{chosen},{parameter.name}={value}" for chosen in choices for value in values]
    cutoffs = [""] if metric.cutoff is None else ["@0.00", "@0.10"] if metric.cutoff.recall else ["@1", "@10"]
    for chosen in choices:
        for cutoff in cutoffs:
            yield f"{metric.name}({chosen.removeprefix(',')}){cutoff}"


IDENTIFIERS = [identifier for metric in METRICS for identifier in sample_identifiers(metric)]
GOODNESS = [name for name in IDENTIFIERS if not name.startswith("overlap")]
AVERAGES = [name for name in GOODNESS if name.startswith(("MA", "article-MAP"))]

places = st.tuples(st.sampled_from(ARTICLES), st.integers(0, 900), st.integers(0, 300))


@st.composite
def passages(draw):
    """Disjoint highlighted passages, ascending."""
    cuts = sorted(draw(st.sets(st.integers(0, 1000), max_size=6)))
    return [(a, b - a) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]


@st.composite
def judgements(draw, article_passages=passages()):  # noqa: B008 (a strategy is immutable)
    articles = {name: draw(article_passages) for name in ARTICLES if draw(st.booleans())}
    entry_points = {name: draw(st.integers(0, 900)) for name, found in articles.items() if found}
    return assessment(articles, entry_points=entry_points)


@st.composite
def valid_rankings(draw):
    """Rankings that every task accepts: contiguous articles, no shared text."""
    results = []
    for article in draw(st.permutations(ARTICLES)):
        cuts = sorted(draw(st.sets(st.integers(0, 1000), max_size=6)))
        spans = [(article, a, b - a) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
        results += draw(st.permutations(spans))
    return ranking(results)


@pytest.mark.parametrize("identifier", IDENTIFIERS)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(made=valid_rankings(), truth=judgements())
def test_in_range_or_undefined(identifier, made, truth):
    bound = bind(identifier)
    value = TopicValues(judge(made, truth)).value(bound)
    assert isinstance(value, float)
    assert np.isnan(value) or bound.metric.lowest <= value <= bound.metric.highest + 1e-12


@pytest.mark.parametrize("identifier", GOODNESS)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(made=valid_rankings(), truth=judgements())
def test_undefined_exactly_where_nothing_is_relevant(identifier, made, truth):
    value = TopicValues(judge(made, truth)).value(bind(identifier))
    assert np.isnan(value) == (truth.total_relevant_characters == 0)


@pytest.mark.parametrize("identifier", GOODNESS)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(truth=judgements())
def test_no_results_score_0(identifier, truth):
    value = TopicValues(judge(ranking([]), truth)).value(bind(identifier))
    assert value == 0 or truth.total_relevant_characters == 0


@pytest.mark.parametrize("identifier", AVERAGES)
@given(made=st.lists(places, max_size=15), truth=judgements(), extra=st.integers(1, 300))
def test_appending_what_is_not_relevant_never_raises_an_average(identifier, made, truth, extra):
    before = TopicValues(judge(ranking(made), truth)).value(bind(identifier))
    after = TopicValues(judge(ranking([*made, ("Z", 0, extra)]), truth)).value(bind(identifier))
    assert np.isnan(before) or after <= before + 1e-12


@pytest.mark.parametrize("identifier", IDENTIFIERS)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(made=valid_rankings(), truth=judgements())
def test_names_of_articles_do_not_matter(identifier, made, truth):
    renamed = {name: f"renamed {i}" for i, name in enumerate(reversed(ARTICLES))}
    bound = bind(identifier)
    value = TopicValues(judge(made, truth)).value(bound)
    made_again = ranking(
        [
            (renamed[made.article_names[a]], int(o), int(n))
            for a, o, n in zip(made.article, made.offset, made.length, strict=True)
        ]
    )
    articles = tuple(renamed[name] for name in truth.articles)
    truth_again = type(truth)(**{**vars(truth), "articles": articles})
    assert np.array_equal(TopicValues(judge(made_again, truth_again)).value(bound), value, equal_nan=True)


@given(truth=judgements())
def test_the_highlighted_passages_themselves_are_perfect(truth):
    results = [
        (truth.articles[a], int(o), int(n))
        for a, o, n in zip(truth.passage_article, truth.passage_offset, truth.passage_length, strict=True)
    ]
    values = TopicValues(judge(ranking(results), truth))
    if results:
        for identifier in ("MAiP", "MAiP(overlap=allowed)", "iP@0.00", "char_f1", "MAgP(score=F,beta=1)"):
            assert values.value(bind(identifier)) == pytest.approx(1, abs=1e-12)
        assert values.value(bind("article-MAP")) == 1


@given(truth=judgements())
def test_the_best_entry_points_themselves_are_perfect(truth):
    results = [
        (name, int(point), 0)
        for name, point in zip(truth.articles, truth.entry_point, strict=True)
        if point >= 0
    ]
    if results:
        assert TopicValues(judge(ranking(results), truth)).value(bind("MAgP(score=BEP,n=500)")) == 1


@given(truth=judgements(st.just([(0, 1000)])), chosen=st.permutations(ARTICLES))
def test_with_whole_articles_generalised_precision_is_average_precision(truth, chosen):
    values = TopicValues(judge(ranking([(name, 0, 1000) for name in chosen]), truth))
    if truth.relevant_articles:
        expected = values.value(bind("article-MAP"))
        assert values.value(bind("MAgP(score=F,beta=0.25)")) == pytest.approx(expected, abs=1e-12)
        assert values.value(bind("MAgP(score=T2I,irrelevant=300)")) == pytest.approx(expected, abs=1e-12)


@given(made=st.lists(places, max_size=15), truth=judgements())
def test_allowed_overlap_counts_no_relevant_text_twice(made, truth):
    values = TopicValues(judge(ranking(made), truth))
    recall = values.value(bind("char_rec", {"overlap": "allowed"}))
    assert np.isnan(recall) or recall <= 1


@given(made=valid_rankings(), truth=judgements())
def test_where_nothing_overlaps_both_rules_agree(made, truth):
    assert not overlaps_earlier(made.article, made.offset, made.end, made.located).any()
    values = TopicValues(judge(made, truth))
    forbidden, allowed = values.value(bind("MAiP")), values.value(bind("MAiP(overlap=allowed)"))
    assert np.array_equal(forbidden, allowed, equal_nan=True)


@pytest.mark.parametrize(
    "metric", [metric for metric in METRICS if not metric.reads_places], ids=lambda metric: metric.title
)
@settings(max_examples=EXAMPLES_PER_METRIC)
@given(made=valid_rankings(), truth=judgements())
def test_places_matter_only_to_metrics_that_say_so(metric, made, truth):
    moved = ranking([(made.article_names[a], 5000 + i, 1) for i, a in enumerate(made.article.tolist())])
    for identifier in sample_identifiers(metric):
        bound = bind(identifier)
        here, there = (TopicValues(judge(one, truth)).value(bound) for one in (made, moved))
        assert np.array_equal(here, there, equal_nan=True)
