"""Files of a site are whole, whoever writes them, whatever ends a writer, and however many there are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inexreport.rendering.site_files import whole_file


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_file_appears_when_it_is_whole_and_takes_the_place_of_another(site: Path) -> None:
    for content in (b"first", b"second"):
        before = files_of(site)
        with whole_file(site, "runs/a/one.html") as file:
            file.write(content)
            assert files_of(site) == before
        assert files_of(site) == {"runs/a/one.html": content}
    assert list(site.parent.iterdir()) == [site]


def test_what_a_killed_writer_leaves_is_not_in_the_site_and_disturbs_no_other(site: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path\n"
        "from inexreport.rendering.site_files import whole_file\n"
        "with whole_file(Path(sys.argv[1]), 'index.html') as file:\n"
        "    file.write(b'half'); file.flush(); os._exit(9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(site)], check=False)
    assert killed.returncode == 9
    assert len(list(site.parent.iterdir())) == 2
    assert files_of(site) == {}
    with whole_file(site, "index.html") as file:
        file.write(b"whole")
    assert files_of(site) == {"index.html": b"whole"}


def test_two_writers_at_the_same_time_leave_one_whole_file(site: Path) -> None:
    with whole_file(site, "index.html") as one, whole_file(site, "index.html") as other:
        one.write(b"the ")
        other.write(b"the same")
        one.write(b"same")
    assert files_of(site) == {"index.html": b"the same"}


def test_nothing_is_left_of_what_could_not_be_written(site: Path) -> None:
    def write() -> None:
        with whole_file(site, "index.html") as file:
            file.write(b"half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        write()
    assert files_of(site.parent) == {}


def test_a_worker_that_outlives_its_build_does_not_make_the_folder_again(site: Path) -> None:
    def write() -> None:
        with whole_file(site, "runs/one.html") as file:
            file.write(b"late")
            site.rmdir()

    with pytest.raises(FileNotFoundError):
        write()
    assert list(site.parent.iterdir()) == []
