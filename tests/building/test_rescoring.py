"""Scores under changed assessments, against those of campaigns whose files hold the changed assessments."""

from __future__ import annotations

import shutil
import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from math import isnan, nan

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from pooling_campaigns import SmallCampaign, campaigns, folder, scores_alone, scores_of, varied_campaign
from pooling_campaigns import scored as without_statistics
from pooling_reference import PlainCampaign, competition_ranks, judged_thanks_to, system_pool

from inexreport import cli
from inexreport.building.evaluation import evaluate_campaign, score_campaign
from inexreport.errors import InputChangedError
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.scores import SCORES
from inexreport.subjects.assessment_sets import VARIANT_SCORES
from inexreport.subjects.leave_out import LEAVE_OUT

SLOW = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])

GRADED = [
    (2002, "CO", ""),
    (2003, "SCAS", ""),
    (2004, "CO", ""),
    (2004, "CO", "flags"),
    (2004, "VCAS", "pools"),
    (2005, "CO.Focussed", ""),
    (2005, "CO.FetchBrowse", "pools"),
    (2006, "Thorough", "pools"),
    (2006, "Focused", ""),
]
UNGRADED = [
    (2006, "AllInContext", ""),
    (2006, "BestInContext", ""),
    (2009, "Thorough", "pools"),
    (2009, "RelevantInContext", ""),
]


@cache
def varied(year: int, task: str, pool: str) -> tuple[SmallCampaign, CampaignOutcome]:
    """A campaign, and what the program makes of it but for statistics of the scores. Read only."""
    campaign = varied_campaign(year, task, 1, pool)
    return campaign, without_statistics(campaign)


def nearly(scores: dict[str, float]) -> dict:
    return pytest.approx(scores, rel=0, abs=1e-12, nan_ok=True)


def scored(campaign: SmallCampaign) -> CampaignOutcome:
    """The scores by a campaign's files alone; see test_scores_alone_are_the_scores_of_the_site."""
    with folder() as root:
        return score_campaign(campaign.write(root))


def scores_from_files(campaign: SmallCampaign, task: str) -> dict[str, float]:
    """What the runs score; nothing where qrels would be empty, with which no campaign is built."""
    if campaign.of_articles and not any(campaign.judgements.values()):
        return dict.fromkeys(campaign.runs[task], nan)
    return scores_of(scored(campaign), task)


def assert_left_out_as_if_never_judged(campaign: SmallCampaign, outcome: CampaignOutcome, task: str) -> int:
    """Compare the table of left-out groups with campaigns without their finds; how many groups have any."""
    plain = campaign.plain(task)
    official = scores_of(outcome, task)
    rows = LEAVE_OUT.build(outcome).to_pandas().set_index("run")
    assert rows["score"].to_dict() == nearly(official)
    assert _ranks(rows["rank"]) == competition_ranks(official)
    finds = {group: judged_thanks_to(plain, group) for group in set(plain.groups.values())}
    official_alone = replace(
        campaign, settings=f"{campaign.settings}metrics = {[outcome.tasks[0].task.official]}\n"
    )
    for group, found in finds.items():
        own = [run for run, of in plain.groups.items() if of == group]
        changed = scores_from_files(official_alone.without(found), task)
        assert rows.loc[own, "score_without"].to_dict() == nearly({run: changed[run] for run in own})
        ranks = competition_ranks(changed)
        assert _ranks(rows.loc[own, "rank_without"]) == {run: ranks[run] for run in own}
    return sum(map(bool, finds.values()))


def _ranks(column: pd.Series) -> dict[str, int | None]:
    return {run: None if pd.isna(rank) else int(rank) for run, rank in column.items()}


@pytest.mark.parametrize(("year", "task", "pool"), [*GRADED, *UNGRADED])
def test_leaving_out_a_group_is_to_judge_without_its_finds(year, task, pool):
    assert assert_left_out_as_if_never_judged(*varied(year, task, pool), task) > 1


@SLOW
@given(campaigns(2004, max_runs=3))
def test_any_group_of_2004_may_be_left_out(campaign):
    assert_left_out_as_if_never_judged(campaign, without_statistics(campaign), "CO")


def test_articles_too_lose_their_relevance_with_their_elements():
    campaign = varied_campaign(2004, "CO", 2)
    campaign = replace(campaign, settings='official = "article-MAP"\n')
    assert assert_left_out_as_if_never_judged(campaign, without_statistics(campaign), "CO") > 0


def given_to_judges(plain: PlainCampaign) -> dict[str, set]:
    return {
        topic: system_pool(plain.lists(topic), plain.pool_depth) if judged.given is None else judged.given
        for topic, judged in plain.topics.items()
    }


def assert_variants_are_other_assessments(
    campaign: SmallCampaign, outcome: CampaignOutcome, task: str
) -> None:
    table = VARIANT_SCORES.build(outcome).to_pandas().set_index(["variant", "metric", "run"])
    assert table.index.is_unique
    changed = {
        "without_out_of_pool": scored(campaign.only(given_to_judges(campaign.plain(task)))),
        "binary": scored(campaign.binary()),
    }
    metrics = {variant.change: variant.metrics for variant in outcome.tasks[0].variants}
    expected = {
        (variant, metric, run): (score, scores_of(after, task, metric)[run])
        for variant, after in changed.items()
        for metric in metrics[variant]
        for run, score in scores_of(outcome, task, metric).items()
    }
    expected = {name: pair for name, pair in expected.items() if not any(map(isnan, pair))}
    assert table["score"].to_dict() == nearly({name: pair[0] for name, pair in expected.items()})
    assert table["score_variant"].to_dict() == nearly({name: pair[1] for name, pair in expected.items()})


@pytest.mark.parametrize(("year", "task", "pool"), GRADED)
def test_variants_are_scores_by_other_assessment_files(year, task, pool):
    assert_variants_are_other_assessments(*varied(year, task, pool), task)


@SLOW
@given(campaigns(2004, max_runs=4))
def test_any_campaign_of_2004_has_variants(campaign):
    assert_variants_are_other_assessments(campaign, without_statistics(campaign), "CO")


class TestChangedInput:
    """A run file that changes after it was evaluated and before it is scored again."""

    @pytest.fixture
    def directory(self, tmp_path):
        return varied_campaign(2004, "CO", 1).write(tmp_path / "c2004")

    @pytest.fixture
    def interfere(self, directory):
        def progress(stage: str, done: int, total: int) -> None:
            if stage == "Scoring under other assessments" and done == 1:
                file = directory / "runs" / "CO" / "run2.xml"
                file.write_text(file.read_text().replace("sec[1]", "sec[2]"))

        return progress

    def test_it_is_named(self, directory, interfere):
        with pytest.raises(InputChangedError, match=r"runs/CO/run2\.xml was changed"):
            evaluate_campaign(directory, interfere)

    def test_a_file_that_is_gone_is_changed_too(self, directory):
        def progress(stage: str, done: int, total: int) -> None:
            if stage == "Scoring under other assessments":
                (directory / "runs" / "CO" / "run4.xml").unlink(missing_ok=True)

        with pytest.raises(InputChangedError, match=r"runs/CO/run4\.xml was changed"):
            evaluate_campaign(directory, progress)

    def test_the_command_says_so_and_publishes_nothing(
        self, directory, interfere, tmp_path, monkeypatch, capsys
    ):
        cache = tmp_path / "cache"

        def interfere_and_forget(*reported):
            interfere(*reported)
            shutil.rmtree(cache / "located", ignore_errors=True)  # else the file is not read again

        @contextmanager
        def display():
            yield interfere_and_forget

        monkeypatch.setattr("inexreport.console.progress.progress_display", display)
        monkeypatch.setattr(
            sys,
            "argv",
            ["inexreport", "build", str(directory), "--out", str(tmp_path / "site"), "--cache", str(cache)],
        )
        with pytest.raises(SystemExit) as exit_:
            cli.main()
        assert exit_.value.code == 1
        reported = capsys.readouterr().err
        assert "runs/CO/run2.xml was changed while the campaign was being built; build it again" in reported
        assert "Traceback" not in reported
        assert not (tmp_path / "site" / "c2004").exists()


def test_scores_alone_are_the_scores_of_the_site(tmp_path):
    directory = varied_campaign(2004, "CO", 1).write(tmp_path)
    with scores_alone():
        outcome, _ = evaluate_campaign(directory)
    alone = score_campaign(directory)
    assert SCORES.build(alone).to_pandas().equals(SCORES.build(outcome).to_pandas())
    assert alone.tasks[0].variants == alone.tasks[0].without_group == ()
    assert all(run.diagnosis is None for run in alone.tasks[0].runs)
