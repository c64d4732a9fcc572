"""The worked example of the cumulated-gain measures, and what must hold of them."""

import numpy as np
import pytest
from by_hand import element_ranking
from element_judgements import graded
from hypothesis import given
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.element_gains import ElementGains
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.cumulated_gain import (
    average_effort_precision,
    effort_by_recall,
    gain_at_rank,
    gain_at_tenths,
    gain_by_rank,
    interpolated_effort_by_recall,
    mean_effort_precision,
    mean_gain_at_tenths,
    mean_gain_to_rank,
    mean_interpolated_effort,
    normalised_gain,
    q_measure,
    r_measure,
)
from inexreport.metrics.registry import UnknownMetricError, bind
from metrics.test_figure_1 import ASSESSMENT, FILE, PATHS

EXAMPLE = ElementGains(np.array([3.0, 2, 3, 0, 1, 2]), np.array([3.0, 3, 2, 2, 1, 1]))


def test_normalised_gain():
    expected = [1, 0.8333, 1, 0.8, 0.8182, 0.9167, 0.9167, 0.9167]
    assert normalised_gain(EXAMPLE, 8) == pytest.approx(expected, abs=5e-5)
    assert gain_at_rank(EXAMPLE, 6) == pytest.approx(0.9167, abs=5e-5)
    assert mean_gain_to_rank(EXAMPLE, 3) == pytest.approx(0.9444, abs=5e-5)


def test_the_tenths_of_1500_ranks_end_at_150_300_and_so_on():
    def gain_at(rank):
        return ElementGains(np.concatenate((np.zeros(rank - 1), [1.0])), np.array([1.0]))

    def score(rank):
        return mean_gain_at_tenths(gain_at_tenths(gain_at(rank), axis="run"))

    assert [score(rank) for rank in (150, 151, 1500, 1501)] == [1, 0.9, 0.1, 0]


def test_the_axis_is_the_length_of_the_ideal_ranking_rounded_up():
    def score(rank, ideal):
        # The rank alone gains, as much as the whole ideal ranking.
        gain = ElementGains(np.concatenate((np.zeros(rank - 1), [ideal])), np.ones(ideal))
        reached = np.ceil(np.arange(1, 11) * ideal / 10)  # 10%, 20%, ... of the ideal ranking
        expected = sum(ideal / at for at in reached if at >= rank) / 10
        assert mean_gain_at_tenths(gain_at_tenths(gain)) == pytest.approx(expected)
        return expected

    assert score(1, 1) == 1
    assert score(2, 1) == 0
    assert score(5, 5) == pytest.approx(0.2)  # at 90% and 100%
    assert score(3, 30) == pytest.approx(30 * sum(1 / (3 * tenth) for tenth in range(1, 11)) / 10)
    assert score(11, 13) > 0


def test_nothing_relevant_has_no_value_on_either_axis():
    nothing = ElementGains(np.zeros(3), np.zeros(0))
    assert [mean_gain_at_tenths(gain_at_tenths(nothing, axis)) for axis in ("ideal", "run")] == [
        pytest.approx(float("nan"), nan_ok=True)
    ] * 2


@pytest.mark.parametrize(("alpha", "gained"), [("1", 0), ("0.5", 0.5125), ("0", 0.9)])
def test_what_was_seen_before_loses_alpha(alpha, gained):
    """The article is ideal with gain 1; half of it is a section of gain 0.1, returned first.

    With alpha 0.5 the article gains half of what it is worth and half of its children's value, which is half
    the section's gain on half of the text; with alpha 0 all that the ideal element has left.
    """
    root, section = ("a", "/article[1]"), ("a", "/article[1]/sec[1]")
    truth = graded({root: (3, 3), section: (1, 1)}, {root[1]: 100, section[1]: 50})
    topic = TopicValues(judge(element_ranking([section, root]), truth))
    found = topic.value(bind(f"nxCG(quant=sog,overlap=on,alpha={alpha})@2"))
    assert found == pytest.approx(0.1 + gained)
    assert topic.value(bind(f"nxCG(quant=sog,overlap=on,alpha={alpha})@1")) == pytest.approx(0.1)


def test_without_overlap_the_ideal_ranking_may_be_the_ideal_recall_base():
    """The article (gain 1) is ideal and holds a section (gain 0.1): 1.1 gained, of 1.1 or of 1."""
    root, section = ("a", "/article[1]"), ("a", "/article[1]/sec[1]")
    truth = graded({root: (3, 3), section: (1, 1)})
    topic = TopicValues(judge(element_ranking([section, root]), truth))
    values = [
        topic.value(bind(f"nxCG(quant=sog,overlap=off{more})@2")) for more in ("", ",ideal_ranking=disjoint")
    ]
    assert values == pytest.approx([1, 1.1])
    bound = bind("nxCG(quant=sog,overlap=off,ideal_ranking=disjoint)@2", {"task_overlap": "allowed"})
    assert not bound.confirmed
    with pytest.raises(UnknownMetricError, match=r"ideal_ranking in .* needs overlap=off"):
        bind("nxCG(quant=sog,overlap=on,ideal_ranking=disjoint)@2")


def test_effort_precision_may_be_divided_by_the_length_of_the_ideal_ranking():
    """The sections of Figure 1 are ideal; three leaves bring 0.9, 0.1, 0 and 0.5 of their 1.5."""
    leaves = ["sec6/p1", "sec6/p2", "sec6/ip12", "sec4/p1"]
    topic = TopicValues(judge(element_ranking([(FILE, PATHS[name]) for name in leaves]), ASSESSMENT))
    sum_of_effort = 0.9 + 1 / 2 + 2 / 4
    settings = {"ideal_tie": "deeper"}
    assert topic.value(bind("MAep(quant=sog,overlap=on)", settings)) == pytest.approx(sum_of_effort / 3)
    by_ideal = bind("MAep(quant=sog,overlap=on,denominator=ideal)", settings)
    assert topic.value(by_ideal) == pytest.approx(sum_of_effort / 2)


def test_effort_precision_may_be_a_line_between_ranks_with_gain():
    effort = interpolated_effort_by_recall(EXAMPLE)
    # 1 at recall 3/12, 5/6 at 5/12, 1 at 8/12, 0.7 at 9/12, 5/6 at 11/12.
    assert effort[[0, 24]].tolist() == [1, 1]
    assert [effort[49], effort[74], effort[89]] == pytest.approx([5 / 6 + 1 / 18, 0.7, 0.82])
    assert effort[91:].tolist() == [0] * 9
    assert mean_interpolated_effort(effort) == pytest.approx(effort.mean())
    assert interpolated_effort_by_recall(ElementGains(np.zeros(3), np.ones(2))).tolist() == [0] * 100
    assert np.isnan(interpolated_effort_by_recall(ElementGains(np.zeros(3), np.zeros(0)))).all()


def test_the_curve_has_the_interpolation_of_its_metric():
    topic = TopicValues(judge(element_ranking([(FILE, PATHS["sec6/p1"])]), ASSESSMENT))
    bound = bind("iMAep(quant=sog,overlap=on,interpolation=effort)", {"ideal_tie": "deeper"})
    # 0.9 of 1.5 is gained, with effort-precision 0.9.
    curve = topic.curve(bound, bound.metric.curve)
    assert curve.tolist() == pytest.approx([0.9] * 60 + [0] * 40)
    assert topic.value(bound) == pytest.approx(0.54)


def test_effort_precision():
    assert average_effort_precision(EXAMPLE) == pytest.approx(4.3667 / 6, abs=5e-5)
    effort = effort_by_recall(EXAMPLE)
    assert [effort[49], effort[89], effort[99]] == pytest.approx([0.8571, 0.8136, 0], abs=5e-5)
    assert mean_effort_precision(EXAMPLE) == pytest.approx(0.8040, abs=5e-5)


def test_gain_by_rank():
    """The ideal ranking gains 5, 9 and 11 with 1 2/3, 3 1/2 and 5 results; both gain 8 with 3."""
    found = gain_by_rank(EXAMPLE)
    assert found.run.tolist() == [3, 5, 8, 8, 9, 11]
    assert found.ideal.tolist() == [3, 6, 8, 10, 11, 12]
    assert found.effort.tolist() == pytest.approx([1, 5 / 6, 1, 1, 3.5 / 5, 5 / 6])
    nothing = gain_by_rank(ElementGains(np.zeros(1), np.ones(3)))
    assert (nothing.run.tolist(), nothing.ideal.tolist()) == ([0, 0, 0], [1, 2, 3])
    assert np.isnan(nothing.effort).all()


def test_cumulated_gain_of_run_and_ideal_ranking_are_curves():
    """In Figure 1, sec6 and sec4 are ideal with gains of 1 and 0.5; sec6/p1 gains 0.9."""
    topic = TopicValues(judge(element_ranking([(FILE, PATHS["sec6/p1"])]), ASSESSMENT))
    bound = bind("nxCG(quant=sog,overlap=on)@10", {"ideal_tie": "deeper"})
    curves = {one.metric: topic.curve(bound, one).tolist() for one in bound.metric.curves}
    assert curves["CG"] == [0.9] * 100
    assert curves["ideal CG"] == [1.0] + [1.5] * 99
    assert curves["nxCG"] == pytest.approx([0.9] + [0.6] * 99)
    without = [one.y(ElementGains(np.zeros(3), np.zeros(0))) for one in bound.metric.parts_of_curve]
    assert np.isnan(without).all()


def test_extended_q_and_r():
    assert q_measure(EXAMPLE) == pytest.approx(0.7627, abs=5e-5)
    assert r_measure(EXAMPLE) == pytest.approx(0.8889, abs=5e-5)


MEASURES = (average_effort_precision, mean_effort_precision, q_measure, r_measure)
gain_lists = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0]), max_size=30)


@given(gain_lists, gain_lists)
def test_in_range(found, missed):
    ideal = np.array(sorted((gain for gain in found + missed if gain), reverse=True))
    gains = ElementGains(np.array(found), ideal)
    for measure in MEASURES:
        value = measure(gains)
        assert np.isnan(value) == (len(ideal) == 0)
        assert np.isnan(value) or -1e-12 <= value <= 1 + 1e-12


@given(gain_lists)
def test_the_ideal_ranking_is_perfect(found):
    ideal = np.array(sorted((gain for gain in found if gain), reverse=True))
    gains = ElementGains(ideal, ideal)
    for measure in MEASURES:
        assert np.isnan(measure(gains)) or measure(gains) == pytest.approx(1, abs=1e-9)
    if len(ideal):
        assert normalised_gain(gains, 40) == pytest.approx(1, abs=1e-12)


@given(gain_lists, gain_lists)
def test_appending_what_gains_nothing_raises_nothing(found, missed):
    ideal = np.array(sorted((gain for gain in found + missed if gain), reverse=True))
    longer = ElementGains(np.array([*found, 0.0]), ideal)
    for measure in MEASURES:
        before, after = measure(ElementGains(np.array(found), ideal)), measure(longer)
        assert np.isnan(before) or after <= before + 1e-12


@given(st.lists(st.booleans(), min_size=1, max_size=30), st.integers(0, 8))
def test_with_gains_of_0_and_1_it_is_average_precision(relevant, missed):
    total = sum(relevant) + missed
    if not total:
        return
    ranks = np.flatnonzero(relevant) + 1
    expected = (np.arange(1, len(ranks) + 1) / ranks).sum() / total
    gains = ElementGains(np.array(relevant, dtype=float), np.ones(total))
    assert average_effort_precision(gains) == pytest.approx(expected, abs=1e-12)
