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
"""How often workers may die of an item."""


class Workers(Protocol):
    """Applies functions to many items."""

    def map(
        self,
        function: Callable[[Shared, Item], Result],
        shared: Shared,
        items: Sequence[Item],
        instead: Callable[[Item], Result] | None = None,
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
        instead : callable, optional
            Returns what stands for the result of an item of which workers died `ATTEMPTS` times.

        Raises
        ------
        WorkersLostError
            If there is such an item and no `instead`, for example for lack of memory.
        """
        ...

    def check_sees(self, path: Path) -> None:
        """Raise a `UsageError` if a worker does not see a file that this process sees."""
        ...


class Serial:
    """Works in this process; each item when its result is asked for."""

    def map(
        self,
        function: Callable[[Shared, Item], Result],
        shared: Shared,
        items: Sequence[Item],
        instead: Callable[[Item], Result] | None = None,
    ) -> Iterator[Result]:
        """As `Workers.map`; if this process dies, nobody is left to go on."""
        return (function(shared, item) for item in items)

    def check_sees(self, path: Path) -> None:
        """Do nothing: this process sees its files."""


def repeat_lost(
    results: Callable[[Sequence[Any]], Iterator[Any]],
    items: Sequence[Any],
    instead: Callable[[Any], Any] | None,
    at_once: int,
    *lost: type[Exception],
) -> Iterator[Any]:
    """Yield the result of each item; when workers are lost, submit the items without a result again.

    The items that were being done are then done one at a time, so that it shows of which of them workers
    die, and most memory is free for each.

    Parameters
    ----------
    results : callable
        Yields the results of items in their order.
    items : sequence
    instead : callable or None
        As in `Workers.map`.
    at_once : int
        So many items are being done when workers are lost.
    *lost : exception types
        Raised by `results` when workers are lost.

    Raises
    ------
    WorkersLostError
        If they are lost `ATTEMPTS` times for an item, and there is no `instead`.
    """
    done = deaths = alone = 0
    while done < len(items):
        try:
            for result in results(items[done : done + 1] if alone else items[done:]):
                done, deaths, alone = done + 1, 0, max(alone - 1, 0)
                yield result
        except lost as error:
            deaths, alone = deaths + 1, alone or at_once
            if deaths < ATTEMPTS:
                continue
            if instead is None:
                raise WorkersLostError(ATTEMPTS) from error
            done, deaths, alone = done + 1, 0, max(alone - 1, 0)
            yield instead(items[done - 1])
