import numpy as np
import pytest
from pooling_campaigns import SmallCampaign, evaluated
from pooling_reference import PlainRun

from inexreport.statistics.pooled_results import PooledResults
from inexreport.statistics.rare_documents import DEPTH, FEW, rare_documents

JUDGED = {
    "1": {"A": {0: (0, 10)}, "B": {0: (0, 10)}, "C": {}},
    "2": {"C": {0: (0, 10)}},
}


def rare(runs, judged=JUDGED):
    campaign = SmallCampaign(2009, judged, dict.fromkeys("123", "CO"), {"Thorough": runs})
    outcome = evaluated(campaign)
    return rare_documents(PooledResults(outcome.tasks[0], outcome.campaign))


def run(**topics):
    return PlainRun("1", {name[1:]: [(one, (0, 9)) for one in articles] for name, articles in topics.items()})


def test_an_article_of_five_runs_is_rare_and_one_of_six_is_not():
    runs = {f"run{number}": run(t1="ABCZ" if number < FEW else "A") for number in range(FEW + 1)}
    found = rare(runs)
    assert found.runs == tuple(runs)
    assert found.rare.tolist() == [3] * FEW + [0]  # B, C and Z
    assert found.rare_relevant.tolist() == [1] * FEW + [0]  # B
    assert found.percent[:FEW] == pytest.approx(100 / 3)
    assert np.isnan(found.percent[FEW])
    assert found.all_relevant == 1


def test_topics_are_counted_by_themselves_and_only_assessed_ones():
    found = rare({"a": run(t1="AAC", t2="C", t3="ABC"), "b": run(t2="BC")})
    assert found.rare.tolist() == [3, 2]
    assert found.rare_relevant.tolist() == [2, 1]
    assert found.all_relevant == 2


def test_only_the_first_results_are_looked_at():
    others = [f"x{number}" for number in range(DEPTH)]
    found = rare({"late": run(t1=[*others, "A"]), "early": run(t1=[*others[1:], "A"])})
    assert found.rare.tolist() == [DEPTH, DEPTH]
    assert dict(zip(found.runs, found.rare_relevant.tolist(), strict=True)) == {"early": 1, "late": 0}


def test_an_article_is_relevant_by_any_of_its_elements():
    judged = {"1": {"A": {"/article[1]": (0, 0), "/article[1]/sec[1]": (1, 2)}, "B": {"/article[1]": (0, 0)}}}
    results = [("A", "/article[1]"), ("B", "/article[1]"), ("C", None)]
    campaign = SmallCampaign(2004, judged, {"1": "CO"}, {"CO": {"a": PlainRun("1", {"1": results})}})
    outcome = evaluated(campaign)
    found = rare_documents(PooledResults(outcome.tasks[0], outcome.campaign))
    assert (found.rare.tolist(), found.rare_relevant.tolist()) == ([3], [1])
