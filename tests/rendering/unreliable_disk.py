"""What a disk may hold after a power loss: of changes that nobody waited for, any."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

ROOT = 0
Entry = tuple[int, str]
"""A folder and a name in it."""


@dataclass
class Change:
    """Something that reaches the disk as a whole or not at all.

    Attributes
    ----------
    entries : mapping of Entry to int or None
        What names then stand for; None for nothing.
    data : tuple of int and bytes, or None
        A file and what it then holds; until then it is empty.
    """

    entries: Mapping[Entry, int | None] = field(default_factory=dict)
    data: tuple[int, bytes] | None = None


class UnreliableDisk:
    """A folder's changes in their order, and which of them have certainly reached the disk.

    A renaming reaches it as a whole, as on every file system that keeps a journal; apart from that, changes
    may reach it in any order.

    Parameters
    ----------
    folder : Path
        The folder as it is now.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kinds: list[bool] = [True]  # of each file or folder: whether it is a folder
        self._at_first: dict[Entry, int | None] = {}
        self._data_at_first: dict[int, bytes] = {}
        self.changes: list[Change] = []
        self.certain: list[set[int]] = []
        """After each step: the numbers of changes that are on the disk."""
        self.made: list[int] = []
        """After each step: how many changes there are."""
        self._certain: set[int] = set()
        self._entries: dict[Entry, int | None] = {}
        for path in sorted(folder.rglob("*")):
            entry = self._entry(str(path))
            self._at_first[entry] = self._entries[entry] = self._node(is_folder=path.is_dir())
            if path.is_file():
                self._data_at_first[self._node_at(str(path))] = path.read_bytes()

    def __call__(self, _: int, name: str, paths: tuple[str, ...]) -> None:
        """Take down a change before it is made."""
        step = getattr(self, f"_{name.replace(' ', '_')}", None)
        if step is not None:
            step(*paths)
        self.certain.append(set(self._certain))
        self.made.append(len(self.changes))

    def _mkdir(self, path: str) -> None:
        if path != str(self._folder) and self._entries.get(self._entry(path)) is None:
            self._change({self._entry(path): self._node(is_folder=True)})

    def _open(self, path: str) -> None:
        if self._entries.get(self._entry(path)) is None:
            self._change({self._entry(path): self._node(is_folder=False)})

    def _rename(self, one: str, other: str) -> None:
        self._change({self._entry(one): None, self._entry(other): self._node_at(one)})

    def _after_exchange(self, one: str, other: str) -> None:
        first, second = self._entry(one), self._entry(other)
        self._change({first: self._node_at(other), second: self._node_at(one)})

    def _remove(self, path: str) -> None:
        self._change({self._entry(path): None})

    _rmdir = _remove

    def _write_through(self, _: str) -> None:
        """What files hold is known when somebody waits for it."""
        for path in self._folder.rglob("*"):
            node = self._entries.get(self._entry(str(path)))
            if path.is_file() and node is not None and node not in self._data_at_first:
                self.changes.append(Change(data=(node, path.read_bytes())))

    def _after_write_through(self, _: str) -> None:
        self._certain.update(range(len(self.changes)))

    def _after_write_entries_through(self, path: str) -> None:
        folder = self._node_at(path)
        self._certain.update(
            number
            for number, change in enumerate(self.changes)
            if any(of == folder for of, _ in change.entries)
        )

    def _change(self, entries: Mapping[Entry, int | None]) -> None:
        self._entries.update(entries)
        self.changes.append(Change(entries))

    def _node(self, *, is_folder: bool) -> int:
        self._kinds.append(is_folder)
        return len(self._kinds) - 1

    def _entry(self, path: str) -> Entry:
        relative = PurePosixPath(path).relative_to(self._folder)
        node = ROOT
        for name in relative.parts[:-1]:
            node = self._entries[node, name]
        return node, relative.name

    def _node_at(self, path: str) -> int:
        return ROOT if path == str(self._folder) else self._entries[self._entry(path)]

    def left(self, draw: random.Random) -> Iterator[dict[str, bytes]]:
        """What there may be after a power loss at any step: files, and folders without any."""
        seen = set()
        for certain, made in zip(self.certain, self.made, strict=True):
            for kept in _some_of([number for number in range(made) if number not in certain], draw):
                numbers = frozenset(certain.union(kept))
                if numbers not in seen:
                    seen.add(numbers)
                    yield self._held(sorted(numbers))

    def _held(self, numbers: Sequence[int]) -> dict[str, bytes]:
        entries, data = dict(self._at_first), dict(self._data_at_first)
        for number in numbers:
            entries.update(self.changes[number].entries)
            if (written := self.changes[number].data) is not None:
                data[written[0]] = written[1]
        inside: dict[int, dict[str, int]] = {}
        for (folder, name), node in entries.items():
            if node is not None:
                inside.setdefault(folder, {})[name] = node
        return dict(self._walked(ROOT, "", inside, data))

    def _walked(
        self, node: int, at: str, inside: Mapping[int, Mapping[str, int]], data: Mapping[int, bytes]
    ) -> Iterator[tuple[str, bytes]]:
        if not self._kinds[node]:
            yield at, data.get(node, b"")
        elif node not in inside:
            yield f"{at}/", b""
        else:
            for name, one in inside[node].items():
                yield from self._walked(one, f"{at}/{name}".lstrip("/"), inside, data)


def _some_of(numbers: Sequence[int], draw: random.Random) -> Iterator[Sequence[int]]:
    """Subsets: all, none, one alone, all but one, and some others."""
    yield numbers
    yield ()
    for one in numbers:
        yield (one,)
        yield [number for number in numbers if number != one]
    for _ in range(min(len(numbers), 8)):
        yield [number for number in numbers if draw.random() < 0.5]
