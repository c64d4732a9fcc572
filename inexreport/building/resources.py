"""What a build works with: workers, a cache and a display of its progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_cache_path

from inexreport.cache import Cache
from inexreport.formats.campaign_directory import RUNS
from inexreport.parallel import Serial, Workers, open_workers

SMALL_CAMPAIGN = 8 * 2**20
"""Bytes of runs that are evaluated before processes would have been started."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done and how much there is."""


def no_progress(stage: str, done: int, total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What a build works with; what is built does not depend on it."""

    workers: Workers = field(default_factory=Serial)
    cache: Cache = field(default_factory=Cache)


DEFAULT_RESOURCES = Resources()


@contextmanager
def chosen_resources(
    directories: Sequence[Path], workers: int | None, cluster: str | None, cache: Path | None
) -> Iterator[Resources]:
    """The resources that a user has asked for, for the time of a ``with`` block.

    Parameters
    ----------
    directories : sequence of Path
        Of the campaigns.
    workers : int or None
        Number of processes; None leaves it to the size of the campaigns.
    cluster : str or None
        Address of a Dask scheduler.
    cache : Path or None
        None is a folder among the user's caches.

    Raises
    ------
    UsageError
        If the cluster or the folder cannot be used.
    """
    store = Cache(cache or user_cache_path("inexreport"))
    with chosen_workers(directories, workers, cluster) as opened:
        yield Resources(opened, store)


@contextmanager
def chosen_workers(
    directories: Sequence[Path], workers: int | None = None, cluster: str | None = None
) -> Iterator[Workers]:
    """The workers that a user has asked for, else as many as are worth their starting."""
    if workers is None and cluster is None and _size_of_runs(directories) < SMALL_CAMPAIGN:
        workers = 1
    with open_workers(workers, cluster) as opened:
        yield opened


def _size_of_runs(directories: Sequence[Path]) -> int:
    files = (file for directory in directories for file in (directory / RUNS).rglob("*"))
    return sum(file.stat().st_size for file in files if file.is_file())
