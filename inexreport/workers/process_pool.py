"""Work done by processes beside this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

from inexreport.workers.for_good import for_good
from inexreport.workers.interface import Item, Result, Shared
from inexreport.workers.kept_memory import keep_freed_memory
from inexreport.workers.persistence import begin
from inexreport.workers.put_down import Place, PutDown, taken_up


class ProcessPool:
    """Processes on this machine.

    Parameters
    ----------
    count : int
        How many processes.
    modules : sequence of str
        What they load before there is work for them.
    """

    def __init__(self, count: int, modules: Sequence[str] = ()) -> None:
        self.count = count
        self._context = _context(modules)

    def get_ready(self) -> None:
        """As `Workers.get_ready`: the server loads what processes need while this one does something else."""
        if self._context.get_start_method() == "forkserver":
            from multiprocessing.forkserver import ensure_running  # which not every system has

            ensure_running()

    def refuse_without(self, path: Path) -> None:
        """As `Workers.refuse_without`: processes of one machine see the same files."""

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> Iterator[Result]:
        """As `Workers.map`; a piece whose process was killed is given to another."""
        if not items:
            return iter(())
        work = PutDown((function, shared))
        return begin(partial(self._handed_out, work), items, (BrokenProcessPool,))

    def _handed_out(self, work: PutDown, items: Sequence[Any]) -> Iterator[Any]:
        """Yield nothing once all items are handed out, then each result."""
        pool = ProcessPoolExecutor(
            min(self.count, len(items)),
            mp_context=self._context,
            initializer=_receive,
            initargs=(work.place,),
        )
        try:
            futures = [pool.submit(_work, item) for item in items]
            futures.reverse()
            yield None
            while futures:
                yield futures.pop().result()
        finally:
            # Also where the caller stops asking, or Ctrl-C comes: what has not begun is never begun.
            pool.shutdown(cancel_futures=True)


def _context(modules: Sequence[str]) -> Any:
    """How processes are started: from a server that has loaded what they need, where there can be one.

    Processes forked from this one would inherit the locks of its threads.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["inexreport.workers.fork_server", *modules])
    return context


_received: tuple[Callable[[Any, Any], Any], Any]
"""In a worker: the function and what all pieces share."""


def _receive(work: Place) -> None:
    global _received
    # Ctrl-C ends a worker without a word: the process that asked for the work speaks to the user.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    keep_freed_memory()
    with for_good():
        _received = taken_up(work)


def _end_with_parent() -> None:
    """Let no worker outlive the process it works for, even one that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(item: Any) -> Any:
    function, shared = _received
    return function(shared, item)
