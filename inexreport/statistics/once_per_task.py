"""What is worked out once for a task, as long as its outcome lives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from inexreport.model.outcome import TaskOutcome

Found = TypeVar("Found")


class OncePerTask(Generic[Found]):
    """For the same outcome always the same.

    Parameters
    ----------
    make : callable
        Given the outcome, and whatever else it needs.
    """

    def __init__(self, make: Callable[..., Found]) -> None:
        self._make = make
        self._known: WeakKeyDictionary[TaskOutcome, Found] = WeakKeyDictionary()

    def of(self, outcome: TaskOutcome, *further: Any) -> Found:
        """What belongs to an outcome, made when it is first asked for."""
        found = self._known.get(outcome)
        if found is None:
            found = self._known[outcome] = self._make(outcome, *further)
        return found

    def keep(self, outcome: TaskOutcome, found: Found) -> None:
        """Let this be what belongs to an outcome."""
        self._known[outcome] = found
