import numpy as np
import pytest
from pooling_campaigns import SmallCampaign, pools_of_only_task
from pooling_reference import PlainRun

from inexreport.subjects.rare_documents import most_runs, rare_counts

JUDGED = {
    "1": {"A": {0: (0, 10)}, "B": {0: (0, 10)}, "C": {}},
    "2": {"C": {0: (0, 10)}},
}


def rare(runs, judged=JUDGED):
    campaign = SmallCampaign(2009, judged, dict.fromkeys("123", "CO"), {"Thorough": runs})
    found = pools_of_only_task(campaign)
    return rare_counts(found.outcome, found.campaign)


def run(**topics):
    return PlainRun("1", {name[1:]: [(one, (0, 9)) for one in articles] for name, articles in topics.items()})


@pytest.mark.parametrize(
    ("runs", "most"), [(0, 1), (1, 1), (6, 1), (19, 1), (20, 2), (29, 2), (49, 4), (50, 5), (143, 5)]
)
def test_the_more_runs_there_are_the_more_may_have_a_rare_article(runs, most):
    assert most_runs(runs) == most


@pytest.mark.parametrize(("runs", "most"), [(50, 5), (25, 2), (6, 1)])
def test_an_article_of_as_many_runs_is_rare_and_one_of_one_run_more_is_not(runs, most):
    names = [f"run{number:02}" for number in range(runs)]
    ending = ["BCZ"] * most + [""] * (runs - most)
    others = ["D"] * (most + 1) + [""] * (runs - most - 1)
    found = rare(
        {name: run(t1=f"A{more}{last}") for name, more, last in zip(names, ending, others, strict=True)}
    )
    assert found.run.tolist() == names
    assert most_runs(runs) == most
    assert found.rare.tolist() == [3] * most + [0] * (runs - most)  # B, C and Z
    assert found.rare_relevant.tolist() == [1] * most + [0] * (runs - most)  # B
    assert found.percent.tolist()[:most] == pytest.approx([100 / 3] * most)
    assert np.isnan(found.percent.iloc[most:]).all()
    assert found.percent_of_all.tolist() == [100.0] * most + [0.0] * (runs - most)


def test_topics_are_counted_by_themselves_and_only_assessed_ones():
    found = rare({"a": run(t1="AAC", t2="C", t3="ABC"), "b": run(t2="B")})
    assert found.rare.tolist() == [3, 1]
    assert found.rare_relevant.tolist() == [2, 0]
    assert found.percent_of_all.tolist() == [100.0, 0.0]


def test_only_the_first_hundred_results_count():
    others = [f"x{number}" for number in range(100)]
    found = rare({"late": run(t1=[*others, "A"]), "early": run(t1=[*others[1:], "A"])})
    assert found.rare.tolist() == [1, 1]  # x0 and A
    assert dict(zip(found.run, found.rare_relevant, strict=True)) == {"early": 1, "late": 0}


def test_an_article_is_relevant_by_any_of_its_elements():
    judged = {"1": {"A": {"/article[1]": (0, 0), "/article[1]/sec[1]": (1, 2)}, "B": {"/article[1]": (0, 0)}}}
    results = [("A", "/article[1]"), ("B", "/article[1]"), ("C", None)]
    campaign = SmallCampaign(2004, judged, {"1": "CO"}, {"CO": {"a": PlainRun("1", {"1": results})}})
    pools = pools_of_only_task(campaign)
    found = rare_counts(pools.outcome, pools.campaign)
    assert (found.rare.tolist(), found.rare_relevant.tolist()) == ([3], [1])
