from __future__ import annotations

import pytest
from rendering.invented_large_task import large_outcome

from inexreport.model.run import Submission
from inexreport.report.campaign_view import view_campaign
from inexreport.report.run import reported_time, run_page
from inexreport.report.task import task_page


def test_the_mean_goes_over_the_topics_with_a_time():
    submission = Submission("Thorough", "a", "a.xml", "", milliseconds={"1": 20.0, "2": 30.5})
    assert submission.mean_milliseconds == 25.25
    assert reported_time(submission) == "25.2500 ms for a topic, mean over 2 topics"


def test_no_time_is_not_a_time_of_zero():
    assert Submission("Thorough", "a", "a.xml", "").mean_milliseconds is None
    assert reported_time(Submission("Thorough", "a", "a.xml", "")) == ""


@pytest.fixture(scope="module")
def large():
    outcome, metrics = large_outcome(runs=4)
    return view_campaign(outcome, metrics), outcome.tasks[0]


def test_a_task_with_times_has_a_column_for_them(large):
    view, task = large
    page = task_page(view, task)
    assert page["has_times"]
    times = {row["name"].run[:7]: row["milliseconds"] for row in page["rows"]}
    assert times == {"run_000": None, "run_001": 20.0, "run_002": None, "run_003": 40.0}


def test_a_task_without_times_has_none(view, outcome):
    assert not task_page(view, outcome.tasks[0])["has_times"]


def test_a_run_tells_its_time(large):
    view, task = large
    facts = dict(run_page(view, "CO.Thorough", task.runs[1])["facts"])
    assert facts["Time as reported"] == "20.0000 ms for a topic, mean over 12 topics"
    assert "Time as reported" not in dict(run_page(view, "CO.Thorough", task.runs[0])["facts"])
