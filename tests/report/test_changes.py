"""What differs between two editions is found, counted and put in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from inexreport.model.edition import Cells, PublishedResults, TaskMetrics
from inexreport.report.changes.change import Change, How, Kind
from inexreport.report.changes.comparison import result_changes
from inexreport.report.changes.summary import change_groups, describe_change, shown_values, summarise

RUN_COLUMNS = ("task", "run", "participant", "sha256", "status", "official_score", "official_rank")
SCORE_COLUMNS = ("task", "run", "participant", "metric", "topic", "score")

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
    metrics: Sequence[str] = ("MAiP", "R"),
) -> PublishedResults:
    return PublishedResults(
        audience="public",
        title="A campaign",
        settings={"title": '"A campaign"', "tool.version": '"1"'},
        inputs={"campaign.toml": "00", "runs/T/a.run": "aa"},
        tasks={"T": TaskMetrics(metrics[0], metrics)},
        runs=Cells(
            RUN_COLUMNS,
            [
                ["T", run, participant, sha256, "evaluated", scores.get((run, "MAiP", "all"), ""), rank]
                for run, (participant, sha256, rank) in runs.items()
            ],
        ),
        scores=Cells(
            SCORE_COLUMNS,
            [
                ["T", run, runs[run][0], metric, topic, value]
                for (run, metric, topic), value in scores.items()
            ],
        ),
        topics=Cells(("topic", "title", "line"), [[topic, title, "7"] for topic, title in topics.items()]),
    )


def test_equal_editions_have_no_change() -> None:
    assert result_changes(results(), results()) == ()


def test_rows_may_be_in_any_order_and_numbers_written_in_any_way() -> None:
    scores = {key: f"{float(value):e}" for key, value in reversed(SCORES.items())}
    assert result_changes(results(), results(scores=scores)) == ()


def test_numbers_are_compared_exactly() -> None:
    (only,) = result_changes(
        results(scores=SCORES | {("a", "MAiP", "1"): "0.3"}),
        results(scores=SCORES | {("a", "MAiP", "1"): "0.30000000000000004"}),
    )
    assert only == Change(
        Kind.SCORE, How.CHANGED, "T", "a", "MAiP", "1", old="0.3", new="0.30000000000000004"
    )
    assert only.difference == 0.30000000000000004 - 0.3


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
    assert [(one.how, one.run, one.metric, one.topic, one.old, one.new) for one in found] == [
        (How.REMOVED, "c", "MAiP", "all", "0.125", ""),
        (How.CHANGED, "b", "MAiP", "all", "0.25", "0.75"),
        (How.CHANGED, "a", "MAiP", "all", "0.625", "0.5"),
        (How.ADDED, "b", "R", "all", "", "0.1"),
        (How.CHANGED, "a", "R", "all", "0.5", "0.0"),
        (How.REMOVED, "a", "MAiP", "2", "0.75", ""),
        (How.CHANGED, "a", "MAiP", "1", "0.5", "0.0"),
    ]
    assert [one.difference for one in found] == [None, 0.5, -0.125, None, -0.5, None, -0.5]


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
    new = results(runs, scores, topics={"1": "one", "3": "three"}, metrics=("MAiP", "P"))
    assert [
        (one.kind, one.how, one.run or one.metric or one.topic) for one in result_changes(results(), new)
    ] == [
        (Kind.METRIC, How.ADDED, "P"),
        (Kind.METRIC, How.REMOVED, "R"),
        (Kind.RUN, How.REMOVED, "c"),
        (Kind.RUN, How.ADDED, "d"),
        (Kind.TOPIC, How.REMOVED, "2"),
        (Kind.TOPIC, How.ADDED, "3"),
    ]


def test_a_run_with_the_same_file_is_renamed_and_keeps_its_scores() -> None:
    runs = {"a": RUNS["a"], "b2": RUNS["b"], "c": RUNS["c"]}
    names = {"b": "b2"}
    scores = {(names.get(run, run), *rest): value for (run, *rest), value in SCORES.items()}
    scores["b2", "MAiP", "1"] = "0.5"
    assert result_changes(results(), results(runs, scores)) == (
        Change(Kind.RUN, How.RENAMED, "T", "b2", old="b", new="b2"),
        Change(Kind.SCORE, How.CHANGED, "T", "b2", "MAiP", "1", old="0.25", new="0.5"),
    )


def test_two_runs_with_the_same_file_are_not_taken_for_renamed() -> None:
    old = results({"a": RUNS["a"], "b": ("1", "xx", "2"), "c": ("1", "xx", "3")})
    scores = {key: value for key, value in SCORES.items() if key[0] == "a"}
    new = results({"a": RUNS["a"], "d": ("1", "xx", "2")}, scores)
    assert [(one.how, one.run) for one in result_changes(old, new)] == [
        (How.REMOVED, "b"),
        (How.REMOVED, "c"),
        (How.ADDED, "d"),
    ]


def test_ranks_statuses_and_participants() -> None:
    new = results(RUNS | {"a": ("9", "aa", "3"), "b": ("1", "bb", ""), "c": ("2", "cc", "2")})
    found = result_changes(results(), new)
    assert [(one.kind, one.how, one.run, one.name, one.old, one.new, one.difference) for one in found] == [
        (Kind.RUN, How.CHANGED, "a", "participant", "1", "9", None),
        (Kind.RANK, How.REMOVED, "b", "", "2", "", None),
        (Kind.RANK, How.CHANGED, "a", "", "1", "3", 2.0),
        (Kind.RANK, How.CHANGED, "c", "", "3", "2", -1.0),
    ]


def test_names_that_look_like_numbers_are_text() -> None:
    new = results(RUNS | {"a": ("01", "aa", "1")})
    (only,) = result_changes(results(), new)
    assert (only.name, only.old, only.new) == ("participant", "1", "01")


def test_tasks_settings_inputs_and_topics() -> None:
    old = results()
    new = replace(
        results(metrics=("R", "MAiP"), topics={"1": "one", "2": "zwei"}),
        settings={"title": '"A campaign"', "tool.version": '"2"', "libraries.numpy": '"2.0"'},
        inputs={"campaign.toml": "11", "editions/2020-01-01/scores.csv": "99"},
    )
    new = replace(new, tasks={**new.tasks, "U": TaskMetrics("R", ("R",))})
    assert result_changes(old, new) == (
        Change(Kind.OFFICIAL_METRIC, How.CHANGED, "T", old="MAiP", new="R"),
        Change(Kind.TASK, How.ADDED, "U", new="R"),
        Change(Kind.TOPIC, How.CHANGED, topic="2", name="title", old="two", new="zwei"),
        Change(Kind.INPUT, How.CHANGED, name="campaign.toml", old="00", new="11"),
        Change(Kind.INPUT, How.REMOVED, name="runs/T/a.run", old="aa"),
        Change(Kind.SETTING, How.CHANGED, name="tool.version", old='"1"', new='"2"'),
        Change(Kind.SETTING, How.ADDED, name="libraries.numpy", new='"2.0"'),
    )


def test_groups_show_the_first_and_count_the_rest() -> None:
    scores = {(run, "MAiP", "all"): f"0.{number}" for number, run in enumerate(RUNS, start=1)}
    changes = result_changes(results(scores=scores), results(scores=dict.fromkeys(scores, "0.5")))
    (group,) = change_groups(changes, most=2)
    assert (group["name"], group["title"], group["further"]) == ("means", "Mean scores", 1)
    assert group["summary"] == "3 changed, by up to 0.4000"
    assert group["columns"] == ["run", "task", "metric"]
    assert [(one.run, old, new, difference) for one, old, new, difference in group["rows"]] == [
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
    one = Change(Kind.SCORE, How.CHANGED, "T", "a", "MAiP", "all", old=old, new=new)
    assert shown_values(one) == values
    assert summarise([one]) == summary


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (Change(Kind.TASK, How.ADDED, "T", new="MAiP"), "T: official metric none → MAiP"),
        (Change(Kind.METRIC, How.REMOVED, "T", metric="MAiP"), "T, MAiP: removed"),
        (Change(Kind.RUN, How.RENAMED, "T", "b", old="a", new="b"), "T, run b: renamed, a → b"),
        (Change(Kind.RANK, How.CHANGED, "T", "b", "R", old="2", new="1"), "T, run b, R: rank 2 → 1 (−1)"),
        (Change(Kind.TOPIC, How.ADDED, topic="7"), "topic 7: added"),
        (Change(Kind.INPUT, How.ADDED, name="a.run", new="0" * 64), "a.run: none → 000000000000"),
        (Change(Kind.CAMPAIGN, How.REMOVED, name="c"), "c: removed"),
    ],
)
def test_a_change_in_words(change: Change, text: str) -> None:
    assert describe_change(change) == text
