"""Which workers a build has."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from inexreport.workers.in_process import InProcess
from inexreport.workers.interface import Workers
from inexreport.workers.process_pool import ProcessPool


@contextmanager
def open_workers(
    count: int | None = None, cluster: str | None = None, modules: Sequence[str] = ()
) -> Iterator[Workers]:
    """Workers for the time of a ``with`` block.

    Parameters
    ----------
    count : int, optional
        How many processes; 1 is this one. Without it, as many as there are processors for this process.
    cluster : str, optional
        Address of a Dask scheduler, ``tcp://host:8786``; then its workers do the work.
    modules : sequence of str
        What processes of this machine load while there is no work for them.

    Raises
    ------
    UsageError
        If no cluster answers there, or its workers have another version of this package.
    """
    if cluster is not None:
        from inexreport.workers.cluster import open_cluster

        with open_cluster(cluster) as workers:
            yield workers
        return
    processes = count or available_processors()
    if processes == 1:
        yield InProcess()
        return
    pool = ProcessPool(processes, modules)
    try:
        yield pool
    finally:
        pool.close()


def available_processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
