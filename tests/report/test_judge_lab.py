"""Each pair of judges, favoured runs and disputed documents: by hand, by enumeration and of real judges."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from judged_documents import LENIENT, OFFICIAL, write_documents_campaign
from scipy.stats import kendalltau, rankdata

from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.statistics.agreement import cohen_kappa, confusion, observed_agreement, ordinal_alpha
from inexreport.statistics.assessment_comparisons import scores_by_topic
from inexreport.statistics.judge_pairs import grade_measures, interval, rank_measures, topic_samples
from inexreport.statistics.rank_correlation import tau_ap
from inexreport.subjects.judge_lab import judge_disputes, judge_favours, judge_pairs, lab_sections, verdict

TOPICS = ("1", "2", "3", "4", "5")
STATED = "run,generator\nfirst,Model A\nsecond,Model A\nthird,b\nfourth,b\n"


@pytest.mark.parametrize("is_relevant", [lambda grades: (grades > 1).astype(int), lambda grades: grades])
def test_agreement_on_samples_is_that_of_the_repeated_documents(is_relevant):
    random = np.random.default_rng(7)
    both = pd.DataFrame({"topic": random.choice(TOPICS, 60), "a": random.integers(-1, 4, 60)})
    both["b"] = np.where(random.random(60) < 0.6, both.a, random.integers(-1, 4, 60))
    both = both.assign(relevant_a=is_relevant(both.a), relevant_b=is_relevant(both.b))
    samples = topic_samples(TOPICS, "AP")[:40]
    assert samples[0].tolist() == [1] * 5
    assert (samples.sum(axis=1) == 5).all()
    found = grade_measures(both, pd.DataFrame(samples, columns=TOPICS))
    for place, times in enumerate(samples.astype(int)):
        rows = pd.concat(
            both[both.topic == one] for one, n in zip(TOPICS, times, strict=True) for _ in range(n)
        )
        relevance, grades = (confusion(rows[one], rows[other])[1] for one, other in (
            ("relevant_a", "relevant_b"), ("a", "b")
        ))  # fmt: skip
        expected = observed_agreement(relevance), cohen_kappa(relevance), ordinal_alpha(grades + grades.T)
        assert [one[place] for one in found.values()] == pytest.approx([*expected, (rows.b - rows.a).mean()])


def test_rankings_on_samples_are_those_of_the_repeated_topics():
    random = np.random.default_rng(8)
    one, other = random.integers(0, 5, (2, 14, 5)) / 4
    samples = topic_samples(TOPICS, "AP")[:40]
    found = rank_measures(one, other, samples)
    top = rankdata(-one.mean(axis=1).round(10), method="min") <= 10
    for place, times in enumerate(samples.astype(int)):
        a, b = (np.repeat(each, times, axis=1).mean(axis=1).round(10) for each in (one, other))
        expected = [kendalltau(a, b)[0], tau_ap(a, b), kendalltau(a[top], b[top])[0]]
        assert [each[place] for each in found.values()] == pytest.approx(expected)


def test_a_single_topic_has_no_interval():
    assert np.isnan(interval(topic_samples(("1",), "AP")[:, 0])[1:]).all()


@pytest.fixture(scope="module")
def view(tmp_path_factory) -> CampaignView:
    judges = {"copy": OFFICIAL, "lenient": LENIENT, "stranger": {"1": {"z": 1}}}
    toml = '[assessments.lenient]\nmodel = "model a"\n'
    directory = write_documents_campaign(tmp_path_factory.mktemp("lab") / "c", judges, toml)
    (directory / "runs.csv").write_text(STATED)
    outcome, prepared = evaluate_campaign(directory)
    return view_campaign(outcome, prepared.metrics)


def test_each_pair_has_every_measure(view):
    found = judge_pairs(view.of("main"), view.outcome.campaign)
    found = found.set_index(["judge_a", "judge_b", "measure"]).sort_index()
    assert len(found) == 6 * 7
    assert found.loc[("official", "lenient", "agreement"), ["topics", "items"]].tolist() == [3, 13]
    assert found.value["official", "lenient", "agreement"] == pytest.approx(7 / 13)
    assert found.value["official", "lenient", "leniency"] == pytest.approx((24 - 9) / 13)
    other = (
        found.value["lenient", "copy"].drop("leniency"),
        found.value["official", "lenient"].drop("leniency"),
    )
    assert other[0].tolist() == pytest.approx(other[1].tolist())
    copied = found.loc[("official", "copy")].drop(index="leniency")[["value", "low", "high"]]
    assert (copied == 1).all(axis=None)
    assert found.value["lenient", "stranger"].isna().all()


def test_a_move_is_compared_with_all_groups_of_as_many_runs(view):
    outcome = view.of("main")
    found = judge_favours(outcome, view.outcome.campaign).set_index(["judge", "group"])
    scores = scores_by_topic(outcome)
    official, lenient = (
        rankdata(-scores[name][["1", "2", "3"]].mean(axis=1)) for name in ("official", "lenient")
    )
    moves = pd.Series(official - lenient, scores["official"].index)
    own = moves[["first", "second"]].mean()
    of_all = [abs(moves[[*two]].mean()) >= abs(own) for two in combinations(moves.index, 2)]
    assert found.ranks["lenient", "Model A"] == pytest.approx(own)
    assert found.p["lenient", "Model A"] == pytest.approx(np.mean(of_all), abs=0.02)
    assert found.p_adjusted["lenient", "Model A"] == min(1, 2 * found.p["lenient", "Model A"])
    assert found.ranks["copy"].tolist() == [0, 0]


def test_disputes_are_ordered_by_the_difference_of_grades(view):
    found = judge_disputes(view.of("main"), view.outcome.campaign)
    documents, topics = found[found.document != "all"], found[found.document == "all"]
    # Of i 0, 4 and 0 the pairs differ by 4, 0 and 4; the other documents by less, or as much and later.
    assert documents[["topic", "document", "grades"]].iloc[0].tolist() == [
        "3",
        "i",
        "official 0, lenient 4, copy 0",
    ]
    assert documents.difference.iloc[0] == pytest.approx(8 / 3)
    assert documents.difference.is_monotonic_decreasing
    assert topics.set_index("topic").documents.to_dict() == {"1": 5, "2": 5, "3": 4, "4": 2}
    assert topics.set_index("topic").difference["4"] == 0


def test_verdicts_name_what_contradicts_them(view):
    assert "copy may replace the official judge" in verdict(view, "copy")
    assert "no group of runs moves" in verdict(view, "copy")
    assert "It is not shown that lenient may replace" in verdict(view, "lenient")
    assert "it ranks 2 runs of Model A (Generator)" in verdict(view, "lenient")
    assert "is not known" in verdict(view, "stranger")


def test_sections_answer_with_a_number(view):
    answers = [one.answer[0] for one in lab_sections(view, "main", 1)]
    assert answers[0].startswith("Kappa on relevance is ")
    assert answers[0].endswith("to 1.00 (official and copy).")
    assert answers[2] == "Judges gave different grades to 11 of 16 documents."


@pytest.mark.parametrize(("last_rank", "shown"), [(10, False), (4, False), (3, True)])
def test_the_best_runs_have_a_row_only_where_there_are_more(view, monkeypatch, last_rank, shown):
    """The ten best of four runs are all of them."""
    monkeypatch.setattr("inexreport.subjects.judge_lab.TOP", last_rank)
    section = next(lab_sections(view, "main", 1))
    assert ("τ-b of the best ten" in set(section.parts[0].frame.name)) == section.facts["top"] == shown


@pytest.mark.real_data
def test_a_model_and_people_of_trec_rag_2025(real_data, tmp_path):
    folder, directory = (
        real_data / "trec-rag-2025-judges",
        write_documents_campaign(tmp_path / "c", {"m": OFFICIAL}),
    )
    for judge, file in (("official", "qrels.rag25.test.txt"), ("m", "qrels.rag25.test-umbrela2.txt")):
        (directory / "assessments" / judge / "qrels.txt").write_bytes((folder / file).read_bytes())
    outcome, _ = evaluate_campaign(directory)
    found = (
        judge_pairs(outcome.tasks[0], outcome.campaign)
        .set_index("measure")
        .loc[["agreement", "kappa", "alpha"]]
    )
    assert found.value.round(3).tolist() == [0.731, 0.367, 0.493]
    assert (found["items"] == 10_284).all()
    assert ((found.low < found.value) & (found.value < found.high)).all()
