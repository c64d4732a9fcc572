"""As many workers are started as fit into memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from inexreport.parallel import memory, open_workers
from inexreport.parallel.memory import NEEDED, fitting_workers
from inexreport.parallel.workers import Serial

Limits = dict[str, tuple[str, int]]
"""By control group, its limit of memory and what it uses."""


def given(folder: Path, monkeypatch: pytest.MonkeyPatch, free: int, limits: Limits) -> None:
    """A machine with free memory; a limit and the use by control group."""
    (folder / "meminfo").write_text(f"MemTotal:  99 kB\nMemAvailable:  {free // 1024} kB\n")
    (folder / "cgroup").write_text("0::/user/session\n")
    for group, (limit, used) in limits.items():
        place = folder / "groups" / group
        place.mkdir(parents=True, exist_ok=True)
        (place / "memory.max").write_text(f"{limit}\n")
        (place / "memory.current").write_text(f"{used}\n")
        (place / "memory.stat").write_text("anon 5\ninactive_file 0\n")
    for name, value in {"_MEMORY": "meminfo", "_GROUP": "cgroup", "_GROUPS": "groups"}.items():
        monkeypatch.setattr(memory, name, folder / value)


@pytest.mark.parametrize(
    ("free", "limits", "expected"),
    [
        (100 * NEEDED, {}, 8),
        (4 * NEEDED, {}, 3),
        (NEEDED, {}, 1),
        (100 * NEEDED, {"": (str(6 * NEEDED), NEEDED)}, 4),
        (100 * NEEDED, {"user": (str(3 * NEEDED), 0), "user/session": ("max", 0)}, 2),
        (100 * NEEDED, {"other": (str(NEEDED), 0)}, 8),
    ],
)
def test_the_number_that_fits(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    free: int,
    limits: Limits,
    expected: int,
) -> None:
    given(tmp_path, monkeypatch, free, limits)
    assert fitting_workers(8) == expected


def test_where_memory_is_unknown_processors_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_MEMORY", tmp_path / "none")
    assert fitting_workers(8) == 8


def test_workers_are_as_many_as_fit_unless_a_number_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(tmp_path, monkeypatch, NEEDED, {})
    with open_workers() as workers:
        assert isinstance(workers, Serial)
    with open_workers(2) as workers:
        assert not isinstance(workers, Serial)
