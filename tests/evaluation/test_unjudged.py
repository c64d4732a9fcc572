"""Judged shares, condensed lists and residuals of campaigns of documents."""

from __future__ import annotations

import pytest
from evaluated_samples import evaluated_sample
from hypothesis import given
from hypothesis import strategies as st
from pooled_documents import DocumentCampaign, judged_documents

from inexreport.building.evaluation import evaluate_campaign
from inexreport.evaluation.topic_values import TopicValues
from inexreport.metrics.documents import residuals_of
from inexreport.metrics.registry import bind
from inexreport.report.tables.published import TABLES, published
from inexreport.report.tables.results import JUDGED
from inexreport.report.tables.scores import SCORES
from inexreport.subjects.unjudged import CONDENSED, RESIDUALS

CAMPAIGN = DocumentCampaign(
    grades={"1": {"a": 2, "b": 0, "c": 1}, "2": {"a": 1, "d": -1}},
    runs={
        ("north", "known"): {"1": ["a", "b", "c"], "2": ["d", "a"]},
        ("south", "new"): {"1": ["x", "y", "a"], "2": ["z", "a"]},
        ("south", "part"): {"1": ["c", "x", "a"]},
    },
    metrics=("P@1", "RBP(p=0.5)", "RBP(p=0.5)@2"),
    official="P@1",
)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    found, _ = evaluate_campaign(CAMPAIGN.write(tmp_path_factory.mktemp("campaigns") / "small"))
    return found


def test_condensed_lists_close_the_gaps_of_unjudged_documents(outcome):
    table = CONDENSED.build(outcome).to_pandas().set_index("run")
    assert list(table.columns) == ["task", "metric", "score", "score_condensed", "rank", "rank_condensed"]
    assert set(table["metric"]) == {"P@1"}
    # d has a negative grade: it is judged, and stays in the first place of topic 2.
    assert table["score"].to_dict() == {"known": 0.5, "new": 0.0, "part": 0.5}
    assert table["score_condensed"].to_dict() == {"known": 0.5, "new": 1.0, "part": 0.5}
    assert table["rank"].to_dict() == {"known": 1, "new": 3, "part": 1}
    assert table["rank_condensed"].to_dict() == {"known": 2, "new": 1, "part": 2}


def test_residuals_are_the_weights_of_what_is_not_known(outcome):
    table = RESIDUALS.build(outcome).to_pandas().set_index(["metric", "run", "topic"])["residual"]
    found = table["RBP(p=0.5)"].to_dict()
    assert found == {
        ("known", "1"): 1 / 8,
        ("known", "2"): 1 / 4,
        ("known", "all"): 3 / 16,
        ("new", "1"): 1 / 2 + 1 / 4 + 1 / 8,
        ("new", "2"): 1 / 2 + 1 / 4,
        ("new", "all"): 13 / 16,
        ("part", "1"): 1 / 4 + 1 / 8,
        ("part", "2"): 1,  # without results nothing is known
        ("part", "all"): 11 / 16,
    }
    assert table["RBP(p=0.5)@2"].to_dict()["part", "1"] == 1 / 4 + 1 / 4
    assert {topic for *_, topic in table.index} == set(SCORES.build(outcome).to_pandas()["topic"])


def test_shares_of_judged_documents(outcome):
    by_name = {run.submission.name: run for run in outcome.tasks[0].runs}
    assert {name: (run.unjudged.depth, run.unjudged.judged) for name, run in by_name.items()} == {
        "known": (1, 1.0),
        "new": (1, 0.0),
        "part": (1, 0.5),
    }
    table = JUDGED.build(outcome).to_pandas().set_index(["run", "ranks"])["judged_percent"]
    assert table["new"].to_dict() == pytest.approx(dict.fromkeys(["1–10", "1–5", "1–20", "1–100"], 40.0))
    assert table["part"].to_dict() == pytest.approx(
        dict.fromkeys(["1–10", "1–5", "1–20", "1–100"], 100 * 2 / 3)
    )


def test_judged_documents_are_counted_to_each_depth(tmp_path):
    documents = [f"d{rank}" for rank in range(1, 121)]
    grades = dict.fromkeys((*documents[:3], *documents[15:18], *documents[100:]), 1)
    campaign = DocumentCampaign({"1": grades}, {("", "one"): {"1": documents}})
    outcome, _ = evaluate_campaign(campaign.write(tmp_path / "small"))
    table = JUDGED.build(outcome).to_pandas().set_index("ranks")["judged_percent"]
    shares = {"1–5": 60.0, "1–10": 30.0, "1–20": 30.0, "1–100": 6.0, "51–100": 0.0, "101–500": 100.0}
    assert {ranks: table[ranks] for ranks in shares} == pytest.approx(shares)
    # nDCG@10 reads 10 documents; its condensed list has the judged ones of all 120.
    (run,) = outcome.tasks[0].runs
    assert (run.unjudged.depth, run.unjudged.judged) == (10, 0.3)
    assert run.unjudged.condensed == pytest.approx(1.0)


def test_means_over_answered_topics_leave_out_the_same_topics(tmp_path):
    runs = {("north", "one"): {"1": ["x"]}, ("south", "two"): {"2": ["a", "x"]}}
    campaign = DocumentCampaign(CAMPAIGN.grades, runs, 'topics = "returned"\n', "P@1", ("P@1", "RBP(p=0.5)"))
    outcome, _ = evaluate_campaign(campaign.write(tmp_path / "small"))
    # Nothing that `one` returned was judged: it answered the topic all the same.
    assert CONDENSED.build(outcome).to_pandas()["score_condensed"].tolist() == [1.0, 0.0]
    residuals = RESIDUALS.build(outcome).to_pandas().set_index(["run", "topic"])["residual"]
    assert residuals.to_dict() == {
        ("one", "1"): 1.0,
        ("one", "all"): 1.0,
        ("two", "2"): 0.5,
        ("two", "all"): 0.5,
    }


def names_of(outcome):
    return {table.name for table in published(TABLES, outcome)}


def test_only_campaigns_of_documents_publish_them(outcome, sample_campaign, tmp_path):
    assert {"condensed", "residuals"} <= names_of(outcome)
    inex, _ = evaluated_sample(sample_campaign)
    assert not {"condensed", "residuals"} & names_of(inex)
    assert {run.unjudged for task in inex.tasks for run in task.runs} == {None}
    assert set(JUDGED.build(inex).to_pandas()["ranks"]) <= {"1–10", "11–50", "51–100", "101–500", "501–"}
    without_rbp = DocumentCampaign(CAMPAIGN.grades, CAMPAIGN.runs, metrics=("nDCG@10",))
    found, _ = evaluate_campaign(without_rbp.write(tmp_path / "small"))
    assert {"condensed", "residuals"} & names_of(found) == {"condensed"}


names = st.sampled_from("abcdefgh")


@given(
    documents=st.lists(names, unique=True),
    grades=st.dictionaries(names, st.integers(-1, 2), min_size=1),
    identifier=st.sampled_from(["RBP(p=0.5)", "RBP(p=0.95)", "RBP(p=0.8)@3", "RBP(p=0.8,rel=2)"]),
)
def test_the_residual_is_what_the_value_gains_if_everything_unjudged_is_relevant(
    documents, grades, identifier
):
    best = {**grades, **{document: 2 for document in documents if document not in grades}, "best": 2}
    endless = [*documents, *(f"more {number}" for number in range(500))]
    best |= dict.fromkeys(endless[len(documents) :], 2)
    bound = bind(identifier, {"largest_grade": 2})
    (residual,) = residuals_of([bound])
    if "@" in identifier and len(documents) < 3:
        return  # what a cut-off keeps from a longer ranking is not the tail of this one
    value = TopicValues(judged_documents(documents, grades)).value(bound)
    rest = TopicValues(judged_documents(documents, grades)).value(residual)
    highest = bind(identifier.partition("@")[0], {"largest_grade": 2})
    first = endless if "@" not in identifier else [*documents[:3], *endless[len(documents) :]]
    assert value + rest == pytest.approx(TopicValues(judged_documents(first, best)).value(highest))


def test_without_unjudged_documents_the_condensed_list_is_the_list():
    judged = judged_documents(["a", "c", "b"], {"a": 1, "b": 0, "c": -1})
    assert judged.condensed.article.tolist() == judged.article.tolist()
    assert len(judged_documents(["x", "y"], {"a": 1}).condensed.ranking) == 0
