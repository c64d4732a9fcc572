"""How many processes the memory of this machine, or of the container, has room for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

NEEDED = 700 * 2**20
"""Bytes of memory for a worker, and for the process that started it; a full INEX 2006 needs 600 MB."""

_MEMORY = Path("/proc/meminfo")
_GROUP = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")


def fitting_workers(count: int) -> int:
    """At most `count` workers, and no more than fit into the memory that is free; at least one."""
    free = min(_free(), default=None)
    return count if free is None else max(1, min(count, free // NEEDED - 1))


def _free() -> Iterator[int]:
    """Bytes that the machine has, and each control group of this process may still use (Linux)."""
    try:
        lines = dict(line.split(":", 1) for line in _MEMORY.read_text().splitlines())
        yield int(lines["MemAvailable"].split()[0]) * 1024
        group = PurePosixPath(_GROUP.read_text().strip().rpartition("::")[2]).relative_to("/")
    except (OSError, KeyError, ValueError):
        return
    for folder in (group, *group.parents):
        try:
            limit = (_GROUPS / folder / "memory.max").read_text()
            used = int((_GROUPS / folder / "memory.current").read_text())
            inactive = dict(
                line.split() for line in (_GROUPS / folder / "memory.stat").read_text().splitlines()
            )["inactive_file"]  # the file cache is given up first
            yield int(limit) - used + int(inactive)
        except (OSError, KeyError, ValueError):  # "max": no limit
            continue
