"""BEPD and EPRUM: worked examples, brute force, and the reduction to average precision."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.article_gains import EntryPointRanking
from inexreport.metrics.entry_points import (
    chances_by_rank,
    expected_precision,
    expected_precision_at_rank,
    expected_precisions,
    mean_expected_precision,
    mean_proximity,
    precision_by_expected_rank,
    precision_by_recall,
    proximity,
)
from inexreport.metrics.registry import bind

LENGTH = 1000.0


def points(probabilities, total):
    """A ranking whose scores under A = 1 are these."""
    with np.errstate(divide="ignore"):
        distance = LENGTH / np.array(probabilities, dtype=float) - LENGTH
    return EntryPointRanking(distance, total)


def expected(probabilities, total):
    return expected_precision(points(probabilities, total), 1, LENGTH)


def at_ranks(probabilities, total, ranks):
    chances = chances_by_rank(points(probabilities, total), 1, LENGTH)
    return [expected_precision_at_rank(chances, rank) for rank in ranks]


@pytest.mark.parametrize(
    ("A", "score"), [(0.01, 0.0196), (0.1, 0.1667), (1, 0.6667), (10, 0.9524), (100, 0.9950)]
)
def test_proximity(A, score):  # noqa: N803 (the paper's symbol)
    assert proximity(np.array([500.0]), A, LENGTH)[0] == pytest.approx(score, abs=5e-5)


@pytest.mark.parametrize(
    ("probabilities", "total", "precision"),
    [
        ([0.5, 1], 2, [0.75, 0.5]),
        ([1, 0, 1], 3, [1, 2 / 3, 0]),
        ([0.8, 0, 0.4, 1], 3, [0.8567, 0.4933, 0.2400]),
    ],
)
def test_worked_examples(probabilities, total, precision):
    assert expected(probabilities, total) == pytest.approx(precision, abs=5e-5)


@pytest.mark.parametrize(
    ("probabilities", "precision"), [([0.5, 1], [0.5, 0.75]), ([0.8, 0, 0.4, 1], [0.8, 0.4, 0.4, 0.55])]
)
def test_precision_at_a_rank(probabilities, precision):
    found = at_ranks(probabilities, 3, range(1, len(precision) + 1))
    assert found == pytest.approx(precision)
    # After the last result nothing more is seen.
    assert at_ranks(probabilities, 3, [100]) == pytest.approx([sum(probabilities) / 100])


@given(st.lists(st.booleans(), min_size=1, max_size=25), st.integers(0, 5), st.integers(1, 30))
def test_with_certainty_precision_at_a_rank_is_the_classical_one(relevant, missed, rank):
    if total := sum(relevant) + missed:
        assert at_ranks(relevant, total, [rank]) == pytest.approx([sum(relevant[:rank]) / rank])


@given(st.lists(st.sampled_from([0, 0.2, 0.5, 0.9, 1]), min_size=1, max_size=7))
def test_precision_at_a_rank_is_the_expectation_by_brute_force(probabilities):
    expected_seen = 0.0
    for seen in product((0, 1), repeat=len(probabilities)):
        chances = zip(probabilities, seen, strict=True)
        expected_seen += sum(seen) * np.prod([p if s else 1 - p for p, s in chances])
    rank = len(probabilities)
    assert at_ranks(probabilities, rank, [rank]) == pytest.approx([expected_seen / rank])


def by_expected_rank(probabilities, total):
    return precision_by_expected_rank(points(probabilities, total), 1, LENGTH)


@given(st.lists(st.sampled_from([0, 0.2, 0.5, 0.9, 1]), max_size=7), st.integers(1, 5))
def test_precision_by_the_expected_rank_as_by_brute_force(probabilities, total):
    chances, ranks = np.zeros((2, total))
    for seen in product((0, 1), repeat=len(probabilities)):
        chance = np.prod([p if s else 1 - p for p, s in zip(probabilities, seen, strict=True)])
        for found, rank in enumerate(np.flatnonzero(seen)[:total] + 1):
            chances[found] += chance
            ranks[found] += chance * rank
    by_hand = [
        chance * wanted / (rank / chance) if chance else 0
        for wanted, (chance, rank) in enumerate(zip(chances, ranks, strict=True), 1)
    ]
    assert by_expected_rank(probabilities, total) == pytest.approx(by_hand, abs=1e-12)


@given(st.lists(st.booleans(), max_size=25), st.integers(0, 5))
def test_with_certainty_both_precisions_are_equal(relevant, missed):
    total = sum(relevant) + missed
    assert by_expected_rank(relevant, total) == pytest.approx(expected(relevant, total))


def test_which_precision_an_identifier_means():
    settings = {"mean_document_length": LENGTH}
    for identifier, mean in (("EPRUM(A=1)", 0.625), ("EPRUM(A=1,precision=ratio)", (2 / 3 + 0.5) / 2)):
        bound = bind(identifier, settings)
        shared = bound.metric.shared(points([0.5, 1], 2), **bound.shared_arguments)
        assert bound.metric.measure(shared, None) == pytest.approx(mean)


def test_means_of_the_worked_examples():
    assert mean_expected_precision(expected([0.5, 1], 2)) == pytest.approx(0.625)
    assert mean_expected_precision(expected([0.8, 0, 0.4, 1], 3)) == pytest.approx(0.53, abs=5e-5)
    assert mean_proximity(points([0.8, 0, 0.4, 1], 3), 1, LENGTH) == pytest.approx(0.7333, abs=5e-5)


@given(st.lists(st.sampled_from([0, 0.2, 0.5, 0.9, 1]), max_size=7), st.integers(1, 5))
def test_as_by_brute_force(probabilities, total):
    by_hand = np.zeros(total)
    for seen in product((0, 1), repeat=len(probabilities)):
        chance = np.prod([p if s else 1 - p for p, s in zip(probabilities, seen, strict=True)])
        for found, rank in enumerate(np.flatnonzero(seen) + 1, 1):
            if found <= total:
                by_hand[found - 1] += chance * found / rank
    assert expected(probabilities, total) == pytest.approx(by_hand, abs=1e-12)


@given(st.lists(st.booleans(), max_size=25), st.integers(0, 5))
def test_with_certainty_it_is_average_precision(relevant, missed):
    total = sum(relevant) + missed
    if not total:
        return
    ranks = np.flatnonzero(relevant) + 1
    classical = (np.arange(1, len(ranks) + 1) / ranks).sum() / total
    assert mean_expected_precision(expected(relevant, total)) == pytest.approx(classical, abs=1e-12)


def test_precision_by_recall_asks_for_whole_entry_points():
    curve = precision_by_recall(np.array([0.9, 0.6, 0.3]))
    assert [curve[32], curve[33], curve[65], curve[66], curve[99]] == [0.9, 0.6, 0.6, 0.3, 0.3]


def test_undefined_without_entry_points_or_mean_length():
    assert np.isnan(mean_expected_precision(expected([1], 0)))
    assert np.isnan(at_ranks([1], 0, [1]))
    assert np.isnan(expected_precision_at_rank(chances_by_rank(points([1], 1), 1), 5))
    assert np.isnan(mean_proximity(points([1], 0), 1, LENGTH))
    assert np.isnan(mean_proximity(points([1], 1), 1))
    assert np.isnan(mean_expected_precision(expected_precision(points([1], 1), 1)))
    assert np.isnan(mean_expected_precision(precision_by_expected_rank(points([1], 1), 1)))


def test_several_topics_at_once_are_as_each_by_itself():
    topics = [
        points([0.5], 2),
        points([0.9, 0, 0.2, 1], 3),
        points([], 4),
        points([1, 0.4], 1),
        points([0, 0.3, 0.3], 3),
        points([0.6, 0.7], 2),
    ]
    for chosen in (topics, topics[::-1], topics[2:3], ()):
        together = expected_precisions(chosen, 1, LENGTH)
        alone = [expected_precision(topic, 1, LENGTH) for topic in chosen]
        assert [found.tolist() for found in together] == [found.tolist() for found in alone]
    assert [found.tolist() for found in expected_precisions(topics, 1)] == [[]] * len(topics)


def test_a_curve_without_entry_points_is_undefined():
    curve = precision_by_recall(np.zeros(0))
    assert curve.shape == (100,)
    assert np.isnan(curve).all()
