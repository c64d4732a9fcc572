"""The workers, the cache and the progress display of a build; no result depends on them."""

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
"""Bytes of runs that are evaluated faster than processes are started."""

Progress = Callable[[str, int, int], None]
"""Called with the stage, the number of items done in it and the number of all."""


def no_progress(stage: str, done: int, total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True, slots=True)
class Resources:
    """Workers and cache of a build."""

    workers: Workers = field(default_factory=Serial)
    cache: Cache = field(default_factory=Cache)


DEFAULT_RESOURCES = Resources()


@contextmanager
def chosen_resources(
    directories: Sequence[Path], workers: int | None, cluster: str | None, cache: Path | None
) -> Iterator[Resources]:
    """The workers of `chosen_workers` and a cache, by default in a folder of the user's caches.

    Raises
    ------
    UsageError
        If the cluster or the folder cannot be used.
    """
    opened_cache = Cache(cache or user_cache_path("inexreport"))
    with chosen_workers(directories, workers, cluster) as opened_workers:
        yield Resources(opened_workers, opened_cache)


@contextmanager
def chosen_workers(
    directories: Sequence[Path], workers: int | None = None, cluster: str | None = None
) -> Iterator[Workers]:
    """The workers that were asked for; by default this process alone if the campaigns are small."""
    if workers is None and cluster is None:
        files = (file for directory in directories for file in (directory / RUNS).rglob("*"))
        if sum(file.stat().st_size for file in files if file.is_file()) < SMALL_CAMPAIGN:
            workers = 1
    with open_workers(workers, cluster) as opened:
        yield opened
