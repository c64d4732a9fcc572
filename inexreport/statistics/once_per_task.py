"""What is worked out once for a task, as long as its outcome lives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar, get_type_hints
from weakref import WeakKeyDictionary

from inexreport.model.outcome import TaskOutcome

Found = TypeVar("Found")


class Findings:
    """What is found out about a task in parts: cached properties, worked out when first asked for."""

    @classmethod
    def parts(cls) -> dict[str, Any]:
        """The types of all parts by their names; what begins with an underscore is none."""
        return {
            name: get_type_hints(part.func)["return"]
            for name, part in vars(cls).items()
            if isinstance(part, cached_property) and not name.startswith("_")
        }

    def worked_out(self) -> dict[str, Any]:
        """All parts by their names, found out now."""
        return {name: getattr(self, name) for name in self.parts()}

    def keep(self, found: Mapping[str, Any]) -> None:
        """Take over parts that were worked out elsewhere, or before."""
        vars(self).update(found)


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
