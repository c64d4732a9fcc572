"""Files as memory: arrays in them travel to other processes by where they lie."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from inexreport.workers.mapped_file import MappedFile, place_in_file
from inexreport.workers.put_down import PutDown, taken_up


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "numbers"
    path.write_bytes(np.arange(1000, dtype=np.int64).tobytes())
    return path


def open_files() -> list[Path]:
    gc.collect()
    return list(Path("/proc/self/fd").iterdir())


def test_arrays_lie_in_the_file_and_cannot_be_written_to(file: Path) -> None:
    mapped = MappedFile.at(file)
    array = mapped.array("<i8", (2, 3), 80)
    assert array.tolist() == [[10, 11, 12], [13, 14, 15]]
    assert place_in_file(array) == (mapped, 80)
    assert place_in_file(array[1]) == (mapped, 104)
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 7


def test_other_arrays_lie_in_no_file(file: Path) -> None:
    array = MappedFile.at(file).array("<i8", (2, 3), 80)
    for one in (np.arange(5), array.copy(), array[:, 1], array[:0], array.T):
        assert place_in_file(one) is None


def test_what_cannot_be_mapped_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        MappedFile.at(tmp_path / "missing")
    (tmp_path / "empty").touch()
    with pytest.raises(ValueError, match="empty"):
        MappedFile.at(tmp_path / "empty")


def test_nothing_stays_open(file: Path) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("This system does not list a process's open files.")
    before = len(open_files())
    array = MappedFile.at(file).array("<i8", (5,), 0)
    assert len(open_files()) > before
    assert array[4] == 4
    del array
    assert len(open_files()) == before


def test_an_array_in_a_file_is_not_copied_to_other_processes(file: Path) -> None:
    mapped = MappedFile.at(file)
    array = mapped.array("<i8", (900,), 800)
    if not mapped.path:
        pytest.skip("This system has no path under which others find an open file.")
    there = PutDown({"in the file": array, "columns": array[:4].reshape(2, 2), "made": array[:3] + 1})
    file.unlink()  # who takes it up still finds it
    found = taken_up(there.place)
    assert there.place.record < 100  # nothing but the array that was made
    assert np.array_equal(found["in the file"], np.arange(100, 1000))
    assert found["columns"].tolist() == [[100, 101], [102, 103]]
    assert found["made"].tolist() == [101, 102, 103]
    assert not found["in the file"].flags.writeable


def test_another_process_takes_it_up(file: Path) -> None:
    array = MappedFile.at(file).array("<i8", (1000,), 0)
    there = PutDown(array)
    program = (
        "import pickle, sys; from inexreport.workers.put_down import taken_up;"
        "print(taken_up(pickle.load(sys.stdin.buffer)).sum())"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(there.place), stdout=subprocess.PIPE, check=True
    )
    assert int(told.stdout) == sum(range(1000))


def test_where_there_is_no_path_for_others_an_array_is_copied(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapped = MappedFile.at(file)
    monkeypatch.setattr(mapped, "path", "")
    there = PutDown(mapped.array("<i8", (1000,), 0))
    assert there.place.record == 8000
    assert np.array_equal(taken_up(there.place), np.arange(1000))
