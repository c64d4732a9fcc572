"""What differs between two editions is found, counted and put in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from inexreport.formats.published_results import task_tables, text_table
from inexreport.model.edition import PublishedResults
from inexreport.subjects.changes import (
    CHANGE_COLUMNS,
    change_groups,
    changes_of,
    describe_change,
    result_changes,
)

RUN_COLUMNS = ["task", "run", "participant", "sha256", "status", "official_score", "official_rank"]
SCORE_COLUMNS = ["task", "run", "participant", "metric", "topic", "score"]

RUNS = {"a": ("1", "aa", "1"), "b": ("1", "bb", "2"), "c": ("2", "cc", "3")}
"""Participant, checksum and rank."""

SCORES = {
    ("a", "MAiP", "1"): "0.5",
    ("a", "MAiP", "2"): "0.75",
    ("a", "MAiP", "all"): "0.625",
    ("a", "R", "all"): "0.5",
    ("b", "MAiP", "1"): "0.25",
    ("b", "MAiP", "all"): "0.25",
    ("c", "MAiP", "all"): "0.125",
}


def results(
    runs: Mapping[str, Sequence[str]] = RUNS,
    scores: Mapping[tuple[str, str, str], str] = SCORES,
    topics: Mapping[str, str] = {"1": "one", "2": "two"},
    tasks: Mapping[str, Sequence[str]] = {"T": ("MAiP", "R")},
) -> PublishedResults:
    run_rows = [
        ["T", run, participant, sha256, "evaluated", scores.get((run, "MAiP", "all"), ""), rank]
        for run, (participant, sha256, rank) in runs.items()
    ]
    score_rows = [["T", run, runs[run][0], *place, value] for (run, *place), value in scores.items()]
    tables = {
        "runs": text_table(dict(pd.DataFrame(run_rows, columns=RUN_COLUMNS))),
        "scores": text_table(dict(pd.DataFrame(score_rows, columns=SCORE_COLUMNS))),
        "topics": text_table({"topic": topics, "title": topics.values(), "line": "7" * len(topics)}),
    }
    return PublishedResults(
        audience="public",
        title="A campaign",
        settings={"title": '"A campaign"', "tool.version": '"1"'},
        inputs={"campaign.toml": "00", "runs/T/a.run": "aa"},
        tables=tables | task_tables((task, metrics[0], metrics) for task, metrics in tasks.items()),
    )


def cells(changes: pd.DataFrame, *columns: str) -> list[tuple[object, ...]]:
    """Some columns of changes, with None for an undefined difference."""
    return [*zip(*(changes[name].astype(object).replace(np.nan, None) for name in columns), strict=True)]


def change(kind: str, how: str, **values: str) -> dict[str, str]:
    """A change without its difference."""
    return dict.fromkeys(CHANGE_COLUMNS, "") | {"kind": kind, "change": how, **values}


def same_changes(found: pd.DataFrame, *expected: dict[str, str]) -> bool:
    """Whether these are the changes, apart from their differences."""
    return found.assign(difference="").to_dict("records") == list(expected)


def test_equal_editions_have_no_change() -> None:
    assert result_changes(results(), results()).empty


def test_rows_may_be_in_any_order_and_numbers_written_in_any_way() -> None:
    scores = {key: f"{float(value):e}" for key, value in reversed(SCORES.items())}
    assert result_changes(results(), results(scores=scores)).empty


def test_numbers_are_compared_exactly() -> None:
    found = result_changes(
        results(scores=SCORES | {("a", "MAiP", "1"): "0.3"}),
        results(scores=SCORES | {("a", "MAiP", "1"): "0.30000000000000004"}),
    )
    place = {"task": "T", "run": "a", "metric": "MAiP", "topic": "1"}
    assert same_changes(found, change("score", "changed", **place, old="0.3", new="0.30000000000000004"))
    assert found["difference"].item() == 0.30000000000000004 - 0.3


def test_scores_are_ordered_by_missing_value_official_metric_mean_and_size() -> None:
    new = SCORES | {
        ("a", "MAiP", "1"): "0.0",  # -0.5
        ("a", "MAiP", "all"): "0.5",  # -0.125
        ("b", "MAiP", "all"): "0.75",  # +0.5
        ("a", "R", "all"): "0.0",  # -0.5, not official
        ("b", "R", "all"): "0.1",  # new
    }
    del new["c", "MAiP", "all"], new["a", "MAiP", "2"]
    found = result_changes(results(), results(scores=new))
    assert cells(found, "change", "run", "metric", "topic", "old", "new", "difference") == [
        ("removed", "c", "MAiP", "all", "0.125", "", None),
        ("changed", "b", "MAiP", "all", "0.25", "0.75", 0.5),
        ("changed", "a", "MAiP", "all", "0.625", "0.5", -0.125),
        ("added", "b", "R", "all", "", "0.1", None),
        ("changed", "a", "R", "all", "0.5", "0.0", -0.5),
        ("removed", "a", "MAiP", "2", "0.75", "", None),
        ("changed", "a", "MAiP", "1", "0.5", "0.0", -0.5),
    ]


def test_what_only_one_edition_has_is_one_change() -> None:
    """Scores of new runs, topics and metrics are not listed one by one."""
    runs = {"a": RUNS["a"], "b": RUNS["b"], "d": ("3", "dd", "3")}
    scores = {
        ("a", "MAiP", "1"): "0.5",
        ("a", "MAiP", "3"): "0.75",
        ("a", "MAiP", "all"): "0.625",
        ("a", "P", "all"): "1.0",
        ("b", "MAiP", "1"): "0.25",
        ("b", "MAiP", "all"): "0.25",
        ("d", "MAiP", "all"): "0.125",
    }
    new = results(runs, scores, topics={"1": "one", "3": "three"}, tasks={"T": ("MAiP", "P")})
    found = result_changes(results(), new)
    found["about"] = found["run"] + found["metric"] + found["topic"]
    assert cells(found, "kind", "change", "about") == [
        ("metric", "added", "P"),
        ("metric", "removed", "R"),
        ("run", "removed", "c"),
        ("run", "added", "d"),
        ("topic", "removed", "2"),
        ("topic", "added", "3"),
    ]


def test_a_run_with_the_same_file_is_renamed_and_keeps_its_scores() -> None:
    runs = {"a": RUNS["a"], "b2": RUNS["b"], "c": RUNS["c"]}
    names = {"b": "b2"}
    scores = {(names.get(run, run), *rest): value for (run, *rest), value in SCORES.items()}
    scores["b2", "MAiP", "1"] = "0.5"
    assert same_changes(
        result_changes(results(), results(runs, scores)),
        change("run", "renamed", task="T", run="b2", old="b", new="b2"),
        change("score", "changed", task="T", run="b2", metric="MAiP", topic="1", old="0.25", new="0.5"),
    )


def test_two_runs_with_the_same_file_are_not_taken_for_renamed() -> None:
    old = results({"a": RUNS["a"], "b": ("1", "xx", "2"), "c": ("1", "xx", "3")})
    scores = {key: value for key, value in SCORES.items() if key[0] == "a"}
    new = results({"a": RUNS["a"], "d": ("1", "xx", "2")}, scores)
    assert cells(result_changes(old, new), "change", "run") == [
        ("removed", "b"),
        ("removed", "c"),
        ("added", "d"),
    ]


def test_ranks_statuses_and_participants() -> None:
    new = results(RUNS | {"a": ("9", "aa", "3"), "b": ("1", "bb", ""), "c": ("2", "cc", "2")})
    found = result_changes(results(), new)
    assert cells(found, "kind", "change", "run", "name", "old", "new", "difference") == [
        ("run", "changed", "a", "participant", "1", "9", None),
        ("rank", "removed", "b", "", "2", "", None),
        ("rank", "changed", "a", "", "1", "3", 2.0),
        ("rank", "changed", "c", "", "3", "2", -1.0),
    ]


def test_names_that_look_like_numbers_are_text() -> None:
    new = results(RUNS | {"a": ("01", "aa", "1")})
    assert cells(result_changes(results(), new), "name", "old", "new") == [("participant", "1", "01")]


def test_tasks_settings_inputs_and_topics() -> None:
    old = results()
    new = replace(
        results(tasks={"T": ("R", "MAiP"), "U": ("R",)}, topics={"1": "one", "2": "zwei"}),
        settings={"title": '"A campaign"', "tool.version": '"2"', "libraries.numpy": '"2.0"'},
        inputs={"campaign.toml": "11", "editions/2020-01-01/scores.csv": "99"},
    )
    assert same_changes(
        result_changes(old, new),
        change("official_metric", "changed", task="T", old="MAiP", new="R"),
        change("task", "added", task="U", new="R"),
        change("topic", "changed", topic="2", name="title", old="two", new="zwei"),
        change("input", "changed", name="campaign.toml", old="00", new="11"),
        change("input", "removed", name="runs/T/a.run", old="aa"),
        change("setting", "changed", name="tool.version", old='"1"', new='"2"'),
        change("setting", "added", name="libraries.numpy", new='"2.0"'),
    )


def test_groups_show_the_first_and_count_the_rest() -> None:
    scores = {(run, "MAiP", "all"): f"0.{number}" for number, run in enumerate(RUNS, start=1)}
    changes = result_changes(results(scores=scores), results(scores=dict.fromkeys(scores, "0.5")))
    (group,) = change_groups(changes, most=2)
    assert (group["name"], group["title"], group["further"]) == ("means", "Mean scores", 1)
    assert group["summary"] == "3 changed, by up to 0.4000"
    assert group["columns"] == ["run", "task", "metric"]
    assert [(one["run"], one["old"], one["new"], one["difference"]) for one in group["rows"]] == [
        ("a", "0.1000", "0.5000", "+0.4000"),
        ("b", "0.2000", "0.5000", "+0.3000"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "values", "summary"),
    [
        ("0.12341", "0.12349", ("0.1234", "0.1235", "+0.0001"), "1 changed, by up to 0.0001"),
        ("0.12344", "0.12346", ("0.12344", "0.12346", "+2.0e−05"), "1 changed, by up to 2.0e-05"),
        ("0.5", "0.50000001", ("0.5", "0.50000001", "+1.0e−08"), "1 changed, by up to 1.0e-08"),
        ("", "0.25", ("", "0.2500", ""), "1 changed"),
        ("1000.0", "2", ("1000.0000", "2.0000", "−998.0000"), "1 changed, by up to 998.0000"),
    ],
)
def test_values_that_differ_never_look_the_same(
    old: str, new: str, values: tuple[str, str, str], summary: str
) -> None:
    (group,) = change_groups(
        changes_of("score", pd.DataFrame([change("score", "changed", old=old, new=new)]))
    )
    assert [tuple(row[name] for name in ("old", "new", "difference")) for row in group["rows"]] == [values]
    assert group["summary"] == summary


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (change("task", "added", task="T", new="MAiP"), "T: official metric none → MAiP"),
        (change("metric", "removed", task="T", metric="MAiP"), "T, MAiP: removed"),
        (change("run", "renamed", task="T", run="b", old="a", new="b"), "T, run b: renamed, a → b"),
        (
            change("rank", "changed", task="T", run="b", metric="R", old="2", new="1"),
            "T, run b, R: rank 2 → 1 (−1)",
        ),
        (change("topic", "added", topic="7"), "topic 7: added"),
        (change("input", "added", name="a.run", new="0" * 64), "a.run: none → 000000000000"),
        (change("campaign", "removed", name="c"), "c: removed"),
    ],
)
def test_a_change_in_words(change: dict[str, str], text: str) -> None:
    (group,) = change_groups(changes_of(change["kind"], pd.DataFrame([change])))
    assert describe_change(group["rows"][0]) == text
