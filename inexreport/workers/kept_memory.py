"""Memory that one piece of work has left, kept for the next."""

from __future__ import annotations

import numpy as np

_LARGEST = 31 * 2**20
"""Bytes, a little less than the most that counts."""


def keep_freed_memory() -> None:
    """Let this process keep what it frees, up to some 60 MB, rather than ask the system for it again.

    A run takes and frees tens of megabytes, and pages that the system gives anew cost a fifth of the time of
    reading and scoring it. GNU's C library keeps twice as much as the largest block, of up to 32 MB, that has
    ever been freed (M_TRIM_THRESHOLD in mallopt(3)); so it is given one, no byte of which is touched. Others
    do as they like.
    """
    np.empty(_LARGEST, dtype=np.uint8)
