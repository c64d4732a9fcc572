"""Work done here, one piece after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from inexreport.workers.interface import Item, Result, Shared


class InProcess:
    """The process itself as the only worker: the reference for all others."""

    count = 1

    def get_ready(self) -> None:
        """As `Workers.get_ready`: this process is there."""

    def refuse_without(self, path: Path) -> None:
        """As `Workers.refuse_without`: what this process sees it sees."""

    def keep_at_hand(self, *things: Any) -> None:
        """As `Workers.keep_at_hand`: nothing travels."""

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> Iterator[Result]:
        """As `Workers.map`; a piece is worked on when its result is asked for."""
        for item in items:
            yield function(shared, item)
