"""How a long piece of work tells how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done and how much there is."""


def tell_nobody(stage: str, done: int, total: int) -> None:
    """Report no progress."""
