"""Relevant in Context and Best in Context: the worked examples, and the official evaluator's values."""

import numpy as np
import pytest
from by_hand import NOWHERE, judged

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.article_gains import ArticleText, EntryPointDistances
from inexreport.judging.reading import read_article
from inexreport.metrics.generalised import (
    GeneralisedRanking,
    average_generalised_precision,
    entry_point_score,
    f_score,
    generalised_precision,
    interpolated_generalised_precision,
)
from inexreport.metrics.registry import bind


def value(ranking, identifier, **settings):
    return TopicValues(ranking).value(bind(identifier, settings))


@pytest.fixture
def paper_example():
    """Three articles: (relevant, retrieved, all relevant) = (60, 80, 100), (0, 30, 0), (0, 50, 200)."""
    return ArticleText(
        is_relevant=np.array([True, False, True]),
        total=3,
        retrieved=np.array([80, 30, 50]),
        relevant=np.array([60, 0, 0]),
        highlighted=np.array([100, 0, 200]),
    )


def test_worked_example_2006(paper_example):
    ranking = f_score(paper_example, beta=1)
    assert ranking.score == pytest.approx([0.6667, 0, 0], abs=5e-5)
    precision = [generalised_precision(ranking, rank) for rank in (1, 2, 3)]
    assert precision == pytest.approx([0.6667, 0.3333, 0.2222], abs=5e-5)
    assert average_generalised_precision(ranking) == pytest.approx(0.2963, abs=5e-5)


def test_worked_example_with_the_beta_of_2008(paper_example):
    ranking = f_score(paper_example, beta=0.25)
    assert ranking.score[0] == pytest.approx(0.7391, abs=5e-5)
    assert average_generalised_precision(ranking) == pytest.approx(0.3285, abs=5e-5)


@pytest.fixture
def official_example():
    return judged(
        [("A", 10, 50), ("C", 0, 300), ("B", 0, 100)],
        {"A": [(20, 60), (120, 40)], "B": [(0, 50)], "C": []},
        lengths={"A": 200, "B": 100, "C": 300},
        entry_points={"A": 20, "B": 0},
    )


def test_what_the_official_evaluator_prints(official_example):
    assert value(official_example, "MAgP(score=F,beta=0.25)") == pytest.approx(0.5895622895622897, abs=1e-15)
    assert value(official_example, "gP(score=F,beta=0.25)@1") == pytest.approx(0.7556, abs=5e-5)
    assert value(official_example, "gP(score=F,beta=0.25)@3") == pytest.approx(0.4236, abs=5e-5)
    assert value(official_example, "MAgP(score=BEP,n=500)") == pytest.approx(0.82, abs=1e-15)
    assert value(official_example, "gP(score=BEP,n=500)@1") == 0.98
    assert value(official_example, "MAgP(score=T2I,irrelevant=300)") == pytest.approx(
        0.41666666666666663, abs=1e-15
    )


@pytest.mark.parametrize(("n", "scores"), [(1000, [1, 0.9, 0.501, 0.5, 0.25]), (500, [1, 0.8, 0.002, 0, 0])])
def test_entry_point_distances(n, scores):
    distance = np.array([0.0, 100, 499, 500, 750])
    points = EntryPointDistances(np.ones(5, dtype=bool), 5, distance)
    assert entry_point_score(points, n=n).score == pytest.approx(scores)


def test_entry_point_without_a_place_or_a_best_one_scores_0():
    ranking = judged(
        [("A", NOWHERE), ("B", 10, 0), ("C", 0, 0)],
        {"A": [(0, 5)], "B": [(0, 5)], "C": []},
        entry_points={"A": 0, "C": 0},
    )
    assert value(ranking, "gP(score=BEP,n=500)@3") == 0


def test_short_rankings_keep_the_last_value_or_are_divided_by_the_cutoff():
    ranking = GeneralisedRanking(np.array([1.0, 0.5]), np.array([True, True]), 4)
    assert generalised_precision(ranking, 10) == 0.75
    divided = GeneralisedRanking(np.array([1.0, 0.5]), np.array([True, True]), 4, "zero")
    assert generalised_precision(divided, 10) == 0.15


def test_relevant_article_whose_text_is_missed_still_counts_its_rank():
    ranking = judged([("A", 0, 10), ("B", 0, 10)], {"A": [(0, 10)], "B": [(500, 10)]})
    assert value(ranking, "MAgP(score=F,beta=1)") == (1 + 0.5) / 2
    assert value(ranking, "gR@2") == 1


def test_levels_of_generalised_recall_are_floored():
    ranking = GeneralisedRanking(np.ones(1), np.array([True]), 3)
    curve = interpolated_generalised_precision(ranking)
    assert curve[3] == 1
    assert curve[4] == 0


def test_a_curve_without_relevant_articles_is_undefined():
    curve = interpolated_generalised_precision(GeneralisedRanking(np.zeros(2), np.zeros(2, dtype=bool), 0))
    assert curve.shape == (11,)
    assert np.isnan(curve).all()


def test_a_level_of_recall_is_reached_when_it_is_not_a_little_before():
    ranking = GeneralisedRanking(np.array([1.0] * 19 + [0.0]), np.array([True] * 19 + [False]), 20)
    curve = interpolated_generalised_precision(ranking)
    assert curve.tolist() == [1.0] * 10 + [0.0]


def test_restricted_text_of_an_article():
    ranking = judged([("A", 0, 400), ("A", 600, 400)], {"A": [(350, 100), (600, 50)]})
    assert value(ranking, "MAgP(score=char_prec,limit=500)") == (50 + 50) / 500


class TestReading:
    """Text until 300 irrelevant characters."""

    @staticmethod
    def read(results, length, passages, patience=300):
        start, end = np.array([(o, o + n) for o, n in results]).reshape(-1, 2).T
        starts, lengths = np.array(passages).reshape(-1, 2).T
        return read_article(start, end, length, starts, lengths, patience)

    def test_stops_when_the_last_tolerated_character_is_read(self):
        assert self.read([(0, 500)], 500, [(300, 100)]) == (0, 300)

    def test_reads_on_until_then(self):
        assert self.read([(0, 500)], 500, [(299, 100)]) == (100, 300)

    def test_returned_passages_come_first_in_document_order(self):
        assert self.read([(800, 100), (400, 100)], 1000, [(400, 100), (800, 100)]) == (200, 300)

    def test_then_the_rest_from_the_start(self):
        assert self.read([(900, 100)], 1000, [(0, 50), (900, 50)]) == (100, 300)

    def test_a_short_article_is_read_to_its_end(self):
        assert self.read([], 100, [(90, 10)]) == (10, 90)

    def test_unknown_length_is_not_read_beyond_what_was_returned(self):
        assert self.read([(0, 100)], -1, [(50, 20), (150, 20)]) == (20, 80)

    def test_text_returned_twice_is_read_once(self):
        assert self.read([(0, 60), (30, 70)], 100, [(0, 100)]) == (100, 0)
