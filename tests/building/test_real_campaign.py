"""The official INEX 2009 data, from files to outcomes."""

import pytest

from inexreport.building.campaign import gather

pytestmark = pytest.mark.real_data


@pytest.fixture(scope="module")
def outcome(real_data):
    found, _ = gather(real_data / "inex-2009-adhoc")
    return found


def test_21_runs_over_four_tasks(outcome):
    assert {task.task.name: len(task.runs) for task in outcome.tasks} == {
        "Focused": 7,
        "Thorough": 4,
        "RelevantInContext": 6,
        "BestInContext": 4,
    }


def test_115_topics_of_which_68_are_assessed(outcome):
    assert len(outcome.campaign.topics) == 115
    assert len(outcome.campaign.assessments.topics) == 68


def test_one_run_is_rejected_and_no_other_affected(outcome):
    rejected = [
        (task.task.name, run.submission.name)
        for task in outcome.tasks
        for run in task.runs
        if not run.evaluated
    ]
    assert rejected == [("Focused", "bert2009_focused")]
    (focused,) = (run for run in outcome.tasks[0].runs if not run.evaluated)
    assert [problem.place for problem in focused.errors] == ["runs/Focused/bert2009_focused.run:15936"]
    (thorough,) = (run for run in outcome.tasks[1].runs if run.submission.name == "bert2009_focused")
    assert thorough.evaluated


def test_perfect_runs_are_perfect(outcome):
    """Nearly: some judgements give more relevant characters than their passages have."""
    tasks = {task.task.name: {run.submission.name: run for run in task.runs} for task in outcome.tasks}
    focused = tasks["Focused"]["ideal2009_passages"].scores
    assert focused.mean[focused.metrics.index("MAiP")] > 0.99
    in_context = tasks["RelevantInContext"]["ideal2009_passages"].scores
    assert in_context.mean[0] > 0.99


def test_the_stray_file_is_told(outcome):
    assert [problem.place for problem in outcome.problems] == ["p"]
