from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from inexreport.model.outcome import RunOutcome, RunScores, TaskOutcome
from inexreport.model.run import Submission
from inexreport.model.task import Task
from inexreport.statistics.standings import task_standings

METRICS = ("inex_eval(quant=aggregate)", "inex_eval(quant=strict)", "inex_eval(quant=gen)", "nXCG(quant=gen)")
NAN = float("nan")


@pytest.fixture
def outcome() -> TaskOutcome:
    by_topic = np.array([[NAN, NAN], [0.2, NAN], [0.1, 0.3], [0.4, 0.5]])
    scores = RunScores(METRICS, ("1", "2"), by_topic, np.array([0.2, 0.2, 0.2, 0.45]), np.array([0, 1, 2, 2]))
    run = RunOutcome(Submission("CO", "a", "a.xml", "0" * 64), 10, (), scores)
    return TaskOutcome(Task("CO", "", 1500, METRICS[0], METRICS), (run,))


def test_an_official_metric_of_whole_runs_leaves_topics_to_one_like_it(outcome):
    assert task_standings(outcome).topic_metric == "inex_eval(quant=gen)"


def test_topics_are_compared_by_the_official_metric_where_it_values_them(outcome):
    strict = replace(outcome.task, official="inex_eval(quant=strict)")
    assert task_standings(replace(outcome, task=strict)).topic_metric == "inex_eval(quant=strict)"


def test_without_runs_nothing_else_is_chosen(outcome):
    assert task_standings(replace(outcome, runs=())).topic_metric == METRICS[0]
