from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_tasks import METRIC, run_of, task_of

from inexreport.model.outcome import RunOutcome, RunScores, TaskOutcome
from inexreport.model.run import Standing, Submission
from inexreport.model.task import Task
from inexreport.statistics.standings import task_standings, with_unranked

METRICS = ("inex_eval(quant=aggregate)", "inex_eval(quant=strict)", "inex_eval(quant=gen)", "nXCG(quant=gen)")
NAN = float("nan")


@pytest.fixture
def outcome() -> TaskOutcome:
    by_topic = np.array([[NAN, NAN], [0.2, NAN], [0.1, 0.3], [0.4, 0.5]])
    scores = RunScores(METRICS, ("1", "2"), by_topic, np.array([0.2, 0.2, 0.2, 0.45]), np.array([0, 1, 2, 2]))
    run = RunOutcome(Submission("CO", "a", "a.xml", "0" * 64), 10, (), scores)
    return TaskOutcome(Task(name="CO", cutoff=1500, official=METRICS[0], metrics=METRICS), (run,))


def test_an_official_metric_of_whole_runs_leaves_topics_to_one_like_it(outcome):
    assert task_standings(outcome).topic_metric == "inex_eval(quant=gen)"


def test_topics_are_compared_by_the_official_metric_where_it_values_them(outcome):
    strict = outcome.task.model_copy(update={"official": "inex_eval(quant=strict)"})
    assert task_standings(replace(outcome, task=strict)).topic_metric == "inex_eval(quant=strict)"


def test_without_runs_nothing_else_is_chosen(outcome):
    assert task_standings(replace(outcome, runs=())).topic_metric == METRICS[0]


class TestRunsOfAnotherStanding:
    @pytest.fixture
    def outcome(self):
        scores = {"a": 0.2, "late": 0.9, "b": 0.4, "base": 0.5, "reference": 0.9, "lost": float("nan")}
        standing = {"late": Standing.LATE, "base": Standing.BASELINE, "reference": Standing.REFERENCE}
        standing["lost"] = Standing.UNOFFICIAL
        return task_of(
            [
                run_of(name, {METRIC: [score]}, ["1"], standing=standing.get(name, Standing.OFFICIAL))
                for name, score in scores.items()
            ]
        )

    def test_they_are_in_no_standings(self, outcome):
        standings = task_standings(outcome)
        assert [run.submission.name for run in standings.runs] == ["b", "a"]
        assert standings.ranks.tolist() == [[1], [2]]

    def test_they_follow_the_ranked_runs_best_first_without_rank_and_percentile(self, outcome):
        shown = with_unranked(task_standings(outcome), outcome)
        assert [run.submission.name for run in shown.runs] == ["b", "a", "late", "reference", "base", "lost"]
        assert [shown.rank(row) for row in range(6)] == [1, 2, None, None, None, None]
        np.testing.assert_array_equal(shown.means[:, 0], [0.4, 0.2, 0.9, 0.9, 0.5, np.nan])
        np.testing.assert_array_equal(shown.percentiles[2:, 0], [np.nan] * 4)
        assert shown.topics_counted[:, 0].tolist() == [1, 1, 1, 1, 1, 0]
        assert shown.topic_scores(METRIC)[1].shape == (6, 1)

    def test_without_any_the_standings_are_all(self, outcome):
        ranked = task_of([run for run in outcome.runs if run.submission.standing is Standing.OFFICIAL])
        standings = task_standings(ranked)
        assert with_unranked(standings, ranked) is standings
