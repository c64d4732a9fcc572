"""inex-2002: the worked examples, weak orderings, and what must hold."""

import numpy as np
import pytest
from by_hand import element_ranking
from element_judgements import covered, graded, highlighted
from hypothesis import given
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.element_gains import LevelGains, level_gains
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.registry import bind
from inexreport.metrics.weak_ordering import mean_precision, precision_at_recall, precision_by_recall


def levels(relevant, irrelevant, total):
    retrieved = round(sum(relevant) + sum(irrelevant))
    return LevelGains(np.array(relevant, float), np.array(irrelevant, float), total, retrieved)


def at(curve, recall):
    """Precision at a published recall point."""
    return curve[round(100 * recall) - 1]


class TestWorkedExamples:
    ORDERED = levels([1, 0, 1, 0, 0], [0, 1, 0, 1, 1], 3.0)
    TIED = levels([1, 2], [2, 1], 3.0)
    GRADED = LevelGains(np.array([1, 0.5, 0, 0.75]), np.array([0, 0.5, 1, 0.25]), 2.5, 4)

    def test_total_order(self):
        curve = precision_by_recall(self.ORDERED)
        assert at(curve, 0.33) == 1
        assert at(curve, 0.5) == pytest.approx(0.6)
        assert at(curve, 1) == 0
        assert mean_precision(curve) == pytest.approx(0.5262, abs=5e-5)

    @pytest.mark.parametrize(
        ("made", "recall", "precision"),
        [
            (ORDERED, [1 / 3, 0.5, 2 / 3, 1], [1, 0.6, 0.6667, 0]),
            (TIED, [1 / 3, 2 / 3, 1], [0.5, 0.4615, 0.5294]),
            (GRADED, [0.6, 0.9, 1], [0.9, 0.5833, 0]),
        ],
    )
    def test_at_the_recall_that_is_printed(self, made, recall, precision):
        assert precision_at_recall(made, np.array(recall)) == pytest.approx(precision, abs=5e-5)

    def test_what_was_not_retrieved_is_one_last_level(self):
        curve = precision_by_recall(self.ORDERED, 100)
        assert at(curve, 1) == pytest.approx(3 / 53)
        assert mean_precision(curve) == pytest.approx(0.5652, abs=5e-5)

    def test_ties(self):
        curve = precision_by_recall(self.TIED)
        assert at(curve, 1) == pytest.approx(0.5294, abs=5e-5)
        assert mean_precision(curve) == pytest.approx(0.4683, abs=5e-5)

    def test_graded(self):
        curve = precision_by_recall(self.GRADED)
        assert at(curve, 0.6) == pytest.approx(0.9)
        assert at(curve, 0.9) == pytest.approx(0.5833, abs=5e-5)
        assert at(curve, 1) == 0
        assert mean_precision(curve) == pytest.approx(0.7518, abs=5e-5)


ELEMENTS = [("a", f"/article[1]/p[{i}]") for i in range(1, 6)]


def test_with_the_last_level_in_r_parts_it_is_generalised_precision():
    gains = np.array([1, 0.5, 0, 0.75])
    curve = precision_by_recall(levels(gains, 1 - gains, 2.5), esl_denominator="r")
    assert [at(curve, 0.6), at(curve, 0.9), at(curve, 1)] == pytest.approx([0.75, 0.5625, 0])
    assert mean_precision(curve) == pytest.approx(0.7287, abs=5e-5)
    # A gain g at rank k ends at the mean gain of the first k results.
    assert at(curve, 0.4) == 1


def test_the_identifier_chooses_how_the_last_level_is_divided():
    truth = graded({ELEMENTS[0]: (3, 2), ELEMENTS[1]: (3, 3)})  # gains 0.75 and 1
    topic = TopicValues(judge(element_ranking([ELEMENTS[0]]), truth))
    # Recall up to 3/7 is reached: x n / (x n + x n / 0.75 * 0.25 / d), with d = 1.75 or 0.75.
    reached = 42
    found = topic.value(bind("inex_eval(quant=gen)")) / reached * 100
    assert found == pytest.approx(1 / (1 + 0.25 / 1.75))
    found = topic.value(bind("inex_eval(quant=gen,esl_denominator=r)")) / reached * 100
    assert found == pytest.approx(0.75)


def test_a_run_that_finds_everything_misses_nothing():
    made = levels([1, 1], [0, 0], 2.0)
    assert precision_by_recall(made, 100).tolist() == [1.0] * 100
    # Rounding may find a little more than there is; then the last level has nothing to be found.
    assert precision_by_recall(levels([1, 1], [0, 0], 2 - 1e-12), 100) == pytest.approx(1)


def test_what_was_missed_is_as_much_as_it_is():
    """Equation 1 by hand: esl = j + s i / (r + 1) in the last level, of what was not retrieved."""
    half = precision_by_recall(levels([0.5], [0.5], 1.0), 100)
    # j = 0.5, s = 1 - 0.5, i = 100 - 1 - 0.5, r = 0.5
    assert at(half, 1) == pytest.approx(1 / (1 + 0.5 + 0.5 * 98.5 / 1.5))
    nothing_else = precision_by_recall(levels([1], [0], 2.0), 2)
    assert at(nothing_else, 1) == 1


def test_the_aggregate_has_no_value_for_a_topic():
    aggregate = bind("inex_eval(quant=aggregate)").metric
    assert np.isnan(aggregate.measure(levels([1], [0], 1.0), None))


class TestLevels:
    @staticmethod
    def of(ranks, scores=None):
        made = element_ranking(ELEMENTS[: len(ranks)], ranks=ranks)
        if scores is not None:
            made.score[:] = scores
        found = level_gains(judge(made, graded({ELEMENTS[0]: (3, 3)})), "strict")
        return (found.relevant + found.irrelevant).tolist()

    def test_equal_ranks_share_a_level(self):
        assert self.of([1, 1, 2, 3, 3]) == [2, 1, 2]

    def test_without_ranks_equal_scores_of_neighbours_do(self):
        nan = float("nan")
        assert self.of([nan] * 5, [9, 9, 8, 9, 9]) == [2, 1, 2]

    def test_without_both_each_is_its_own_level(self):
        assert self.of([float("nan")] * 3) == [1, 1, 1]

    def test_where_one_rank_is_missing_scores_decide_for_the_topic(self):
        assert self.of([1, 1, float("nan")], [9, 8, 8]) == [1, 2]

    def test_a_repeated_result_is_left_out(self):
        made = element_ranking([ELEMENTS[1], ELEMENTS[1], ELEMENTS[0]])
        found = level_gains(judge(made, graded({ELEMENTS[0]: (3, 3)})), "strict")
        assert found.retrieved == 2
        assert found.relevant.tolist() == [0, 1]


def test_a_topic_without_results_scores_0_even_where_the_collection_is_known():
    assert mean_precision(precision_by_recall(levels([], [], 3.0), 100)) == 0


def test_relevance_and_coverage_of_2002():
    grades = ["3E", "2E", "3L", "1E", "2L", "2S", "1S", "1L", "0N", "3S"]
    elements = [("a", f"/article[1]/p[{i}]") for i in range(len(grades))]
    judged = judge(element_ranking(elements), covered(dict(zip(elements, grades, strict=True))))
    generalised = level_gains(judged, "gen2002").relevant.tolist()
    assert generalised == [1, 0.75, 0.75, 0.5, 0.5, 0.5, 0.25, 0.25, 0, 0]
    assert level_gains(judged, "strict2002").relevant.tolist() == [1] + [0] * 9


def test_gains_of_2005_count_as_shares_of_the_largest():
    """(e + 1) s of the first is 3 of 3; of the second, half of 2 of 3; of the third, all of 1 of 3."""
    truth = highlighted({ELEMENTS[0]: (2, 9, 9), ELEMENTS[1]: (1, 8, 4), ELEMENTS[2]: ("?", 5, 5)})
    found = level_gains(judge(element_ranking(ELEMENTS[:3]), truth), "genLifted")
    assert found.relevant == pytest.approx([1, 1 / 3, 1 / 3])
    assert found.irrelevant == pytest.approx([0, 2 / 3, 2 / 3])
    assert found.total == pytest.approx(5 / 3)
    assert bind("inex_eval(quant=genLifted)").metric.confirmed is False
    assert level_gains(judge(element_ranking(ELEMENTS[:3]), truth), "gen5").relevant.tolist() == [1, 0.25, 0]


@given(st.lists(st.booleans(), min_size=1, max_size=20), st.integers(0, 4))
def test_strict_total_order_is_precision_at_natural_recall(relevant, missed):
    """At recall k/n it is the precision at the k-th relevant result, wherever k/n is a published point."""
    total = sum(relevant) + missed
    if not total:
        return
    curve = precision_by_recall(levels(relevant, [not one for one in relevant], float(total)))
    for k, rank in enumerate(np.flatnonzero(relevant) + 1, 1):
        if (100 * k) % total == 0:
            assert curve[100 * k // total - 1] == pytest.approx(k / rank, abs=1e-9)


@given(
    st.lists(st.sampled_from([0, 0.25, 0.5, 1]), min_size=1, max_size=20), st.integers(0, 3), st.booleans()
)
def test_range_and_appending(gains, missed, known):
    total = float(sum(gains) + missed)
    made = levels(gains, [1 - gain for gain in gains], total)
    longer = levels([*gains, 0], [*(1 - gain for gain in gains), 1], total)
    collection = 1000 if known else 0
    value = mean_precision(precision_by_recall(made, collection))
    assert np.isnan(value) == (total == 0)
    if total:
        assert 0 <= value <= 1 + 1e-12
        assert mean_precision(precision_by_recall(longer, collection)) <= value + 1e-12
