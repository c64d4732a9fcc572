from __future__ import annotations

from dataclasses import replace

import pytest
from rendering.invented_campaign import MARKUP, invented_metrics

from inexreport.model.topic import Topic
from inexreport.report.campaign_view import view_campaign
from inexreport.report.search_index import LONGEST_TEXT, search_entries


@pytest.fixture(scope="module")
def found(view):
    return search_entries(view)


def test_everything_with_a_page_is_found(found, view):
    assert list(found["task"]) == ["Focused", "focused"]
    assert list(found["topic"]) == list(view.outcome.campaign.topics)
    assert set(found["run"]) == set(view.names)
    assert set(found["participant"]) == {"12", "p/../9"}
    assert list(found["metric"]) == ["iP@0.01", "MAiP", "overlap(kind=rank)"]


def test_a_topic_is_called_by_id_and_title_and_found_by_its_statement(found, view):
    topic = found["topic"]["2002"]
    assert topic.title == f"2002: title 1 {MARKUP}"
    assert topic.names == ("2002", f"title 1 {MARKUP}")
    assert topic.detail == f"A description {MARKUP}"
    assert topic.text == f"CO+S {view.outcome.campaign.topics['2002'].castitle}"


def test_runs_come_by_rank_and_the_rejected_last(found, view):
    ranked = [("Focused", run.submission.name) for run in view.standings["Focused"].runs]
    assert list(found["run"]) == [*ranked, ("Focused", "rejected")]
    assert [entry.detail.rpartition(", ")[2] for entry in found["run"].values()] == [
        *(f"rank {i}" for i in range(1, 13)),
        "not evaluated",
    ]


def test_a_run_is_called_by_file_and_run_id_and_found_by_its_participant(found, view, outcome):
    run = next(run for run in outcome.tasks[0].runs if run.submission.run_id)
    entry = found["run"]["Focused", run.submission.name]
    assert entry.title == run.submission.run_id
    assert run.submission.name in entry.names
    named = next(name for name in view.names.values() if name.participant == "p/../9")
    entry = found["run"][named.task, named.run]
    assert entry.detail.startswith("École d’essai, Focused, rank ")
    assert entry.text == "p/../9"


def test_a_participant_is_called_by_name_and_id(found):
    entry = found["participant"]["p/../9"]
    assert (entry.title, entry.names, entry.detail) == ("École d’essai", ("p/../9",), "4 runs in Focused")


def test_a_metric_is_called_by_every_identifier(found):
    entry = found["metric"]["iP@0.01"]
    assert entry.title == "iP: Interpolated precision"
    assert entry.names == ("iP", "Interpolated precision", "iP@0.01", "iP@0.10")
    assert found["metric"]["MAiP"].names[:2] == ("MAiP", "AiP")


def test_long_texts_are_cut(outcome):
    topic = Topic("1", title="t" * 9999, description="d" * 9999, castitle="c" * 9999)
    campaign = replace(outcome.campaign, topics={"1": topic})
    view = view_campaign(replace(outcome, campaign=campaign), invented_metrics())
    entry = search_entries(view)["topic"]["1"]
    assert max(map(len, (entry.detail, entry.text, *entry.names))) == LONGEST_TEXT
    assert entry.text.endswith("c…")


def test_a_topic_without_a_title_is_shown_by_its_id(outcome):
    campaign = replace(outcome.campaign, topics={"7": Topic("7")})
    view = view_campaign(replace(outcome, campaign=campaign), invented_metrics())
    entry = search_entries(view)["topic"]["7"]
    assert (entry.title, entry.names, entry.detail, entry.text) == ("7", (), "", "")
