import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.statistics.agreement import cohen_kappa, krippendorff_alpha, observed_agreement

TABLES = st.integers(1, 4).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 30), min_size=size, max_size=size), min_size=size, max_size=size
    )
)


def table_of(first: str, second: str) -> list[list[int]]:
    categories = sorted(set(first) | set(second))
    table = [[0] * len(categories) for _ in categories]
    for one, other in zip(first, second, strict=True):
        table[categories.index(one)][categories.index(other)] += 1
    return table


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        ([[20, 5], [10, 15]], 0.4),
        ([[45, 15], [25, 15]], 0.1304),
        ([[25, 35], [5, 35]], 0.2593),
        ([[0, 10], [10, 0]], -1.0),
    ],
)
def test_kappa_of_examples_that_textbooks_print(table, kappa):
    assert cohen_kappa(table) == pytest.approx(kappa, abs=5e-5)


def test_alpha_of_krippendorffs_examples():
    """Two observers: binary data, and nominal data of five categories (2011, parts A and B)."""
    assert krippendorff_alpha(table_of("0100000010", "1110010000")) == pytest.approx(0.095, abs=5e-4)
    assert krippendorff_alpha(table_of("aabbdcccedda", "babbbccceddd")) == pytest.approx(0.692, abs=5e-4)


def test_judges_who_always_agree_reach_1():
    table = [[3, 0, 0], [0, 2, 0], [0, 0, 9]]
    assert observed_agreement(table) == cohen_kappa(table) == krippendorff_alpha(table) == 1


@pytest.mark.parametrize("table", [[[0, 0], [0, 0]], [[7, 0], [0, 0]]])
def test_coefficients_of_a_single_category_are_undefined(table):
    assert math.isnan(cohen_kappa(table))
    assert math.isnan(krippendorff_alpha(table))


def test_many_characters_do_not_overflow():
    table = [[4_000_000_000, 1_000_000_000], [2_000_000_000, 3_000_000_000]]
    assert cohen_kappa(table) == pytest.approx(cohen_kappa([[4, 1], [2, 3]]))


@given(TABLES)
def test_alpha_and_kappa_by_their_definitions(table):
    counts = np.array(table, dtype=float)
    total = counts.sum()
    if total < 1 or (counts.sum(axis=1) @ counts.sum(axis=0)) == total**2:
        assert math.isnan(cohen_kappa(table))
        return
    shares = counts / total
    chance = sum(shares[i].sum() * shares[:, i].sum() for i in range(len(table)))
    assert cohen_kappa(table) == pytest.approx((np.trace(shares) - chance) / (1 - chance))
    values = [i for i in range(len(table)) for _ in range(int(counts[i].sum() + counts[:, i].sum()))]
    pairs = sum(values[i] != values[j] for i in range(len(values)) for j in range(i))
    expected = pairs / (len(values) * (len(values) - 1) / 2)
    observed = 1 - np.trace(shares)
    assert krippendorff_alpha(table) == pytest.approx(1 - observed / expected)


@given(TABLES)
def test_both_coefficients_treat_the_judges_alike(table):
    turned = np.array(table).T.tolist()
    assert cohen_kappa(table) == pytest.approx(cohen_kappa(turned), nan_ok=True)
    assert krippendorff_alpha(table) == pytest.approx(krippendorff_alpha(turned), nan_ok=True)
