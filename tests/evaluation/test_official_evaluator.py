"""Every number that the official evaluator prints for real INEX 2009 runs, to 1e-12."""

import re
from functools import cache

import numpy as np
import pytest

from inexreport.building.campaign import prepare_campaign
from inexreport.evaluation.run_evaluation import check_run, judge_run
from inexreport.evaluation.task_plan import bind_counts, plan_task
from inexreport.formats.protocols import protocol_tasks
from inexreport.formats.run_files import list_runs
from inexreport.formats.runs import read_run
from inexreport.model.task import TopicSelection

TOLERANCE = 1e-12

pytestmark = pytest.mark.real_data


@pytest.fixture(scope="module")
def prepared(real_data):
    return prepare_campaign(real_data / "inex-2009-adhoc")


@pytest.fixture(scope="module")
def read_run_of(real_data, prepared):
    """Reads the run of a task and a name, once."""
    files, _ = list_runs(real_data / "inex-2009-adhoc", prepared.campaign)
    of_names = {(file.task, file.name): file for file in files}
    return cache(lambda task, name: read_run(of_names[task, name], prepared.campaign))


def official_values(path):
    """(measure, topic) to value, as printed."""
    lines = [line.split() for line in path.read_text().splitlines() if "\t" in line]
    return {(measure, topic): float(value) for measure, topic, value in lines}


def our_values(scores, curves, metrics):
    """The same, from our scores and curves, under the names that the official evaluator prints."""
    values = {}
    for bound, row, overall in zip(metrics, scores.by_topic, scores.mean, strict=True):
        cutoff = bound.identifier.partition("@")[2]
        suffix = f"[{cutoff}]" if cutoff else ""
        values[bound.metric.name + suffix, "all"] = overall
        for topic, value in zip(scores.topics, row, strict=True):
            if not np.isnan(value):
                values[bound.metric.topic_name + suffix, topic] = value
    for x, y in zip(curves[0].x, curves[0].y, strict=True):
        values[f"ircl_prn.{x:.2f}", "all"] = y
    values["num_q", "all"] = scores.topics_counted[0]
    return values


def expected_cases(real_data):
    for path in sorted((real_data / "expected").glob("*.txt")):
        task, run, selection = re.fullmatch(r"([^.]+)\.(.+)\.(assessed|returned)\.txt", path.name).groups()
        yield path, task, run, selection


def judged(prepared, read_run_of, task_name, run_name, selection):
    protocol = "inex-2010" if task_name.endswith("-T2I") else "inex-2009"
    folder = task_name.partition("-")[0]
    task = protocol_tasks(protocol)[folder].model_copy(update={"topics": TopicSelection(selection)})
    plan = plan_task(task, prepared.campaign)
    run, problems = read_run_of(folder, run_name)
    return check_run(run, prepared.campaign, plan, problems=problems), plan


@pytest.fixture(scope="module")
def scored(real_data, prepared, read_run_of):
    """What is printed of each run, and its plan, metrics, scores and curves; but for the rejected run."""
    cases = []
    for path, task_name, run_name, selection in expected_cases(real_data):
        checked, plan = judged(prepared, read_run_of, task_name, run_name, selection)
        assert checked.rejected == ((task_name, run_name) == ("Focused", "bert2009_focused"))
        if not checked.rejected:
            metrics = (*plan.metrics, *bind_counts(plan))
            judgement = judge_run(checked, plan)
            cases.append((path, plan, metrics, judgement.scores(metrics), judgement.curves(metrics)))
    return cases


def test_every_printed_value(scored):
    compared = 0
    for path, _, metrics, scores, curves in scored:
        ours = our_values(scores, curves, metrics)
        for key, value in official_values(path).items():
            assert abs(ours[key] - value) <= TOLERANCE, (path.name, *key)
            compared += 1
    assert compared > 40_000


def test_nothing_is_scored_that_the_official_evaluator_does_not_print(scored):
    """The same topics count: ours are no more than the printed ones."""
    for path, plan, _, scores, _ in scored:
        printed = {topic for _, topic in official_values(path)} - {"all"}
        official = plan.task.metrics.index(plan.task.official)
        counted = {
            topic
            for topic, value in zip(scores.topics, scores.by_topic[official], strict=True)
            if not np.isnan(value)
        }
        assert counted == printed, path.name


def test_the_rejected_run_is_rejected_at_the_same_line(real_data, prepared, read_run_of):
    for selection in ("assessed", "returned"):
        printed = (real_data / f"expected/Focused.bert2009_focused.{selection}.txt").read_text()
        line = int(re.search(r"in line: (\d+)", printed)[1])
        checked, _ = judged(prepared, read_run_of, "Focused", "bert2009_focused", selection)
        (problem,) = checked.outcome.errors
        assert problem.code == "overlap-not-allowed"
        assert problem.line == line
        assert problem.count == 249
