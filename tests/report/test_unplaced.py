from __future__ import annotations

from inexreport.report.run import run_page


def page_of(view, outcome, name):
    run = next(run for run in outcome.tasks[0].runs if run.submission.name == name)
    return run, run_page(view, "Focused", run)


def test_results_without_a_place_name_the_scores_that_they_touch(view, outcome):
    run, page = page_of(view, outcome, "run_05")
    assert page["unplaced"]["results"] == 3
    assert page["unplaced"]["all_results"] == run.composition.results_per_topic.sum()
    assert list(page["unplaced"]["touched"]) == ["iP", "MAiP"]
    assert list(page["unplaced"]["untouched"]) == ["overlap"]
    assert page["unplaced"]["touched"]["iP"].identifier == "iP@0.01"


def test_nothing_is_said_where_every_place_is_known(view, outcome):
    assert page_of(view, outcome, "run_04")[1]["unplaced"] is None


def test_a_run_without_scores_has_none_that_could_be_touched(view, outcome):
    assert page_of(view, outcome, "rejected")[1]["unplaced"] is None
