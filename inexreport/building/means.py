"""By what means sites are built; what is built does not depend on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from inexreport.cache.folder import Cache
from inexreport.formats.campaign_root import RUNS
from inexreport.workers import InProcess, Workers, open_workers

SMALL_CAMPAIGN = 8 * 2**20
"""Bytes of runs that are evaluated before processes would have been started."""


EVALUATION = ("inexreport.building.run_work",)
BUILDING = (
    "inexreport.building.new_site",
    "scipy.cluster.hierarchy",
    "scipy.special",
)
"""What processes load while there is no work for them."""


@dataclass(frozen=True, slots=True)
class Means:
    """Who works, and where results are kept from build to build.

    Attributes
    ----------
    workers : Workers
    cache : Cache or None
    """

    workers: Workers = field(default_factory=InProcess)
    cache: Cache | None = None


IN_PROCESS = Means()


@contextmanager
def chosen_means(
    directories: Sequence[Path], workers: int | None, cluster: str | None, cache: Path | None
) -> Iterator[Means]:
    """The means that a user has asked for, for the time of a ``with`` block.

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
    from platformdirs import user_cache_path

    kept = Cache(cache or user_cache_path("inexreport"))
    with chosen_workers(directories, workers, cluster, BUILDING) as opened:
        yield Means(opened, kept)


def chosen_workers(
    directories: Sequence[Path],
    workers: int | None = None,
    cluster: str | None = None,
    modules: Sequence[str] = EVALUATION,
) -> AbstractContextManager[Workers]:
    """The workers that a user has asked for, else as many as are worth their starting."""
    if workers is None and cluster is None and _size_of_runs(directories) < SMALL_CAMPAIGN:
        workers = 1
    return open_workers(workers, cluster, modules)


def _size_of_runs(directories: Sequence[Path]) -> int:
    files = (file for directory in directories for file in (directory / RUNS).rglob("*"))
    return sum(file.stat().st_size for file in files if file.is_file())
