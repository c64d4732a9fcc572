"""Sites for participants, from real files: nothing of the others is in them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
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


@pytest.fixture(scope="module", params=["sample-2006", "sample-2009"])
def gathered(request: pytest.FixtureRequest, sample_campaign: Path) -> Gathered:
    return evaluate_campaign(sample_campaign.with_name(request.param))


def participants_of(outcome: CampaignOutcome) -> list[str]:
    return sorted({run.submission.participant for task in outcome.tasks for run in task.runs} - {""})


def write_for(participant: str, gathered: Gathered, out: Path) -> Path:
    outcome, prepared = gathered
    return write_site(outcome, prepared.metrics, out, audience=Audience(Readers.PARTICIPANT, participant))


def test_no_participant_learns_about_another(gathered: Gathered, tmp_path: Path):
    outcome, prepared = gathered
    participants = participants_of(outcome)
    assert len(participants) > 4
    for participant in participants:
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


def test_the_same_campaign_gives_a_participant_the_same_bytes(sample_campaign: Path, tmp_path: Path):
    audience = Audience(Readers.PARTICIPANT, "12")
    for name in ("one", "two"):
        summary = build(sample_campaign, tmp_path / name, audience=audience)
    outcome = participant_outcome("12", evaluate_campaign(sample_campaign)[0])
    assert summary == summarise(outcome, sample_campaign.name, {})
    assert {run.submission.participant for task in outcome.tasks for run in task.runs} == {"12"}
    first, second = (
        {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
        for out in (tmp_path / "one", tmp_path / "two")
    )
    assert first == second


def claimed(run: RunOutcome) -> RunOutcome:
    """A published run with the participant that its name tells, and a run id that is no everyday word."""
    name = run.submission.name
    owner, _, _ = name.partition("2009")
    submission = replace(run.submission, participant=owner, run_id=f"id of {name}")
    return without_results(replace(run, submission=submission))


@pytest.mark.real_data
def test_no_participant_of_2009_learns_about_another(real_data: Path, tmp_path: Path):
    outcome, prepared = evaluate_campaign(real_data / "inex-2009-adhoc")
    tasks = tuple(replace(task, runs=tuple(map(claimed, task.runs))) for task in outcome.tasks)
    outcome = replace(outcome, tasks=tasks)
    assert participants_of(outcome) == ["basex", "bert", "edge", "ideal", "indri", "thorough"]
    for participant in ("bert", "edge", "thorough"):
        write_for(participant, (outcome, prepared), tmp_path / participant)
        withheld = withheld_from(participant, outcome, exact_only=True)
        assert breaches(tmp_path / participant, withheld) == [], participant
