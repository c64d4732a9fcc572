"""Which runs have a line where ranks under two metrics are compared."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tasks import campaign_of, run_of, task_of

from inexreport.metrics.registry import bind
from inexreport.report.campaign_view import view_campaign
from inexreport.statistics.summary import UNRANKED
from inexreport.subjects.rank_comparison import HIGHLIGHTED, MOST_LINES, rank_comparison, shown_runs


@given(st.permutations(range(1, MOST_LINES + 1)))
def test_of_up_to_a_hundred_runs_each_has_a_line(other):
    ranks = np.column_stack((np.arange(1, MOST_LINES + 1), other))
    assert shown_runs(ranks) == list(range(MOST_LINES))


def test_of_more_runs_those_that_move_furthest_come_before_the_best():
    ranks = np.column_stack((np.arange(1, 144), np.arange(1, 144)))
    ranks[[0, 99], 1] = ranks[[99, 0], 1]  # both move by 99
    ranks[[20, 25], 1] = ranks[[25, 20], 1]  # by 5
    ranks[142, 1] = UNRANKED
    # Eight that do not move, in the order of the ranking, make ten; then the best that are not yet there.
    assert shown_runs(ranks) == [0, 99, 20, 25, 1, 2, 3, 4, 5, 6, 7, 8, 9]


@given(st.permutations(range(1, 144)))
def test_nobody_left_out_moves_further_than_those_in_colour(other):
    ranks = np.column_stack((np.arange(1, 144), other))
    shown = shown_runs(ranks)
    moves = np.abs(ranks[:, 0] - ranks[:, 1])
    assert len(shown) == len(set(shown)) <= 2 * HIGHLIGHTED
    assert set(range(HIGHLIGHTED)) <= set(shown)
    left_out = moves[[row for row in range(143) if row not in shown[:HIGHLIGHTED]]]
    assert moves[shown[:HIGHLIGHTED]].min() >= left_out.max()


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ([0.9, 0.8, 0.7], "Runs with the same rank by MAiP and by iP@0.01: 3 of 3."),
        ([0.8, 0.9, 0.7], "1 of 3. 2 runs move furthest, for example best, from 1 to 2."),
        ([0.7, 0.9, 0.8], "0 of 3. best moves furthest, from 1 to 3."),
    ],
)
def test_runs_that_move_equally_far_are_counted(others: list[float], said: str) -> None:
    runs = [
        run_of(name, {"MAiP": [score], "iP@0.01": [other]}, ["1"])
        for name, score, other in zip(("best", "middle", "last"), (0.9, 0.8, 0.7), others, strict=True)
    ]
    task = task_of(runs, metrics=("MAiP", "iP@0.01"))
    metrics = {name: bind(name) for name in task.task.metrics}
    chart = rank_comparison(view_campaign(campaign_of([task], {"1": "CO"}), metrics), "Focused")
    assert chart is not None
    assert chart.figure.summary.endswith(said)
