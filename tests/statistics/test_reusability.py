"""Rankings without the finds of each group, against campaigns whose qrels do not have them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evaluated_samples import evaluated_sample
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pooled_documents import DocumentCampaign
from pooling_campaigns import scores_alone
from pooling_reference import tau_b

from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.tables.published import TABLES, published
from inexreport.statistics import pooled_results
from inexreport.subjects.reusability import REUSABILITY, is_measured

CAMPAIGN = DocumentCampaign(
    grades={"1": {"a": 2, "b": 0, "c": 1, "e": 1, "far": 1}, "2": {"a": 1, "d": -1, "f": 1}},
    runs={
        ("north", "x"): {"1": ["a", "b", "c", "z"], "2": ["d", "y", "a"]},
        ("north", "x2"): {"1": ["b", "a"], "2": ["a", "d"]},
        ("south", "y"): {"1": ["c", "a"], "2": ["f"]},
        ("south", "w"): {"1": ["q", "e"], "2": ["a"]},
        ("west", "v"): {"1": ["b", "a"]},
    },
    settings="pool_depth = 2\n",
)


@pytest.fixture
def build(tmp_path_factory):
    """Evaluate a small campaign."""

    def evaluated(campaign):
        with scores_alone():
            return evaluate_campaign(campaign.write(tmp_path_factory.mktemp("campaigns") / "small"))[0]

    return evaluated


def unique_relevant(campaign, depth, contributing):
    """By group and topic, the relevant documents that nobody else has within the depth."""
    owners: dict[tuple[str, str], set[str]] = {}
    for (group, run), results in campaign.runs.items():
        for topic, documents in results.items():
            for document in documents[: depth if run in contributing else 0]:
                owners.setdefault((topic, document), set()).add(group)
    finds: dict[str, dict[str, set[str]]] = {group: {} for group, run in campaign.runs if run in contributing}
    for (topic, document), groups in owners.items():
        if len(groups) == 1 and campaign.grades.get(topic, {}).get(document, 0) > 0:
            finds[min(groups)].setdefault(topic, set()).add(document)
    return finds


def assert_as_if_never_judged(campaign, depth, contributing, build):
    outcome = build(campaign)
    table = REUSABILITY.build(outcome).to_pandas().set_index("participant")
    finds = unique_relevant(campaign, depth, contributing)
    official = scores(outcome)
    assert list(table.index) == sorted(finds)
    for group, found in finds.items():
        row = table.loc[group]
        assert row["unique_relevant"] == sum(map(len, found.values()))
        grades = {
            topic: {name: grade for name, grade in judged.items() if name not in found.get(topic, ())}
            for topic, judged in campaign.grades.items()
        }
        # A topic that loses all judgements stays a topic of the campaign.
        grades = {topic: judged or {"nothing": 0} for topic, judged in grades.items()}
        changed = scores(build(replace(campaign, grades=grades)))
        expected = tau_b(official.values(), [changed[run] for run in official])
        assert (None if row["tau"] != row["tau"] else row["tau"]) == (
            None if expected is None else pytest.approx(expected)
        )
        falls = {
            run: sum(other > changed[run] for other in changed.values())
            - sum(other > official[run] for other in official.values())
            for run in official
        }
        assert row["largest_fall"] == max(0, *falls.values())
        assert row["run"] == "" if row["largest_fall"] == 0 else falls[row["run"]] == row["largest_fall"]
        own = {run: max(0, falls[run]) for team, run in campaign.runs if team == group}
        assert (row["own_runs"], row["own_largest_fall"]) == (len(own), max(own.values()))
        assert row["own_mean_fall"] == pytest.approx(sum(own.values()) / len(own))
        assert row["own_large_falls"] == sum(fall >= 5 for fall in own.values())
        assert own.get(row["own_run"], 0) == row["own_largest_fall"]


def scores(outcome):
    return {run.submission.name: round(float(run.scores.mean[0]), 10) for run in outcome.tasks[0].runs}


ALL_RUNS = {run for _, run in CAMPAIGN.runs}


def test_each_group_is_left_out_in_turn(build):
    assert_as_if_never_judged(CAMPAIGN, 2, ALL_RUNS, build)
    table = REUSABILITY.build(build(CAMPAIGN)).to_pandas()
    assert table["unique_relevant"].tolist() == [0, 3, 0]
    assert table["tau"].tolist()[::2] == [1.0, 1.0]
    assert table["tau"][1] < 1


def test_runs_that_did_not_contribute_bring_nothing_into_the_pool(build, monkeypatch):
    contributing = ALL_RUNS - {"x2", "v", "y"}
    monkeypatch.setattr(pooled_results, "contributed", lambda run: run.submission.name in contributing)
    assert_as_if_never_judged(CAMPAIGN, 2, contributing, build)
    table = REUSABILITY.build(build(CAMPAIGN)).to_pandas().set_index("participant")
    # west contributed no run; a of topic 1 is north's alone, since x2 and y do not count; f nobody's.
    assert table["unique_relevant"].to_dict() == {"north": 1, "south": 2}


documents = st.lists(st.sampled_from("abcdefg"), unique=True, min_size=1, max_size=5)


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(
    grades=st.fixed_dictionaries(
        {
            topic: st.dictionaries(st.sampled_from("abcdefg"), st.integers(-1, 2), min_size=1)
            for topic in ("1", "2")
        }
    ).filter(lambda judged: any(grade > 0 for one in judged.values() for grade in one.values())),
    runs=st.lists(
        st.tuples(
            st.sampled_from(["north", "south"]), st.fixed_dictionaries({"1": documents, "2": documents})
        ),
        min_size=2,
        max_size=4,
    ),
    official=st.sampled_from(["nDCG@3", "AP", "P@2", "RBP(p=0.5)"]),
)
def test_any_campaign(grades, runs, official, build):
    named = {(group, f"run{number}"): results for number, (group, results) in enumerate(runs)}
    grades = {**grades, "1": {**grades["1"], "top": 2}}  # the largest grade is that of the official qrels
    campaign = DocumentCampaign(grades, named, "pool_depth = 2\n", official, (official,))
    assert_as_if_never_judged(campaign, 2, {run for _, run in named}, build)


def test_without_a_stated_depth_there_is_no_verdict(build, sample_campaign):
    outcome = build(replace(CAMPAIGN, settings=""))
    assert not is_measured(outcome.tasks[0], outcome.campaign)
    assert not len(REUSABILITY.build(outcome))
    assert "reusability" not in {table.name for table in published(TABLES, outcome)}
    assert "reusability" in {table.name for table in published(TABLES, build(CAMPAIGN))}
    inex, _ = evaluated_sample(sample_campaign)
    assert not any(is_measured(task, inex.campaign) for task in inex.tasks)
    assert not len(REUSABILITY.build(inex))
