"""Whatever happens to a build: readers find the old site or the new one, and the next build mends it."""

from __future__ import annotations

import errno
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile.campaigns import write_campaign
from parallel.pieces import no_space
from reliability_tables import Cases, faults_table, table_in_page, tried_faults

from inexreport import cli
from inexreport.building.build import build
from inexreport.building.verifying.verify import verify
from inexreport.errors import NotWrittenError, UsageError
from inexreport.parallel import open_workers
from inexreport.rendering import assets
from inexreport.rendering.publishing import file_system
from inexreport.rendering.publishing.archive_lock import archive_to_itself
from inexreport.rendering.publishing.file_system import (
    exchange,
    write_entries_through,
    write_through,
)
from inexreport.rendering.publishing.publication import publication

pytestmark = pytest.mark.usefixtures("wait_for_the_disk")

TESTS = Path(__file__).parents[1]
BETWEEN = {"new old old", "new new old"}
"""Of campaign, archive's pages and front page: what is new for a moment. Each is always whole."""


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Cases]:
    """What came of every fault."""
    return tried_faults(tmp_path_factory.mktemp("faults"))


def cases(tried: dict[str, Cases], fault: str) -> Cases:
    return [one for one in tried["injected"] if one["fault"] == fault]


@pytest.mark.parametrize(
    ("fault", "ended"),
    [("FullDisk", "told: No space left on device"), ("Interruption", "interrupted")],
)
def test_a_full_disk_and_an_interruption_leave_the_old_site_or_the_new_one(
    tried: dict[str, Cases], fault: str, ended: str
) -> None:
    found = cases(tried, fault)
    assert len(found) > 50
    assert {one["state"] for one in found} == {"old", "new"}
    # What cannot be removed in the end is left to the next build, without a message.
    assert {one["ended"] for one in found if one["state"] == "old"} == {ended}
    assert {one["mended"] for one in found} == {"new"}


def test_a_killed_build_leaves_every_part_of_the_archive_old_or_new(tried: dict[str, Cases]) -> None:
    found = [one for one in cases(tried, "Killing") if not one["portable"]]
    assert len(found) > 70
    assert {one["ended"] for one in found} == {"killed"}
    assert {one["state"] for one in found} <= {"old", "new"} | BETWEEN
    between = {one["change"] for one in found if one["state"] in BETWEEN}
    assert between == {"exchange", "after exchange", "rename"}
    assert {one["mended"] for one in found} == {"new"}


def test_where_folders_cannot_change_places_one_may_be_missing_until_the_next_build(
    tried: dict[str, Cases],
) -> None:
    found = [one for one in cases(tried, "Killing") if one["portable"]]
    moments = {"no c/", "no archive/"}
    assert moments < {one["state"] for one in found} <= {"old", "new"} | BETWEEN | moments
    assert {one["mended"] for one in found} == {"new"}


@pytest.mark.parametrize("portable", [False, True])
def test_a_power_loss_leaves_no_file_half_written_whatever_the_disk_had_not_written_yet(
    tried: dict[str, Cases], portable: bool
) -> None:
    found = [one for one in tried["power losses"] if one["portable"] == portable]
    assert len(found) > 500
    states = {one["state"] for one in found}
    moments = {"no c/", "no archive/"} if portable else set()
    assert {"old", "new"} < states
    whole = {state for state in states if set(state.split()) <= {"old", "new"}}
    assert states - whole <= moments
    assert {one["mended"] for one in found} == {"new", None}
    assert {one["state"] for one in found if one["mended"]} == states


def test_the_page_about_reliability_tells_what_came_of_every_fault(tried: dict[str, Cases]) -> None:
    assert table_in_page("faults") == faults_table(tried)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_campaign_of_another_version_keeps_every_byte_and_every_asset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = assets.asset_contents()
    earlier = {
        name: (assets.hashed_name(name, content + b"\n/* earlier */"), content + b"\n/* earlier */")
        for name, (_, content) in current.items()
    }
    one, other = (write_campaign(tmp_path / name, "2009") for name in ("one", "other"))
    out = tmp_path / "site"
    with monkeypatch.context() as patch:
        patch.setattr(assets, "asset_contents", lambda _: earlier)
        build(one, out)
    before = out / "one"
    pages, shared = files_of(before), files_of(out / "assets")
    build(other, out)
    assert files_of(before) == pages
    now = files_of(out / "assets")
    assert shared.items() < now.items()
    linked = set(re.findall(rb'assets/([^"]+)"', b"".join(pages.values())))
    assert linked
    assert {name.decode() for name in linked} <= shared.keys()
    assert [one.differences for one in verify(out)] == [(), (), ()]


def test_a_second_build_is_refused_while_one_is_at_work(tmp_path: Path) -> None:
    out = tmp_path / "sites" / "site"
    program = (
        "import sys; from pathlib import Path\n"
        "from inexreport.rendering.publishing.archive_lock import archive_to_itself\n"
        "with archive_to_itself(Path(sys.argv[1])):\n"
        "    print('at work', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", program, str(out)]
    environment = os.environ | {"PYTHONPATH": str(TESTS.parent)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "at work\n"
        with pytest.raises(UsageError, match="Another build is at work"), archive_to_itself(out):
            pass
        other.kill()
    with archive_to_itself(out):
        assert [path.name for path in out.iterdir()] == [".inexreport-lock"]
    # The killed build had made the folder; this one only removes what it made itself.
    assert list(out.iterdir()) == []
    out.rmdir()
    out.parent.rmdir()
    with archive_to_itself(out):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_reported_by_any_process(tmp_path: Path) -> None:
    with (
        open_workers(2) as workers,
        pytest.raises(NotWrittenError, match="No space left on device"),
        publication(tmp_path),
    ):
        list(workers.map(no_space, None, [1, 2, 3]))
    assert list(tmp_path.iterdir()) == []


def test_the_command_tells_what_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = write_campaign(tmp_path / "c2009", "2009")
    assert max(len(content) for _, content in assets.asset_contents().values()) > 2**18
    command = ["build", str(campaign), "--out", str(tmp_path / "site")]
    monkeypatch.setattr(sys, "argv", ["inexreport", *command])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The system itself refuses longer files; assets are.
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**18, before[1]))
    try:
        with pytest.raises(SystemExit) as ended:
            cli.main()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert ended.value.code == 1
    printed = capsys.readouterr().err
    assert f"Not built: {campaign}: {tmp_path / 'site'} cannot be written to: File too large" in printed
    assert "Traceback" not in printed
    assert not (tmp_path / "site").exists()


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).write_text(name)
    return tmp_path / "one", tmp_path / "other"


@pytest.mark.skipif(sys.platform != "linux", reason="folders change places in one step on Linux alone")
def test_folders_change_places(two: tuple[Path, Path]) -> None:
    if not exchange(*two):
        pytest.skip("not on this file system")
    assert [file.name for folder in two for file in folder.iterdir()] == ["other", "one"]
    with pytest.raises(FileNotFoundError):
        exchange(two[0], two[0] / "missing")


@pytest.mark.parametrize("error", [errno.EINVAL, errno.ENOSYS])
def test_a_file_system_that_cannot_let_folders_change_places(
    two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def fails(*_: object) -> int:
        file_system.ctypes.set_errno(error)
        return -1

    monkeypatch.setattr(file_system, "_of_the_c_library", lambda _: fails)
    assert not exchange(*two)
    with pytest.raises(OSError, match=os.strerror(error)):
        write_through(two[0])
    monkeypatch.setattr(file_system, "_of_the_c_library", lambda _: None)
    assert not exchange(*two)


def test_what_the_disk_did_not_take_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("old")

    def fails(*_: object) -> int:
        file_system.ctypes.set_errno(errno.EIO)
        return -1

    def publish() -> None:
        with publication(tmp_path) as new:
            new.file("index.html", b"new")

    monkeypatch.setattr(file_system, "_of_the_c_library", lambda _: fails)
    with pytest.raises(NotWrittenError, match="Input/output error"):
        publish()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"index.html": "old"}


@pytest.mark.parametrize("offered", [True, False])
def test_what_is_waited_for(two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, offered: bool) -> None:
    waited: list[str] = []
    fsync: Callable[[int], None] = os.fsync

    def noted(opened: int) -> None:
        waited.append(str(Path(f"/proc/self/fd/{opened}").readlink()))
        fsync(opened)

    monkeypatch.setattr(os, "fsync", noted)
    if not offered:
        monkeypatch.setattr(file_system, "_of_the_c_library", lambda _: None)
    write_through(two[0].parent)
    everything = [two[0].parent, *two[0].parent.rglob("*")]
    assert sorted(waited) == ([] if offered else sorted(map(str, everything)))
    waited.clear()
    write_entries_through(two[0])
    assert waited == [str(two[0])]
