"""The measuring of programs against each other."""

from __future__ import annotations

import gzip
import io
import json
import os
import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from part_of_2006 import copy_part

from benchmarks.measuring.comparison import Block, Candidate, Row, in_turns, row
from benchmarks.measuring.limits import judged
from benchmarks.measuring.process import Measured, MeasurementError, measure
from benchmarks.measuring.report import BEGIN, END, store, stored, table, write_into
from benchmarks.parts.articles import refuse_other_values, write_trec_qrels
from benchmarks.parts.documents import (
    has_equal_scores,
    join_files,
    measures_of,
    refuse_other_topic_values,
)
from benchmarks.parts.large_run import write_large_run
from benchmarks.settings import PROGRAMS
from benchmarks.site_sources import read_page, write_sources
from inexreport.rendering.environment import environment

CORES = sorted(os.sched_getaffinity(0))[:1]
MEGABYTE = 2**20


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def _printed(name: str, *arguments: str | Path) -> str:
    """What one of the measured programs prints, run in this process."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as printed:
        patch.syspath_prepend(PROGRAMS)
        patch.setattr(sys, "argv", [name, *map(str, arguments)])
        runpy.run_path(str(PROGRAMS / name), run_name="__main__")
    return printed.getvalue()


def test_time_and_memory_of_child_processes_count() -> None:
    work = (
        "import time; kept = bytearray(60 << 20); began = time.process_time()\n"
        "while time.process_time() < began + 0.4: pass"
    )
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}], check=True)"
    measured = measure(_python(child), CORES)
    assert measured.cpu >= 0.4
    assert measured.wall >= 0.4
    assert 60 * MEGABYTE < measured.peak < 200 * MEGABYTE


def test_time_of_workers_behind_a_server_process_counts(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import multiprocessing, time\n"
        "def work(_):\n"
        "    began = time.process_time()\n"
        "    while time.process_time() < began + 0.2: pass\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.get_context('forkserver').Pool(2) as pool:\n"
        "        pool.map(work, range(2), 1)\n"
        "        pool.close()\n"
        "        pool.join()\n"
    )
    assert measure([sys.executable, program], CORES).cpu >= 0.4


def test_a_program_may_time_a_part_of_itself() -> None:
    timed = json.dumps({"timed": {"wall": 7.0, "cpu": 5.0}})
    measured = measure(_python(f"print('3'); print({timed!r})"), CORES)
    assert (measured.wall, measured.cpu) == (7.0, 5.0)


def test_a_program_that_fails_is_not_measured() -> None:
    with pytest.raises(MeasurementError, match=r"ended with 1: .*no such luck"):
        measure(_python("raise SystemExit('no such luck')"), CORES)


def test_programs_take_turns(tmp_path: Path) -> None:
    order = tmp_path / "order"
    candidates = [
        Candidate(name, _python(f"open({str(order)!r}, 'a').write({name!r})"), CORES) for name in "ab"
    ]
    measured = in_turns(candidates, 3)
    assert order.read_text() == "ababab"
    assert {name: len(turns) for name, turns in measured.items()} == {"a": 3, "b": 3}


def test_what_is_short_is_measured_several_times_in_a_turn(tmp_path: Path) -> None:
    order, begun = tmp_path / "order", iter("123456")
    long, short = (_python(f"open({str(order)!r}, 'a').write({name!r})") for name in "ab")

    def change() -> None:
        (tmp_path / "changed").write_text(next(begun))

    candidates = [Candidate("long", long, CORES), Candidate("short", short, CORES, before=change, times=2)]
    measured = in_turns(candidates, 2)
    assert order.read_text() == "abbabb"
    assert (tmp_path / "changed").read_text() == "4"
    assert {name: row(name, turns).turns for name, turns in measured.items()} == {"long": 2, "short": 4}


def test_medians_ranges_and_ratios_are_reported(tmp_path: Path) -> None:
    fast = row("fast", [Measured(wall, 2 * wall, MEGABYTE, "") for wall in (1.0, 4.0, 2.0)])
    slow = row("slow", [Measured(5.0, 5.0, 3 * MEGABYTE, "")])
    block = Block("key", "Title", "setting", (fast, slow, Row("absent", note="is not installed")))
    lines = [line.split() for line in table([block]).splitlines()]
    assert ["fast", "2.00", "1.00–4.00", "1.00", "4.00", "2.00–8.00", "1.00", "1"] in lines
    assert ["slow", "5.00", "2.50", "5.00", "1.25", "3"] in lines
    assert ["absent:", "is", "not", "installed"] in lines

    store([block], tmp_path / "results.json")
    other = Block("other", "Other", "setting", (slow,))
    store([other], tmp_path / "results.json")
    assert stored(tmp_path / "results.json") == [block, other]


def test_a_document_gets_the_measurements_between_its_marks(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    document.write_text(f"before\n{BEGIN}\nyesterday\n{END}\nafter\n")
    write_into(document, [Block("key", "Title", "setting", (row("a", [Measured(1.0, 1.0, 1, "")]),))])
    text = document.read_text()
    assert text.startswith(f"before\n{BEGIN}")
    assert text.endswith(f"{END}\nafter\n")
    assert "### Title" in text
    assert "yesterday" not in text
    assert os.uname().nodename not in text
    document.write_text("no marks")
    with pytest.raises(MeasurementError, match="has no lines"):
        write_into(document, [])


def test_tools_that_disagree_are_not_compared() -> None:
    def says(value: float) -> list[Measured]:
        return [Measured(1.0, 1.0, 1, json.dumps({"run": {"AP": value}}))]

    refuse_other_values({"one": says(0.25), "other": says(0.25 + 1e-10)})
    with pytest.raises(MeasurementError, match=r"other has AP = 0\.26 for run, one 0\.25"):
        refuse_other_values({"one": says(0.25), "other": says(0.26)})
    with pytest.raises(MeasurementError, match="other runs"):
        refuse_other_values({"one": says(0.25), "other": [Measured(1.0, 1.0, 1, "{}")]})


def test_articles_with_relevant_text_are_relevant(tmp_path: Path) -> None:
    (tmp_path / "inex.qrels").write_text("1 Q0 7 30 100 5 5:30\n1 Q0 8 0 90\n")
    write_trec_qrels([tmp_path / "inex.qrels"], tmp_path / "trec.qrels")
    assert (tmp_path / "trec.qrels").read_text() == "1 0 7 1\n1 0 8 0\n"


def test_both_programs_score_the_same_documents(tmp_path: Path) -> None:
    qrels, runs = tmp_path / "qrels", [tmp_path / "a.txt", tmp_path / "b.gz"]
    (tmp_path / "one").write_text("1 0 x 2\n1 0 y 0")
    (tmp_path / "two").write_text("2 0 z 1\n")
    join_files([tmp_path / "one", tmp_path / "two"], qrels)
    runs[0].write_text("1 Q0 y 1 0.9 a\n1 Q0 x 2 0.5 a\n2 Q0 z 1 3 a\n")
    runs[1].write_bytes(gzip.compress(b"1\tQ0\tx\t1\t2\tb\n"))
    given = [qrels, "RR,Judged@10,RBP(p=0.5)", *runs]
    theirs, ours = (
        json.loads(_printed(f"score_documents_{tool}.py", *given)) for tool in ("ir_measures", "inexreport")
    )
    expected = {
        str(runs[0]): {"1": {"RR": 0.5, "Judged@10": 1.0}, "2": {"RR": 1.0, "Judged@10": 1.0}},
        str(runs[1]): {"1": {"RR": 1.0, "Judged@10": 1.0}, "2": {"RR": 0.0, "Judged@10": 0.0}},
    }
    assert theirs == expected
    assert measures_of(ours) >= {"RR", "Judged@10", "RBP(p=0.5)"}
    assert ours[str(runs[0])]["1"]["RBP(p=0.5)"] == 0.25
    refuse_other_topic_values(theirs, ours)


def test_large_runs_have_a_relevant_result_in_each_topic(tmp_path: Path) -> None:
    write_large_run(tmp_path / "run", tmp_path / "qrels", 2)
    given = (tmp_path / "qrels", "R@1000", tmp_path / "run")
    found = json.loads(_printed("score_documents_inexreport.py", *given))
    assert [values["R@1000"] for values in found[str(tmp_path / "run")].values()] == [1.0, 1.0]


def test_document_measures_that_differ_are_not_compared(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.write_text("1 Q0 x 1 0.30000001 a\n1 Q0 y 2 0.3 a\n2 Q0 x 1 2 a\n2 Q0 y 2 1 a\n")

    def says(topic: str, **values: float) -> dict[str, dict[str, dict[str, float]]]:
        return {str(run): {topic: values}}

    refuse_other_topic_values(says("1", AP=0.5), says("1", AP=0.5 + 1e-12, RR=1.0))
    for ours in (says("1", AP=0.6), says("1", RR=0.5), says("2", AP=0.5)):
        with pytest.raises(MeasurementError, match=r"has AP = .* for topic 1 .*ir_measures 0\.5"):
            refuse_other_topic_values(says("1", AP=0.5), ours)
    with pytest.raises(MeasurementError, match="other runs"):
        refuse_other_topic_values(says("1", AP=0.5), {})
    assert [has_equal_scores(run, topic) for topic in "12"] == [True, False]
    refuse_other_topic_values(says("1", Judged=0.5), says("1", Judged=0.6))
    with pytest.raises(MeasurementError, match=r"Judged = 0\.6 for topic 2"):
        refuse_other_topic_values(says("2", Judged=0.5), says("2", Judged=0.6))


def test_sources_for_site_generators_hold_what_the_pages_say(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text(
        "<nav><p>way</p></nav><main><h1>Runs_all</h1><h2>Scores</h2><p>Of  two.</p>"
        "<table><tr><th>run</th><th>MAP</th></tr><tr><td>a|b</td><td>0.5</td></tr></table></main>"
    )
    title, parts = read_page(site / "index.html")
    assert title == "Runs_all"
    assert [part.text for part in parts] == ["Scores", "Of two.", ""]
    out = write_sources(site, tmp_path / "sources")
    markdown = (out / "mkdocs-material" / "docs" / "index.md").read_text()
    assert markdown.startswith(
        "# Runs_all\n\n## Scores\n\nOf two.\n\n| run | MAP |\n|---|---|\n| a\\|b | 0.5 |"
    )
    assert (out / "Pelican" / "content" / "pages" / "index.md").read_text().startswith("Title: Runs_all\n")
    assert '   "a\\|b","0.5"\n' in (out / "Sphinx" / "index.rst").read_text()


def test_what_is_expected_is_held_against_what_was_measured() -> None:
    def takes(name: str, seconds: float) -> Row:
        return row(name, [Measured(seconds, seconds, 2049 * MEGABYTE, "")])

    lines = judged(
        [
            Block("1 articles", "", "", (takes("inexreport", 1.0), takes("pytrec_eval", 1.4))),
            Block("3 first build", "", "", (takes("walk", 2.0), takes("first build", 5.0))),
            Block(
                "5 site and jinja",
                "",
                "",
                (
                    takes("Jinja2, the same page data", 2.0),
                    takes("inexreport, all pages from the same page data", 3.5),
                    takes("inexreport, the whole site", 7.0),
                ),
            ),
        ]
    )
    assert [line[1:] for line in lines[1:]] == [
        ("≥ 1.5", "1.4", "1.4", "no"),
        ("≤ 2.5", "2.5", "2.5", "yes"),
        ("≤ 2048", "2049", "", "no"),
        ("≤ 2", "1.75", "1.75", "yes"),
        ("", "3.5", "3.5", ""),
    ]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> Path:
    """The evaluated part of a sample, as it is written for the programs that make pages of it."""
    folder = tmp_path_factory.mktemp("outcome")
    campaign = copy_part(sample_campaign, folder / "c2006", ("BestInContext",), runs=2, topics=1)
    _printed("site_outcome.py", campaign, folder / "outcome")
    return folder / "outcome"


def test_pages_written_again_from_their_data_are_those_of_the_site(tmp_path: Path, outcome: Path) -> None:
    number, timed = _printed("write_pages.py", outcome, tmp_path).splitlines()
    pages = {page.relative_to(tmp_path / "again"): page for page in (tmp_path / "again").rglob("*.html")}
    (site,) = (file.parent for file in (tmp_path / "first").glob("*/topics.html"))
    written = {page.relative_to(site) for page in site.rglob("*.html")}
    assert set(pages) == {page for page in written if page.parts[0] != "print"}  # made from other pages
    assert len(pages) == int(number)
    assert all(page.read_bytes() == (site / name).read_bytes() for name, page in pages.items())
    assert json.loads(timed)["timed"]["cpu"] > 0


def test_bare_jinja_renders_every_page_again_with_what_it_was_given(
    tmp_path: Path, outcome: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(environment().globals, "charts", environment().globals["charts"])  # put back behind
    number, timed = _printed("render_bare.py", outcome, tmp_path).splitlines()
    (site,) = (file.parent for file in tmp_path.glob("*/topics.html"))
    written = [page for page in site.rglob("*.html") if page.relative_to(site).parts[0] != "print"]
    assert int(number) >= len(written) > 20
    assert json.loads(timed)["timed"]["cpu"] > 0
