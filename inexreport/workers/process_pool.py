"""Work done by processes beside this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from inexreport.workers.executor import Executor
from inexreport.workers.interface import Item, Result, Shared
from inexreport.workers.interruption import end_when_interrupted
from inexreport.workers.persistence import begin
from inexreport.workers.put_down import AtHand, Place, PutDown, taken_up

RENEWED_AFTER = 6.0
"""Seconds after which other processes begin with further work: these have kept much that it does not need."""


class ProcessPool:
    """Processes on this machine, the same for all work that does not take long.

    Parameters
    ----------
    count : int
        How many processes.
    modules : sequence of str
        What they load while there is no work for them.
    """

    def __init__(self, count: int, modules: Sequence[str] = ()) -> None:
        self.count = count
        self._modules = modules
        self._executor: Executor | None = None
        self._opened = 0.0
        self._in_hand = 0
        self._at_hand: AtHand | None = None
        self._may_fork = sys.platform == "linux"

    def get_ready(self) -> None:
        """As `Workers.get_ready`: fork processes from this one while it has no thread but this.

        What it has loaded they need not load, and what they need beside, one of them loads while there is no
        work. Later they would inherit the locks of threads: they come from a server then.
        """
        if self._executor is None and self._may_fork and threading.active_count() == 1:
            self._executor = self._open("fork")
            with _interrupted_later(), warnings.catch_warnings():
                # Of the threads of NumPy's library for linear algebra, which stops them before a fork.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._executor.submit(_load, self._modules)
        self._may_fork = False

    def refuse_without(self, path: Path) -> None:
        """As `Workers.refuse_without`: processes of one machine see the same files."""

    def keep_at_hand(self, *things: Any) -> None:
        """As `Workers.keep_at_hand`: each is put down once."""
        self._at_hand = AtHand(things, self._at_hand)

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> Iterator[Result]:
        """As `Workers.map`; a piece whose process was killed is given to another."""
        if not items:
            return iter(())
        work = PutDown((function, shared), self._at_hand)
        return begin(partial(self._handed_out, work), items, (BrokenProcessPool,))

    def close(self) -> None:
        """End the processes, each after the piece it works on."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def _handed_out(self, work: PutDown, items: Sequence[Any]) -> Iterator[Any]:
        """Yield nothing once all items are handed out, then each result."""
        if not self._in_hand and time.monotonic() > self._opened + RENEWED_AFTER:
            self.close()
        self.get_ready()
        executor = self._executor = self._executor or self._open(_without_fork(self._modules))
        self._in_hand += 1
        try:
            futures = [executor.submit(_work, work.place, item) for item in items]
            futures.reverse()
            yield None
            while futures:
                yield executor.result_of(futures.pop())
        except BrokenProcessPool:
            if self._executor is executor:
                self.close()
            raise
        except BaseException:
            # Also where the caller stops asking, or Ctrl-C comes: what has not begun never is. To cancel it
            # is not safe while processes are dying.
            work.take_away()
            raise
        finally:
            self._in_hand -= 1

    def _open(self, method: str) -> Executor:
        self._opened = time.monotonic()
        return Executor(self.count, mp_context=multiprocessing.get_context(method), initializer=_begin)


def _without_fork(modules: Sequence[str]) -> str:
    """How processes are started: by a server that has loaded what they need, where there can be one."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return "spawn"
    preloaded = ["inexreport.workers.fork_server", *modules]
    multiprocessing.get_context("forkserver").set_forkserver_preload(preloaded)
    return "forkserver"


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Let Ctrl-C wait, also in the processes that are forked meanwhile, until they are ready for it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    end_when_interrupted()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Let no worker outlive the process it works for, even one that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _load(modules: Sequence[str]) -> None:
    for module in modules:
        import_module(module)


_received: dict[Place, Any] = {}
"""In a worker: functions with what all their pieces share, and what is at hand, as long as it is there."""


def _work(place: Place, item: Any) -> Any:
    if not place.is_there():
        raise LookupError("what this work shares was taken away: nobody asks for it any more")
    function, shared = _there(place)
    return function(shared, item)


def _there(place: Place) -> Any:
    """What lies at a place, taken up once."""
    if place not in _received:
        for one in [one for one in _received if not one.is_there()]:
            del _received[one]
        _received[place] = taken_up(place, _there)
    return _received[place]
