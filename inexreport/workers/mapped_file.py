"""Files as memory: of what lies in them, only what is looked at is read."""

from __future__ import annotations

import mmap
import os
import weakref
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


class MappedFile(mmap.mmap):
    """A file whose octets are used where the system keeps them; it is replaced or removed, never changed.

    Attributes
    ----------
    path : str
        Under which other processes find it as long as this object is, whatever becomes of its own path;
        empty where the system has no such path.
    """

    path: str
    _begin: int

    @classmethod
    def at(cls, path: str | Path) -> Self:
        """The file at a path.

        Raises
        ------
        OSError
            If there is none that can be read.
        ValueError
            If it is empty: that cannot be mapped.
        """
        descriptor = os.open(path, os.O_RDONLY)
        try:
            mapped = cls(descriptor, 0, access=mmap.ACCESS_READ)
        except BaseException:
            os.close(descriptor)
            raise
        weakref.finalize(mapped, os.close, descriptor)
        found = f"/proc/{os.getpid()}/fd/{descriptor}"
        mapped.path = found if Path(found).exists() else ""
        mapped._begin = np.frombuffer(mapped, dtype=np.uint8).ctypes.data
        _mapped.add(mapped)
        return mapped

    def array(self, kind: str, shape: tuple[int, ...], begin: int) -> NDArray[Any]:
        """The numbers that lie somewhere in it, where they lie."""
        return np.ndarray(shape, np.dtype(kind), self, begin)

    def begin_of(self, array: NDArray[Any]) -> int | None:
        """Where an array begins that lies in the file in one piece; None of any other."""
        begin: int = array.__array_interface__["data"][0] - self._begin
        lies_here = 0 <= begin <= len(self) - array.nbytes and array.nbytes > 0
        return begin if lies_here and array.flags.c_contiguous else None


_mapped: weakref.WeakSet[MappedFile] = weakref.WeakSet()


def place_in_file(array: NDArray[Any]) -> tuple[MappedFile, int] | None:
    """The mapped file that an array lies in, and where it begins there; None if it lies elsewhere."""
    for file in _mapped:
        begin = file.begin_of(array) if file.path else None
        if begin is not None:
            return file, begin
    return None
