"""What is received by a worker to stay, which the collection of garbage need not look through."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def for_good() -> Iterator[None]:
    """Load what all work needs; neither in this nor in what was loaded before will be garbage.

    Collections walk through all objects that there are, and come the oftener the more are made: without this,
    half of the time in which a worker receives a large object goes into finding that nothing is garbage.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
