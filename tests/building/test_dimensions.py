"""Dimensions: grades of another question than relevance, which rank the runs and are no judge's."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import ir_measures
import pandas as pd
import pytest
from evaluated_samples import cached
from judged_documents import LENIENT, write_documents_campaign

from inexreport.building.build import build
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import evaluate_campaign, score_campaign
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.tables.published import TABLES, published
from inexreport.report.tables.scores import SCORES
from inexreport.subjects.assessment_sets import ASSESSMENT_SCORES, dimension_sections, sets_section
from inexreport.subjects.health import judges_agree

SETTINGS = """
pool_depth = 3

[assessments.trust]
kind = "dimension"
relevance_level = 3

[tasks.main]
metrics = ["nDCG@10", "AP", "AP(rel=3)", "RBP(p=0.5)"]
"""
TRUST = LENIENT
"""14 documents of 3 topics, 5 of them with grade 3 or 4."""


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_documents_campaign(tmp_path_factory.mktemp("trust") / "c", {"trust": TRUST}, SETTINGS)


@pytest.fixture(scope="module")
def view(directory: Path) -> CampaignView:
    outcome, prepared = evaluate_campaign(directory)
    return view_campaign(outcome, prepared.metrics)


def scores(view: CampaignView, name: str) -> pd.DataFrame:
    table = ASSESSMENT_SCORES.build(view.outcome).to_pandas()
    return table[table["set"] == name].set_index(["run", "metric"])


def test_runs_are_scored_by_its_grades_as_ir_measures_does(directory: Path, view: CampaignView) -> None:
    found = scores(view, "trust")
    assert set(found["kind"]) == {"dimension"}
    qrels = list(ir_measures.read_trec_qrels(str(directory / "assessments" / "trust" / "qrels.txt")))
    for file in sorted((directory / "runs" / "main").iterdir()):
        measures = [ir_measures.parse_measure(name) for name in ("nDCG@10", "AP", "AP(rel=3)")]
        expected = ir_measures.calc_aggregate(measures, qrels, list(ir_measures.read_trec_run(str(file))))
        for measure, value in expected.items():
            assert found.loc[(file.stem, str(measure)), "score"] == pytest.approx(value, abs=1e-12)


def test_it_scores_as_if_it_were_official(view: CampaignView, tmp_path: Path) -> None:
    """Its largest grade too: gains of RBP are relative to 4, not to the 2 of the official grades."""
    toml = SETTINGS[SETTINGS.index("[tasks") :]
    alone = score_campaign(write_documents_campaign(tmp_path / "c", toml=toml, official=TRUST))
    table = SCORES.build(alone).to_pandas()
    expected = table[table["topic"] == "all"].set_index(["run", "metric"])["score"].sort_index()
    assert scores(view, "trust")["score"].sort_index().to_dict() == expected.to_dict()


def test_its_ranking_is_in_the_words_of_its_own(view: CampaignView) -> None:
    (section,) = dimension_sections(view, "main")
    assert section.question == "Ranking by the dimension trust"
    (answer,) = section.answer
    assert answer.startswith(
        "14 documents of 3 topics were graded for trust; 5 of them reach grade 3. Official scores and ranks "
        "do not depend on these grades. Best"
    )
    by_rank = scores(view, "trust").xs("nDCG@10", level="metric").sort_values("rank")
    official = scores(view, "official").xs("nDCG@10", level="metric")
    rows = section.parts[0].frame
    assert rows["rank trust"].tolist() == by_rank["rank"].tolist()
    best = rows.iloc[0]
    assert best["name"].run == by_rank.index[0]
    assert answer.endswith(
        f". Best by nDCG@10 is {best['name'].label} with {by_rank['score'].iloc[0]:.4f}, officially at rank "
        f"{official.loc[best['name'].run, 'rank']}."
    )
    assert sets_section(view, "main") is None


@pytest.mark.parametrize(
    ("trust", "best"),
    [
        ({"1": {"z": 3}}, "4 runs share the best nDCG@10, 0.0000."),
        ({"1": {"a": 1}}, "Best by nDCG@10 is "),
    ],
)
def test_edges_of_its_sentences(trust: dict, best: str, tmp_path: Path) -> None:
    outcome, prepared = evaluate_campaign(
        write_documents_campaign(
            tmp_path / "c", {"trust": trust}, SETTINGS.replace("= 3\n\n[tasks", "= 1\n\n[tasks")
        )
    )
    ((answer,),) = (
        one.answer for one in dimension_sections(view_campaign(outcome, prepared.metrics), "main")
    )
    assert answer.startswith("1 document of 1 topic was graded for trust; 1 of them reaches grade 1.")
    assert f"on these grades. {best}" in answer


def test_it_is_no_judge(directory: Path, view: CampaignView, tmp_path: Path) -> None:
    """In no table, page or finding about judges; nor does it change anything else."""
    names = {table.name for table in published(TABLES, view.outcome)}
    assert names.isdisjoint({"grade_agreement", "grade_confusion", "judge_rankings", "agreement"})
    assert [one.text for one in judges_agree(view)] == [
        "Each topic has one judge, so agreement is not known."
    ]
    build(directory, tmp_path / "site", resources=cached())
    site = tmp_path / "site" / "c"
    naming = sorted(
        str(path.relative_to(site))
        for path in site.rglob("*.html")
        if re.search(r"\btrust\b", path.read_text())
    )
    assert naming == ["data.html", "print/main.html", "tasks/main.html"]
    assert "Ranking by the dimension trust" in (site / "tasks" / "main.html").read_text()


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ('[assessments.trust]\nkind = "other"\n', "kind"),
        ('[assessments.trust]\nkind = "dimension"\nfrom = "official"\n', "kind only for a folder"),
        ("[assessments.trust]\nrelevance_level = 2\n", "relevance_level only with kind"),
        ('[assessments.trust]\nkind = "dimension"\njudged = 1\n', "judged"),
        ('[assessments.missing]\nkind = "dimension"\n', "unknown judge"),
    ],
)
def test_wrong_settings(settings: str, found: str, tmp_path: Path) -> None:
    directory = write_documents_campaign(tmp_path / "c", {"trust": TRUST}, settings)
    problems = [one for one in check_campaign(directory).problems if one.is_error]
    assert any(found in f"{one.found} {one.expected}" for one in problems), problems


def test_elements_and_passages_have_none(tmp_path: Path) -> None:
    directory = write_documents_campaign(
        tmp_path / "c", {"trust": TRUST}, '[assessments.trust]\nkind = "dimension"\n'
    )
    settings = directory / "campaign.toml"
    settings.write_text(settings.read_text().replace('"trec"', '"inex-2009"'))
    assert any("assessments.trust.kind" in one.found for one in check_campaign(directory).problems)


def test_a_run_that_is_not_ranked_has_scores_and_no_rank_by_a_dimension(
    directory: Path, view: CampaignView, tmp_path: Path
) -> None:
    campaign = Path(shutil.copytree(directory, tmp_path / "c"))
    before = scores(view, "trust").xs("AP", level="metric")
    best = before.index[before["rank"] == 1][0]
    (campaign / "runs" / "main" / "late").mkdir()
    (file,) = (campaign / "runs" / "main").glob(f"{best}.*")
    file.rename(campaign / "runs" / "main" / "late" / file.name)
    outcome, prepared = evaluate_campaign(campaign)
    found = scores(view_campaign(outcome, prepared.metrics), "trust")
    ranks = found.xs("AP", level="metric")["rank"]
    assert found["score"].equals(scores(view, "trust")["score"])
    assert len(scores(view_campaign(outcome, prepared.metrics), "official")) == len(found)
    assert ranks.isna().tolist() == [run == best for run in ranks.index]
    assert ranks.min() == 1
