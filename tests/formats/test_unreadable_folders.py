"""A folder that cannot be read is an error, never an empty folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from inexreport.building.gathering import gather
from inexreport.errors import CampaignRefusedError
from inexreport.model.problem import Problem

FOLDERS = (
    "topics",
    "assessments",
    "assessments/official",
    "assessments/second-judge",
    "pools",
    "documents",
    "runs",
    "runs/Focused",
)


@pytest.fixture
def campaign(tmp_path: Path, sample_campaign: Path) -> Path:
    return Path(shutil.copytree(sample_campaign.with_name("sample-2006"), tmp_path / "c2006"))


def problems_of(campaign: Path) -> tuple[Problem, ...]:
    try:
        outcome, _ = gather(campaign)
    except CampaignRefusedError as refused:
        return refused.problems
    return outcome.problems


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_is_an_error_with_its_place(campaign: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Path.iterdir

    def refused(path: Path) -> Iterator[Path]:
        if path.resolve() == (campaign / folder).resolve():
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", refused)
    found = [problem for problem in problems_of(campaign) if problem.code == "folder-unreadable"]
    assert [(problem.file, problem.found) for problem in found] == [(folder, "Permission denied")]
    assert found[0].is_error


AS_NOBODY = """
import os, sys
from pathlib import Path
from inexreport.building.checking import check_campaign
from inexreport.errors import CampaignRefusedError

def codes():
    try:
        return [problem.code for problem in check_campaign(Path(sys.argv[1]))]
    except CampaignRefusedError as refused:
        return [problem.code for problem in refused.problems]

assert "folder-unreadable" not in codes()  # and everything is imported, which nobody may not be able to read
Path(sys.argv[1], "runs").chmod(0)
os.seteuid(65534)
assert "folder-unreadable" in codes()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become a user who may not read a folder")
def test_a_real_one_is_found_by_check(campaign: Path) -> None:
    for path in [campaign, *campaign.parents]:
        if path.stat().st_uid == os.geteuid() and path.is_relative_to(tempfile.gettempdir()):
            path.chmod(path.stat().st_mode | 0o055)
    subprocess.run([sys.executable, "-c", AS_NOBODY, str(campaign)], check=True)
