"""What all pieces of work share, put down once for processes of this machine to take up."""

from __future__ import annotations

import contextlib
import copyreg
import io
import mmap
import os
import pickle
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.workers.mapped_file import MappedFile, place_in_file

ALIGNED = 64
"""Arrays begin at multiples of so many bytes, where arithmetic with them is fastest."""

_NOT_PLAIN = "OmMV"
"""Kinds of arrays that are more than numbers in a row: of objects, times and records."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something has been put down.

    Attributes
    ----------
    path : str
        Of a file with its arrays, each at a multiple of `ALIGNED`, and then the record of the object.
    record : int
        Where this begins.
    file : int
        Tells the file from others that had its path.
    """

    path: str
    record: int
    file: int

    def is_there(self) -> bool:
        """Whether it has not been taken away."""
        try:
            return Path(self.path).stat().st_ino == self.file
        except FileNotFoundError:
            return False


class PutDown:
    """An object in a file, its arrays as they lie in memory: who takes it up does not copy them.

    The file is there as long as this object is. On Linux it is in memory alone, and goes with the process
    however that ends. Arrays that lie in a mapped file stay there alone.

    Parameters
    ----------
    thing : object
        Can be pickled.
    at_hand : AtHand, optional
        What has been put down by itself, and is not put down again where it is met in the thing.

    Attributes
    ----------
    place : Place
    take_away : callable
        Removes the file before this object goes.
    """

    def __init__(self, thing: Any, at_hand: AtHand | None = None) -> None:
        # What lies elsewhere stays there as long as others may look for it.
        record, arrays, self._files = _taken_apart(thing, at_hand)
        self._at_hand = at_hand
        kinds = pickle.dumps([(one.dtype, one.shape, one.flags.writeable, one.nbytes) for one in arrays])
        descriptor, path = _new_file()
        self.take_away = weakref.finalize(self, _remove, descriptor, path)
        with open(descriptor, "wb", closefd=False) as file:
            for one in arrays:
                file.write(one.data if one.flags.c_contiguous else one.tobytes())
                file.write(bytes(-one.nbytes % ALIGNED))
            self.place = Place(path, file.tell(), os.fstat(descriptor).st_ino)
            file.write(kinds)
            file.write(record)


class AtHand:
    """Things that many others hold, put down by themselves.

    Parameters
    ----------
    things : sequence of dataclass
        Others may also hold the objects that they are made of, and what these have in tuples.
    before : AtHand, optional
        What was at hand before: what still is stays where it was put down.
    """

    def __init__(self, things: Sequence[Any], before: AtHand | None = None) -> None:
        known: dict[int, PutDown] = before._put_down if before else {}
        self._put_down: dict[int, PutDown] = {id(one): known.get(id(one)) or PutDown(one) for one in things}
        # Which stay as long as they are known by their ids: others would have these after them.
        self._parts = [(part, id(one), way) for one in things for way, part in _parts(one)]
        self._ways = {id(part): (thing, way) for part, thing, way in self._parts}
        self.kinds = {type(part) for part, *_ in self._parts}

    def instead_of(self, found: Any) -> Any:
        """What stands for something of one of its kinds in the record of another thing."""
        if id(found) not in self._ways:
            return found.__reduce_ex__(5)
        thing, way = self._ways[id(found)]
        return _at_hand, (self._put_down[thing].place, way)


Way = tuple[str | int, ...]
"""Names of attributes, and places in tuples, that lead from a thing to a part of it."""


def _parts(thing: Any) -> Iterator[tuple[Way, Any]]:
    """A thing, the objects that it is made of, and those that are in tuples of these, each once."""
    yield (), thing
    for name, part in vars(thing).items():
        if _is_object(part):
            yield (name,), part
            for inner, several in vars(part).items() if hasattr(part, "__dict__") else ():
                if isinstance(several, tuple):
                    yield from (((name, inner, at), one) for at, one in enumerate(several) if _is_object(one))


def _is_object(part: Any) -> bool:
    """Whether something has attributes of its own, as no plain value has."""
    return is_dataclass(part) or hasattr(part, "__dict__")


def _part(thing: Any, way: Way) -> Any:
    for step in way:
        thing = thing[step] if isinstance(step, int) else getattr(thing, step)
    return thing


def taken_up(place: Place, at_hand: Callable[[Place], Any] | None = None) -> Any:
    """The object that another process has put down; what is written to its arrays, this one sees alone.

    Parameters
    ----------
    place : Place
    at_hand : callable, optional
        Gives what lies at another place, see `AtHand`; without it, that is taken up each time.
    """
    with Path(place.path).open("rb") as file:
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    memory.seek(place.record)
    arrays, begin = [], 0
    for kind, shape, writeable, size in pickle.load(memory):
        array = np.ndarray(shape, kind, memory, begin)
        array.flags.writeable = writeable
        arrays.append(array)
        begin += size + -size % ALIGNED
    return _Unpickler(memory, arrays, at_hand or taken_up).load()


def _taken_apart(
    thing: Any, at_hand: AtHand | None
) -> tuple[memoryview, list[NDArray[Any]], list[MappedFile]]:
    """The record of an object without its arrays; these, each once; and files that hold others."""
    arrays: list[NDArray[Any]] = []
    files: list[MappedFile] = []

    def collected(array: NDArray[Any]) -> Any:
        if array.dtype.kind in _NOT_PLAIN:
            return array.__reduce_ex__(5)
        if found := place_in_file(array):
            file, begin = found
            if file not in files:
                files.append(file)
            return _array_in_file, (file.path, array.dtype.str, array.shape, begin)
        arrays.append(array)
        return _array, (len(arrays) - 1,)

    record = io.BytesIO()
    pickler = pickle.Pickler(record, protocol=5)
    # Not by a class with such a method, which would hold itself, and so all that was pickled, for long.
    others = dict.fromkeys(at_hand.kinds, at_hand.instead_of) if at_hand else {}
    pickler.dispatch_table = {**copyreg.dispatch_table, np.ndarray: collected, **others}
    pickler.dump(thing)
    return record.getbuffer(), arrays, files


class _Unpickler(pickle.Unpickler):
    """Puts what lies elsewhere where it was."""

    def __init__(self, file: Any, arrays: list[NDArray[Any]], at_hand: Callable[[Place], Any]) -> None:
        super().__init__(file)
        self._found = {
            _array.__name__: arrays.__getitem__,
            _array_in_file.__name__: self._in_file,
            _at_hand.__name__: lambda place, way: _part(at_hand(place), way),
        }
        self._files: dict[str, MappedFile] = {}

    def find_class(self, module: str, name: str) -> Any:
        found = self._found.get(name) if module == __name__ else None
        return found or super().find_class(module, name)

    def _in_file(self, path: str, kind: str, shape: tuple[int, ...], begin: int) -> NDArray[Any]:
        if path not in self._files:
            self._files[path] = MappedFile.at(path)
        return self._files[path].array(kind, shape, begin)


def _array(number: int) -> NDArray[Any]:
    """Stands in the record of an object for an array beside it, see `_Unpickler`."""
    raise LookupError(f"array {number} does not lie in the record")


def _array_in_file(path: str, kind: str, shape: tuple[int, ...], begin: int) -> NDArray[Any]:
    """The same for one in a mapped file."""
    raise LookupError(f"an array of {path}: {kind}, {shape} from octet {begin} is not looked for")


def _at_hand(place: Place, way: Way) -> Any:
    """The same for something that lies at another place, or for a part of it."""
    raise LookupError(f"{way or 'what'} lies at {place} is not looked for")


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
