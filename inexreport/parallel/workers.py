"""The interface of all workers, and work in this process."""

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
            A function of a module, so that other processes can import it. Its exceptions are raised here.
        shared : object
            Input of all items; sent to each worker once.
        items : sequence
            Small descriptions of the pieces of work.

        Raises
        ------
        WorkersLostError
            If workers die `ATTEMPTS` times without a result, for example for lack of memory.
        """
        ...

    def check_sees(self, path: Path) -> None:
        """Raise a `UsageError` if a worker does not see a file that this process sees."""
        ...


class Serial:
    """Works in this process; each item when its result is asked for."""

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> Iterator[Result]:
        """As `Workers.map`."""
        return (function(shared, item) for item in items)

    def check_sees(self, path: Path) -> None:
        """Do nothing: this process sees its files."""


def repeat_lost(
    results: Callable[[Sequence[Any]], Iterator[Any]], items: Sequence[Any], *lost: type[Exception]
) -> Iterator[Any]:
    """Yield the result of each item; when workers are lost, submit the items without a result again.

    Parameters
    ----------
    results : callable
        Yields the results of items in their order.
    items : sequence
    *lost : exception types
        Raised by `results` when workers are lost.

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
