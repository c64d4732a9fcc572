"""Sites for participants, from real files: nothing of the others is in them."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pandas as pd
import pytest
from evaluated_samples import cached, evaluated_sample
from part_of_2006 import METRICS, copy_part
from pooling_campaigns import scores_alone
from rendering.withheld import breaches, texts_within, withheld_from
from site_links import broken_links
from small_tasks import without_results

from inexreport.building.build import build, summarise
from inexreport.building.campaign import PreparedCampaign
from inexreport.building.evaluation import evaluate_campaign
from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers
from inexreport.report.embargo import participant_outcome, view_for_participant

Gathered = tuple[CampaignOutcome, PreparedCampaign]


@pytest.fixture(scope="module")
def part_of_2006(sample_campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaigns") / "c2006"
    return copy_part(sample_campaign, folder, [*METRICS], runs=6, topics=3)


@pytest.fixture(scope="module", params=["part of 2006", "sample-2009"])
def gathered(request: pytest.FixtureRequest, sample_campaign: Path, part_of_2006: Path) -> Gathered:
    return evaluated_sample(part_of_2006 if request.param == "part of 2006" else sample_campaign)


def participants_of(outcome: CampaignOutcome) -> list[str]:
    return sorted({run.submission.participant for task in outcome.tasks for run in task.runs} - {""})


def write_for(participant: str, gathered: Gathered, out: Path) -> Path:
    outcome, prepared = gathered
    return write_site(outcome, prepared.metrics, out, audience=Audience(Readers.PARTICIPANT, participant))


def test_no_participant_learns_about_another(gathered: Gathered, tmp_path: Path):
    outcome, prepared = gathered
    participants = participants_of(outcome)
    assert len(participants) > 4
    # Two of one campaign, whose runs are others' for each other.
    for participant in participants[: 2 if outcome.campaign.year == 2006 else 1]:
        site = write_for(participant, gathered, tmp_path / participant)
        withheld = withheld_from(participant, outcome, exact_only=True)
        assert len(withheld.texts) > 50
        assert len(withheld.numbers) > 100
        known = "\n".join(texts_within(view_for_participant(participant, outcome, prepared.metrics)))
        assert "missed_articles" in known
        assert [text for text in withheld.texts if text in known] == []
        assert breaches(tmp_path / participant, withheld) == [], participant
        assert broken_links(site.parent) == []
        for name in ("scores", "runs"):
            table = pd.read_csv(site / f"data/{name}.csv", dtype={"participant": str})
            assert set(table["participant"]) <= {participant}
        inputs = json.loads((site / "data/campaign.json").read_text("utf-8"))["inputs"]
        others = {"campaign.toml", "about.md"} | {
            run.submission.file
            for task in outcome.tasks
            for run in task.runs
            if run.submission.participant != participant
        }
        assert not others & {one["file"] for one in inputs}


def test_the_summary_is_of_the_participants_runs_alone(part_of_2006: Path, tmp_path: Path):
    evaluated = evaluated_sample(part_of_2006)
    with mock.patch("inexreport.building.build.evaluate_campaign", return_value=evaluated):
        summary = build(part_of_2006, tmp_path, audience=Audience(Readers.PARTICIPANT, "11"))
    outcome = participant_outcome("11", evaluated[0])
    assert summary == summarise(outcome, part_of_2006.name, {})
    assert {run.submission.participant for task in outcome.tasks for run in task.runs} == {"11"}


def claimed(run: RunOutcome) -> RunOutcome:
    """A published run with the participant that its name tells, and a run id that is no everyday word."""
    name = run.submission.name
    owner, _, _ = name.partition("2009")
    submission = replace(run.submission, participant=owner, run_id=f"id of {name}")
    return without_results(replace(run, submission=submission))


@pytest.mark.real_data
def test_no_participant_of_2009_learns_about_another(real_data: Path, tmp_path: Path):
    fewer = shutil.ignore_patterns("BestInContext", "RelevantInContext", "bert2009clean*", "*_passages.run")
    campaign = shutil.copytree(real_data / "inex-2009-adhoc", tmp_path / "inex-2009-adhoc", ignore=fewer)
    with scores_alone():
        outcome, prepared = evaluate_campaign(campaign, resources=cached())
    tasks = tuple(replace(task, runs=tuple(map(claimed, task.runs))) for task in outcome.tasks)
    outcome = replace(outcome, tasks=tasks)
    assert participants_of(outcome) == ["basex", "bert", "edge", "ideal", "indri", "thorough"]
    write_for("edge", (outcome, prepared), tmp_path / "site")
    assert breaches(tmp_path / "site", withheld_from("edge", outcome, exact_only=True)) == []
