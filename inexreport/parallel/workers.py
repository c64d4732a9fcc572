"""What all workers have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from inexreport.errors import WorkersLostError

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")

ATTEMPTS = 3
"""How often in a row workers may die before an item is done."""


class Workers(Protocol):
    """Applies functions to many items."""

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> Iterator[Result]:
        """Yield ``function(shared, item)`` for each item, in the order of the items.

        Parameters
        ----------
        function : callable
            A function of a module, so that other processes find it. What it raises is raised here.
        shared : object
            What all items need; it reaches each worker once.
        items : sequence
            Small things that tell the pieces of work apart.

        Raises
        ------
        WorkersLostError
            If workers die again and again, as they do for lack of memory.
        """
        ...

    def check_sees(self, path: Path) -> None:
        """Make sure that all workers see a file that this process sees.

        Raises
        ------
        UsageError
            If one does not.
        """
        ...


class Serial:
    """Works in this process alone; an item is worked on when its result is asked for."""

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> Iterator[Result]:
        """As `Workers.map`."""
        return (function(shared, item) for item in items)

    def check_sees(self, path: Path) -> None:
        """As `Workers.check_sees`: this process sees what it sees."""


def repeat_lost(
    results: Callable[[Sequence[Any]], Iterator[Any]],
    items: Sequence[Any],
    *lost: type[Exception],
) -> Iterator[Any]:
    """Yield the result of each item; where workers were lost, hand out again what is not done.

    Parameters
    ----------
    results : callable
        Yields the results of some items in their order.
    items : sequence
    *lost : exception types
        Raised by `results` where workers were lost.

    Raises
    ------
    WorkersLostError
        If they are lost `ATTEMPTS` times without a result.
    """
    done = failures = 0
    while done < len(items):
        try:
            for result in results(items[done:]):
                done, failures = done + 1, 0
                yield result
        except lost as error:
            failures += 1
            if failures == ATTEMPTS:
                raise WorkersLostError(ATTEMPTS) from error
