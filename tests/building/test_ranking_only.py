"""Tasks that rank given pools: what is outside of them, what is missing, and what is scored."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pooling_campaigns import SmallCampaign, scores_of
from pooling_reference import PlainRun

from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.pool_files import make_pools, write_pools
from inexreport.building.submission import check_in, rules_for_submissions
from inexreport.errors import CampaignRefusedError
from inexreport.report.task import scoring_sentences

pytestmark = pytest.mark.usefixtures("statistics_when_asked_for")

SECTION, OTHER = "/article[1]/sec[1]", "/article[1]/sec[2]"
POOL = {("A", SECTION), ("A", OTHER), ("B", SECTION)}
JUDGED = {"1": {"A": {SECTION: (3, 3), OTHER: (0, 0)}, "B": {SECTION: (0, 0)}}}
RUNS = {
    "whole": PlainRun("1", {"1": [("A", OTHER), ("A", SECTION), ("B", SECTION)]}),
    "part": PlainRun("2", {"1": [("A", SECTION)]}),
    "outside": PlainRun("3", {"1": [("A", SECTION), ("C", SECTION), ("B", SECTION), ("A", OTHER)]}),
}
CAMPAIGN = SmallCampaign(2004, JUDGED, {"1": "CO"}, {"CO": RUNS}, pools={"1": POOL})


def rule(treatment: str) -> str:
    return f'[tasks.CO.rules]\noutside_pool = "{treatment}"\n'


def evaluated(campaign: SmallCampaign, root):
    outcome, _ = evaluate_campaign(campaign.write(root))
    codes = {
        run.submission.name: {
            one.code: (one.severity, one.lines) for one in run.problems if "pool" in one.code
        }
        for run in outcome.tasks[0].runs
    }
    return outcome, codes


def test_without_the_rule_nothing_is_reported(tmp_path):
    outcome, codes = evaluated(CAMPAIGN, tmp_path)
    assert codes == {"whole": {}, "part": {}, "outside": {}}
    assert len(scores_of(outcome, "CO")) == 3


def test_a_run_with_other_results_is_rejected(tmp_path):
    outcome, codes = evaluated(replace(CAMPAIGN, settings=rule("error")), tmp_path)
    assert codes["whole"] == {}
    assert codes["part"] == {"pool-not-ranked": ("warning", ())}
    assert list(codes["outside"]) == ["outside-pool-not-allowed"]
    assert scores_of(outcome, "CO").keys() == {"whole", "part"}


def test_with_a_warning_it_is_scored_as_it_is(tmp_path):
    before, _ = evaluated(CAMPAIGN, tmp_path / "before")
    after, codes = evaluated(replace(CAMPAIGN, settings=rule("warning")), tmp_path / "after")
    assert list(codes["outside"]) == ["result-outside-pool"]
    assert scores_of(after, "CO") == scores_of(before, "CO")


@pytest.mark.parametrize("pools", [{}, {"9": POOL}])
def test_a_task_needs_the_pools_that_it_ranks(tmp_path, pools):
    with pytest.raises(CampaignRefusedError) as refused:
        evaluated(replace(CAMPAIGN, settings=rule("error"), pools=pools), tmp_path)
    (problem,) = (one for one in refused.value.problems if one.code == "task-pool-missing")
    assert problem.found == "no pool of topic “1” in task “CO”"


def test_runs_of_written_pools_are_in_them(tmp_path):
    campaign = replace(CAMPAIGN, settings=rule("error"), pools={}).write(tmp_path)
    settings = (campaign / "campaign.toml").read_text()
    (campaign / "campaign.toml").write_text(settings.replace(rule("error"), ""))
    write_pools(campaign, make_pools(campaign, "system", 4)[0], campaign / "pools")
    (campaign / "campaign.toml").write_text(settings)
    outcome, _ = evaluate_campaign(campaign)
    assert scores_of(outcome, "CO").keys() == RUNS.keys()


def test_pools_of_articles(tmp_path):
    judged = {"1": {"A": {0: (0, 100)}, "B": {}}}
    runs = {
        "inside": PlainRun("1", {"1": [("B", (0, 10)), ("A", (50, 10)), ("A", (0, 10))]}),
        "outside": PlainRun("2", {"1": [("A", (0, 10)), ("C", (0, 10))]}),
    }
    campaign = SmallCampaign(
        2009,
        judged,
        {"1": "CO"},
        {"Thorough": runs},
        pools={"1": {("A", "/article[1]"), ("B", "/article[1]")}},
        settings='[tasks.Thorough.rules]\noutside_pool = "error"\n',
    )
    _, codes = evaluated(campaign, tmp_path)
    assert codes["inside"] == {}
    assert codes["outside"] == {
        "outside-pool-not-allowed": ("error", (2,)),
        "pool-not-ranked": ("warning", ()),
    }


def test_a_participant_checks_a_run_against_the_pools(tmp_path):
    campaign = replace(CAMPAIGN, settings=rule("error")).write(tmp_path)
    codes = {
        one.code
        for one in check_in(rules_for_submissions(campaign), campaign / "runs" / "CO" / "outside.xml")
    }
    assert "outside-pool-not-allowed" in codes


def test_the_task_page_names_the_rule(tmp_path):
    outcome, _ = evaluated(replace(CAMPAIGN, settings=rule("error")), tmp_path)
    sentence = "Runs with results outside the topic’s pool are rejected."
    assert sentence in scoring_sentences(outcome.tasks[0].task, outcome.campaign.collection)
