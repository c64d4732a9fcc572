"""Relevant in Context and Best in Context: the worked examples, and the official evaluator's values."""

import numpy as np
import pytest
from by_hand import NOWHERE, judged
from hypothesis import given
from hypothesis import strategies as st

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


@pytest.mark.parametrize("score", ["F,beta=1", "BEP,n=500", "T2I,irrelevant=300", "char_prec,limit=500"])
def test_the_year_says_what_short_rankings_do(score):
    ranking = judged(
        [("A", 0, 10)], {"A": [(0, 10)], "B": [(0, 5)]}, lengths={"A": 10}, entry_points={"A": 0}
    )
    assert value(ranking, f"gP(score={score})@4", short_ranking="last value") == 1
    assert value(ranking, f"gP(score={score})@4") == 1
    assert value(ranking, f"gP(score={score})@4", short_ranking="zero") == 0.25


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


def test_what_is_read_of_an_article_is_what_was_returned_of_it():
    ranking = judged(
        [("A", 500, 100), ("B", 0, 10), ("B", NOWHERE), ("C", NOWHERE), ("D", 0, 1000)],
        {"A": [(500, 100)], "B": [(900, 100)], "C": [(0, 50)], "D": []},
    )
    # A: 100 of 400; B: none of 300; C, from its start: 50 of 350; D is not relevant.
    assert value(ranking, "gP(score=T2I,irrelevant=300)@1") == 0.25
    assert value(ranking, "gP(score=T2I,irrelevant=300)@2") == 0.125
    assert value(ranking, "gP(score=T2I,irrelevant=300)@4") == pytest.approx((0.25 + 50 / 350) / 4)


def read_by_character(results, length, passages, patience):
    """The same, one character after another."""
    returned = {at for offset, size in results for at in range(offset, offset + size)}
    relevant = {at for offset, size in passages for at in range(offset, offset + size)}
    read = [0, 0]
    for at in [*sorted(returned), *(at for at in range(length) if at not in returned)]:
        read[at not in relevant] += 1
        if read[1] == patience:
            break
    return tuple(read)


class TestReading:
    """Text until 300 irrelevant characters."""

    @given(
        st.lists(st.tuples(st.integers(0, 50), st.integers(0, 20)), max_size=4),
        st.sampled_from([-1, 0, 30, 60]),
        st.sets(st.integers(0, 60), max_size=8),
        st.integers(1, 40),
    )
    def test_as_character_by_character(self, results, length, cuts, patience):
        edges = sorted(cuts)
        found = [(a, b - a) for a, b in zip(edges[::2], edges[1::2], strict=False)]
        if any(a + n > max(length, 0) for a, n in results + found):
            length = 70
        expected = read_by_character(results, length, found, patience)
        assert self.read(results, length, found, patience) == expected

    @staticmethod
    def read(results, length, passages, patience=300):
        start, end = np.array([(o, o + n) for o, n in results]).reshape(-1, 2).T
        starts, lengths = np.array(passages).reshape(-1, 2).T
        return read_article(start, end, length, starts, lengths, patience)

    def test_stops_when_the_last_tolerated_character_is_read(self):
        assert self.read([(0, 500)], 500, [(300, 100)]) == (0, 300)

    def test_stops_there_even_if_the_next_is_relevant(self):
        assert self.read([(0, 400)], 400, [(300, 100)]) == (0, 300)
        assert self.read([(0, 300)], 400, [(300, 100)]) == (0, 300)

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

    def test_text_in_two_passages_counts_twice(self):
        assert self.read([(0, 100)], 100, [(0, 50), (25, 50)]) == (100, 25)

    def test_text_returned_twice_is_read_once(self):
        assert self.read([(0, 60), (30, 70)], 100, [(0, 100)]) == (100, 0)
