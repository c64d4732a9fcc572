"""Parts of the run page: its place among all runs, and results without a location."""

from __future__ import annotations

from dataclasses import replace

from rendering.invented_campaign import invented_metrics

from inexreport.report.campaign_view import view_campaign
from inexreport.report.run import run_page


def run_of(outcome, name):
    return next(run for run in outcome.tasks[0].runs if run.submission.name == name)


def test_a_strip_holds_every_other_run(view, outcome):
    page = run_page(view, "Focused", run_of(outcome, "run_04"))
    strips = page["standing"]["strips"]
    assert [strip["metric"].identifier for strip in strips] == ["iP@0.01", "iP@0.10", "MAiP"]
    for strip, row in zip(strips, page["metrics"], strict=False):
        assert strip["own"] == row["score"]
        assert len(strip["others"]) == 11
        assert sum(other > strip["own"] for other in strip["others"]) == row["rank"] - 1
    assert f"iP@0.01 {page['official_row']['rank']}" in page["standing"]["figure"].summary


def test_a_rejected_run_and_the_only_run_of_a_task_have_no_strip(view, outcome):
    assert run_page(view, "Focused", run_of(outcome, "rejected"))["standing"] is None
    run = run_of(outcome, "run_04")
    alone = replace(outcome, tasks=(replace(outcome.tasks[0], runs=(run,)),))
    assert run_page(view_campaign(alone, invented_metrics()), "Focused", run)["standing"] is None


def page_of(view, outcome, name):
    run = run_of(outcome, name)
    return run, run_page(view, "Focused", run)


def test_unlocated_results_come_with_the_metrics_that_they_affect(view, outcome):
    run, page = page_of(view, outcome, "run_05")
    assert page["unlocated"]["results"] == 3
    assert page["unlocated"]["all_results"] == run.composition.results_per_topic.sum()
    assert list(page["unlocated"]["touched"]) == ["iP", "MAiP"]
    assert list(page["unlocated"]["untouched"]) == ["overlap"]
    assert page["unlocated"]["touched"]["iP"].identifier == "iP@0.01"


def test_a_run_whose_results_all_have_a_location_has_no_unlocated_results(view, outcome):
    assert page_of(view, outcome, "run_04")[1]["unlocated"] is None


def test_a_rejected_run_has_no_unlocated_results(view, outcome):
    assert page_of(view, outcome, "rejected")[1]["unlocated"] is None
