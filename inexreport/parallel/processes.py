"""Work in other processes of this machine."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from inexreport.parallel.scratch import scratch_folder
from inexreport.parallel.workers import Item, Result, Shared, repeat_lost

_SIGNAL_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux."""

SAFE_PATH = "PYTHONSAFEPATH"
"""Keeps Python from searching the working directory for modules."""


class Processes:
    """A `ProcessPoolExecutor` that is replaced when one of its processes is killed.

    The shared input and the results are passed in files; the pipes between processes carry only their names.
    The operating system writes messages of this size atomically, so a process that is killed while it sends
    a result never leaves half of one, for which the executor would wait forever.

    Parameters
    ----------
    count : int
        Number of processes, which are started when there is work.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor: ProcessPoolExecutor | None = None

    def map(
        self,
        function: Callable[[Shared, Item], Result],
        shared: Shared,
        items: Sequence[Item],
        instead: Callable[[Item], Result] | None = None,
    ) -> Iterator[Result]:
        """As `Workers.map`; items lost with a killed process are submitted again to new processes."""
        with scratch_folder() as folder:
            work = folder / "work"
            _write(work, (function, shared))
            yield from repeat_lost(
                partial(self._results, work), items, instead, self._count, BrokenProcessPool
            )

    def check_sees(self, path: Path) -> None:
        """Do nothing: processes of one machine see the same files."""

    def close(self) -> None:
        """Stop the processes when they have finished their current items."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def _results(self, work: Path, items: Sequence[Any]) -> Iterator[Any]:
        try:
            with _interrupts_blocked(), _only_installed_modules():  # processes started here inherit both
                if self._executor is None:
                    # Spawned, since a forked process would have locks of threads that it does not have.
                    spawning = multiprocessing.get_context("spawn")
                    self._executor = ProcessPoolExecutor(self._count, spawning, _start_worker)
                executor = self._executor
                futures = deque(executor.submit(_call, work, item) for item in items)
            while futures:
                result = Path(futures.popleft().result())
                yield _read(result)
                result.unlink()
        except BrokenProcessPool:
            if self._executor is executor:  # else another `map` has replaced it
                self.close()
            raise


def _call(work: Path, item: Any) -> str:
    """In a worker: process an item and return the name of the file with its result."""
    if not work.exists():
        raise FileNotFoundError("the result is no longer needed")
    function, shared = _load(work)
    result = function(shared, item)
    handle, name = tempfile.mkstemp(dir=work.parent)
    os.close(handle)
    _write(Path(name), result)
    return name


_loaded: dict[Path, Any] = {}
"""The work of the last item, which most next items share."""


def _load(work: Path) -> Any:
    if work not in _loaded:
        _loaded.clear()  # before the next is read: both together may not fit into memory
        _loaded[work] = _read(work)
    return _loaded[work]


def _write(path: Path, value: Any) -> None:
    """Pickle a value into a file piece by piece, since a copy of it in memory may not fit."""
    with path.open("wb") as file:
        pickle.dump(value, file, protocol=5)


def _read(path: Path) -> Any:
    with path.open("rb") as file:
        return pickle.load(file)


def _start_worker() -> None:
    """Let Ctrl-C end a worker without a traceback, and end it with its parent process."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # ignored by programs in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if sys.platform == "linux":  # at once, even within a long call of a library
        ctypes.CDLL(None).prctl(_SIGNAL_WITH_PARENT, signal.SIGKILL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _only_installed_modules() -> Iterator[None]:
    """Start processes that search neither the working directory nor a script's folder for modules.

    Input files may lie there. They do not import the script either, which such a process does otherwise.
    """
    main, path, safe = sys.modules["__main__"], sys.path, os.environ.get(SAFE_PATH)
    sys.path, sys.modules["__main__"] = installed_modules(), ModuleType("__main__")
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        sys.modules["__main__"], sys.path = main, path
        if safe is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = safe


def installed_modules() -> list[str]:
    """Python's search path without the working directory and the folder of a script."""
    here, script, path = Path.cwd(), getattr(sys.modules["__main__"], "__file__", None), sys.path
    without = {str(here), str((here / (script or "none")).parent)}
    library = str(Path(os.__file__).parent)
    # Before the library is what Python and users put there; after it, what is installed.
    before = path.index(library) if library in path else len(path)
    kept = [*(one for one in path[:before] if one not in without), *path[before:]]
    own = str(Path(__file__).parents[2])
    return [*filter(os.path.isabs, kept), *([] if own in kept else [own])]


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Delay Ctrl-C, which would end a process that is just starting with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
