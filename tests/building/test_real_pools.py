"""The pool and the reusability of TREC-COVID round 1, from files to tables."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from covid_first_results import described_runs, ranked_results, write_first_results

import inexreport
from inexreport.building import evaluation
from inexreport.report.campaign_view import view_campaign
from inexreport.statistics import pooled_results
from inexreport.subjects.health import Verdict, pools_reusable
from inexreport.subjects.leave_out import LEAVE_OUT
from inexreport.subjects.likely_causes import TOPIC_DIAGNOSIS
from inexreport.subjects.pool_quality import POOLING
from inexreport.subjects.reusability import REUSABILITY, reusability_section
from inexreport.subjects.unjudged import CONDENSED, RESIDUALS

pytestmark = pytest.mark.real_data


@pytest.fixture(scope="module")
def data(real_data) -> Path:
    return real_data / "trec-covid-round1"


@pytest.fixture(scope="module")
def described(data) -> dict[str, dict[str, str]]:
    return described_runs(data)


@pytest.fixture(scope="module")
def first_results(data, made_once) -> Path:
    return made_once("covid-first-results", lambda folder: write_first_results(data, folder))


@pytest.fixture(scope="module")
def ranked(first_results) -> dict[str, dict[str, list[tuple[float, str, str]]]]:
    """By run and topic, the first results with their documents and lines."""
    return {file.stem: ranked_results(file) for file in first_results.glob("runs/adhoc/*/*.txt")}


@pytest.fixture(scope="module")
def campaign(data, first_results, tmp_path_factory) -> Path:
    """The campaign of the first results with few metrics."""
    folder = shutil.copytree(first_results, tmp_path_factory.mktemp("real") / "covid")
    settings = (data / "campaign.toml").read_text("utf-8").partition("metrics =")[0]
    (folder / "campaign.toml").write_text(f'{settings}metrics = ["nDCG@10", "RBP(p=0.5)"]\n', "utf-8")
    return folder


@pytest.fixture(scope="module")
def evaluated(campaign, described):
    def contributed(run) -> bool:
        return described[run.submission.name]["contributed"] == "yes"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pooled_results, "contributed", contributed)
        patch.setattr(evaluation, "OF_SCORES", ())  # no test here reads them
        return evaluation.evaluate_campaign(campaign)


@pytest.fixture(scope="module")
def outcome(evaluated):
    return evaluated[0]


@pytest.fixture(scope="module")
def metrics(evaluated):
    return evaluated[1].metrics


@pytest.fixture(scope="module")
def pool(ranked, described) -> dict[str, dict[str, set[str]]]:
    """By topic and team, the first seven documents of each contributing run."""
    found: dict[str, dict[str, set[str]]] = {}
    for name, row in described.items():
        for topic, results in ranked[name].items() if row["contributed"] == "yes" else ():
            # By score in single precision, then by name, both descending.
            first = sorted(((np.float32(score), document) for score, document, _ in results), reverse=True)[
                :7
            ]
            found.setdefault(topic, {}).setdefault(row["participant"], set()).update(
                document for _, document in first
            )
    return found


@pytest.fixture(scope="module")
def qrels(data) -> list[list[str]]:
    (file,) = (data / "assessments" / "official").iterdir()
    return [line.split() for line in file.read_text().splitlines()]


def test_seven_documents_of_each_contributing_run_are_the_pool_but_for_six(outcome, pool, qrels):
    pooled = {(topic, document) for topic, of in pool.items() for found in of.values() for document in found}
    judged = {(topic, document) for topic, _, document, _ in qrels}
    # Documents of the round before (0.5) were not judged again.
    of_this_round = {(topic, document) for topic, number, document, _ in qrels if number == "1"}
    assert len(judged) == 8691
    assert len(pooled - judged) == 6
    assert len(of_this_round - pooled) == 6
    pools = POOLING.build(outcome).to_pandas()
    system = pools[(pools["pool"] == "system") & (pools["depth"] == "7") & (pools["topic"] != "all")]
    assert (system["size"].sum(), system["unassessed"].sum()) == (len(pooled), 6)


def test_every_contributing_team_is_left_out_once(outcome, pool):
    table = REUSABILITY.build(outcome).to_pandas()
    assert list(table["participant"]) == sorted({team for of in pool.values() for team in of})
    assert set(table["metric"]) == {"nDCG@10"}


def test_a_high_tau_does_not_hide_that_half_of_the_runs_fall_without_their_own_finds(outcome, metrics):
    ranks = LEAVE_OUT.build(outcome).to_pandas().set_index("run")[["rank", "rank_without"]]
    for run, fall in {"xj4wang_run1": (4, 37), "BBGhelani2": (2, 20), "run1": (1, 4)}.items():
        assert tuple(ranks.loc[run]) == fall
    falls = (ranks["rank_without"] - ranks["rank"]).clip(lower=0)
    assert (falls >= 5).sum() == 72
    table = REUSABILITY.build(outcome).to_pandas()
    assert (table["own_runs"].sum(), table["own_large_falls"].sum()) == (143, 72)
    assert table["own_largest_fall"].max() == falls.max() == 33
    assert table["tau"].min() > 0.98
    view = view_campaign(outcome, metrics)
    (verdict,) = reusability_section(view, "adhoc").answer
    assert verdict.startswith(f"No: {(falls >= 8).sum()} of 143 runs fall 8 ranks or more")
    rising = (ranks["rank_without"] < ranks["rank"]).sum()
    assert (
        f"33 ranks (xj4wang_run1, from 4 to 37), the mean {falls.mean():.1f}, counting 0 for {rising} runs "
        "that rise; 72 of 143 runs"
    ) in verdict
    low, mean = (f"{one:.4f}" for one in (table["tau"].min(), table["tau"].mean()))
    assert f"is {low} at worst (without POZNAN), {mean} on average over 56 participants." in verdict
    assert [finding.verdict for finding in pools_reusable(view)] == [Verdict.ACT]


def test_a_left_out_team_scores_as_if_its_finds_had_no_lines_in_the_qrels(
    outcome, campaign, pool, qrels, tmp_path
):
    table = REUSABILITY.build(outcome).to_pandas().set_index("participant")
    team = table["tau"].idxmin()
    finds = {
        (topic, document)
        for topic, of in pool.items()
        for document in of.get(team, set()).difference(*(found for one, found in of.items() if one != team))
    }
    kept = [row for row in qrels if (row[0], row[2]) not in finds or int(row[3]) <= 0]
    assert len(qrels) - len(kept) == table.loc[team, "unique_relevant"] > 0
    (tmp_path / "assessments" / "official").mkdir(parents=True)
    (tmp_path / "assessments" / "official" / "qrels.txt").write_text("\n".join(map(" ".join, kept)))
    shutil.copy(campaign / "campaign.toml", tmp_path)
    left_out = LEAVE_OUT.build(outcome).to_pandas().set_index("run")["score_without"]
    for file in (campaign / "runs" / "adhoc" / team).iterdir():
        scores = inexreport.evaluate(file, tmp_path, "adhoc").set_index(["metric", "topic"])["score"]
        assert left_out[file.stem] == pytest.approx(scores["nDCG@10", "all"], rel=0, abs=1e-12)


def test_a_condensed_list_scores_as_if_the_file_had_no_unjudged_documents(outcome, campaign, qrels, tmp_path):
    table = CONDENSED.build(outcome).to_pandas().set_index("run")
    assert len(table) == 143
    run = (table["rank_condensed"] - table["rank"]).abs().idxmax()
    judged = {(topic, document) for topic, _, document, _ in qrels}
    lines = next((campaign / "runs").rglob(f"{run}.txt")).read_text("utf-8").splitlines(keepends=True)
    of_judged = [line for line in lines if (line.split()[0], line.split()[2]) in judged]
    (tmp_path / f"{run}.txt").write_text("".join(of_judged))
    scores = inexreport.evaluate(tmp_path / f"{run}.txt", campaign, "adhoc")
    expected = scores.set_index(["metric", "topic"])["score"]["nDCG@10", "all"]
    assert table.loc[run, "score_condensed"] == pytest.approx(expected, rel=0, abs=1e-12)
    assert table.loc[run, "score"] < table.loc[run, "score_condensed"]


def test_residuals_of_all_runs(outcome):
    residuals = RESIDUALS.build(outcome).to_pandas()
    assert set(residuals["metric"]) == {"RBP(p=0.5)"}
    assert residuals["residual"].between(0, 1).all()
    assert len(residuals) == 143 * 31


def test_causes_are_what_a_metric_of_ten_results_can_see(outcome):
    table = TOPIC_DIAGNOSIS.build(outcome).to_pandas()
    causes = table["causes"].str.split()
    beyond = {
        "few_results": table["results"] >= 10,
        "articles_missed": table["results"] > 0,
        "ranked_late": table["first_relevant"] > 10,
    }
    for cause, unseen in beyond.items():
        assert not (causes.map(lambda found, cause=cause: cause in found) & unseen).any(), cause
    assert causes.map(lambda found: "low_grades" in found).any()
    assert (table["relevant_first"] <= np.minimum(table["results"], 10)).all()
