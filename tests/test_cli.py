"""The commands as a user calls them: what they print, what they leave, how they exit."""

import csv
import io
import json
import pydoc
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from building.document_campaigns import write_campaign as write_documents
from hostile.campaigns import write_campaign as write_passages
from rich.text import Text

import inexreport
from inexreport.cli import program
from inexreport.console.documentation import print_document
from inexreport.console.metrics import print_metrics
from inexreport.console.output import OutputFormat
from inexreport.formats.protocols import protocol_names
from inexreport.metrics.counts import COUNTS
from inexreport.metrics.registry import METRICS, form_of


def run(
    *arguments: object, cwd: Path | None = None, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Call a command in this process, which takes a small part of the time of `run_process`.

    A process is started for standard input and exit statuses, and for what is loaded.
    """
    read, written, told = (io.TextIOWrapper(io.BytesIO((stdin or "").encode())), *_two_outputs())
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(written), redirect_stderr(told):
        patch.setattr(sys, "stdin", read)
        patch.setattr(sys, "argv", ["inexreport", *map(str, arguments)])
        if cwd is not None:
            patch.chdir(cwd)
        with pytest.raises(SystemExit) as left:
            program.main()
    shown = (output.buffer.getvalue().decode() for output in (written, told))
    return subprocess.CompletedProcess(arguments, left.value.code or 0, *shown)


def _two_outputs() -> list[io.TextIOWrapper]:
    return [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]


@pytest.fixture
def campaign(sample_campaign, tmp_path):
    """A copy of the sample campaign that a test may spoil."""
    return Path(shutil.copytree(sample_campaign, tmp_path / "campaign"))


ONLY_TASK = """
title = "Only one task"
year = 2009

[tasks.Passages]
question = "Which?"
cutoff = 10
official = "MAiP"
metrics = ["MAiP"]
"""


def test_help_teaches():
    shown = run("--help").stdout
    commands = "build check verify diff evaluate compare metrics serve index init pool docs"
    for command in commands.split():
        assert command in shown
        text = run(command, "--help").stdout
        assert "Usage" in text
        assert len(text.splitlines()) > 10


def test_version():
    assert run("--version").stdout == f"inexreport {inexreport.__version__}\n"


class TestDocs:
    def test_pages_are_listed_with_their_titles(self, root):
        listed = dict(line.split(maxsplit=1) for line in run("docs").stdout.splitlines())
        assert listed["formats"] == "Input formats"
        assert list(listed) == sorted(file.stem for file in (root / "docs").glob("*.md"))

    def test_a_page_is_printed_as_it_is(self, root, tmp_path):
        done = run("docs", "formats", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == (root / "docs" / "formats.md").read_text("utf-8")

    def test_on_a_terminal_a_page_is_formatted(self, capsys, monkeypatch):
        monkeypatch.setenv("FORCE_COLOR", "1")
        print_document("# Title\n\nSome *text* and `code`.\n")
        shown = Text.from_ansi(capsys.readouterr().out).plain
        assert "Some text and code." in shown
        assert "#" not in shown

    def test_an_unknown_page_is_answered_with_the_known_ones(self):
        done = run("docs", "format")
        assert (done.returncode, done.stdout) == (2, "")
        assert "There is no page 'format'. There are: architecture, archiving," in done.stderr


class TestIndex:
    def test_a_table_of_the_documents(self, tmp_path):
        (tmp_path / "documents").mkdir()
        (tmp_path / "documents" / "7.xml").write_text("<article><p>one</p></article>")
        done = run("index", "documents", "--unit", "bytes", cwd=tmp_path)
        assert done.returncode == 0
        assert done.stderr.startswith("Indexing documents: ")
        assert len(done.stderr.splitlines()) == 1
        assert done.stdout == "Wrote elements.parquet: 3 elements and text nodes of 1 documents.\n"
        table = pd.read_parquet(tmp_path / "elements.parquet")
        assert table["path"].tolist() == ["/article[1]", "/article[1]/p[1]", "/article[1]/p[1]/text()[1]"]

    def test_a_document_that_is_left_out(self, tmp_path):
        (tmp_path / "7.xml").write_text("<article>")
        done = run("index", tmp_path, "--out", tmp_path / "table", "--workers", "1")
        assert done.returncode == 1
        assert "7.xml:1: error:" in done.stderr
        assert (tmp_path / "table").exists()

    def test_wrong_use(self, tmp_path):
        done = run("index", tmp_path / "absent")
        assert done.returncode == 2
        assert "There is no folder" in done.stderr


class TestPool:
    def test_a_file_for_each_topic_of_a_task(self, sample_campaign, tmp_path):
        done = run(
            "pool", sample_campaign, "--kind", "combined", "--depth", 5, "--task", "Thorough", cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        files = sorted(path.name for path in (tmp_path / "pools" / "Thorough").iterdir())
        items = sum(path.read_text().count("<path ") for path in (tmp_path / "pools" / "Thorough").iterdir())
        assert done.stdout == f"Wrote pools: {items} results to judge in {len(files)} files, for Thorough.\n"
        assert len(files) == (sample_campaign / "topics" / "topics-2009.xml").read_text().count("</topic>")

    def test_documents_are_written_as_a_table_and_as_qrels(self, sample_campaigns, tmp_path):
        done = run("pool", sample_campaigns[-1], "--depth", 5, "--out", tmp_path / "pools")
        assert done.returncode == 0, done.stderr
        table = pd.read_csv(tmp_path / "pools/adhoc/pool.tsv", sep="\t", dtype=str)
        blanks = (tmp_path / "pools/adhoc/pool.qrels").read_text().splitlines()
        assert blanks == [f"{topic} 0 {document} " for topic, document in table.itertuples(index=False)]
        assert f"{len(blanks)} results to judge in 2 files, for adhoc" in done.stdout
        assert table.groupby("topic").size().min() >= 5

    def test_the_depth_may_be_chosen_by_the_work(self, sample_campaigns, tmp_path):
        out = ("--out", tmp_path / "pools")
        done = run("pool", sample_campaigns[-1], "--judgements", 20, *out)
        table = pd.read_csv(tmp_path / "pools/adhoc/depths.tsv", sep="\t")
        assert table.judgements.max() <= 20
        low, high, middle = table.depth.min(), table.depth.max(), table.depth.median()
        assert f"adhoc: depths from {low} to {high}, median {middle:g}.\n" in done.stdout
        assert "warning: adhoc" not in done.stderr
        few = run("pool", sample_campaigns[-1], "--judgements", 1, "--out", tmp_path / "few")
        assert "warning: adhoc: the pools of depth 1 of " in few.stderr
        both = run("pool", sample_campaigns[-1], "--judgements", 20, "--depth", 3, *out)
        assert (both.returncode, "either --depth or --judgements" in both.stderr) == (2, True)

    def test_documents_may_be_chosen_by_what_they_decide(self, sample_campaigns, tmp_path):
        out = ("--out", tmp_path / "next")
        done = run("pool", sample_campaigns[-1], "--budget", 6, *out)
        assert len((tmp_path / "next/adhoc/pool.qrels").read_text().splitlines()) == 6
        assert "6 results to judge in 2 files, for adhoc.\nadhoc: " in done.stdout
        assert " 6 more judgements decide " in done.stdout
        refused = run("pool", sample_campaigns[-1], "--budget", 6, "--kind", "combined", *out)
        assert (refused.returncode, "Give --budget without --depth" in refused.stderr) == (2, True)

    def test_other_pools_in_the_way(self, sample_campaign, tmp_path):
        for depth, status in ((5, 0), (5, 0), (6, 2)):
            asked = ("--task", "Focused", "--out", tmp_path / "pools")
            done = run("pool", sample_campaign, "--depth", depth, *asked)
            assert done.returncode == status, done.stderr
        assert "exists already and is not the pool that would be written" in done.stderr
        assert "runs/Focused/12/south-nested.run:5: error:" in done.stderr


class TestBuild:
    def test_warnings_and_rejected_runs_leave_exit_status_0(self, tmp_path):
        campaign = write_passages(tmp_path / "campaign", "2009")
        for name, line in (("rejected", "no run"), ("warned", "2009001 Q0 851 1 3.0 Other 0 9999")):
            (campaign / "runs" / "Focused" / f"{name}.run").write_text(f"{line}\n")
        done = run("build", campaign, "--out", tmp_path / "site")
        assert done.returncode == 0, done.stderr
        assert "Focused: 3 runs, 2 evaluated" in done.stdout
        assert "not evaluated" in done.stdout
        assert "warning" in done.stdout
        assert (tmp_path / "site" / "index.html").exists()

    def test_a_refused_campaign_exits_with_1_and_every_mistake(self, campaign, tmp_path):
        settings = campaign / "campaign.toml"
        text = settings.read_text().replace("title =", "titel =").replace("year =", "jear =")
        settings.write_text(text)
        done = run("build", campaign, "--out", tmp_path / "site")
        assert done.returncode == 1
        assert "campaign.toml:" in done.stderr
        for mistake in ("titel", "jear", "title", "year"):
            assert mistake in done.stderr
        assert "Traceback" not in done.stderr
        assert not (tmp_path / "site" / "campaign").exists()

    def test_an_unknown_metric_is_reported_with_its_line(self, campaign, tmp_path):
        settings = campaign / "campaign.toml"
        text = settings.read_text() + '\n[tasks.Focused]\nmetrics = [\n  "MAiP",\n  "MAIP2",\n]\n'
        settings.write_text(text)
        done = run("build", campaign, "--out", tmp_path / "site")
        assert done.returncode == 1
        assert f"campaign.toml:{text[: text.index('MAIP2')].count(chr(10)) + 1}: error" in done.stderr

    def test_a_refused_campaign_stops_no_other(self, campaign, tmp_path):
        (campaign / "campaign.toml").write_text("titel = 1\n")
        done = run("build", campaign, write_documents(tmp_path / "documents"), "--out", tmp_path / "site")
        assert done.returncode == 1
        assert "campaign.toml:1: error" in done.stderr
        assert f"Refused: {campaign}: " in done.stderr
        assert (tmp_path / "site" / "documents" / "index.html").exists()
        assert "documents/index.html" in (tmp_path / "site" / "index.html").read_text("utf-8")
        assert not (tmp_path / "site" / "campaign").exists()

    def test_two_campaigns_of_one_name_are_refused_before_anything_is_built(self, sample_campaign, tmp_path):
        twin = shutil.copytree(sample_campaign, tmp_path / "other" / sample_campaign.name)
        for second in (twin, sample_campaign):
            done = run("build", sample_campaign, second, "--out", tmp_path / "site")
            assert done.returncode == 2
            assert "would both become" in done.stderr
            assert not (tmp_path / "site").exists()

    def test_wrong_use_exits_with_2(self, sample_campaign, tmp_path):
        for arguments in (
            ("build", sample_campaign, tmp_path),
            ("build",),
            ("build", tmp_path),
            ("build", tmp_path / "missing"),
            ("construct",),
        ):
            done = run(*arguments, cwd=tmp_path)
            assert done.returncode == 2
            assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["check", "evaluate"])
def test_an_option_for_one_value_is_not_given_twice(command, tmp_path):
    for name, text in (("a.qrels", "1 0 a 1\n"), ("b.qrels", "1 0 b 1\n"), ("run", "1 Q0 a 1 1 t\n")):
        (tmp_path / name).write_text(text)
    done = run(command, "run", "--qrels", "a.qrels", "--qrels", "b.qrels", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--qrels is given 2 times, but takes one value.\n"
    measures = ("--metric", "AP", "--metric", "RR") if command == "evaluate" else ()
    assert run(command, "run", "--qrels", "a.qrels", *measures, cwd=tmp_path).returncode == 0


class TestAudiences:
    def test_a_participant_gets_a_folder_of_its_own(self, tmp_path):
        documents, folder = write_documents(tmp_path / "documents"), tmp_path / "built"
        folder.mkdir()
        done = run("build", documents, "--audience", "participant:east", cwd=folder)
        assert done.returncode == 0, done.stderr
        assert "For participant:east only: not released." in done.stdout
        assert [file.name for file in folder.iterdir()] == ["site-participant-east"]
        assert (folder / "site-participant-east" / "documents" / "index.html").exists()
        # The release is another build, and is not written next to the site of one participant.
        done = run("build", documents, "--out", "site-participant-east", cwd=folder)
        assert done.returncode == 2
        assert "is for another audience (participant:east)" in done.stderr

    def test_an_unknown_participant_is_answered_with_the_known_ones(self, sample_campaign, tmp_path):
        campaign = Path(shutil.copytree(sample_campaign, tmp_path / "campaigns" / sample_campaign.name))
        for others in set((campaign / "runs").iterdir()) - {campaign / "runs" / "Focused"}:
            shutil.rmtree(others)
        (tmp_path / "here").mkdir()
        done = run("build", campaign, "--audience", "participant:99", cwd=tmp_path / "here")
        assert done.returncode == 2
        assert "'99' has a run in sample-2009. There are: 11 (Example University North), 12 (" in done.stderr
        assert list((tmp_path / "here").iterdir()) == []

    @pytest.mark.parametrize("audience", ["everybody", "participant", "participant:", "public:12", ":12", ""])
    def test_there_are_three_audiences(self, sample_campaign, tmp_path, audience):
        for command in ("build", "serve"):
            done = run(command, sample_campaign, "--audience", audience, cwd=tmp_path)
            assert done.returncode == 2
            assert "There are: public, organisers, participant:ID." in done.stderr
        assert list(tmp_path.iterdir()) == []

    def test_in_python(self, tmp_path):
        documents = write_documents(tmp_path / "documents")
        reported = inexreport.build(documents, tmp_path / "out", audience="participant:west")
        assert set(reported["participant"]) == {"west"}
        assert len(reported) == len(pd.read_csv(tmp_path / "out/documents/data/scores.csv"))


class TestCheck:
    def test_campaign(self, sample_campaign):
        done = run("check", sample_campaign)
        assert done.returncode == 0
        assert "overlap-not-allowed" in done.stdout
        assert "xml-not-well-formed" in done.stdout

    def test_refused_campaign(self, campaign):
        shutil.rmtree(campaign / "topics")
        done = run("check", campaign)
        assert done.returncode == 1
        assert "topics-missing" in done.stdout

    def test_submission_as_json(self, sample_campaign, tmp_path):
        file = tmp_path / "mine.run"
        file.write_text("2009001 Q0 11 1 9 me 0 10\n2009001 Q0 11 2 8 me 5 10\n2009001 Q0 11 3 7 me ten 10\n")
        done = run("check", file, "--campaign", sample_campaign, "--task", "Focused", "--format", "json")
        assert done.returncode == 1
        found = json.loads(done.stdout)
        codes = {problem["code"]: problem["lines"] for problem in found["problems"]}
        assert codes["run-number"] == [3]
        assert codes["overlap-not-allowed"] == [2]
        assert found["errors"] == 2

    def test_submission_by_the_rules_of_a_protocol(self, tmp_path):
        file = tmp_path / "mine.run"
        file.write_text("2009001 Q0 11 1 9 me 0 10\n2009001 Q0 11 2 8 me 5 10\n")
        assert run("check", file, "--protocol", "inex-2009", "--task", "Focused").returncode == 1
        assert run("check", file, "--protocol", "inex-2009", "--task", "Thorough").returncode == 0

    def test_format_alone(self, tmp_path):
        file = tmp_path / "mine.run"
        file.write_text("2009001 Q0 11 1 9 me 0 10\n")
        done = run("check", file)
        assert done.returncode == 0
        assert done.stdout.strip() == "0 errors, 0 warnings."
        assert "Only the format is checked" in done.stderr

    def test_a_campaign_without_assessments_is_enough_for_a_submission(self, campaign, tmp_path):
        shutil.rmtree(campaign / "assessments")
        file = tmp_path / "mine.run"
        unknown = "1999 Q0 11 1 9 me 0 10\n"
        file.write_text(unknown)
        done = run("check", file, "--campaign", campaign, "--task", "Focused")
        assert done.returncode == 1
        assert "run-topics-unknown" in done.stdout
        file.write_text(f"2009001 Q0 11 1 9 me 0 10\n{unknown}")
        done = run("check", file, "--campaign", campaign, "--task", "Focused")
        assert done.returncode == 0
        assert "run-topic-unknown" in done.stdout

    def test_a_run_of_documents_by_single_files(self, sample_campaign, tmp_path):
        paths = file, qrels, topics = [tmp_path / name for name in ("mine.txt", "qrels", "topics.tsv")]
        texts = ("51 Q0 a 1 0.5 me\n52 Q0 a 1 0.5 me\n", "51 0 a 1\n52 0 a 1\n", "51\ta\n52\tb\n")
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        for options in (("--qrels", qrels), ("--topics", topics), ("--protocol", "trec")):
            done = run("check", file, *options)
            assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "0 errors, 0 warnings.", "")
        file.write_text("051 Q0 a 1 0.5 me\n52 Q0 a 1 0.5 me\n")
        for options in (("--qrels", qrels), ("--topics", topics), ("--qrels", qrels, "--topics", topics)):
            done = run("check", file, *options)
            assert done.returncode == 1
            assert done.stdout.count("[topic-zeros]") == 1
        assert run("check", file, "--protocol", "trec").returncode == 0
        # A file with errors is reported, and the run checked without it.
        for option, path in (("--qrels", qrels), ("--topics", topics)):
            path.write_text("Dear all,\nhere it is.\n")
            done = run("check", file, option, path)
            assert done.returncode == 1
            assert f"{path}" in done.stdout
            assert "1 error" in done.stdout
        assert run("check", file, "--qrels", tmp_path / "missing").returncode == 2
        assert run("check", file, "--qrels", qrels, "--task", "main").returncode == 2
        assert run("check", file, "--topics", topics, "--protocol", "inex-2009").returncode == 2
        assert run("check", sample_campaign, "--topics", topics).returncode == 2

    def test_several_runs_folders_and_standard_input(self, sample_campaign, tmp_path):
        good, bad = "2009001 Q0 11 1 9 me 0 10\n", "2009001 Q0 11 1 9 me ten 10\n"
        (tmp_path / "runs" / "inner").mkdir(parents=True)
        for name, text in (("a.run", good), ("inner/b.run", bad), (".hidden", bad), ("a.yml", "tag: a\n")):
            (tmp_path / "runs" / name).write_text(text)
        asked = ("--campaign", sample_campaign, "--task", "Focused")
        done = run("check", "-", "runs", "runs/a.run", *asked, stdin=bad, cwd=tmp_path)
        assert done.returncode == 1
        assert [line.split(" ")[0] for line in done.stdout.splitlines() if ": error:" in line] == [
            "-:1:",
            "runs/inner/b.run:1:",
        ]
        assert run("check", "runs/a.run", "-", *asked, stdin=good, cwd=tmp_path).returncode == 0
        for wrong, message in ((("-", "-"), "once only"), (("empty",), "no run"), (("none",), "no file")):
            (tmp_path / "empty").mkdir(exist_ok=True)
            done = run("check", *wrong, *asked, stdin=good, cwd=tmp_path)
            assert done.returncode == 2
            assert message in done.stderr

    def test_quiet_prints_errors_only(self, sample_campaign, tmp_path):
        file = tmp_path / "mine.run"
        asked = ("check", file, "--campaign", sample_campaign, "--task", "Focused", "--quiet")
        unknown = "1999 Q0 11 1 9 me 0 10\n"
        file.write_text(f"2009001 Q0 11 1 9 me 0 10\n{unknown}")
        done = run(*asked)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        file.write_text(unknown)
        done = run(*asked)
        assert done.returncode == 1
        assert "[run-topics-unknown]" in done.stdout
        assert "warning" not in done.stdout
        done = run("check", file, "--quiet")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    def test_problems_as_csv(self, tmp_path):
        file = tmp_path / "mine.run"
        file.write_text("1 Q0 11 1 9 me 0 10\n1 Q0 11 2 8 me a 10\n1 Q0 11 3 7 me b 1\n")
        done = run("check", file, "--protocol", "inex-2009", "--task", "Thorough", "--format", "csv")
        table = pd.read_csv(io.StringIO(done.stdout))
        assert done.returncode == 1
        assert table.loc[table["code"].eq("run-number"), ["file", "lines"]].to_numpy().tolist() == [
            [str(file), "2 3"]
        ]

    def test_wrong_use(self, sample_campaign, tmp_path):
        file = tmp_path / "mine.run"
        file.write_text("2009001 Q0 11 1 9 me 0 10\n")
        for arguments in (
            (file, "--campaign", sample_campaign),
            (file, "--campaign", sample_campaign, "--task", "Focussed"),
            (file, "--protocol", "inex-1999", "--task", "Focused"),
            (file, "--campaign", sample_campaign, "--protocol", "inex-2009"),
            (sample_campaign, "--task", "Focused"),
            (sample_campaign, file),
            (tmp_path / "missing.run", "--protocol", "inex-2009", "--task", "Focused"),
        ):
            done = run("check", *arguments)
            assert done.returncode == 2, arguments
            assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def everything(sample_campaign):
    """All scores of the sample campaign."""
    return inexreport.scores(sample_campaign)


@pytest.fixture(scope="module")
def run_file(sample_campaign, everything):
    """A run of the sample campaign that is accepted in Focused."""
    name = everything.loc[everything["task"].eq("Focused"), "run"].iloc[0]
    return next(file for file in (sample_campaign / "runs" / "Focused").rglob("*") if name in file.name)


class TestEvaluate:
    def test_one_identifier_everywhere(self, sample_campaign, everything, run_file):
        done = run("evaluate", run_file, "--campaign", sample_campaign, "--per-topic")
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        printed = {(metric, topic): float(score) for metric, topic, score in lines}
        frame = inexreport.evaluate(run_file, sample_campaign)
        assert (
            dict(zip(zip(frame["metric"], frame["topic"], strict=True), frame["score"], strict=True))
            == printed
        )
        name = run_file.name.partition(".")[0]
        published = everything[everything["task"].eq("Focused") & everything["run"].eq(name)]
        assert {"MAiP", "article-MAP"} <= set(published.loc[published["topic"].ne("all"), "metric"])
        for metric, topic, score in zip(
            published["metric"], published["topic"], published["score"], strict=True
        ):
            assert printed.pop((metric, topic)) == score
        assert {metric for metric, _ in printed} == {metric.name for metric in COUNTS}

    def test_prints_measure_topic_value_as_the_api_and_the_campaign_have_them(
        self, sample_campaign, everything, run_file
    ):
        done = run("evaluate", run_file, "--campaign", sample_campaign)
        assert done.returncode == 0, done.stderr
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        assert all(topic == "all" for _, topic, _ in lines)
        assert {"num_ret", "MAiP", "iP@0.01"} <= {measure for measure, _, _ in lines}
        frame = inexreport.evaluate(run_file, sample_campaign)
        of_all = frame[frame["topic"].eq("all")].set_index("metric")["score"]
        for measure, _, value in lines:
            assert of_all[measure] == float(value)
        in_campaign = everything[everything["task"].eq("Focused") & everything["topic"].eq("all")]
        assert of_all["MAiP"] in in_campaign.loc[in_campaign["metric"].eq("MAiP"), "score"].tolist()

    def test_chosen_metrics_of_runs_in_a_campaign(self, sample_campaign, everything, run_file):
        folder = sample_campaign / "runs" / "Thorough"
        asked = ("--campaign", sample_campaign, "-m", "article-P@5", "-m", "MAiP", "--format", "csv")
        chosen = run("evaluate", "-", folder, "--task", "Thorough", *asked, stdin=run_file.read_text())
        table = pd.read_csv(io.StringIO(chosen.stdout))
        scores = table[~table["metric"].isin([metric.name for metric in COUNTS])]
        assert set(scores["metric"][~scores["metric"].str.startswith("rank")]) == {"article-P@5", "MAiP"}
        assert set(scores["run"]) >= {"-", *(file.name.partition(".")[0] for file in folder.glob("*.run"))}
        published = everything[everything["task"].eq("Thorough") & everything["topic"].eq("all")]
        in_campaign = published.set_index(["run", "metric"])["score"]
        known = [key for key in zip(scores["run"], scores["metric"], strict=True) if key in in_campaign.index]
        assert len(known) > 2
        by_key = scores.set_index(["run", "metric"])["score"]
        assert all(by_key[key] == in_campaign[key] for key in known)

    @pytest.mark.parametrize(
        ("metric", "message"), [("maip", "did you mean MAiP?"), ("nDCG@10", "do not allow all metrics")]
    )
    def test_metrics_that_a_campaign_cannot_have(self, sample_campaign, run_file, metric, message):
        done = run("evaluate", run_file, "--campaign", sample_campaign, "--metric", metric)
        assert done.returncode == 2
        assert message in done.stderr

    def test_the_only_task_needs_no_name(self, campaign, tmp_path):
        file = tmp_path / "mine.run"
        file.write_text("2009001 Q0 11 1 9 me 0 10\n")
        asked = ("evaluate", file, "--campaign", campaign)
        assert "Give --task with one of" in run(*asked).stderr
        (campaign / "campaign.toml").write_text(ONLY_TASK)
        done = run(*asked)
        assert done.returncode == 0, done.stderr
        assert "num_ret\tall\t1\n" in done.stdout

    def test_a_rejected_run_exits_with_1(self, sample_campaign, tmp_path):
        file = tmp_path / "mine.run"
        file.write_text("2009001 Q0 11 1 9 me 0 10\n2009001 Q0 11 2 8 me 5 10\n")
        done = run("evaluate", file, "--campaign", sample_campaign, "--task", "Focused")
        assert done.returncode == 1
        assert "overlap-not-allowed" in done.stderr
        assert not done.stdout
        with pytest.raises(inexreport.CampaignRefusedError):
            inexreport.evaluate(file, sample_campaign, task="Focused")


class TestStart:
    """What a command does not need, it does not load: most of the time of a short command is imports."""

    LARGE = ("pandas", "scipy", "altair", "jinja2", "distributed", "watchfiles", "vl_convert")

    def test_short_commands_load_no_large_package(self, sample_campaign, tmp_path):
        bare = Path(shutil.copytree(sample_campaign, tmp_path / "bare"))
        shutil.rmtree(bare / "documents")
        commands = [["--help"], ["init", str(tmp_path / "new")], ["metrics", "MAgP"]]
        for name, offset in (("passages", "0 10"), ("unlocated", "X X")):
            file = tmp_path / f"{name}.run"
            file.write_text(f"2009001 Q0 11 1 9 me {offset}\n2009001 Q0 12 2 8 me 0 10\n")
            commands.append(["evaluate", str(file), "--campaign", str(bare), "--task", "Thorough"])
        program_text = (
            "import sys\nfrom inexreport.cli import main\n"
            f"for sys.argv[1:] in {commands!r}:\n"
            "    try:\n        main()\n"
            "    except SystemExit as ended:\n"
            f"        print(ended.code, *set(sys.modules) & {set(self.LARGE)!r}, file=sys.stderr)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program_text], capture_output=True, text=True, check=True
        )
        assert re.findall("(?m)^0.*", done.stderr) == ["0"] * len(commands)


DOCUMENT_QRELS = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 a 1\n2 0 d 1\n3 0 b 1\n"


class TestWithoutACampaign:
    @pytest.fixture
    def files(self, tmp_path):
        (tmp_path / "qrels").write_text(DOCUMENT_QRELS)
        (tmp_path / "one.run").write_text("1 Q0 b 1 9 x\n1 Q0 a 2 8 x\n2 Q0 d 1 9 x\n3 Q0 b 1 1 x\n")
        (tmp_path / "two.run").write_text("1 Q0 a 1 9 y\n1 Q0 c 2 8 y\n2 Q0 a 1 9 y\n")
        return tmp_path

    def test_scores_of_several_runs(self, files):
        asked = ("--qrels", files / "qrels", "--metric", "RR", "-m", "P@5")
        done = run("evaluate", files / "one.run", files / "two.run", *asked)
        assert done.returncode == 0
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        ranks = ("rank(RR)", "rank_low(RR)", "rank_high(RR)")
        assert [line for line in lines if line[0] in ("runid", "RR", "P@5", *ranks)] == [
            ["runid", "all", "one"],
            ["RR", "all", repr((1 / 2 + 1 + 1) / 3)],
            ["P@5", "all", "0.20000000000000004"],
            *([name, "all", end] for name, end in zip(ranks, "112", strict=True)),
            ["runid", "all", "two"],
            ["RR", "all", repr(2 / 3)],
            ["P@5", "all", "0.20000000000000004"],
            *([name, "all", end] for name, end in zip(ranks, "212", strict=True)),
        ]
        assert ["num_topics", "all", "3"] in lines
        returned = run("evaluate", files / "two.run", *asked, "--topics", "returned").stdout
        assert "num_topics\tall\t2\n" in returned
        assert "RR\tall\t1.0" in returned
        assert "runid" not in returned

    def test_standard_input_and_formats_and_a_run_with_errors_that_keeps_no_other_out(self, files):
        asked = ("-", "--qrels", files / "qrels", "--metric", "RR", "-q")
        text = (files / "one.run").read_text()
        (files / "bad.run").write_text("1 Q0 a 1 9 x\n1 Q0 a 2 8 x\n")
        done = subprocess.run(
            [sys.executable, "-m", "inexreport", "evaluate", *asked, files / "bad.run", "--format", "csv"],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, "run-document-twice" in done.stderr) == (1, True)
        table = done.stdout.splitlines()
        assert table[0] == "run,metric,topic,score,topics"
        assert "-,RR,1,0.5," in table
        assert f"-,RR,all,{(1 / 2 + 1 + 1) / 3!r},3" in table
        records = json.loads(run("evaluate", *asked, "--format", "json", stdin=text).stdout)
        assert {"run": "-", "metric": "RR", "topic": "1", "score": 0.5, "topics": None} in records
        assert {"run": "-", "metric": "num_topics", "topic": "all", "score": 3, "topics": 3} in records

    def test_compares_two_runs(self, files):
        asked = (files / "one.run", files / "two.run", "--qrels", files / "qrels", "--metric", "RR")
        printed = run("compare", *asked).stdout
        assert "RR: A = one, B = two" in printed
        assert "A is better on 1 topic, equal on 1, worse on 1" in printed
        assert "Largest differences: 3 (+1.0000), 1 (-0.5000)" in printed
        (record,) = json.loads(run("compare", *asked, "--format", "json").stdout)
        assert (record["metric"], record["topics"], record["better"]) == ("RR", 3, 1)
        assert record["difference"] == pytest.approx(0.5 / 3)
        header, row = run("compare", *asked, "--format", "csv").stdout.splitlines()
        assert dict(zip(header.split(","), row.split(","), strict=True))["run_b"] == "two"

    def test_json_has_null_for_what_is_undefined(self, files):
        same = (files / "one.run", files / "one.run", "--qrels", files / "qrels", "--metric", "RR")
        printed = run("compare", *same, "--format", "json").stdout
        (record,) = json.loads(printed, parse_constant=pytest.fail)
        assert (record["difference"], record["p"]["t"]) == (0.0, None)

    def test_python_gives_what_the_command_line_prints(self, files):
        a, b, qrels = (files / name for name in ("one.run", "two.run", "qrels"))
        asked = (a, "--qrels", qrels, "-m", "RR", "-m", "nDCG@10", "-q", "--format", "csv")
        for topics in ("assessed", "returned"):
            rows = list(csv.DictReader(run("evaluate", *asked, "--topics", topics).stdout.splitlines()))
            frame = inexreport.evaluate(a, qrels=qrels, metrics=["RR", "nDCG@10"], topics=topics)
            found = {(one.metric, one.topic): one.score for one in frame.itertuples()}
            assert found == {(one["metric"], one["topic"]): float(one["score"]) for one in rows}
            assert found["RR", "all"] == pytest.approx((1 / 2 + 1 + 1) / 3)
        printed = run("compare", a, b, "--qrels", qrels, "-m", "RR", "-m", "AP", "--format", "csv").stdout
        rows = list(csv.DictReader(printed.splitlines()))
        frame = inexreport.compare(a, b, qrels=qrels, metrics=["RR", "AP"])
        assert ["run_a", "run_b", *frame.columns] == list(rows[0])
        assert frame.metric.tolist() == ["RR", "AP"]
        for row, (_, found) in zip(rows, frame.iterrows(), strict=True):
            assert [float(row[name]) for name in frame.columns[1:]] == found.tolist()[1:]
        first = frame.iloc[0]
        assert (first.topics, first.better, first.equal, first.worse) == (3, 1, 1, 1)
        assert first.difference == pytest.approx(0.5 / 3)

    def test_python_takes_the_default_metrics_and_compares_in_a_campaign(self, files, tmp_path):
        frame = inexreport.evaluate(files / "one.run", qrels=files / "qrels")
        assert {"nDCG@10", "AP", "Bpref", "Success@1"} <= set(frame.metric)
        directory = write_documents(tmp_path / "campaign")
        a, b = (directory / "runs" / "adhoc" / name for name in ("east/best.txt", "west/third.txt"))
        compared = inexreport.compare(a, b, directory).set_index("metric")
        assert compared.loc["nDCG@10", "mean_a"] == pytest.approx(1.0)
        assert compared.loc["nDCG@10", "worse"] == 0

    def test_mistakes_in_python(self, files):
        a, qrels = files / "one.run", files / "qrels"
        for wrong, message in (
            ({"qrels": qrels, "metrics": ["nDCGG@10"]}, r"did you mean nDCG\?"),
            ({"qrels": qrels, "topics": "all"}, "must be one of: assessed, returned"),
            ({"qrels": files / "none"}, "There is no file"),
            ({"qrels": qrels, "campaign": files}, "either campaign"),
            ({}, "either campaign"),
            ({"campaign": files, "metrics": ["AP"]}, "go with qrels"),
        ):
            for function, runs in ((inexreport.evaluate, (a,)), (inexreport.compare, (a, a))):
                with pytest.raises(inexreport.UsageError, match=message):
                    function(*runs, **wrong)
        (files / "bad.run").write_text("1 Q0 a 1 9 x\n1 Q0 a 2 8 x\n")
        with pytest.raises(inexreport.CampaignRefusedError, match=r"bad\.run:2"):
            inexreport.compare(a, files / "bad.run", qrels=qrels, metrics=["AP"])

    @pytest.mark.parametrize(
        ("more", "message"),
        [
            (("--metric", "nDCGG@10"), "did you mean"),
            (("--metric", "ndcg_cut_10,maps"), "there is no metric 'maps'"),
            (("--metric", "all_trec"), "there is no metric 'all_trec'"),
            (("--metric", "MAiP"), "they grade documents"),
            (("--metric", "RBP(p=0.8)", "--metric", "RBP(rel=1,p=0.8)", "--metric", "RBP"), "same measure"),
            (("--campaign", "x"), "either --campaign"),
        ],
    )
    def test_mistakes_on_the_command_line(self, files, more, message):
        done = run("evaluate", files / "one.run", "--qrels", files / "qrels", *more)
        assert done.returncode == 2
        assert message in " ".join(done.stderr.split())

    def test_names_of_trec_eval_with_commas_and_a_level_are_answered_with_ours(self, files):
        asked = ("--qrels", files / "qrels", "-m", "map,gm_map,num_q", "-m", "P_1,5", "-m", "ndcg", "-l", "2")
        lines = run("evaluate", files / "two.run", *asked, "--quiet").stdout.splitlines()
        found = {name: float(value) for name, _, value in (line.split("\t") for line in lines)}
        assert list(found)[4:] == ["AP(rel=2)", "GMAP(rel=2)", "P(rel=2)@1", "P(rel=2)@5", "nDCG"]
        assert (found["num_rel"], found["num_rel_ret"], found["AP(rel=2)"]) == (1, 1, 1 / 3)
        assert found["GMAP(rel=2)"] == pytest.approx(1e-10 ** (1 / 3))
        official = run("evaluate", files / "two.run", *asked[:2], "-m", "official").stdout
        names = [line.split("\t")[0] for line in official.splitlines()[4:]]
        assert (names[:6], len(names)) == (["AP", "GMAP", "Rprec", "Bpref", "RR", "IPrec@0.0"], 25)
        wrong = run("evaluate", files / "two.run", "--campaign", files, "-l", "2")
        assert "a campaign has its own" in wrong.stderr

    def test_topics_without_judgements_are_told_once_and_not_at_all_if_quiet(self, files):
        for name in ("one.run", "two.run"):
            with (files / name).open("a") as file:
                file.writelines(f"{topic} Q0 a 1 9 x\n" for topic in range(7, 19))
        asked = ("evaluate", files / "one.run", files / "two.run", "--qrels", files / "qrels", "-m", "AP")
        told = run(*asked).stderr
        assert told.count("[run-topic-unjudged]") == 2
        assert "12 of 15 topics: “7”, “8”, “9”, “10”, “11” and 7 more; expected some of the 3 judged" in told
        (files / "two.run").write_text((files / "one.run").read_text())
        told = run(*asked).stderr
        assert told.count("[run-topic-unjudged]") == 1
        assert "one.run and 1 more run: warning" in told
        assert run(*asked, "--quiet").stderr == ""

    def test_compares_more_runs_in_pairs_or_with_the_first(self, files):
        (files / "three.run").write_text("1 Q0 c 1 9 z\n2 Q0 a 1 9 z\n3 Q0 b 1 9 z\n")
        runs = [files / f"{name}.run" for name in ("two", "one", "three")]
        asked = ("compare", *runs, "--qrels", files / "qrels", "-m", "RR,P_1", "--quiet")
        printed = run(*asked).stdout
        assert "RR: 3 pairs; 95% intervals; p corrected (one-tailed; randomised_tukey_hsd two-" in printed
        assert (
            "  three 1.0000, one 0.8333: +0.1667 (+0.0000 to +0.5000)\n    effect size +0.41; p " in printed
        )
        rows = list(csv.DictReader(run(*asked, "--format", "csv", "--against-first").stdout.splitlines()))
        of_t = [(row["run_a"], row["run_b"]) for row in rows if (row["metric"], row["test"]) == ("RR", "t")]
        assert of_t == [("three", "two"), ("one", "two")]
        # The differences 0, 0, 1 have t = 1, hence a p of 0.2113 in one tail, which is doubled for two pairs.
        adjusted = {row["p_adjusted"] for row in rows if (row["metric"], row["test"]) == ("RR", "t")}
        assert [round(float(p), 4) for p in adjusted] == [0.4226]
        assert len(json.loads(run(*asked, "--format", "json").stdout)) == 2 * 3 * 3
        assert "not 1 run." in run(*asked[:2], *asked[4:]).stderr
        assert "Give another metric" in run(*asked[:6], "-m", "gm_map").stderr

    def test_passages_need_metrics(self, files):
        (files / "inex").write_text("1 Q0 a 5 10 0 0:5\n1 Q0 b 0 9\n")
        (files / "inex.run").write_text("1 Q0 a 1 9 x 0 10\n")
        asked = (files / "inex.run", "--qrels", files / "inex")
        assert "Give --metric" in run("evaluate", *asked).stderr
        assert "MAiP\tall\t" in run("evaluate", *asked, "--metric", "MAiP").stdout


class TestMetrics:
    def test_lists_all_and_explains_one(self):
        assert "MAgP(score=F,beta=number)" in run("metrics").stdout
        assert "Missing topics" in run("metrics", "MAgP").stdout
        assert (
            "Mean over topics of AgP; a topic’s value is reported as MAgP too."
            in run("metrics", "MAgP").stdout
        )
        assert "Mean over topics of" not in run("metrics", "iP").stdout
        wrong = run("metrics", "magp", "nDGC@10")
        assert wrong.returncode == 2
        assert "did you mean MAgP?" in wrong.stderr
        assert "did you mean nDCG?" in wrong.stderr

    @pytest.mark.parametrize(
        ("asked", "title"),
        [
            ("AP@100", "AP@100  Average precision"),
            ("P", "P@10  Precision of the first documents"),
            ("RBP(p=0.8)", "RBP(p=0.8)  Rank-biased precision"),
            ("iP@0.01", "iP@0.01  "),
            ("gP(beta=0.25,score=F)@5", "gP(score=F,beta=0.25)@5  "),
            ("AgP(score=F,beta=0.25)", "MAgP(score=F,beta=0.25)  "),
            ("AiP", "MAiP(overlap=forbidden|allowed)  "),
            ("num_topics", "num_topics  Topics that means are over"),
        ],
    )
    def test_every_identifier_is_explained(self, asked, title):
        done = run("metrics", asked)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(title)
        assert "Missing topics" in done.stdout

    def test_every_identifier_of_a_site_is_explained(self, sample_campaigns, capsys):
        published = {name for one in sample_campaigns for name in inexreport.scores(one)["metric"]}
        computed = sorted(published - {"cost", "nugget-recall"})  # imported ones have no definition
        assert len(computed) > 40
        print_metrics(computed, OutputFormat.CSV)
        assert len(pd.read_csv(io.StringIO(capsys.readouterr().out))) >= len(computed)

    def test_for_other_programs(self):
        (record,) = json.loads(run("metrics", "MAiP", "--format", "json").stdout)
        assert (record["lowest"], record["highest"], record["confirmed"]) == (0, 1, True)
        assert json.loads(run("metrics", "num_ret", "--format", "json").stdout)[0]["highest"] is None
        table = pd.read_csv(io.StringIO(run("metrics", "--format", "csv").stdout))
        assert {form_of(metric) for metric in METRICS} | {"nDCG@10"} <= set(table["identifier"])
        assert table["identifier"].is_unique

    def test_lines_are_not_broken_where_output_goes_to_a_file(self):
        explained = run("metrics", "MAgP").stdout
        assert max(len(line) for line in explained.splitlines()) > 120

    @pytest.mark.parametrize("arguments", [(), ("MAep",)])
    def test_identifiers_are_not_broken_over_lines(self, arguments):
        listed = run("metrics", *arguments).stdout
        for metric in METRICS:
            if not arguments or metric.name in arguments:
                assert form_of(metric) in listed

    def test_as_a_frame(self):
        listed = inexreport.list_metrics()
        assert listed["identifier"].is_unique
        assert not listed.isna().any(axis=None)


class TestInit:
    @pytest.mark.parametrize("protocol", protocol_names())
    def test_skeleton_lacks_nothing_but_content(self, protocol, tmp_path):
        directory = tmp_path / "new"
        assert run("init", directory, "--protocol", protocol).returncode == 0
        problems = inexreport.check(directory)
        needed = {"about-unedited", "assessments-missing"}
        assert set(problems["code"]) == needed | (
            {"topics-missing"} if protocol.startswith("inex") else set()
        )

    def test_the_empty_current_folder(self, tmp_path):
        folder = tmp_path / "it's mine"
        folder.mkdir()
        done = run("init", ".", cwd=folder)
        assert (done.returncode, done.stdout.rpartition(": ")[2]) == (0, "inexreport check .\n")
        assert (folder / "campaign.toml").is_file()
        assert run("init", ".", cwd=folder).returncode == 2

    def test_the_command_to_copy_quotes_the_path(self, tmp_path):
        done = run("init", tmp_path / "it's mine")
        command = shlex.split(done.stdout.rpartition("then: ")[2])
        assert command == ["inexreport", "check", str(tmp_path / "it's mine")]

    def test_nothing_is_overwritten(self, campaign):
        before = (campaign / "campaign.toml").read_bytes()
        assert run("init", campaign).returncode == 2
        assert (campaign / "campaign.toml").read_bytes() == before


def test_api_check_returns_a_row_for_each_problem(sample_campaign):
    problems = inexreport.check(sample_campaign)
    assert isinstance(problems, pd.DataFrame)
    assert problems["severity"].eq("error").sum() >= 2
    assert not problems["remedy"].eq("").any()


def test_unknown_names_of_the_package_are_attribute_errors():
    with pytest.raises(AttributeError, match="no attribute 'evaluation_of_all'"):
        inexreport.evaluation_of_all  # noqa: B018 (looking it up is the test)


@pytest.mark.parametrize("error", [MemoryError, pa.ArrowMemoryError("malloc of size 6400000000 failed")])
def test_too_little_memory_is_a_message(error, monkeypatch, capsys):
    def command(prog_name):
        raise error

    monkeypatch.setattr(program, "app", command)
    with pytest.raises(SystemExit) as ended:
        program.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("There is not enough memory. ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_for_shells(shell, monkeypatch):
    monkeypatch.setenv("_INEXREPORT_COMPLETE", f"source_{shell}")
    script = run().stdout
    assert "_INEXREPORT_COMPLETE" in script
    assert "inexreport" in script
    asked = {"COMP_WORDS": "inexreport ver", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "inexreport ver"}
    asked |= {"_INEXREPORT_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    answered = run().stdout
    assert "verify" in answered
    assert "build" not in answered.split("verify")[0]


def test_all_names_of_the_package_are_listed_before_they_are_imported():
    shown = subprocess.run(
        [
            sys.executable,
            "-c",
            "import inexreport, sys; print(*dir(inexreport)); print('pandas' in sys.modules)",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert set(inexreport.__all__) <= set(shown[0].split())
    assert shown[1] == "False"
    text = pydoc.plaintext.document(inexreport)
    for name in ("build", "check", "evaluate", "list_metrics", "scores", "verify"):
        assert f"{name}(" in text
