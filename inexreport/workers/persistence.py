"""Work that is handed out again where it was lost with those who did it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from inexreport.errors import WorkersLostError

ATTEMPTS = 3
"""So often in a row may workers be lost before a piece is done."""

HandOut = Callable[[Sequence[Any]], Iterator[Any]]
"""Hands out items, yields nothing once they are handed out, then the result of each."""


def begin(hand_out: HandOut, items: Sequence[Any], lost: tuple[type[Exception], ...]) -> Iterator[Any]:
    """Hand out items at once, and yield their results in order when they are asked for.

    Parameters
    ----------
    hand_out : HandOut
    items : sequence
        At least one.
    lost : tuple of exception types
        What tells that workers were lost; then what is not done is handed out once more.

    Raises
    ------
    WorkersLostError
        If they are lost `ATTEMPTS` times in a row.
    """
    results = _results(hand_out, items, lost)
    next(results)
    return results


def _results(hand_out: HandOut, items: Sequence[Any], lost: tuple[type[Exception], ...]) -> Iterator[Any]:
    """Yield nothing once the work has begun, then each result."""
    begun = False
    done = failures = 0
    while done < len(items):
        try:
            results = hand_out(items[done:])
            next(results)
            if not begun:
                begun = True
                yield None
            for result in results:
                done, failures = done + 1, 0
                yield result
        except lost as error:
            failures += 1
            if failures == ATTEMPTS:
                raise WorkersLostError(ATTEMPTS) from error
