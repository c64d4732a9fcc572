"""Figure 1 of Kazai, Lalmas and de Vries (2004): ideal recall base, six simulated runs, their gains."""

import numpy as np
import pytest
from by_hand import element_ranking
from element_judgements import full_recall_base, graded, ideal_recall_base

from inexreport.judging.element_gains import element_gains
from inexreport.judging.judged_ranking import judge
from inexreport.judging.recall_base import recall_base
from inexreport.metrics.cumulated_gain import gain_at_tenths, mean_gain_at_tenths, normalised_gain

FILE = "co/2001/r7022"
PATHS = {
    "article": "/article[1]",
    "bdy": "/article[1]/bdy[1]",
    "sec4": "/article[1]/bdy[1]/sec[4]",
    "sec4/p1": "/article[1]/bdy[1]/sec[4]/p[1]",
    "sec4/p2": "/article[1]/bdy[1]/sec[4]/p[2]",
    "sec4/ip12": "/article[1]/bdy[1]/sec[4]/ip1[2]",
    "sec6": "/article[1]/bdy[1]/sec[6]",
    "sec6/p1": "/article[1]/bdy[1]/sec[6]/p[1]",
    "sec6/p2": "/article[1]/bdy[1]/sec[6]/p[2]",
    "sec6/ip12": "/article[1]/bdy[1]/sec[6]/ip1[2]",
}
GRADES = {
    "article": (3, 1),
    "bdy": (3, 1),
    "sec4": (2, 2),
    "sec4/p1": (2, 3),
    "sec4/p2": (1, 2),
    "sec4/ip12": (2, 3),
    "sec6": (3, 3),
    "sec6/p1": (2, 3),
    "sec6/p2": (2, 3),
    "sec6/ip12": (2, 3),
}
LEAVES = ["sec6/p1", "sec6/p2", "sec6/ip12", "sec4/p1", "sec4/ip12", "sec4/p2"]
RUNS = {
    "irb": ["sec6", "sec4"],
    "frb": ["sec6", *LEAVES[:5], "sec4", "sec4/p2", "bdy", "article"],
    "ia": ["sec6", "sec4", "bdy", "article"],
    "id": ["sec6", *LEAVES[:5], "sec4", "sec4/p2"],
    "lo": LEAVES,
    "ao": ["article"],
}
ASSESSMENT = graded({(FILE, PATHS[name]): grade for name, grade in GRADES.items()})


def gains(names, overlap="on", quant="sog"):
    ranking = element_ranking([(FILE, PATHS[name]) for name in names])
    return element_gains(judge(ranking, ASSESSMENT), quant, overlap, ideal_tie="deeper")


def short(elements):
    names = {path: name for name, path in PATHS.items()}
    return {names[path] for _, path in elements}


@pytest.mark.parametrize("tie", ["deeper", "higher"])
def test_ideal_recall_base(tie):
    base = recall_base(ASSESSMENT, "sog", tie)
    assert short(ideal_recall_base(base)) == {"sec6", "sec4"}
    assert base.ideal_gains.tolist() == [1.0, 0.5]
    assert len(full_recall_base(base)) == 10


def test_with_the_generalised_quantisation_the_tie_decides():
    assert short(ideal_recall_base(recall_base(ASSESSMENT, "gen", "deeper"))) == {"bdy"}
    assert short(ideal_recall_base(recall_base(ASSESSMENT, "gen", "higher"))) == {"article"}


def test_listing_of_the_full_recall_base():
    """By gain, then deeper first; remaining ties as the paper lists them."""
    base = recall_base(ASSESSMENT, "sog", "deeper")
    ordered = sorted(RUNS["frb"], key=lambda name: -full_recall_base(base)[FILE, PATHS[name]])
    depth = {name: PATHS[name].count("/") for name in PATHS}
    ordered.sort(key=lambda name: (-full_recall_base(base)[FILE, PATHS[name]], -depth[name]))
    assert ordered == RUNS["frb"]


def test_leaves():
    inner = {path.rpartition("/")[0] for path in PATHS.values()}
    assert {name for name, path in PATHS.items() if path not in inner} == set(RUNS["lo"])


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("irb", [1, 0.5]),
        ("ia", [1, 0.5, 0, 0]),
        ("frb", [1, 0, 0, 0, 0.5, 0, 0, 0, 0, 0]),
        ("id", [1, 0, 0, 0, 0.5, 0, 0, 0]),
        ("lo", [0.9, 0.1, 0, 0.5, 0, 0]),
        ("ao", [0.25]),
    ],
)
def test_gains_of_the_simulated_runs(run, expected):
    assert gains(RUNS[run]).gain == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("run", "ranks", "expected"),
    [
        ("lo", (1, 2, 5), (0.9, 0.6667, 1)),
        ("frb", (2,), (0.6667,)),
        ("ao", (2,), (0.1667,)),
        ("irb", (1, 2, 1500), (1, 1, 1)),
        ("ia", (1, 2, 1500), (1, 1, 1)),
    ],
)
def test_normalised_gain_at_ranks(run, ranks, expected):
    curve = normalised_gain(gains(RUNS[run]), 1500)
    assert [curve[rank - 1] for rank in ranks] == pytest.approx(expected, abs=5e-5)


def test_the_ideal_run_comes_first():
    for axis in ("ideal", "run"):
        scores = {run: mean_gain_at_tenths(gain_at_tenths(gains(names), axis)) for run, names in RUNS.items()}
        assert scores["irb"] == pytest.approx(1)
        assert max(scores.values()) == pytest.approx(scores["irb"])


@pytest.mark.parametrize(
    ("run", "expected"),
    # The ideal ranking is sec6 (1), sec4 (0.5): five of the ten points are at rank 1, five at rank 2.
    [("irb", 1), ("lo", (0.9 + 2 / 3) / 2), ("frb", (1 + 2 / 3) / 2), ("ao", (0.25 + 1 / 6) / 2)],
)
def test_nxcg_of_2004_by_hand(run, expected):
    assert mean_gain_at_tenths(gain_at_tenths(gains(RUNS[run]))) == pytest.approx(expected)


def test_an_ancestor_of_several_ideals_gets_what_they_have_left():
    names = ["sec4/ip12", "sec6/ip12", "bdy"]
    total = gains(names).gain.sum()
    assert total <= 1.5 + 1e-12


def test_random_searches_never_gain_more_than_the_ideal():
    random = np.random.default_rng(7)
    for _ in range(2000):
        names = random.permutation(list(PATHS))[: random.integers(1, 11)].tolist()
        found = gains(names)
        assert found.gain.sum() <= found.ideal.sum() + 1e-12
        assert (found.gain >= 0).all()


def test_without_overlap_every_element_gains_what_it_is_worth():
    found = gains(["article", "sec6", "article", "sec4/p1"], overlap="off")
    assert found.gain.tolist() == [0.25, 1, 0.9]
    assert len(found.ideal) == 10
