"""With judgements of 0 and 1 the graded measures are average precision, as trec_eval computes it."""

import numpy as np
import pytest
from element_judgements import full_recall_base, ideal_recall_base
from hypothesis import given
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.article_gains import EntryPointRanking
from inexreport.judging.element_gains import ElementGains
from inexreport.judging.recall_base import recall_base
from inexreport.metrics.cumulated_gain import average_effort_precision
from inexreport.metrics.entry_points import expected_precision, mean_expected_precision
from inexreport.metrics.generalised import GeneralisedRanking, average_generalised_precision
from inexreport.metrics.registry import bind
from metrics.scenarios import Scenario, graded_judgements, highlighted_judgements
from metrics.trec_eval import trec_eval

relevances = st.lists(st.booleans(), min_size=1, max_size=30)


@given(relevances, st.integers(0, 8))
def test_mean_average_effort_precision(relevant, missed):
    if total := sum(relevant) + missed:
        gains = ElementGains(np.array(relevant, dtype=float), np.ones(total))
        expected = trec_eval(relevant, missed, "map")
        assert average_effort_precision(gains) == pytest.approx(expected, abs=1e-12)


@given(relevances, st.integers(0, 8))
def test_eprum(relevant, missed):
    if total := sum(relevant) + missed:
        points = EntryPointRanking(np.where(relevant, 0.0, np.inf), total)
        precision = expected_precision(points, 1, 1000)
        expected = trec_eval(relevant, missed, "map")
        assert mean_expected_precision(precision) == pytest.approx(expected, abs=1e-12)


@given(relevances, st.integers(0, 8))
def test_average_generalised_precision(relevant, missed):
    if total := sum(relevant) + missed:
        ranking = GeneralisedRanking(np.array(relevant, dtype=float), np.array(relevant), total)
        expected = trec_eval(relevant, missed, "map")
        assert average_generalised_precision(ranking) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("tie", ["higher", "deeper"])
@pytest.mark.parametrize(
    ("quant", "judgements"),
    [
        ("sog", graded_judgements()),
        ("gen", graded_judgements()),
        ("strict", graded_judgements()),
        ("genLifted", highlighted_judgements()),
        ("gen5", highlighted_judgements()),
    ],
)
@given(data=st.data())
def test_the_ideal_run_is_perfect(quant, judgements, tie, data):
    truth = data.draw(judgements)
    base = recall_base(truth, quant, tie)
    ideal = sorted(ideal_recall_base(base), key=lambda element: (-full_recall_base(base)[element], element))
    values = TopicValues(Scenario(ideal, truth, of_elements=True).judged())
    for name in ("nxCG", "MAnxCG"):
        for rank in (1, 3, 50):
            bound = bind(f"{name}(quant={quant},overlap=on)@{rank}", {"ideal_tie": tie})
            found = values.value(bound)
            assert np.isnan(found) == (not ideal)
            assert np.isnan(found) or found == pytest.approx(1, abs=1e-12)
    for name in ("MAep", "iMAep", "Q", "R"):
        found = values.value(bind(f"{name}(quant={quant},overlap=on)", {"ideal_tie": tie}))
        assert np.isnan(found) or found == pytest.approx(1, abs=1e-9)


@given(data=st.data())
def test_no_search_gains_more_than_the_ideal_has(data):
    truth = data.draw(graded_judgements())
    base = recall_base(truth, "gen", "higher")
    order = data.draw(st.permutations(sorted(full_recall_base(base))))
    gains = TopicValues(Scenario(order, truth, of_elements=True).judged())
    found = gains.value(bind("nxCG(quant=gen,overlap=on)@100"))
    assert np.isnan(found) or found <= 1 + 1e-9
