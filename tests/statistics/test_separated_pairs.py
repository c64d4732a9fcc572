"""Which pairs of runs each metric separates, against SciPy and Holm's correction by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_rel
from small_tasks import campaign_of, run_of, task_of

from inexreport.metrics.registry import bind
from inexreport.model.imported import ImportedMeasure
from inexreport.model.outcome import TaskOutcome
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.separated_pairs import separated_pairs, separated_section

METRICS = ("MAiP", "iP@0.01", "overlap(kind=rank)")
TOPICS = [str(topic) for topic in range(20)]


@pytest.fixture(scope="module")
def scores() -> dict[str, np.ndarray]:
    """By metric, of five runs: the second metric ranks them the other way round."""
    draws = np.random.default_rng(7)
    levels = np.array([[0.1, 0.35, 0.4, 0.6, 0.62]]).T
    noise = draws.normal(0, 0.1, (2, 5, 20))
    return {"MAiP": levels + noise[0], "iP@0.01": 0.7 - levels + noise[1], "overlap(kind=rank)": noise[0]}


@pytest.fixture(scope="module")
def outcome(scores: dict[str, np.ndarray]) -> TaskOutcome:
    runs = [
        run_of(f"run-{place}", {name: of[place].tolist() for name, of in scores.items()}, TOPICS)
        for place in range(5)
    ]
    return task_of(runs, metrics=METRICS)


def by_hand(scores: np.ndarray) -> dict[tuple[int, int], int]:
    pairs = list(combinations(range(5), 2))
    tests = [ttest_rel(scores[one], scores[other]) for one, other in pairs]
    p = [test.pvalue / 2 for test in tests]
    separated, found = True, {}
    for place, pair in enumerate(sorted(range(10), key=p.__getitem__)):
        separated = separated and p[pair] * (10 - place) < 0.05
        found[pairs[pair]] = int(np.sign(tests[pair].statistic)) if separated else 0
    return found


def row(found: pd.DataFrame, one: str, other: str) -> list[int]:
    (line,) = found[(found.metric_a == one) & (found.metric_b == other)].to_numpy().tolist()
    return line[2:]


def test_as_by_another_implementation(outcome: TaskOutcome, scores: dict[str, np.ndarray]) -> None:
    found = separated_pairs(outcome)
    first, second = by_hand(scores["MAiP"]), by_hand(scores["iP@0.01"])
    one, other = (sum(map(abs, of.values())) for of in (first, second))
    opposite = sum(first[pair] * second[pair] < 0 for pair in first)
    assert 0 < opposite <= min(one, other) < 10
    assert row(found, "MAiP", "MAiP") == [10, one, one, one, 0]
    assert row(found, "MAiP", "iP@0.01") == [10, one, other, 0, opposite]


def test_where_less_is_better_pairs_turn(outcome: TaskOutcome) -> None:
    assert "overlap(kind=rank)" not in set(separated_pairs(outcome).metric_a)  # it ranks no runs
    runs = [
        run_of(one.submission.name, {"MAiP": values, "cost": values}, TOPICS)
        for one in outcome.runs
        if one.scores is not None
        for values in [one.scores.by_topic[0].tolist()]
    ]
    whole = task_of(runs, metrics=("MAiP", "cost"))
    cost = ImportedMeasure(name="cost", title="Cost", better="lower")
    found = separated_pairs(TaskOutcome(whole.task, whole.runs, imported=(cost,)))
    _, one, other, alike, opposite = row(found, "MAiP", "cost")
    assert (one, alike) == (other, 0)
    assert opposite == one > 0


def test_one_run_has_no_pairs(outcome: TaskOutcome) -> None:
    assert separated_pairs(task_of(outcome.runs[:1], metrics=METRICS)).empty


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ({"MAiP": 0.5, "iP@0.01": 0.0, "iP@0.10": 0.0}, "MAiP separates 1 and each of 2 others 0."),
        ({"MAiP": 0.5, "iP@0.01": 0.5, "iP@0.10": 0.0}, "MAiP separates 1 and iP@0.10 0."),
        ({"MAiP": 0.5, "iP@0.01": 0.5, "iP@0.10": 0.5}, "MAiP separates 1, as do the others."),
    ],
)
def test_metrics_that_separate_equally_few_pairs_are_counted(levels: dict[str, float], said: str) -> None:
    noise = np.random.default_rng(7).normal(0, 0.1, (2, 20))
    rows = [{name: (noise[run] + level * run).tolist() for name, level in levels.items()} for run in (0, 1)]
    task = task_of([run_of(str(run), of, TOPICS) for run, of in enumerate(rows)], metrics=tuple(levels))
    metrics = {name: bind(name) for name in levels}
    view = view_campaign(campaign_of([task], dict.fromkeys(TOPICS, "CO")), metrics)
    (section,) = separated_section(view, "Focused")
    test = "(one-tailed t-test, Holm’s correction by metric)"
    assert section.answer[0] == f"Of 1 pair of runs, {said[:-1]} {test}."
