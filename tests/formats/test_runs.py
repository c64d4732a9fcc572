from __future__ import annotations

import gzip
import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.campaign_directory import read_campaign
from inexreport.formats.run_files import RunFile, list_runs
from inexreport.formats.runs import read_run
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem
from inexreport.model.problem_kinds import Severity
from inexreport.model.topic import Topic

Write = Callable[..., RunFile]
Only = Callable[..., Problem]

GOOD = "2009001 Q0 851 1 2 S 0 5\n2009001 Q0 7 2 1 S 0 5\n2009002 Q0 13 1 1 S 0 5\n"


def xml(task: str = "Focused", participant: str = "12", topic: str = "2009001") -> str:
    return (
        f'<inex-submission participant-id="{participant}" task="{task}"><topic topic-id="{topic}"><result>'
        "<file>7</file><path>/article[1]</path><rank>1</rank></result></topic></inex-submission>"
    )


def test_a_good_run(run_file: Write, campaign: Campaign) -> None:
    run, problems = read_run(run_file(GOOD), campaign)
    assert problems == ()
    assert run is not None
    assert run.results.topics == ("2009001", "2009002")
    assert run.results.topic.tolist() == [0, 0, 1]
    assert (run.submission.name, run.submission.task, run.submission.run_id) == ("run", "Focused", "S")
    assert run.submission.sha256 == hashlib.sha256(GOOD.encode()).hexdigest()


def test_gzip_is_read_as_it_is_whatever_its_name(run_file: Write, campaign: Campaign) -> None:
    packed = gzip.compress(GOOD[:26].encode()) + gzip.compress(GOOD[26:].encode())
    run, problems = read_run(run_file(packed, "run.txt"), campaign)
    assert problems == ()
    assert run is not None
    assert len(run.results) == 3
    assert run.submission.sha256 == hashlib.sha256(packed).hexdigest()


def test_unknown_topics_are_listed(run_file: Write, campaign: Campaign, only: Only) -> None:
    run, problems = read_run(run_file(GOOD + "77 Q0 a 1 1 S\n78 Q0 a 1 1 S\n78 Q0 b 2 1 S\n"), campaign)
    assert run is not None
    assert len(run.results) == 6
    problem = only(problems, "run-topic-unknown")
    assert problem.lines == (4, 5)
    assert "77" in problem.found


def test_topics_without_judgements_are_no_lines_where_only_qrels_are_known(
    run_file: Write, campaign: Campaign, only: Only
) -> None:
    of_qrels = replace(campaign, slug="", topics={})
    _, problems = read_run(run_file(GOOD + "77 Q0 a 1 1 S\n78 Q0 a 1 1 S\n"), of_qrels)
    problem = only(problems, "run-topic-unjudged")
    assert (problem.lines, problem.found) == ((), "2 of 4 topics: “77”, “78”")


@pytest.mark.parametrize(
    "text",
    [
        "77 Q0 a 1 1 S\n78 Q0 a 1 1 S\n",
        xml(topic="77").replace("</topic>", '</topic><topic topic-id="2009001"/>'),
    ],
)
def test_a_run_without_any_known_topic_is_rejected(
    text: str, run_file: Write, campaign: Campaign, only: Only
) -> None:
    _, problems = read_run(run_file(text), campaign)
    problem = only(problems, "run-topics-unknown")
    assert problem.severity is Severity.ERROR
    assert "77" in problem.found
    assert problem.lines[0] == 1
    assert not {"run-topic-unknown", "run-topic-without-results"} & {other.code for other in problems}


def test_assessed_topics_without_results(run_file: Write, campaign: Campaign, only: Only) -> None:
    _, problems = read_run(run_file("2009001 Q0 851 1 2 S 0 5\n"), campaign)
    problem = only(problems, "run-topic-without-results")
    assert "2009002" in problem.found
    assert "2009010" not in problem.found  # it is not assessed


def test_topics_named_without_results(run_file: Write, campaign: Campaign, only: Only) -> None:
    text = xml().replace("</topic>", '</topic>\n<topic topic-id="2009002"/>\n<topic topic-id="2009010"/>')
    _, problems = read_run(run_file(text), campaign)
    problem = only(problems, "run-topic-without-results")
    assert (problem.lines, problem.count) == ((2, 3), 2)


def test_a_run_is_not_asked_for_topics_of_another_kind(run_file: Write, campaign: Campaign) -> None:
    topics = {"1": Topic("1", query_type="CO"), "2": Topic("2", query_type="CAS")}
    judged = dict.fromkeys(topics, campaign.assessments.topics["2009001"])
    old = Campaign("s", "t", 2003, "", campaign.tasks, topics, Assessments("official", judged))
    assert read_run(run_file("1 Q0 851 1 2 S 0 5\n"), old)[1] == ()


def test_candidate_numbers(run_file: Write, campaign: Campaign, only: Only) -> None:
    run, problems = read_run(run_file(GOOD.replace("2009001", "186").replace("2009002", "187")), campaign)
    assert run is not None
    assert run.results.topics == ("2009001", "2009002")
    assert only(problems, "run-topics-by-candidate-number").count == 2
    # One known identifier is enough: then 187 is an unknown topic, not a candidate number.
    run, problems = read_run(run_file(GOOD.replace("2009002", "187")), campaign)
    assert run is not None
    assert run.results.topics == ("2009001", "187")
    assert only(problems, "run-topic-unknown").lines == (3,)


@pytest.mark.parametrize("task", ["Focused", "focussed", "adhoc", ""])
def test_task_that_agrees_with_the_folder(task: str, run_file: Write, campaign: Campaign) -> None:
    problems = read_run(run_file(xml(task)), campaign)[1]
    assert "run-task-differs" not in [problem.code for problem in problems]


def test_task_that_differs(run_file: Write, campaign: Campaign, only: Only) -> None:
    _, problems = read_run(run_file(xml("Thorough")), campaign)
    assert "Thorough" in only(problems, "run-task-differs").found


def test_another_name_of_the_task_is_no_difference(run_file: Write, campaign: Campaign) -> None:
    file = run_file(xml("AllInContext"))
    moved = RunFile("RelevantInContext", "run", file.path, file.file)
    assert "run-task-differs" not in [problem.code for problem in read_run(moved, campaign)[1]]


def test_participant_of_file_and_folder(run_file: Write, campaign: Campaign, only: Only) -> None:
    file = run_file(xml())
    in_folder = RunFile("Focused", "run", file.path, file.file, participant="19")
    run, problems = read_run(in_folder, campaign)
    assert run is not None
    assert run.submission.participant == "12"
    assert "12" in only(problems, "run-participant-differs").found
    text = run_file(GOOD)
    run, problems = read_run(RunFile("Focused", "run", text.path, text.file, participant="19"), campaign)
    assert run is not None
    assert run.submission.participant == "19"


Levels = list[tuple[float, float]]
CONTRADICTED = "run-order-contradicted"


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ([(1, 3), (2, 2), (3, 1)], {}),
        ([(0, 3), (1, 2), (2, 1)], {}),
        # Ties: equal scores, and equal ranks of results that no score tells apart.
        ([(1, 1), (2, 1), (3, 1)], {}),
        ([(1, 1), (1, 1), (2, 1)], {}),
        ([(1, 1), (1, 1), (3, 1)], {}),
        ([(1, 3), (2, 2), (4, 1)], {"run-ranks-with-gaps": (3,)}),
        ([(5, 3), (6, 2), (7, 1)], {"run-ranks-with-gaps": (1,)}),
        ([(1, 1), (3, 1), (2, 1)], {CONTRADICTED: (3,)}),
        ([(1, 3), (1, 2), (1, 1)], {CONTRADICTED: (2, 3)}),
        ([(1, 1), (2, 2), (3, 2)], {CONTRADICTED: (2,)}),
        ([(2, 1), (1, 2), (3, 3)], {CONTRADICTED: (2, 3)}),
    ],
)
def test_ranks_and_scores_of_text_are_held_against_the_order_of_lines(
    levels: Levels, expected: dict[str, tuple[int, ...]], run_file: Write, campaign: Campaign
) -> None:
    lines = (f"2009001 Q0 {i} {rank} {score} S 0 5\n" for i, (rank, score) in enumerate(levels))
    _, problems = read_run(run_file("".join(lines) + "2009002 Q0 1 1 9 S 0 5\n"), campaign)
    assert {problem.code: problem.lines for problem in problems} == expected
    assert len(problems) == len(expected)
    for problem in problems:
        assert problem.severity is Severity.WARNING
        assert problem.code != CONTRADICTED or "the order of lines" in problem.expected


@pytest.mark.parametrize(
    ("levels", "expected", "counts"),
    [
        ([(1, 3), (2, 2), (3, 2)], (), ""),
        ([(2, 1), (1, 2), (3, 0)], (3,), "the order of ranks"),
        ([(1, 1), (2, 2), (3, 0)], (3,), "the order of ranks"),
        # Which of two results with one rank comes first is not clear if their scores differ.
        ([(1, 3), (1, 2), (2, 1)], (3,), "the order of ranks"),
        ([(1, 1), (1, 1), (2, 1)], (), ""),
        ([(None, 1), (2, 2), (3, 0)], (3,), "results without one"),
    ],
)
def test_ranks_of_xml_count_and_scores_are_held_against_them(
    levels: list[tuple[int | None, float]],
    expected: tuple[int, ...],
    counts: str,
    run_file: Write,
    campaign: Campaign,
) -> None:
    results = (
        f"<result><file>{i}</file><path>/article[1]</path>"
        + ("" if rank is None else f"<rank>{rank}</rank>")
        + f"<rsv>{score}</rsv></result>\n"
        for i, (rank, score) in enumerate(levels)
    )
    start = '<inex-submission participant-id="12" task="Focused">\n<topic topic-id="2009001">'
    run, problems = read_run(run_file(f"{start}{''.join(results)}</topic></inex-submission>"), campaign)
    assert run is not None
    contradicted = [problem for problem in problems if problem.code == CONTRADICTED]
    assert [problem.lines for problem in contradicted] == ([expected] if expected else [])
    assert all(counts in problem.expected for problem in contradicted)


def test_scores_in_a_task_that_wants_articles_together(
    run_file: Write, campaign: Campaign, only: Only
) -> None:
    file = run_file("2009001 Q0 851 1 1 S 0 5\n2009001 Q0 851 2 7 S 9 5\n2009001 Q0 8 2 9 S 0 5\n")
    grouped = RunFile("RelevantInContext", "run", file.path, file.file)
    # There, only the repeated rank is reported; where each result has its own rank, the scores too.
    assert only(read_run(grouped, campaign)[1], CONTRADICTED).lines == (3,)
    problem = only(read_run(file, campaign)[1], CONTRADICTED)
    assert (problem.lines, problem.found) == ((2, 3), "rank 2 after rank 2; score 7 after score 1")


def test_missing_ranks(run_file: Write, campaign: Campaign, only: Only) -> None:
    _, problems = read_run(run_file(xml().replace("<rank>1</rank>", "")), campaign)
    assert only(problems, "run-ranks-missing").lines == (1,)


def test_no_results(run_file: Write, campaign: Campaign) -> None:
    for text in ("", "<inex-submission/>"):
        run, problems = read_run(run_file(text), campaign)
        assert run is None
        assert [problem.code for problem in problems] == ["run-empty"]
        assert (problems[0].task, problems[0].run, problems[0].file) == (
            "Focused",
            "run",
            "runs/Focused/run.txt",
        )


def test_unreadable_files(run_file: Write, campaign: Campaign, only: Only) -> None:
    gone = run_file(GOOD)
    gone.path.unlink()
    assert only(read_run(gone, campaign)[1], "file-unreadable").severity is Severity.ERROR
    packed = gzip.compress(GOOD.encode())
    for broken in (packed[:-4], packed[:12], packed + b"rest", packed[:-8] + bytes(8)):
        run, problems = read_run(run_file(broken), campaign)
        assert run is None
        only(problems, "file-compression-broken")


def test_a_decompression_bomb_is_refused(run_file: Write, campaign: Campaign, only: Only) -> None:
    bomb = gzip.compress(bytes(70 * 2**20), compresslevel=1)
    run, problems = read_run(run_file(bomb), campaign)
    assert run is None
    only(problems, "file-too-large")


@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(alphabet="1 2Q0ab/[]X-.\n\t\u00a0\u2028é", max_size=200).map(str.encode),
        st.binary(max_size=200).map(gzip.compress),
        st.binary(max_size=200).map(lambda data: b"<inex-submission>" + data),
        st.text(alphabet='<>/&;=" ab1\n', max_size=80).map(
            lambda text: f'<inex-submission><topic topic-id="1">{text}</topic></inex-submission>'.encode()
        ),
        st.lists(
            st.sampled_from(
                [
                    "<file>a</file>",
                    "<file/>",
                    "<path>/a</path>",
                    "<path>",
                    "<rank>1</rank>",
                    "<rank>x</rank>",
                    '<fol offset="1" length="2"/>',
                    '<fol offset="1" length="-2"/>',
                    "<result>",
                    "</result>",
                ]
            )
        ).map(
            lambda tags: (
                f'<inex-submission><topic topic-id="1">{"".join(tags)}</topic></inex-submission>'.encode()
            )
        ),
    )
)
def test_any_bytes_give_a_run_or_problems(data: bytes) -> None:
    topics = {"1": Topic("1"), "2": Topic("2")}
    campaign = Campaign("s", "t", 2009, "", {}, topics, Assessments("official", {}))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "r"
        path.write_bytes(data)
        run, problems = read_run(RunFile("Focused", "r", path, "runs/Focused/r"), campaign)
    if run is None:
        assert any(problem.severity is Severity.ERROR for problem in problems)
    else:
        assert (run.results.topic[1:] >= run.results.topic[:-1]).all()
    assert all("\n" not in problem.message for problem in problems)


@pytest.mark.real_data
def test_real_runs(real_data: Path) -> None:
    directory = real_data / "inex-2009-adhoc"
    campaign, _ = read_campaign(directory)
    runs, warnings = list_runs(directory, campaign)
    assert len(runs) == 21
    assert warnings == ()
    codes = set()
    for file in runs:
        run, problems = read_run(file, campaign)
        assert run is not None
        assert len(run.results) == file.path.read_bytes().count(b"\n")
        codes |= {problem.code for problem in problems}
    assert codes == {"run-topic-without-results", "run-topic-unknown"}


@pytest.mark.real_data
def test_real_efficiency_submission_by_candidate_numbers(real_data: Path) -> None:
    campaign, _ = read_campaign(real_data / "inex-2009-adhoc")
    path = real_data / "other-formats" / "basex-2009-efficiency-submission.xml"
    run, problems = read_run(RunFile("Focused", "basex", path, "runs/Focused/basex.xml"), campaign)
    assert run is not None
    assert set(run.results.topics) <= set(campaign.topics)
    assert run.submission.milliseconds["2009001"] == 435.68
    assert {problem.code: problem.count for problem in problems} == {
        "run-topics-by-candidate-number": 115,
        "run-topic-without-results": 53,
    }
