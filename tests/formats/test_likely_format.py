"""A file in the wrong place is one problem, which names what it looks like."""

from __future__ import annotations

from pathlib import Path

import pytest

from inexreport.errors import CampaignRefusedError
from inexreport.formats import likely_format
from inexreport.formats.campaign_directory import read_campaign
from inexreport.formats.likely_format import likely_format as recognised
from inexreport.formats.run_files import list_runs
from inexreport.formats.runs import read_run
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem

XML_RUN = "".join(
    f'<topic topic-id="{topic}"><result><file>7</file><path>/a[1]</path></result></topic>'
    for topic in range(300)
)
FILES: dict[str, tuple[str, bytes]] = {
    "TREC qrels": ("TREC qrels", b"".join(b"40%d 0 FT911-%d 1\n" % (n % 7, n) for n in range(300))),
    "INEX qrels": (
        "INEX qrels",
        b"".join(
            b"2009001 Q0 %d 0 50\n2009002 Q0 %d 7 80 0 3:7\n2009002 Q0 %d 9 80 0 3:7 11:2\n" % (n, n, n)
            for n in range(300)
        ),
    ),
    "run": (
        "a run",
        b"".join(b"2009001 Q0 %d %d %.1f me %d 10\n" % (n, n + 1, 900 - n, n) for n in range(300)),
    ),
    "XML run": ("a run", f'<?xml version="1.0"?>\n<inex-submission>{XML_RUN}</inex-submission>'.encode()),
    "topic": ("topics", b'<inex_topic topic_id="9"><title>a</title></inex_topic>'),
    "assessments": (
        "assessments in XML",
        b'<assessments topic="9"><inex_topic topic_id="9"><title>a</title></inex_topic></assessments>',
    ),
    "pool": ("a pool", b'<pool topic="2009001"><file file="7"><path path="/article[1]"/></file></pool>'),
    "page": ("a web page", b"<!DOCTYPE html>\n<html><p>Not found</p></html>"),
    "JSON": ("JSON", b'{"topic": 1,\n' * 200),
    "CSV": ("a table with commas", b"topic,document,score\n" * 200),
    "PDF": ("a PDF document", b"%PDF-1.4\n\0\n" * 200),
}

RIGHT = {
    ("runs/Focused", "run"),
    ("runs/Focused", "XML run"),
    ("topics", "topic"),
    ("assessments/official", "INEX qrels"),
    ("assessments/official", "assessments"),
    ("pools", "pool"),
}
PLACES = ("runs/Focused", "topics", "assessments/official", "pools")
CASES = [(place, name) for place in PLACES for name in FILES if (place, name) not in RIGHT]


@pytest.mark.parametrize(("place", "name"), CASES)
def test_a_file_in_the_wrong_place(directory: Path, campaign: Campaign, place: str, name: str) -> None:
    (directory / place).mkdir(exist_ok=True)
    (directory / place / "file").write_bytes(FILES[name][1])
    if place.startswith("runs"):
        (run,) = list_runs(directory, campaign)[0]
        problems = read_run(run, campaign)[1]
    else:
        problems = _problems(directory)
    (problem,) = [problem for problem in problems if problem.file == f"{place}/file"]
    assert FILES[name][0] in problem.found
    assert problem.is_error or place == "topics"
    assert [problem.file for problem in problems if not problem.file.startswith(f"{place}/file")] == []


def _problems(directory: Path) -> tuple[Problem, ...]:
    try:
        return read_campaign(directory)[1]
    except CampaignRefusedError as refused:
        return refused.problems


@pytest.mark.parametrize("name", FILES)
def test_every_format_is_recognised(name: str) -> None:
    likely, data = FILES[name]
    assert recognised(data).startswith(likely)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear organisers,\nplease find attached our three runs.\nBest regards,\nX, Y, Z\n",
        # With 6 columns: article runs, and qrels with an entry point and no passage.
        "1 Q0 a 0 500 -1\n" * 3,
        "1 Q0 a one two three\n" * 3,
        "1 0 a 1\n",
    ],
)
def test_uncertain_formats_are_not_named(text: str) -> None:
    assert recognised(text.encode()) == ""


def test_mistakes_in_most_lines_of_qrels(directory: Path) -> None:
    (directory / "assessments" / "official" / "more").write_text(
        "2009001 Q0 1 x 50 0\n2009001 Q0 2 x 50 0\n2009001 Q0 3 1 50 0 2:1\n"
    )
    (problem,) = _problems(directory)
    assert (problem.code, problem.lines) == ("assessments-number", (1, 2))


def test_the_sample_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likely_format, "_SAMPLE", 4)
    assert recognised(b"1 0 a 1\n") == ""
