import numpy as np
import pytest
from pooling_campaigns import SmallCampaign, pools_of_only_task
from pooling_reference import PlainRun

from inexreport.statistics.rare_documents import rare_documents

JUDGED = {
    "1": {"A": {0: (0, 10)}, "B": {0: (0, 10)}, "C": {}},
    "2": {"C": {0: (0, 10)}},
}


def rare(runs, judged=JUDGED):
    campaign = SmallCampaign(2009, judged, dict.fromkeys("123", "CO"), {"Thorough": runs})
    return rare_documents(pools_of_only_task(campaign).results)


def run(**topics):
    return PlainRun("1", {name[1:]: [(one, (0, 9)) for one in articles] for name, articles in topics.items()})


def test_an_article_of_five_runs_is_rare_and_one_of_six_is_not():
    runs = {name: run(t1="A" if name == "f" else "ABCZ") for name in "abcdef"}
    found = rare(runs)
    assert found.runs == tuple("abcdef")
    assert found.rare.tolist() == [3, 3, 3, 3, 3, 0]  # B, C and Z
    assert found.rare_relevant.tolist() == [1, 1, 1, 1, 1, 0]  # B
    assert found.percent[:5] == pytest.approx(100 / 3)
    assert np.isnan(found.percent[5])
    assert found.all_relevant == 1


def test_topics_are_counted_by_themselves_and_only_assessed_ones():
    found = rare({"a": run(t1="AAC", t2="C", t3="ABC"), "b": run(t2="BC")})
    assert found.rare.tolist() == [3, 2]
    assert found.rare_relevant.tolist() == [2, 1]
    assert found.all_relevant == 2


def test_only_the_first_hundred_results_are_looked_at():
    others = [f"x{number}" for number in range(100)]
    found = rare({"late": run(t1=[*others, "A"]), "early": run(t1=[*others[1:], "A"])})
    assert found.rare.tolist() == [100, 100]
    assert dict(zip(found.runs, found.rare_relevant.tolist(), strict=True)) == {"early": 1, "late": 0}


def test_an_article_is_relevant_by_any_of_its_elements():
    judged = {"1": {"A": {"/article[1]": (0, 0), "/article[1]/sec[1]": (1, 2)}, "B": {"/article[1]": (0, 0)}}}
    results = [("A", "/article[1]"), ("B", "/article[1]"), ("C", None)]
    campaign = SmallCampaign(2004, judged, {"1": "CO"}, {"CO": {"a": PlainRun("1", {"1": results})}})
    found = rare_documents(pools_of_only_task(campaign).results)
    assert (found.rare.tolist(), found.rare_relevant.tolist()) == ([3], [1])
