from __future__ import annotations

from dataclasses import replace

from rendering.invented_campaign import invented_metrics

from inexreport.report.campaign_view import view_campaign
from inexreport.report.run import run_page


def run_of(outcome, name):
    return next(run for run in outcome.tasks[0].runs if run.submission.name == name)


def test_a_strip_holds_every_other_run(view, outcome):
    page = run_page(view, "Focused", run_of(outcome, "run_04"))
    assert [strip["metric"].identifier for strip in page["standing"]["strips"]] == [
        "iP@0.01",
        "iP@0.10",
        "MAiP",
    ]
    for strip, row in zip(page["standing"]["strips"], page["metrics"], strict=False):
        assert strip["own"] == row["score"]
        assert len(strip["others"]) == 11
        assert sum(other > strip["own"] for other in strip["others"]) == row["rank"] - 1
    assert f"iP@0.01 {page['official_row']['rank']}" in page["standing"]["figure"].summary


def test_a_run_without_scores_or_company_stands_nowhere(view, outcome):
    assert run_page(view, "Focused", run_of(outcome, "rejected"))["standing"] is None
    run = run_of(outcome, "run_04")
    alone = replace(outcome, tasks=(replace(outcome.tasks[0], runs=(run,)),))
    assert run_page(view_campaign(alone, invented_metrics()), "Focused", run)["standing"] is None
