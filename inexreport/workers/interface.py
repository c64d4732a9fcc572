"""What everything that does work has in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers(Protocol):
    """Does many pieces of work of one kind."""

    @property
    def count(self) -> int:
        """How many pieces are worked on at once."""
        ...

    def get_ready(self) -> None:
        """Start what has to be started, as early as possible: there will be work soon."""
        ...

    def refuse_without(self, path: Path) -> None:
        """Make sure that all see a file that this process sees.

        Raises
        ------
        UsageError
            If a worker does not.
        """
        ...

    def keep_at_hand(self, *things: Any) -> None:
        """Tell dataclasses that what work shares will hold, often or in part: they need not travel each time.

        They take the place of those that were told before, but for what is told again.
        """
        ...

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> Iterator[Result]:
        """Yield ``function(shared, item)`` for each item, in the order of the items.

        Other processes begin at once; this one can go on with something else until it needs a result.

        Parameters
        ----------
        function : callable
            A function of a module, so that other processes find it. What it raises is raised here.
        shared : object
            What all pieces need; it reaches each worker once.
        items : sequence
            Small things that tell the pieces apart.

        Raises
        ------
        WorkersLostError
            If workers die again and again, as they do for lack of memory.
        """
        ...
