"""Runs under several sets of assessments, against campaigns whose official files hold those assessments."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pooling_campaigns import SmallCampaign, campaigns, folder, varied_campaign

from inexreport.building.campaign import examine_and_prepare
from inexreport.building.evaluation import evaluate_campaign, score_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.scores import SCORES
from inexreport.statistics.assessment_comparisons import compare_sets
from inexreport.subjects.assessment_sets import ASSESSMENT_SCORES, ASSESSMENT_VARIANTS, VARIANT_SCORES
from inexreport.subjects.pool_quality import POOLING
from inexreport.subjects.rare_documents import RARE_DOCUMENTS

pytestmark = pytest.mark.usefixtures("statistics_when_asked_for")

SLOW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])

YEARS = [(2002, "CO"), (2004, "CO"), (2005, "CO.Focussed"), (2006, "Thorough"), (2006, "BestInContext")]


def with_sets(directory: Path, toml: str) -> CampaignOutcome:
    """The campaign with these sets of assessments."""
    add_settings(directory, toml)
    return evaluate_campaign(directory)[0]


def add_settings(directory: Path, toml: str) -> int:
    """Add lines to campaign.toml; the number of lines before them."""
    file = directory / "campaign.toml"
    before = file.read_text("utf-8")
    file.write_text(before + toml, "utf-8")
    return before.count("\n")


def official(outcome: CampaignOutcome) -> dict[tuple, float]:
    """Official means by task, run and metric."""
    table = SCORES.build(outcome).to_pandas()
    table = table[table["topic"] == "all"].set_index(["task", "run", "metric"])
    return table["score"].to_dict()


def under(outcome: CampaignOutcome, name: str) -> dict[tuple, float]:
    table = ASSESSMENT_SCORES.build(outcome).to_pandas()
    table = table[(table["set"] == name) & table["score"].notna()].set_index(["task", "run", "metric"])
    assert table.index.is_unique
    return table["score"].to_dict()


def remove_elements(directory: Path, names: tuple[str, ...]) -> None:
    """Edit the files of the official assessments by hand: no line for elements with these names."""
    for file in (directory / "assessments" / "official").rglob("*.xml"):
        content = file.read_text("utf-8")
        for name in names:
            content = re.sub(rf'<element path="[^"]*/{name}(\[\d+\])?"[^>]*/>', "", content)
        file.write_text(content, "utf-8")


def assert_same_assessments(outcome: CampaignOutcome, name: str) -> None:
    assert under(outcome, name) == under(outcome, "official") == official(outcome)
    for one in compare_sets(outcome.tasks[0]):
        if {one.reference, one.variant} == {"official", name}:
            distinct = len(set(np.round(one.scores, 10).tolist())) > 1
            expected = [1.0, 1.0] if distinct else [np.nan, np.nan]
            np.testing.assert_allclose([one.spearman, one.kendall], expected)
            assert one.largest_changes(1) == []


@pytest.mark.parametrize(("year", "task"), YEARS)
def test_sets_that_are_the_official_assessments_score_and_rank_alike(year, task, tmp_path):
    campaign = varied_campaign(year, task, 1)
    directory = campaign.write(tmp_path / "c")
    shutil.copytree(directory / "assessments" / "official", directory / "assessments" / "copy")
    topics = ", ".join(f'"{topic}"' for topic in campaign.judgements)
    outcome = with_sets(
        directory,
        "[assessments.copy]\nscored = true\n"
        f'[assessments.all-topics]\nfrom = "official"\ntopics = [{topics}]\n'
        '[assessments.nothing-removed]\nfrom = "copy"\nwithout_elements = []\n'
        '[assessments.unnamed]\nfrom = "nothing-removed"\nwithout_elements = ["no-such-element"]\n',
    )
    names = ("copy", "all-topics", "nothing-removed", "unnamed")
    assert [one.change for one in outcome.tasks[0].sets] == list(names)
    for name in names:
        assert_same_assessments(outcome, name)
    tables = VARIANT_SCORES.build(outcome).to_pandas()
    of = {name: rows.drop(columns="reference").values.tolist() for name, rows in tables.groupby("reference")}
    assert set(of) == ({"official", "copy"} if task != "BestInContext" else set())
    assert of.get("official") == of.get("copy")


@SLOW
@given(campaigns(2004, max_runs=4), st.sampled_from([("p",), ("sec",), ("article",), ("sec", "p")]))
def test_removing_elements_is_to_edit_the_file(campaign: SmallCampaign, names: tuple[str, ...]):
    listed = ", ".join(f'"{name}"' for name in names)
    with folder() as root:
        directory = campaign.write(root / "with")
        edited = shutil.copytree(directory, root / "edited")
        remove_elements(edited, names)
        outcome = with_sets(
            directory, f'[assessments.without]\nfrom = "official"\nwithout_elements = [{listed}]\n'
        )
        assert under(outcome, "without") == official(score_campaign(edited))


@pytest.mark.parametrize(("year", "task"), [(2002, "CO"), (2005, "CO.Focussed"), (2006, "BestInContext")])
def test_removing_elements_is_to_edit_the_file_in_every_year(year, task, tmp_path):
    directory, names = varied_campaign(year, task, 2).write(tmp_path / "with"), ("p", "article")
    alone = {}
    for name in names:
        edited = shutil.copytree(directory, tmp_path / name)
        remove_elements(edited, (name,))
        alone[name] = official(score_campaign(edited))
    outcome = with_sets(
        directory,
        "".join(
            f'[assessments.without-{name}]\nfrom = "official"\nwithout_elements = ["{name}"]\n'
            for name in names
        ),
    )
    for name in names:
        assert under(outcome, f"without-{name}") == alone[name]
        changed = alone[name] != official(outcome)
        assert changed == (year < 2006)  # entry points and passages are not removed


def test_fewer_topics_are_the_campaign_without_the_files_of_the_others(tmp_path):
    directory = varied_campaign(2004, "CO", 3).write(tmp_path / "with")
    fewer = shutil.copytree(directory, tmp_path / "fewer")
    (fewer / "assessments/official/2.xml").unlink()
    outcome = with_sets(directory, '[assessments.one]\nfrom = "official"\ntopics = ["1", "3", "4"]\n')
    assert under(outcome, "one") == official(score_campaign(fewer))


RESIDUAL = """
[assessments.feedback]
scored = false
[assessments.residual]
from = "official"
without_judged_by = "feedback"
"""


@pytest.mark.parametrize(("year", "task"), [(2004, "CO"), (2006, "Thorough"), (2009, "Thorough")])
def test_the_residual_collection_is_a_campaign_without_what_runs_knew(year, task, tmp_path):
    campaign = varied_campaign(year, task, 3)
    known = {"1": [*campaign.judgements["1"]][:1], "2": [*campaign.judgements["2"]][1:]}
    seen, left = (
        {
            topic: {
                article: one
                for article, one in judged.items()
                if (article in known.get(topic, ())) is is_seen
            }
            for topic, judged in campaign.judgements.items()
        }
        for is_seen in (True, False)
    )
    runs = {
        name: {
            run: replace(
                one,
                results={
                    topic: [result for result in results if result[0] not in known.get(topic, ())]
                    for topic, results in one.results.items()
                },
            )
            for run, one in of_task.items()
        }
        for name, of_task in campaign.runs.items()
    }
    directory = campaign.write(tmp_path / "all")
    feedback = replace(campaign, judgements={topic: one for topic, one in seen.items() if topic in known})
    shutil.copytree(
        feedback.write(tmp_path / "feedback") / "assessments/official", directory / "assessments/feedback"
    )
    alone = replace(campaign, judgements=left, runs=runs).write(tmp_path / "alone")
    outcome = with_sets(directory, RESIDUAL)
    assert under(outcome, "residual") == official(score_campaign(alone)) != official(outcome)
    assert set(POOLING.build(outcome).to_pandas()["set"]) == {"official"}


def test_the_residual_collection_of_documents_by_hand(tmp_path):
    """The run with feedback begins with a document that it knows; without that the other run is better."""
    for file, text in {
        "campaign.toml": f'title = "C"\nyear = 2020\nprotocol = "trec"\n{RESIDUAL}',
        "assessments/official/qrels": "1 0 a 1\n1 0 b 1\n1 0 c 0\n",
        "assessments/feedback/qrels": "1 0 a 1\n",
        "runs/adhoc/learned.txt": "1 Q0 a 1 3 x\n1 Q0 c 2 2 x\n1 Q0 b 3 1 x\n",
        "runs/adhoc/fresh.txt": "1 Q0 c 1 3 x\n1 Q0 a 2 2 x\n1 Q0 d 3 1 x\n",
        "runs/adhoc/other.txt": "1 Q0 b 1 3 x\n1 Q0 c 2 2 x\n",
    }.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    outcome, _ = evaluate_campaign(tmp_path)
    scores = {run: score for (_, run, metric), score in under(outcome, "residual").items() if metric == "AP"}
    assert scores == {"learned": 0.5, "fresh": 0, "other": 1}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The outcomes of a campaign with two sets, and of one with the second judge's set as official."""
    root = tmp_path_factory.mktemp("judges")
    first, second = varied_campaign(2004, "CO", 1, "flags"), varied_campaign(2004, "CO", 4, "flags")
    other = {topic: judged for topic, judged in second.judgements.items() if topic != "1"}
    first = replace(first, judgements={topic: one for topic, one in first.judgements.items() if topic != "2"})
    directory = first.write(root / "both")
    alone = replace(second, judgements=other, runs=first.runs, kinds=first.kinds).write(root / "alone")
    shutil.copytree(alone / "assessments/official", directory / "assessments/second")
    return with_sets(directory, "[assessments.second]\n"), evaluate_campaign(alone)[0]


class TestAnotherJudge:
    """A judge with topics of their own: scores, variants and comparisons."""

    def test_the_sets_own_topics_count(self, both):
        outcome, alone = both
        assert under(outcome, "second") == official(alone)
        assert under(outcome, "official") == official(outcome) != official(alone)

    def test_variants_of_the_set_are_those_of_a_campaign_with_it(self, both):
        outcome, alone = both
        table = VARIANT_SCORES.build(outcome).to_pandas()
        of_set = table[table["reference"] == "second"].drop(columns="reference")
        of_official = VARIANT_SCORES.build(alone).to_pandas().drop(columns="reference")
        assert len(of_set) == 2 * 8 * 5
        assert sorted(of_set.values.tolist()) == sorted(of_official.values.tolist())

    @pytest.mark.parametrize("table", [POOLING, RARE_DOCUMENTS], ids=lambda one: one.name)
    def test_pools_of_the_set_are_those_of_a_campaign_with_it(self, both, table):
        found, alone = (
            table.build(one).to_pandas().drop(columns="rank_official", errors="ignore") for one in both
        )
        of_set, of_official, expected = (
            one.drop(columns="set").sort_values([*one.columns[:4]], ignore_index=True)
            for one in (found[found["set"] == "second"], found[found["set"] == "official"], alone)
        )
        assert of_set.equals(expected)
        assert not of_set.equals(of_official)

    def test_pairs_are_compared_by_every_metric_but_overlap(self, both):
        outcome, _ = both
        table = ASSESSMENT_VARIANTS.build(outcome).to_pandas()
        pairs = table[table["variant"] == "second"]
        metrics = [one for one in outcome.tasks[0].task.metrics if not one.startswith("overlap")]
        assert pairs["metric"].tolist() == metrics
        assert set(pairs["reference"]) == {"official"}
        assert list(pairs["quant"])[:2] == ["strict", "gen"]
        scores = ASSESSMENT_SCORES.build(outcome).to_pandas().set_index(["set", "metric", "run"])["score"]
        for row in pairs.itertuples():
            one, other = scores["official"][row.metric], scores["second"][row.metric]
            assert row.spearman == pytest.approx(one.rank().corr(other[one.index].rank()), nan_ok=True)

    def test_ranks_are_those_of_the_set(self, both):
        outcome, _ = both
        table = ASSESSMENT_SCORES.build(outcome).to_pandas()
        for _, rows in table.groupby(["set", "metric"]):
            expected = rows["score"].rank(method="min", ascending=False)
            assert (
                rows["rank"].astype(float).equals(expected.astype(float))
                or (rows["rank"].isna() == expected.isna()).all()
            )


def test_a_changed_set_changes_its_scores_only(tmp_path):
    directory = varied_campaign(2004, "CO", 1).write(tmp_path / "c")
    shutil.copytree(directory / "assessments/official", directory / "assessments/second")
    add_settings(directory, "[assessments.second]\n")
    resources = Resources(cache=Cache(tmp_path / "cache"))
    first, _ = evaluate_campaign(directory, resources=resources)
    file = directory / "assessments/second/1.xml"
    file.write_text(file.read_text().replace('exhaustiveness="3"', 'exhaustiveness="1"'))
    again, _ = evaluate_campaign(directory, resources=resources)
    clean, _ = evaluate_campaign(directory)
    assert under(first, "second") != under(again, "second") == under(clean, "second")
    assert official(first) == official(again)


def test_a_campaign_without_sets_has_no_scores_twice(tmp_path):
    outcome = evaluate_campaign(varied_campaign(2004, "CO", 1).write(tmp_path / "c"))[0]
    assert ASSESSMENT_SCORES.build(outcome).num_rows == 0
    assert set(ASSESSMENT_VARIANTS.build(outcome).to_pandas()["reference"]) == {"official"}


OWN = '[assessments.own]\nfrom = "official"\n'


@pytest.mark.parametrize(
    ("toml", "line", "said"),
    [
        ("[assessments.nobody]\nscored = true\n", 1, "a folder assessments/nobody with judgements, or from"),
        ('[assessments.own]\nfrom = "nobody"\n', 2, "one of official, second"),
        ('[assessments.second]\nfrom = "official"\n', 2, "another name"),
        ("[assessments.official]\nscored = true\n", 1, "another name"),
        ('[assessments.binary]\nfrom = "official"\n', 1, "another name"),
        ('[assessments.own]\nfrom = "own"\n', 2, "leads back to a judge"),
        ('[assessments.a]\nfrom = "b"\n[assessments.b]\nfrom = "a"\n', 2, "leads back to a judge"),
        (OWN + 'topics = ["1",\n"77"]\n', 4, "topics that official assesses"),
        (
            OWN + 'topics = ["1"]\n[assessments.b]\nfrom = "own"\ntopics = ["2"]\n',
            6,
            "topics that own assesses",
        ),
        (OWN + "without_element = []\n", 3, "without_elements"),
        (OWN + 'without_judged_by = "nobody"\n', 3, "one of official, second"),
        ('[assessments.second]\nwithout_judged_by = "official"\n', 1, "only together with from"),
        (OWN + "topics = []\n", 3, "at least 1 item"),
        ('[assessments.second]\nwithout_elements = ["p"]\n', 1, "only together with from"),
        ('[assessments.own]\nform = "official"\n', 2, "“from” meant"),
    ],
)
def test_wrong_settings_are_reported_with_their_line(toml, line, said, tmp_path):
    directory = varied_campaign(2004, "CO", 1).write(tmp_path / "c")
    shutil.copytree(directory / "assessments/official", directory / "assessments/second")
    before = add_settings(directory, toml)
    problems = [one for one in examine_and_prepare(directory).problems if one.is_error]
    assert {one.code for one in problems} <= {"campaign-value-wrong", "campaign-key-unknown"}
    assert any(before + line in one.lines and said in one.message for one in problems), [
        (one.lines, one.message) for one in problems
    ]


def test_all_wrong_settings_are_reported_at_once(tmp_path):
    directory = varied_campaign(2004, "CO", 1).write(tmp_path / "c")
    toml = (
        '[assessments.x]\n[assessments.y]\nfrom = "y"\n[assessments.z]\nfrom = "official"\ntopics = ["77"]\n'
    )
    add_settings(directory, toml)
    found = [one for one in examine_and_prepare(directory).problems if one.code == "campaign-value-wrong"]
    assert len(found) == 3


def test_metrics_that_a_set_does_not_allow_are_reported(tmp_path):
    directory = varied_campaign(2004, "CO", 1).write(tmp_path / "c")
    (directory / "assessments/passages").mkdir()
    (directory / "assessments/passages/all.qrels").write_text("1 Q0 A 100 1000 0 0:100\n")
    add_settings(directory, "[assessments.passages]\n")
    found = [one.message for one in examine_and_prepare(directory).problems]
    assert any("the passages assessments: they judge no elements" in one for one in found), found
