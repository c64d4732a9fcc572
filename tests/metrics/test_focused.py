"""Focused and Thorough: the worked examples, and what the official evaluator prints for them."""

import numpy as np
import pytest
from by_hand import NOWHERE, judged

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.passage_gains import PassageGains, passage_gains
from inexreport.metrics.focused import (
    average_interpolated_precision,
    interpolated_precision,
    precision_at_recall,
)
from inexreport.metrics.registry import bind

REAL_QRELS_LINE = {"1528075": [(126, 28761), (28893, 20397)]}


def value(ranking, identifier, **settings):
    return TopicValues(ranking).value(bind(identifier, settings))


def test_worked_example_of_interpolated_precision():
    gains = PassageGains(np.array([200, 400, 600, 150]), np.array([0, 300, 100, 150]), 1000)
    curve = interpolated_precision(gains)
    assert curve[:31] == pytest.approx(0.5)
    assert curve[31:56] == pytest.approx(0.4074, abs=5e-5)
    assert not curve[56:].any()
    assert average_interpolated_precision(curve) == pytest.approx(0.2543, abs=5e-5)


@pytest.mark.parametrize(("offset", "length", "relevant"), [(0, 1000, 874), (28000, 2000, 1994)])
def test_relevant_characters_of_a_real_line(offset, length, relevant):
    ranking = judged([("1528075", offset, length)], REAL_QRELS_LINE)
    assert passage_gains(ranking).relevant.tolist() == [relevant]


def test_what_the_official_evaluator_prints(official_example):
    assert value(official_example, "MAiP") == pytest.approx(0.28118811881188105, abs=1e-15)
    assert value(official_example, "iP@0.00") == 0.8


@pytest.fixture
def official_example():
    return judged(
        [("A", 10, 50), ("C", 0, 300), ("B", 0, 100)],
        {"A": [(20, 60), (120, 40)], "B": [(0, 50)], "C": []},
        lengths={"A": 200, "B": 100, "C": 300},
    )


@pytest.mark.parametrize(("relevant", "level"), [(29, 28), (57, 56), (50, 50)])
def test_recall_levels_are_floored_in_double_arithmetic(relevant, level):
    gains = PassageGains(np.array([100]), np.array([relevant]), 100)
    curve = interpolated_precision(gains)
    assert curve[level] > 0
    assert curve[level + 1] == 0


def test_what_is_returned_twice_may_be_more_than_there_is():
    gains = PassageGains(np.array([50, 51, 99]), np.array([50, 51, 99]), 100)
    assert interpolated_precision(gains).tolist() == [1] * 51 + [0] * 50


def test_a_single_character_is_text():
    ranking = judged([("A", 3, 1)], {"A": [(3, 1)]}, lengths={"A": 4})
    for identifier in ("MAiP", "iP@1.00", "char_f1", "MAgP(score=F,beta=1)", "MAgP(score=char_prec,limit=9)"):
        assert value(ranking, identifier) == 1
    assert value(ranking, "MAgP(score=T2I,irrelevant=300)") == 0.25


def test_recall_levels_are_hundredths():
    gains = PassageGains(np.array([100, 400]), np.array([60, 40]), 100)
    curve = interpolated_precision(gains)
    assert [precision_at_recall(curve, level) for level in (0.6, 0.61, 1.0)] == [0.6, 0.2, 0.2]


def test_ranks_before_any_text_have_no_precision():
    gains = PassageGains(np.array([0, 10]), np.array([0, 10]), 10)
    assert interpolated_precision(gains)[0] == 1


def test_more_relevant_text_than_the_total_is_beyond_the_last_level():
    gains = PassageGains(np.array([10, 10]), np.array([10, 10]), 15)
    assert interpolated_precision(gains)[100] == 0


def test_a_result_without_a_place_counts_18_characters():
    gains = passage_gains(judged([("A", NOWHERE), ("A", 0, 10)], {"A": [(0, 10)]}))
    assert gains.retrieved.tolist() == [18, 10]
    assert gains.relevant.tolist() == [0, 10]


class TestThorough:
    def test_in_a_relevant_article_only_new_text_counts(self):
        ranking = judged([("A", 0, 10), ("A", 5, 15), ("A", 0, 20)], {"A": [(8, 10)]})
        gains = passage_gains(ranking, overlap="allowed")
        assert gains.retrieved.tolist() == [10, 10, 0]
        assert gains.relevant.tolist() == [2, 8, 0]

    def test_elsewhere_every_result_counts_in_full(self):
        ranking = judged([("B", 0, 10), ("B", 0, 10), ("C", 5, 5), ("C", 5, 5)], {"A": [(0, 5)], "B": []})
        assert passage_gains(ranking, overlap="allowed").retrieved.tolist() == [10, 10, 5, 5]

    def test_a_result_without_a_place_counts_nothing_in_a_relevant_article(self):
        ranking = judged([("A", NOWHERE), ("B", NOWHERE)], {"A": [(0, 5)], "B": []})
        assert passage_gains(ranking, overlap="allowed").retrieved.tolist() == [0, 18]

    def test_article_in_pieces_scores_as_one(self):
        pieces = judged([("A", 0, 50), ("A", 25, 75)], {"A": [(10, 60)]})
        whole = judged([("A", 0, 50), ("A", 50, 50)], {"A": [(10, 60)]})
        assert value(pieces, "MAiP(overlap=allowed)") == value(whole, "MAiP")


class TestRestrictedFocused:
    def test_worked_example(self):
        ranking = judged([("A", 0, 300), ("B", 0, 500)], {"A": [(0, 300)], "B": []})
        assert value(ranking, "char_prec(limit=1000)") == 0.375
        assert value(ranking, "char_prec(limit=1000,min_denominator=1000)") == 0.3
        assert value(ranking, "char_prec(limit=1000,min_denominator=500)") == 0.375

    def test_the_result_that_crosses_the_limit_is_cut(self):
        ranking = judged([("A", 0, 900), ("B", 0, 500), ("C", 0, 500)], {"B": [(50, 100)], "C": [(0, 500)]})
        assert value(ranking, "char_prec(limit=1000)") == 0.05


def test_undefined_without_relevant_text():
    ranking = judged([("A", 0, 10)], {"A": []})
    for identifier in ("MAiP", "iP@0.01", "char_prec", "char_rec", "char_f1", "art_prec", "article-MAP"):
        assert np.isnan(value(ranking, identifier))


def test_character_measures():
    ranking = judged([("A", 0, 100)], {"A": [(50, 100)]})
    assert value(ranking, "char_prec") == 0.5
    assert value(ranking, "char_rec") == 0.5
    assert value(ranking, "char_f1") == 0.5


def test_character_measures_follow_the_task_where_overlap_is_allowed():
    ranking = judged([("A", 0, 100), ("A", 0, 100)], {"A": [(0, 100)]})
    assert value(ranking, "char_rec", overlap="forbidden") == 2
    assert value(ranking, "char_rec", overlap="allowed") == 1
