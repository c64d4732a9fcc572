"""Which documents to judge next: decided pairs against every possible judgement, votes by hand, real runs."""

from __future__ import annotations

import math
import shutil
from itertools import combinations, product

import numpy as np
import pytest
from covid_first_results import described_runs, write_first_results
from pooled_documents import DocumentCampaign

from inexreport.building.pool_files import choose_documents, first_results
from inexreport.errors import UsageError
from inexreport.statistics.next_judgements import Bought, NextJudgements

GRADES = {"1": {"a": 2, "b": 0, "c": 1}, "2": {"a": 0, "b": 2, "d": 1}}
RUNS = {
    "five": {"1": "bac", "2": "dab"},
    "four": {"1": "byx", "2": "azy"},
    "one": {"1": "axb", "2": "bza"},
    "three": {"1": "cya", "2": "yzb"},
    "two": {"1": "xab", "2": "bza"},
}
"""The documents x, y and z are not judged."""

FIVE, FOUR, ONE, THREE, TWO = range(5)
WEIGHTS = {
    "P@3": (1, 1, 1),
    "RBP(p=0.5)": (1 / 2, 1 / 4, 1 / 8),
    "nDCG@3": (1, 1 / math.log2(3), 1 / 2),
}
GAINS = {"P@3": (0, 1, 1), "RBP(p=0.5)": (0, 1 / 2, 1), "nDCG@3": (0, 1, 2)}


def written(folder, official="RBP(p=0.5)", grades=GRADES):
    runs = {("", name): topics for name, topics in RUNS.items()}
    return DocumentCampaign(grades, runs, official=official, metrics=(official,)).write(folder / "campaign")


def read(campaign) -> NextJudgements:
    prepared, outcomes, _ = first_results(campaign, 100)
    (task,) = outcomes
    return NextJudgements(outcomes[task], prepared.campaign, prepared.plans[task])


def places(documents, mask) -> set[str]:
    """Topics and documents of a mask."""
    return {
        topic + name for topic, rows in documents.topics.items() for name in documents.names[rows][mask[rows]]
    }


def decided_by_trying(official, known, left) -> set[tuple[int, int]]:
    """Pairs that have the same order under every possible judgement of what is left, by plain sums."""

    def total(gains):
        return sum(weight * gain for weight, gain in zip(WEIGHTS[official], gains, strict=False))

    signs = {pair: set() for pair in combinations(range(5), 2)}
    for tried in product((0, 1, 2), repeat=len(left)):
        gains = {
            one: GAINS[official][grade] for one, grade in (*known.items(), *zip(left, tried, strict=True))
        }
        best = {
            topic: total(sorted((gains[one] for one in gains if one[0] == topic), reverse=True))
            for topic in "12"
        }
        scores = [
            sum(
                total([gains.get(topic + name, 0) for name in names])
                / ((best[topic] or 1) if official == "nDCG@3" else 1)
                for topic, names in run.items()
            )
            for run in RUNS.values()
        ]
        for (one, other), found in signs.items():
            found.add(np.sign(round(scores[one] - scores[other], 9)))
    return {pair for pair, found in signs.items() if len(found) == 1}


# By depth, of the documents with rank 1 those that most runs have first or, by P@3, at all; then by name.
@pytest.mark.parametrize(
    ("official", "deeper"), [("RBP(p=0.5)", {"1b", "2b"}), ("P@3", {"1a", "2a"}), ("nDCG@3", {"1b", "2b"})]
)
def test_no_judgement_changes_the_order_of_a_decided_pair(tmp_path, official, deeper):
    documents = read(written(tmp_path, official))
    known = {topic + name: grade for topic, grades in GRADES.items() for name, grade in grades.items()}
    undecided = documents.undecided(range(5), documents.judged, ~documents.judged)
    expected = decided_by_trying(official, known, ["1x", "1y", "2y", "2z"])
    assert {tuple(sorted(pair)) for pair in undecided} == {*combinations(range(5), 2)} - expected
    assert 0 < len(expected) < 10

    nothing = np.zeros_like(documents.judged)
    pairs = documents.undecided(documents.best_runs(nothing), nothing, documents.judged)
    budgets = set(), places(documents, documents.chosen(pairs, documents.judged, 2)), deeper
    decided = [
        len(decided_by_trying(official, {one: known[one] for one in budget}, sorted(known.keys() - budget)))
        for budget in budgets
    ]
    assert documents.simulated(2, depth=0) == Bought(0, 10, *decided)


def test_votes_by_hand(tmp_path):
    documents = read(written(tmp_path))
    assert documents.weights[:3].tolist() == [0.5, 0.25, 0.125]
    of_precision = read(written(tmp_path / "AP", "AP")).weights  # two documents of each topic are relevant
    assert of_precision.tolist() == pytest.approx([*(1 / (2 * rank) for rank in range(1, 101)), 0])

    def chosen(budget, *undecided):
        return places(documents, documents.chosen(undecided, ~documents.judged, budget))

    # One and two: x has ranks 2 and 1, z the same. Sums over all runs: x 7/8, y 1/2 and 5/8, z 1.
    assert [chosen(budget, (ONE, TWO)) for budget in (1, 2, 3)] == [{"1x"}, {"1x", "2z"}, {"1x", "2z", "2y"}]
    # Three and four: y of topic 1 has rank 2 in both, of topic 2 ranks 1 and 3; x and no rank: 3/8 and 1/8.
    assert chosen(2, (THREE, FOUR)) == {"2y", "1x"}
    # Three pairs of one and two outvote that.
    assert chosen(1, (THREE, FOUR), *[(ONE, TWO)] * 3) == {"1x"}


def test_what_is_chosen_and_said(tmp_path):
    made = choose_documents(written(tmp_path), 100)
    pools = {topic: {name for name, _ in pool.elements} for topic, pool in made.pools["main"].items()}
    assert pools == {"1": {"x", "y"}, "2": {"y", "z"}}
    assert made.said["main"] == (
        "RBP(p=0.5) decides 5 of 10 pairs of the 5 best runs. Runs return no more than 4 unjudged documents "
        "that count. There are too few judgements to simulate a budget of 100."
    )


def test_a_budget_needs_judgements(tmp_path, sample_campaign):
    for campaign in (written(tmp_path, grades={"1": {}}), sample_campaign):
        with pytest.raises(UsageError, match="It needs documents that are judged by grade"):
            choose_documents(campaign, 10)


@pytest.mark.real_data
def test_500_judgements_of_trec_covid_decide_more_than_500_by_depth(tmp_path, real_data, made_once):
    """Of the runs of round 1 that contributed to the pools."""
    data = real_data / "trec-covid-round1"
    whole = made_once("covid-first-results", lambda folder: write_first_results(data, folder))
    part = shutil.copytree(whole, tmp_path / "covid")
    for name, row in described_runs(data).items():
        if row["contributed"] != "yes":
            (part / "runs" / "adhoc" / row["participant"] / f"{name}.txt").unlink()
    assert read(part).simulated(500, depth=5) == Bought(5, 45, before=12, chosen=44, by_depth=21)
