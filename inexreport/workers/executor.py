"""Processes that notice the loss of one of them whatever it was doing."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing.process import BaseProcess
from typing import Any

LOOKED_AFTER = 1.0
"""Seconds without a result after which it is asked whether all processes are alive."""


class Executor(ProcessPoolExecutor):
    """As in the standard library, but for a process that was killed while it sent a result.

    All processes send their results through one pipe, and the thread that reads it waits for the rest of a
    message for ever: the other processes, and this one, keep the pipe open. Here the others are then ended
    too, and the pipe is closed, so that the thread finds the executor broken as after any other loss.
    """

    def result_of(self, future: Future[Any]) -> Any:
        """Wait for the result of a piece of work.

        Raises
        ------
        BrokenProcessPool
            If a process was lost.
        """
        processes, results = self._processes, self._result_queue
        while not wait([future], LOOKED_AFTER).done:
            _break_if_one_was_lost(processes, results)
        return future.result()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As in the standard library."""
        thread: Any = self._executor_manager_thread
        processes, results = self._processes, self._result_queue
        super().shutdown(wait=False, cancel_futures=cancel_futures)
        while wait and thread is not None and thread.is_alive():
            thread.join(LOOKED_AFTER)
            if thread.is_alive():
                _break_if_one_was_lost(processes, results)


def _break_if_one_was_lost(processes: Mapping[int, BaseProcess], results: Any) -> None:
    several = list(processes.values())
    if any(one.exitcode not in (None, 0) for one in several):
        for one in several:
            one.kill()
        results._writer.close()
