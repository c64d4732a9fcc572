"""What all pieces of work share, put down once for processes of this machine to take up."""

from __future__ import annotations

import contextlib
import mmap
import os
import pickle
import tempfile
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ALIGNED = 64
"""Arrays begin at multiples of so many bytes, where arithmetic with them is fastest."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something has been put down.

    Attributes
    ----------
    path : str
        Of a file with its pieces, each at a multiple of `ALIGNED`: the record of the object, its arrays, and
        the number of bytes of each of them.
    sizes : int
        Where these numbers begin.
    file : int
        Tells the file from others that had its path.
    """

    path: str
    sizes: int
    file: int

    def is_there(self) -> bool:
        """Whether it has not been taken away."""
        try:
            return Path(self.path).stat().st_ino == self.file
        except OSError:
            return False


class PutDown:
    """An object in a file, its arrays as they lie in memory: who takes it up does not copy them.

    The file is there as long as this object is. On Linux it is in memory alone, and goes with the process
    however that ends.

    Parameters
    ----------
    thing : object
        Can be pickled.

    Attributes
    ----------
    place : Place
    """

    def __init__(self, thing: Any) -> None:
        arrays: list[pickle.PickleBuffer] = []
        record = pickle.dumps(thing, protocol=5, buffer_callback=arrays.append)
        pieces = [memoryview(record), *(array.raw() for array in arrays)]
        descriptor, path = _new_file()
        weakref.finalize(self, _remove, descriptor, path)
        with open(descriptor, "wb", closefd=False) as file:
            for piece in pieces:
                file.write(piece)
                file.write(bytes(-len(piece) % ALIGNED))
            self.place = Place(path, file.tell(), os.fstat(descriptor).st_ino)
            file.write(np.array(list(map(len, pieces)), dtype=np.int64).data)


def taken_up(place: Place) -> Any:
    """The object that another process has put down; what is written to its arrays, this one sees alone."""
    with Path(place.path).open("rb") as file:
        memory = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    pieces, begin = [], 0
    for size in np.frombuffer(memory, dtype=np.int64, offset=place.sizes).tolist():
        pieces.append(memory[begin : begin + size])
        begin += size + -size % ALIGNED
    record, *arrays = pieces
    return pickle.loads(record, buffers=arrays)


def _new_file() -> tuple[int, str]:
    """A file open for writing, and a path under which other processes find it."""
    if hasattr(os, "memfd_create") and Path("/proc/self/fd").is_dir():
        descriptor = os.memfd_create("inexreport")
        return descriptor, f"/proc/{os.getpid()}/fd/{descriptor}"
    return tempfile.mkstemp(prefix="inexreport-")


def _remove(descriptor: int, path: str) -> None:
    os.close(descriptor)
    with contextlib.suppress(OSError):
        Path(path).unlink()
