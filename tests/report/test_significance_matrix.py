"""The matrix of significant differences, and the sentences made from it."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from rendering.invented_campaign import invented_metrics
from rendering.invented_large_task import large_outcome

from inexreport.model.task import Significance
from inexreport.report.campaign_view import view_campaign
from inexreport.report.run import run_page
from inexreport.statistics.memo import remember
from inexreport.statistics.significance import UNTESTED
from inexreport.subjects import significance as module
from inexreport.subjects.significance import (
    counts_sentence,
    group_sentences,
    matrix_answer,
    matrix_rows,
    run_statement,
    significance,
    top_ten_statements,
)


def sentences(ranks, groups, different=()):
    """With the runs a, b, c ...; `different` has the entries of the matrix that are not 0."""
    differences = np.zeros((len(ranks), len(ranks)), dtype=np.int64)
    for first, second, sign in different:
        differences[first, second] = sign
        differences[second, first] = UNTESTED if sign == UNTESTED else -sign
    return group_sentences(ranks, "abcdefghij"[: len(ranks)], groups, differences)


@pytest.mark.parametrize(
    ("ranks", "groups", "expected"),
    [
        ([], [], []),
        ([1], [0], []),
        ([1, 2], [0, 0], []),
        ([1, 2], [1, 1], ["Runs ranked 1 and 2 are not significantly different."]),
        ([1, 1], [1, 1], ["The 2 runs of rank 1 are not significantly different."]),
        ([1, 2], [1, 2], ["The first run is significantly better than the second."]),
        (
            [1, 2, 2, 4, 5, 6],
            [1, 1, 1, 2, 3, 3],
            [
                "Runs ranked 1–2 are not significantly different.",
                "Runs ranked 5 and 6 are not significantly different.",
            ],
        ),
        ([1, 2, 3, 3], [1, 1, 1, 0], ["The 3 runs from a to c are not significantly different."]),
    ],
)
def test_sentences_about_groups(ranks, groups, expected):
    assert sentences(ranks, groups) == expected


def test_a_group_whose_runs_differ_among_themselves_says_so():
    (sentence,) = sentences([1, 2, 3], [1, 1, 1], [(1, 2, 1)])
    assert sentence.startswith("Runs ranked 1–3 are not significantly below the first of them, but some")


def test_differences_to_runs_of_other_groups_do_not_matter():
    assert sentences([1, 2, 3], [1, 1, 2], [(0, 2, 1)]) == [
        "Runs ranked 1 and 2 are not significantly different."
    ]


@pytest.mark.parametrize(
    ("untested", "part"), [([(0, 1)], "a pair of them could"), ([(0, 1), (1, 2)], "2 pairs of them could")]
)
def test_untested_pairs_of_a_group_are_named(untested, part):
    (sentence,) = sentences([1, 2, 3], [1, 1, 1], [(*pair, UNTESTED) for pair in untested])
    assert f"are not found to be significantly different; {part} not be tested." in sentence


@pytest.mark.parametrize(
    ("better", "worse", "others", "expected"),
    [
        (1, 0, 1, "It is significantly better than the other tested run."),
        (0, 1, 1, "It is significantly worse than the other tested run."),
        (0, 0, 1, "It is not significantly different from the other tested run."),
        (0, 0, 2, "It is not significantly different from any of the 2 other tested runs."),
        (2, 0, 2, "It is significantly better than 2 and worse than none of the 2 other tested runs."),
        (12, 3, 22, "It is significantly better than 12 and worse than 3 of the 22 other tested runs."),
    ],
)
def test_counts_of_a_run(better, worse, others, expected):
    assert counts_sentence(better, worse, others) == expected


def view_of_13_runs(significance=Significance.T):
    outcome, metrics = large_outcome(runs=13)
    (task,) = outcome.tasks
    task = dataclasses.replace(task, task=task.task.model_copy(update={"significance": significance}))
    return view_campaign(dataclasses.replace(outcome, tasks=(task,)), metrics)


def with_p(p):
    """A view of 13 runs with other corrected p values of the t-test."""
    view = view_of_13_runs()
    (task,) = view.outcome.tasks
    found = significance(task)
    changed = found.assign(p_adjusted=np.where(found.test == "t", p(found), found.p_adjusted))
    remember(significance, task, changed)
    return view, task.task.name


@pytest.mark.parametrize("chosen", Significance)
def test_the_matrix_is_what_the_published_table_says(chosen):
    view = view_of_13_runs(chosen)
    (task,) = view.outcome.tasks
    rows = matrix_rows(view, task.task.name)
    place = {row["name"].run: i for i, row in enumerate(rows)}
    published = significance(task)
    tests = published.test[:3].tolist()
    assert len(published) == len(tests) * 13 * 12 // 2
    seen = set()
    columns = (published[name] for name in ("run_a", "run_b", "test", "p_adjusted"))
    for better, worse, name, p in zip(*columns, strict=True):
        if better not in place or worse not in place:
            # A run that is left out differs from none by the first test.
            assert name != tests[0] or p >= 0.05
            continue
        first, second, test = place[better], place[worse], tests.index(name)
        expected = ("+", "−") if p < 0.05 else ("=", "=")
        assert (rows[first]["signs"][test][second], rows[second]["signs"][test][first]) == expected
        seen.add(expected)
    assert len(seen) == 2
    for i, row in enumerate(rows):
        assert [signs[i] for signs in row["signs"]] == ["."] * len(tests)
        statement = counts_sentence(row["signs"][0].count("+"), row["signs"][0].count("−"), 12)
        runs = view.standings[task.task.name].runs
        (number,) = (at for at, one in enumerate(runs) if one.submission.name == row["name"].run)
        assert run_statement(view, task.task.name, number) == statement
        run = runs[number]
        assert run_page(view, task.task.name, run)["significance"] == statement


def test_the_matrix_shows_the_best_runs_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_SHOWN", 4)
    view, name = with_p(lambda pairs: 0.01)
    rows = matrix_rows(view, name)
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    assert {len(signs) for row in rows for signs in row["signs"]} == {4}


def test_only_runs_that_differ_are_in_the_matrix():
    view, name = with_p(lambda pairs: 0.5)
    # Nothing differs: a sentence instead of 13 x 13 signs of equality.
    assert matrix_rows(view, name) == []
    assert matrix_answer(view, name) == "0 of 78 pairs of runs differ significantly."
    view, name = with_p(lambda pairs: np.where((pairs["first"] == 2) & (pairs.second == 5), 0.01, 0.5))
    assert [(row["rank"], row["signs"][0]) for row in matrix_rows(view, name)] == [(3, ".+"), (6, "−.")]
    first = view.names[name, view.standings[name].runs[0].submission.name].title
    assert matrix_answer(view, name) == (
        f"1 of 78 pairs of runs differs significantly. {first}, ranked 1, is not significantly different "
        "from any of the 12 other tested runs."
    )


def test_pairs_among_the_best_are_counted_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_SHOWN", 4)
    view, name = with_p(lambda pairs: np.where(pairs.second < 4, 0.5, 0.01))
    assert matrix_rows(view, name) == []
    assert matrix_answer(view, name).startswith(
        "72 of 78 pairs of runs differ significantly. Among the best 4 runs, 0 of 6 pairs do. "
    )
    view, name = with_p(lambda pairs: np.nan)
    assert matrix_answer(view, name) == "No pair of runs could be tested."


def test_statements_stay_within_the_top_ten():
    view, name = with_p(lambda pairs: 0.5)
    assert top_ten_statements(view, name) == ["Runs ranked 1–10 are not significantly different."]


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_runs_have_neither_matrix_nor_statements(outcome, count):
    task = outcome.tasks[0]
    runs = [run for run in task.runs if run.evaluated][:count]
    few = dataclasses.replace(outcome, tasks=(dataclasses.replace(task, runs=tuple(runs)),))
    view = view_campaign(few, invented_metrics())
    assert matrix_rows(view, task.task.name) == []
    assert top_ten_statements(view, task.task.name) == []
    if runs:
        assert run_statement(view, task.task.name, 0) == ""
