"""Memory that work has left: kept for the next piece, or given back where others need it."""

from __future__ import annotations

import ctypes
import os

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


def give_back_memory() -> None:
    """Return to the system what this process has freed, as far as whole pages are free.

    GNU's C library returns by itself only what lies at the end (malloc_trim(3)); with others nothing happens.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if trim is not None:
        trim(ctypes.c_size_t(0))
