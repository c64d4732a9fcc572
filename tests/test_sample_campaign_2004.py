"""The sample campaign of 2004: two sets of graded assessments, both scored."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from drawn_pages import drawn_pages
from evaluated_samples import evaluated_sample
from lxml import etree

from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.site import write_site
from inexreport.report.audience import parse_audience
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.subjects.assessment_sets import (
    ASSESSMENT_SCORES,
    ASSESSMENT_VARIANTS,
    sets_section,
    variants_section,
)
from inexreport.subjects.pool_quality import POOLING, quality_sections
from inexreport.subjects.rare_documents import rare_section

CAMPAIGN = Path(__file__).parents[1] / "campaigns" / "sample-2004"
SETS = ("official", "set-ii")
QUANTISATIONS = ("strict", "gen", "sog", "e3s32", "e3s321", "s3e32", "s3e321")


@pytest.fixture(scope="module")
def view() -> CampaignView:
    outcome, prepared = evaluated_sample(CAMPAIGN)
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def outcome(view: CampaignView) -> CampaignOutcome:
    return view.outcome


def test_every_run_is_evaluated_without_problems(outcome: CampaignOutcome) -> None:
    assert [(task.task.name, len(task.runs)) for task in outcome.tasks] == [("CO", 6), ("VCAS", 4)]
    assert all(run.evaluated and not run.problems for task in outcome.tasks for run in task.runs)
    assert outcome.problems == ()
    assert {task.task.official for task in outcome.tasks} == {"inex_eval(quant=aggregate)"}


@pytest.mark.parametrize("judge", SETS)
def test_grades_are_those_of_2004(judge: str) -> None:
    for file in (CAMPAIGN / "assessments" / judge).iterdir():
        for article in etree.parse(file).getroot():
            grades = {
                one.get("path"): (int(one.get("exhaustiveness")), int(one.get("specificity")))
                for one in article
            }
            assert all((first == 0) == (second == 0) for first, second in grades.values())
            for path, (exhaustiveness, _) in grades.items():
                parent = path.rpartition("/")[0]
                assert not exhaustiveness or not parent or grades[parent][0] >= exhaustiveness


@pytest.mark.parametrize("name", SETS)
def test_the_aggregate_of_each_set_is_the_mean_of_its_seven_quantisations(
    outcome: CampaignOutcome, name: str
) -> None:
    table = ASSESSMENT_SCORES.build(outcome).to_pandas()
    scores = table[table["set"] == name].pivot(index=["task", "run"], columns="metric", values="score")
    seven = scores[[f"inex_eval(quant={quant})" for quant in QUANTISATIONS]]
    aggregate = scores["inex_eval(quant=aggregate)"]
    assert len(aggregate) == 10
    assert seven.mean(axis=1).to_numpy() == pytest.approx(aggregate.to_numpy(), rel=1e-12)


def test_the_tables_of_variants_have_rows_for_both_sets(outcome: CampaignOutcome) -> None:
    """Woodley and Geva 2005, tables 2 to 5: two sets, tasks and variants; seven metrics and their mean."""
    table = ASSESSMENT_VARIANTS.build(outcome).to_pandas()
    variants = table[table["variant"].isin(["without_out_of_pool", "binary"])]
    counts = variants.groupby(["task", "variant", "reference"]).size()
    assert counts.to_dict() == {
        (task, variant, name): 8
        for task in ("CO", "VCAS")
        for variant in ("without_out_of_pool", "binary")
        for name in SETS
    }


def test_the_page_compares_the_sets(view: CampaignView, outcome: CampaignOutcome) -> None:
    sets, charts, correlations, runs = sets_section(view, "CO").parts
    assert [*zip(sets.frame["name"], sets.frame.topics, strict=True)] == [("official", 4), ("set-ii", 4)]
    table = ASSESSMENT_SCORES.build(outcome).to_pandas()
    of_task = table[(table["task"] == "CO") & (table["metric"] == "inex_eval(quant=aggregate)")]
    shown = runs.frame.set_index("run")
    for name in SETS:
        rows = of_task[of_task["set"] == name].set_index("run")
        assert shown[f"score {name}"].to_dict() == rows["score"].to_dict()
        assert shown[f"rank {name}"].to_dict() == rows["rank"].astype(int).to_dict()
    metrics = [one for one in outcome.tasks[0].task.metrics if not one.startswith("overlap")]
    assert [column.identifier for column in correlations.frame.metric] == metrics
    assert [one.figure.source for one in charts] == ["assessment_scores.csv"]


def test_the_largest_change_of_rank_is_named(view: CampaignView) -> None:
    *_, correlations, runs = sets_section(view, "CO").parts
    official = [one.identifier == "inex_eval(quant=aggregate)" for one in correlations.frame.metric]
    (row,) = correlations.frame[official].to_dict("records")
    ranks = runs.frame.set_index("run")[["rank official", "rank set-ii"]]
    change = (ranks["rank set-ii"] - ranks["rank official"]).abs()
    assert change[row["name"].run] == change.max() > 0
    assert ranks.loc[row["name"].run].tolist() == [row["before"], row["after"]]


def test_equal_shares_of_rare_articles_have_no_highest(view: CampaignView) -> None:
    same, one = (rare_section(view, task).parts[0].choices["official"] for task in ("CO", "VCAS"))
    assert same[1].frame.percent.dropna().tolist() == [0.0, 0.0]
    assert same[0].figure.summary == (
        "The same for all 2 runs that have rare articles: 0.00%. 4 of 32 rare articles, summed over runs, "
        "are judged; the others count as not relevant."
    )
    (only,) = one[1].frame.dropna(subset="percent")["name"]
    assert one[0].figure.summary == (
        f"Only {only.label} has rare articles: 0.00% of them are relevant. 3 of 7 rare articles are "
        "judged; the others count as not relevant."
    )


def test_pools_and_rare_documents_have_rows_for_both_sets(
    view: CampaignView, outcome: CampaignOutcome
) -> None:
    """Woodley and Geva 2005, table 1 and figures 1 to 4."""
    table = POOLING.build(outcome).to_pandas()
    given = table[(table["depth"] == "given") & (table["topic"] == "all") & (table["task"] == "CO")]
    quality, variants = next(quality_sections(view, "CO")).parts[0].frame, variants_section(view, "CO")
    assert quality["set"].tolist() == [name for name in SETS for _ in ("50", "100", "given")]
    for name in SETS:
        shown = quality[(quality["set"] == name) & (quality.depth == "given")].iloc[0]
        pool = given[(given["set"] == name) & (given["pool"] == "metasearch")].iloc[0]
        assert (shown["metasearch precision"], shown["metasearch recall"]) == (pool.precision, pool.recall)
    assert variants.answer[1] == (
        "Judging nothing outside the pool saves 50.54% of a topic’s judgements, 31.5 elements "
        "(means over topics)."
    )
    saved = variants.parts[-1].frame.set_index("set")
    assert saved.outside.to_dict() == given[given["pool"] == "system"].set_index("set").outside.to_dict()
    (rare,) = rare_section(view, "CO").parts
    for name, (chart, rows) in rare.choices.items():
        assert set(chart.frame["set"]) == set(rows.frame["set"]) == {name}


def test_the_site_shows_the_sets_and_a_participants_site_does_not(
    sample_sites: Path, view: CampaignView, tmp_path: Path
) -> None:
    shown = (sample_sites / "sample-2004/pooling/CO.html").read_text("utf-8")
    assert "Would other assessments change the ranking?" in shown
    assert "Binary instead of graded: set-ii" in shown
    own = write_site(view.outcome, view.metrics, tmp_path, audience=parse_audience("participant:11"))
    files = [file for file in own.rglob("*") if file.is_file()]
    assert files
    assert not [file for file in files if b"set-ii" in file.read_bytes()]
    assert not [file for file in files if "assessment_scores" in file.name]


def test_text_is_not_counted_where_judgements_measure_none(sample_sites: Path) -> None:
    """Until 2004 a relevant article counts 1 in the assessments, which is no number of characters."""
    for page, title in (
        ("index", "Highlighted text</dt>"),
        ("topics", "Highlighted</th>"),
        ("topic-subsets", "Relevant text</th>"),
        ("topics/{}", "characters highlighted"),
    ):
        graded, highlighted = (
            (sample_sites / f"sample-{year}" / f"{page.format(topic)}.html").read_text("utf-8")
            for year, topic in ((2004, "162"), (2006, "301"))
        )
        assert title not in graded
        assert title in highlighted


def test_names_of_sets_are_text_on_the_page(tmp_path: Path) -> None:
    campaign = shutil.copytree(CAMPAIGN, tmp_path / "c2004")
    shutil.rmtree(campaign / "runs" / "CO")
    for run in sorted((campaign / "runs" / "VCAS").iterdir())[2:]:
        run.unlink()
    settings = campaign / "campaign.toml"
    added = '[assessments."<i>set"]\nfrom = "official"\nwithout_elements = ["<b>"]\n'
    settings.write_text(settings.read_text("utf-8") + added, "utf-8")
    (page,) = drawn_pages(campaign, "pooling/VCAS.html")
    assert "&lt;i&gt;set" in page
    assert "<i>set" not in page
    assert "<b>" not in page
