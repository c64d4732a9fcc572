from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inexreport.formats.campaign_directory import read_campaign
from inexreport.formats.run_files import RunFile
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem

SETTINGS = 'title = "A campaign"\nyear = 2009\nprotocol = "inex-2009"\n'
TOPICS = """<?xml version="1.0"?>
<inex-topic-file>
<topic id="2009001" ct_no="186"><title>Nobel</title><castitle>//article[about(., Nobel)]</castitle></topic>
<topic id="2009002" ct_no="187"><title>best movie</title></topic>
<topic id="2009010" ct_no="195"><title>yoga</title></topic>
</inex-topic-file>
"""
QRELS = "2009001 Q0 851 10 100 5 0:4 10:6\n2009002 Q0 12 0 50\n2009002 Q0 13 7 80 0 3:7\n"


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A campaign directory with three topics, two of them assessed, and no runs."""
    root = tmp_path / "sample"
    for folder in ("topics", "assessments/official", "runs/Focused"):
        (root / folder).mkdir(parents=True)
    (root / "campaign.toml").write_text(SETTINGS, encoding="utf-8")
    (root / "topics" / "topics.xml").write_text(TOPICS, encoding="utf-8")
    (root / "assessments" / "official" / "2009.qrels").write_text(QRELS, encoding="utf-8")
    return root


@pytest.fixture
def campaign(directory: Path) -> Campaign:
    return read_campaign(directory)[0]


@pytest.fixture
def run_file(directory: Path) -> Callable[..., RunFile]:
    """Write a run of the task Focused and return its RunFile."""

    def write(content: str | bytes, name: str = "run.txt") -> RunFile:
        path = directory / "runs" / "Focused" / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return RunFile("Focused", "run", path, f"runs/Focused/{name}")

    return write


@pytest.fixture
def only() -> Callable[..., Problem]:
    """Return the one problem with a code."""

    def find(problems: tuple[Problem, ...], code: str) -> Problem:
        found = [problem for problem in problems if problem.code == code]
        assert len(found) == 1, [problem.code for problem in problems]
        assert found[0].message
        assert found[0].remedy.endswith(".")
        return found[0]

    return find
