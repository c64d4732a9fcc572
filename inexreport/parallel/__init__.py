"""Work in this process, in other processes of this machine, or on a Dask cluster.

A piece of work is a function of an input that all items share and of one item. The results are the same
whoever does the work, and come in the order of the items.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from inexreport.parallel.cluster import open_cluster
from inexreport.parallel.memory import fitting_workers
from inexreport.parallel.processes import Processes
from inexreport.parallel.scratch import remove_abandoned
from inexreport.parallel.workers import Serial, Workers

__all__ = ["Serial", "Workers", "open_workers"]


@contextmanager
def open_workers(count: int | None = None, cluster: str | None = None) -> Iterator[Workers]:
    """Workers for the duration of a ``with`` block.

    Parameters
    ----------
    count : int, optional
        Number of processes; 1 is this process. By default the number of processors it may use, or less
        if memory is free for fewer processes.
    cluster : str, optional
        Address of a Dask scheduler, ``tcp://host:8786``, whose workers do the work.

    Raises
    ------
    UsageError
        If no cluster answers there, or its workers have another version of this package.
    """
    remove_abandoned()
    if cluster is not None:
        with open_cluster(cluster) as workers:
            yield workers
        return
    count = count or fitting_workers(available_processors())
    if count == 1 or (sys.flags.ignore_environment and not sys.flags.safe_path):
        # Processes of `python -E` would search the working directory for modules.
        yield Serial()
        return
    processes = Processes(count)
    try:
        yield processes
    finally:
        processes.close()


def available_processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
