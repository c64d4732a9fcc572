"""nDCG on elements: Järvelin and Kekäläinen's worked example, and reductions to nxCG."""

import numpy as np
import pytest
from by_hand import element_ranking
from hypothesis import given
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.element_gains import ElementGains
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.cumulated_gain import normalised_gain
from inexreport.metrics.discounted_gain import discount, discounted_gain_at_rank, discounted_gain_by_rank
from inexreport.metrics.registry import bind
from metrics.test_figure_1 import ASSESSMENT, FILE, PATHS

GAINS = [3.0, 2, 3, 0, 0, 1, 2, 2, 3, 0]
"""G' of Järvelin and Kekäläinen (2002), whose ideal vector is 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0, ..."""
IDEAL = [3.0, 3, 3, 2, 2, 2, 1, 1, 1, 1]
EXAMPLE = ElementGains(np.array(GAINS), np.array(IDEAL))
gain_lists = st.lists(st.sampled_from([0.1, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=30)


def test_the_vectors_of_jarvelin_and_kekalainen():
    discounted = discount(EXAMPLE, 2)
    # DCG' = <3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61>
    # as printed, with two decimals
    expected = [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]
    assert np.cumsum(discounted.gain) == pytest.approx(expected, abs=1e-2)
    # DCG'_I = <3, 6, 7.89, 8.89, 9.75, 10.52, 10.88, 11.21, 11.53, 11.83>
    ideal = [3, 6, 7.89, 8.89, 9.75, 10.52, 10.88, 11.21, 11.53, 11.83]
    assert np.cumsum(discounted.ideal) == pytest.approx(ideal, abs=1e-2)
    assert discounted_gain_at_rank(discounted, 3) == pytest.approx(6.8928 / 7.8928, abs=1e-4)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=12), gain_lists, st.integers(1, 40))
def test_with_a_base_beyond_the_rank_it_is_nxcg(gain, ideal, rank):
    gains = ElementGains(np.array(gain), np.sort(ideal)[::-1])
    undiscounted = normalised_gain(gains, rank)[-1]
    assert discounted_gain_at_rank(discount(gains, 1000), rank) == pytest.approx(undiscounted)


@given(gain_lists, st.integers(1, 40), st.sampled_from([2, 2.5, 10]))
def test_the_ideal_ranking_has_1(ideal, rank, base):
    best = np.sort(ideal)[::-1]
    assert discounted_gain_at_rank(discount(ElementGains(best, best), base), rank) == 1


def test_the_curve_has_the_value_at_each_rank():
    curve = discounted_gain_by_rank(discount(EXAMPLE, 3))
    assert curve[[0, 9, 99]].tolist() == [
        discounted_gain_at_rank(discount(EXAMPLE, 3), k) for k in (1, 10, 100)
    ]
    assert np.isnan(discounted_gain_by_rank(ElementGains(np.ones(2), np.zeros(0)))).all()


def test_gains_of_figure_1_with_alpha_and_base():
    """Gains 0.9, 0.1, 0, 0.5 of the leaves in the paper's order, ideal 1, 0.5."""
    leaves = ["sec6/p1", "sec6/p2", "sec6/ip12", "sec4/p1"]
    topic = TopicValues(judge(element_ranking([(FILE, PATHS[name]) for name in leaves]), ASSESSMENT))

    def value(identifier):
        return topic.value(bind(identifier, {"ideal_tie": "deeper"}))

    assert value("nDCG-elements(quant=sog,overlap=on)@4") == pytest.approx((0.9 + 0.1 + 0.5 / 2) / 1.5)
    assert value("nDCG-elements(quant=sog,base=4)@4") == pytest.approx(1.5 / 1.5)
    # Seen again, an element keeps half of its gain, as far as the ideal one has anything left.
    again = TopicValues(judge(element_ranking([(FILE, PATHS["sec4/p2"])] * 2), ASSESSMENT))
    half = bind("nDCG-elements(quant=sog,base=2,alpha=0.5)@2", {"ideal_tie": "deeper"})
    assert half.identifier == "nDCG-elements(quant=sog,alpha=0.5)@2"
    assert again.value(half) == pytest.approx((0.25 + 0.125) / 1.5)
