"""Work on a running Dask cluster."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from operator import attrgetter
from pathlib import Path
from typing import Any

from inexreport.errors import UsageError
from inexreport.parallel.workers import Item, Result, Shared, repeat_lost
from inexreport.version import code_version

TIMEOUT = 30
"""Seconds to wait for the scheduler's first answer."""


class Cluster:
    """The workers of a Dask cluster, which must see the campaign under the same path as this process.

    Parameters
    ----------
    client : distributed.Client
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def map(
        self,
        function: Callable[[Shared, Item], Result],
        shared: Shared,
        items: Sequence[Item],
        instead: Callable[[Item], Result] | None = None,
    ) -> Iterator[Result]:
        """As `Workers.map`; the scheduler gives the items of a lost worker to others."""
        from distributed import CancelledError, KilledWorker

        results = partial(self._results, function, shared)
        at_once = sum(self._client.nthreads().values())
        return repeat_lost(results, items, instead, at_once, CancelledError, KilledWorker)

    def check_sees(self, path: Path) -> None:
        """As `Workers.check_sees`; the file must have the same content for all."""
        # Errors are ignored: connections to workers that have just been lost.
        for worker, seen in self._client.run(_checksum, str(path), on_error="ignore").items():
            if seen != _checksum(str(path)):
                raise UsageError(
                    f"The Dask worker {worker} does not see the same {str(path)!r} as this process. The "
                    "campaign must lie on a file system that all share, under the same path."
                )

    def _results(
        self, function: Callable[[Any, Any], Any], shared: Any, items: Sequence[Any]
    ) -> Iterator[Any]:
        import dask

        # A task rather than scattered data, so that the scheduler repeats it if workers are lost. Its
        # argument is bytes, which the scheduler does not unpickle.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
            loaded = self._client.submit(pickle.loads, pickle.dumps(shared, protocol=5), pure=False)
        # Not `client.get_executor()`, which waits forever for a task that the scheduler has cancelled.
        futures = [self._client.submit(function, loaded, item, pure=False) for item in items]
        try:
            while futures:
                # All finished results in one request, which takes as long as rendering a page.
                ready = list(takewhile(lambda one: one.status == "finished", futures)) or futures[:1]
                results = self._client.gather(ready)
                del futures[: len(ready)]
                yield from results
        finally:
            self._client.cancel(futures)


@contextmanager
def open_cluster(address: str) -> Iterator[Cluster]:
    """Connect to a scheduler for the duration of a ``with`` block.

    Raises
    ------
    UsageError
        If Dask is not installed, no scheduler answers, or workers have another version of this package or
        search their working directory for modules.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError(
            "--cluster needs the package dask.distributed: install inexreport[cluster]."
        ) from None
    try:
        client: Any = Client(address, timeout=TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UsageError(f"No Dask scheduler answers at {address!r}: {error}.") from None
    with client:
        _check_search_paths(client)
        _check_versions(client)
        yield Cluster(client)


def _checksum(path: str) -> str:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def _check_search_paths(client: Any) -> None:
    # A function of this package would be looked for there when a worker reads its name.
    safe = client.run(attrgetter("flags.safe_path"), sys)
    for worker, is_safe in safe.items():
        if not is_safe:
            raise UsageError(
                f"The Dask worker {worker} searches its working directory for modules; input files may lie "
                "there. Set PYTHONSAFEPATH=1 before you start the workers."
            )


def _check_versions(client: Any) -> None:
    try:
        versions = client.run(code_version)
    except ModuleNotFoundError:
        versions = {"a worker": "none"}
    if not versions:
        raise UsageError("The Dask cluster has no workers. Start some, then build again.")
    for worker, version in versions.items():
        if version != code_version():
            raise UsageError(
                f"The Dask worker {worker} has another version of inexreport or of what it needs than this "
                "process. Install the same on both, so that the results are the same."
            )
