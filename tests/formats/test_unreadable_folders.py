"""A folder that cannot be read is an error, never an empty folder."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from inexreport.api import scores
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.file_checksums import file_checksums
from inexreport.cache import Cache
from inexreport.cli.program import app
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.formats.element_index import index_documents
from inexreport.model.problem import Problem
from tests.hostile.campaigns import write_campaign

CODE = "folder-unreadable"
NOBODY = 65534

FOLDERS = (
    *("topics", "topics/more", "assessments", "assessments/official", "assessments/official/pool-1"),
    *("assessments/second", "pools", "pools/more", "documents", "documents/an", "documents/an/1995"),
    *("runs", "runs/Focused", "runs/Focused/12", "runs/Thorough"),
)
MODES = {"not listed": 0o311, "not searched": 0o644, "neither": 0o000}


done: list[Path] = []


def read_once(campaign: Path) -> None:
    """Import what is imported on demand, which may lie where only root can read."""
    if not done:
        evaluate_campaign(campaign)
        done.append(campaign)


@pytest.fixture
def directory() -> Iterator[Path]:
    """A campaign directory with folders of every kind, in a place that every user can reach."""
    place = Path(tempfile.mkdtemp(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    place.chmod(0o755)
    campaign = write_campaign(place / "campaign", "2006")
    for folder in FOLDERS:
        (campaign / folder).mkdir(exist_ok=True, parents=True)
        (campaign / folder / ".gitkeep").touch()
    read_once(campaign)
    yield campaign
    shutil.rmtree(place)


@contextmanager
def unreadable(folder: Path, mode: int = 0o000) -> Iterator[None]:
    """Remove permissions from a folder, and the privileges of root, which would ignore that."""
    before, user = folder.stat().st_mode, os.geteuid()
    folder.chmod(mode)
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(before)


def refusal(directory: Path, reading: Callable[[Path], object]) -> tuple[Problem, ...]:
    with pytest.raises(CampaignRefusedError) as error:
        reading(directory)
    return error.value.problems


def unreadable_folders(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.file for problem in problems if problem.code == CODE]


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_campaign_is_refused(directory: Path, folder: str, mode: int) -> None:
    with unreadable(directory / folder, mode):
        checked = check_campaign(directory)
        assert checked.refused
        for problems in (checked.problems, refusal(directory, evaluate_campaign), refusal(directory, scores)):
            found = unreadable_folders(problems)
            assert folder in found
            assert len(set(found)) == len(found)
            assert not {"topics-missing", "assessments-missing"} & {problem.code for problem in problems}


def test_problem_has_the_reason(directory: Path, only: Callable[..., Problem]) -> None:
    with unreadable(directory / "runs" / "Focused"):
        problem = only(refusal(directory, evaluate_campaign), CODE)
    assert (problem.file, problem.found, problem.is_error) == ("runs/Focused", "Permission denied", True)


def test_a_campaign_directory_that_cannot_be_read(directory: Path) -> None:
    with unreadable(directory), pytest.raises(UsageError, match="cannot be read: Permission denied"):
        evaluate_campaign(directory)
    with unreadable(directory, 0o311):
        assert unreadable_folders(refusal(directory, evaluate_campaign)) == ["."]


@pytest.mark.parametrize("error", [errno.EACCES, errno.EIO])
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_that_fails_half_way(
    directory: Path, folder: str, error: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    @contextmanager
    def failing(path: Any = ".") -> Iterator[Iterator[os.DirEntry[str]]]:
        with scandir(path) as entries:
            yield half(entries) if Path(path) == directory / folder else entries

    def half(entries: Iterator[os.DirEntry[str]]) -> Iterator[os.DirEntry[str]]:
        yield next(entries)
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "scandir", failing)
    found = [problem for problem in refusal(directory, evaluate_campaign) if problem.code == CODE]
    assert [(problem.file, problem.found) for problem in found] == [(folder, os.strerror(error))]
    assert found[0].is_error


def test_check_ends_with_an_error(directory: Path) -> None:
    command = CliRunner()
    assert command.invoke(app, ["check", str(directory)]).exit_code == 0
    with unreadable(directory / "runs"):
        result = command.invoke(app, ["check", str(directory)])
    assert result.exit_code == 1
    assert "[folder-unreadable]" in result.stdout
    assert "1 error, 0 warnings." in result.stdout


def test_an_unreadable_folder_is_not_taken_for_the_empty_one_of_the_last_build(
    directory: Path, tmp_path: Path
) -> None:
    cache, empty = Cache(tmp_path / "cache"), directory / "runs" / "Thorough"
    (empty / ".gitkeep").unlink()
    before = file_checksums(directory, cache)
    with unreadable(empty):
        assert file_checksums(directory, cache) != before


def test_an_index_of_documents_is_not_complete_without_them(
    directory: Path, tmp_path: Path, only: Callable[..., Problem]
) -> None:
    out = directory / "elements.parquet"
    index_documents(directory / "documents", out, "characters")
    directory.chmod(0o777)
    with unreadable(directory / "documents" / "an"):
        summary = index_documents(directory / "documents", out, "characters")
    assert only(summary.problems, CODE).file == "an"
