"""Runs that are scored although something is likely to be wrong: one warning names the cause, first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import inexreport
from inexreport.building.campaign import prepare_campaign
from inexreport.building.checking import check_campaign
from inexreport.building.submission import campaign_of_qrels, evaluate_in
from inexreport.console.output import OutputFormat
from inexreport.console.problems import print_findings
from inexreport.model.problem import Problem
from tests.building.document_campaigns import SETTINGS, write_campaign

JUDGED = range(701, 731)
Name = Callable[[int], str]


def problems_of(tmp_path: Path, run: str, judged: Name = str, settings: str = "") -> list[Problem]:
    """The warnings about a run of a campaign with three topics, ten judged documents each."""
    qrels = {
        str(topic): {judged(number): number % 2 for number in JUDGED if number % 3 == topic}
        for topic in range(3)
    }
    campaign = write_campaign(tmp_path / "campaign", {}, qrels, SETTINGS + settings)
    path = campaign / "runs" / "adhoc" / "mine.txt"
    path.parent.mkdir(parents=True)
    path.write_text(run)
    problems = check_campaign(campaign).problems
    evaluated = evaluate_in(prepare_campaign(campaign), path).problems
    assert [(one.code, one.found) for one in evaluated] == [(one.code, one.found) for one in problems]
    return list(problems)


def run_of(
    name: Name, numbers: range = JUDGED, score: Callable[[int], float] = lambda rank: 9.5 - rank
) -> str:
    lines = []
    for topic in range(3):
        for rank, number in enumerate((one for one in numbers if one % 3 == topic), start=1):
            lines.append(f"{topic} Q0 {name(number)} {rank} {score(rank)} mine\n")
    return "".join(lines)


class TestNamesThatMatchNothing:
    @pytest.mark.parametrize(
        ("ours", "theirs", "cause"),
        [
            (
                "msmarco_passage_{}",
                "{}",
                "“msmarco_passage_701” for “701”: the run has “msmarco_passage_” before it",
            ),
            ("D{}", "{}", "“D701” for “701”: the run has “D” before it"),
            ("{}", "D{}", "“701” for “D701”: the assessments have “D” before it"),
            ("{}", "00{}", "“701” for “00701”: the assessments have zeros before it"),
            ("FT{:05}", "FT{}", "“FT00701” for “FT701”: what stands before or after, zeros or case"),
            ("{}.xml", "{}", "“701.xml” for “701”: the run has “.xml” after it"),
            ("{}", "{}.txt", "“701” for “701.txt”: the assessments have “.txt” after it"),
            ("disk4/ft/{}", "{}", "“disk4/ft/701” for “701”: the run has “disk4/ft/” before it"),
            ("ft-{}", "FT-{}", "“ft-701” for “FT-701”: upper and lower case"),
            ("doc-{}.html", "{}", "“doc-701.html” for “701”: the run has “doc-” before and “.html” after it"),
        ],
    )
    def test_the_cause(self, tmp_path: Path, ours: str, theirs: str, cause: str) -> None:
        problems = problems_of(tmp_path, run_of(ours.format), theirs.format)
        assert [one.code for one in problems] == ["run-documents-unmatched"]
        assert not problems[0].is_error
        # The first document of the first topic that the run answers.
        found = re.sub(r"702|703", "701", problems[0].found)
        assert found == f"judged documents in 0 of 3 topics; the run has {cause}"

    def test_other_documents_have_no_cause(self, tmp_path: Path) -> None:
        (problem,) = problems_of(tmp_path, run_of("clueweb{}".format), "LA{}-1".format)
        assert problem.found.startswith(
            "judged documents in 0 of 3 topics; the run has documents such as “clueweb7"
        )
        assert "the assessments such as “LA7" in problem.found

    def test_a_topic_in_twenty_is_hardly_any(self, tmp_path: Path) -> None:
        qrels, run = tmp_path / "qrels", tmp_path / "run"
        qrels.write_text("".join(f"{topic} 0 D{topic} 1\n" for topic in range(40)))
        for found, warned in ((2, True), (3, False)):
            lines = (f"{topic} Q0 {'D' * (topic < found)}{topic} 1 1 mine\n" for topic in range(40))
            run.write_text("".join(lines))
            problems = evaluate_in(campaign_of_qrels(qrels), run).problems
            assert [one.code for one in problems] == ["run-documents-unmatched"] * warned
            if warned:
                assert "judged documents in 2 of 40 topics; the run has “2” for “D2”" in problems[0].found

    def test_topics_without_results_do_not_count(self, tmp_path: Path) -> None:
        (tmp_path / "qrels").write_text("1 0 a 1\n2 0 b 1\n")
        (tmp_path / "run").write_text("1 Q0 a 1 1 mine\n")
        problems = evaluate_in(campaign_of_qrels(tmp_path / "qrels"), tmp_path / "run").problems
        assert [one.code for one in problems] == ["run-topic-without-results"]

    def test_articles_of_inex(self, tmp_path: Path) -> None:
        (tmp_path / "qrels").write_text("1 Q0 71 5 100 0 0:5\n1 Q0 72 5 100 0 0:5\n")
        (tmp_path / "run").write_text("1 Q0 wiki71 1 2 mine\n1 Q0 wiki99 2 1 mine\n")
        prepared = campaign_of_qrels(tmp_path / "qrels", ["article-MAP"])
        (problem,) = (
            one
            for one in evaluate_in(prepared, tmp_path / "run").problems
            if one.code == "run-documents-unmatched"
        )
        assert problem.found.endswith("the run has “wiki71” for “71”: the run has “wiki” before it")


class TestEqualScores:
    def test_names_decide_whatever_the_ranks(self, tmp_path: Path) -> None:
        (problem,) = problems_of(tmp_path, run_of(str, score=lambda rank: 1.0))
        assert (problem.code, problem.is_error, problem.count) == ("run-scores-equal", False, 27)
        assert problem.found == "equal scores in 3 of 3 topics with several results"
        assert 'order = "file"' in problem.remedy

    def test_equal_in_single_precision(self, tmp_path: Path) -> None:
        (problem,) = problems_of(tmp_path, run_of(str, score=lambda rank: 2e9 - rank))
        assert problem.code == "run-scores-equal"

    def test_the_cures(self, tmp_path: Path) -> None:
        assert problems_of(tmp_path / "a", run_of(str, score=lambda rank: 1 / rank)) == []
        equal = run_of(str, score=lambda rank: 1.0)
        assert problems_of(tmp_path / "b", equal, settings='order = "file"\n') == []

    def test_ranks_that_follow_the_names_lose_nothing(self, tmp_path: Path) -> None:
        backwards = range(JUDGED[-1], JUDGED[0] - 1, -1)
        assert problems_of(tmp_path, run_of(str, backwards, lambda rank: 1.0)) == []

    def test_some_equal_scores_are_no_problem(self, tmp_path: Path) -> None:
        """As of a system that counts the words of the query."""
        assert problems_of(tmp_path, run_of(str, score=lambda rank: float(rank < 2))) == []


class TestComments:
    @pytest.mark.parametrize("comment", ["# mine", "# a run of nine words for the adhoc task", "#"])
    def test_they_are_one_warning_and_not_read(self, tmp_path: Path, comment: str) -> None:
        run = run_of(str)
        lines = [comment, *run.splitlines()]
        lines[5:5] = [comment]
        (problem,) = problems_of(tmp_path / "a", "\n".join(lines))
        assert (problem.code, problem.is_error, problem.lines) == ("run-comments", False, (1, 6))
        assert problem.found == f"“{comment}”"
        prepared = prepare_campaign(tmp_path / "a/campaign")
        (tmp_path / "without.txt").write_text(run)
        commented, without = (
            evaluate_in(prepared, tmp_path / file).scores
            for file in ("a/campaign/runs/adhoc/mine.txt", "without.txt")
        )
        assert commented is not None
        assert without is not None
        assert commented.mean.tolist() == without.mean.tolist()

    def test_in_runs_of_inex(self, tmp_path: Path) -> None:
        (tmp_path / "run").write_text("# mine\n2009001 Q0 11 1 2.0 Mine\n")
        problems = inexreport.check(tmp_path / "run", protocol="inex-2009", task="Focused")
        assert problems.code.tolist() == ["run-comments"]


class TestManyResults:
    RUN = "".join(f"1 Q0 {number} {number - 700} {9000 - number} mine\n" for number in range(701, 3701))

    def test_more_than_a_thousand_are_scored_with_a_warning(self, tmp_path: Path) -> None:
        problem, other = problems_of(tmp_path, self.RUN)
        assert (problem.code, other.code) == ("run-topic-without-results", "run-results-many")
        assert other.found == "2,000 results beyond rank 1,000 in 1 topic (1)"
        assert (other.count, other.lines[0]) == (2000, 1001)

    @pytest.mark.parametrize(("cutoff", "codes"), [(1000, ["results-beyond-cutoff"]), (5000, [])])
    def test_a_cut_off_is_the_cure(self, tmp_path: Path, cutoff: int, codes: list[str]) -> None:
        problems = problems_of(tmp_path, self.RUN, settings=f"[tasks.adhoc]\ncutoff = {cutoff}\n")
        assert [one.code for one in problems if one.code != "run-topic-without-results"] == codes


class TestSwappedFolders:
    ADHOC = '[tasks.adhoc]\nquestion = "Which?"\n'
    NAMED = '[participants.a]\nname = "Example University"\n'

    @pytest.mark.parametrize(
        ("folders", "settings", "swapped"),
        [
            (("a/adhoc", "b/adhoc"), "", True),
            (("a/adhoc", "a/rerank", "b/adhoc", "b/rerank", "c/adhoc", "c/rerank"), "", True),
            (("a/adhoc",), ADHOC, True),
            (("a/adhoc",), NAMED, True),
            (("adhoc/a", "adhoc/b"), "", False),
            (("adhoc/a", "rerank/a", "adhoc/b", "rerank/b"), "", False),
            (("adhoc/a", "adhoc/b", "rerank/a"), ADHOC, False),
            (("adhoc/a",), NAMED, False),
            (("adhoc", "rerank"), ADHOC, False),
            ((), "", False),
        ],
    )
    def test_by_names_that_repeat_or_are_known(
        self, tmp_path: Path, folders: tuple[str, ...], settings: str, swapped: bool
    ) -> None:
        campaign = write_campaign(tmp_path / "campaign", {}, settings=SETTINGS + settings)
        for folder in folders:
            path = campaign / "runs" / folder
            path.mkdir(parents=True)
            (path / "run.txt").write_text("1 Q0 d1 1 1 run\n2 Q0 d1 1 1 run\n3 Q0 d2 1 1 run\n")
        problems = [one for one in check_campaign(campaign).problems if one.code == "run-folders-swapped"]
        assert len(problems) == swapped
        if swapped:
            assert problems[0].found.startswith("“a”")
            assert "“adhoc”" in problems[0].found

    def test_participants_of_runs_csv(self, tmp_path: Path) -> None:
        campaign = write_campaign(tmp_path / "campaign", {})
        (campaign / "runs/a/adhoc").mkdir(parents=True)
        (campaign / "runs.csv").write_text("run,participant\nmine,a\n")
        assert check_campaign(campaign).problems[0].code == "run-folders-swapped"


def test_they_come_before_other_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines: Mapping[str, str] = {
        "a": "1 Q0 d1 x 1 a\n",
        "b": "1 Q0 d1 1 1 b more\n1 Q0 d1 2 1 b\n",
        "c": "# mine\n1 Q0 d1 1 1 c\n",
    }
    campaign = write_campaign(tmp_path / "campaign", {})
    for name, run in lines.items():
        path = campaign / "runs" / "adhoc" / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(run)
    print_findings(check_campaign(campaign).problems, OutputFormat.TEXT)
    printed = re.findall(r"\[([a-z-]+)\]$", capsys.readouterr().out, re.M)
    assert printed[:2] == ["run-document-twice", "run-comments"]
    assert set(printed[2:]) == {"run-rank-not-number", "run-columns-ignored", "run-topic-without-results"}
    assert inexreport.check(campaign).code.tolist() == printed
