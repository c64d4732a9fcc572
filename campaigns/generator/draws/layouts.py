"""How articles are built: a few hundred layouts that the documents of a collection share."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

LAYOUTS = 600


class Level(IntEnum):
    """Ways of dividing an article into elements of which none lies in another."""

    ARTICLE = 0
    SECTION = 1
    SUBSECTION = 2
    PARAGRAPH = 3


@dataclass(frozen=True)
class Tags:
    """What a collection calls its elements."""

    name: str
    body: str
    section: str
    subsection: str
    title: str


WIKIPEDIA_2006 = Tags("name", "body", "section", "section", "title")
WIKIPEDIA_2009 = Tags("header", "bdy", "sec", "ss1", "st")


@dataclass(frozen=True, eq=False)
class Layouts:
    """The elements of every layout, one layout after the other.

    Attributes
    ----------
    first : int64 array, shape (layouts + 1,)
        Number of each layout's first element.
    path : object array of str, shape (elements,)
    offset, length : int64 array, shape (elements,)
        In characters.
    leaf : bool array, shape (elements,)
        Elements that hold one text node and no element.
    at_level : bool array, shape (levels, elements)
        Which elements each `Level` consists of.
    """

    first: NDArray[np.int64]
    path: NDArray[np.object_]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    leaf: NDArray[np.bool_]
    at_level: NDArray[np.bool_]

    @property
    def elements(self) -> NDArray[np.int64]:
        """Number of elements of each layout."""
        return np.diff(self.first)

    @property
    def article_length(self) -> NDArray[np.int64]:
        """Length of each layout's article, which is its first element."""
        return self.length[self.first[:-1]]


def make_layouts(tags: Tags, rng: np.random.Generator, number: int = LAYOUTS) -> Layouts:
    """Return layouts of very different sizes: most are short, a few have dozens of sections."""
    growing = _Growing(tags, rng)
    first = [0]
    for _ in range(number):
        growing.add_article()
        first.append(len(growing.path))
    return Layouts(
        np.array(first),
        np.array(growing.path, dtype=object),
        np.array(growing.offset),
        np.array(growing.length),
        np.array(growing.leaf),
        np.array(growing.at_level).T,
    )


@dataclass(eq=False)
class _Growing:
    """The elements so far; `_here` is the length of the current article's text."""

    tags: Tags
    rng: np.random.Generator
    path: list[str] = field(default_factory=list)
    offset: list[int] = field(default_factory=list)
    length: list[int] = field(default_factory=list)
    leaf: list[bool] = field(default_factory=list)
    at_level: list[tuple[bool, ...]] = field(default_factory=list)
    _here: int = 0

    def add_article(self) -> None:
        self._here = 0
        article = self._open("/article[1]", Level.ARTICLE)
        self._leaf(f"/article[1]/{self.tags.name}[1]", self._between(6, 40))
        body = self._open(f"/article[1]/{self.tags.body}[1]")
        path = self.path[body]
        self._paragraphs(path, self._between(1, 4), Level.SECTION, Level.SUBSECTION, Level.PARAGRAPH)
        for number in range(1, 1 + min(24, int(self.rng.lognormal(0.9, 0.8)))):
            self._section(f"{path}/{self.tags.section}[{number}]")
        self._close(body)
        self._close(article)

    def _section(self, path: str) -> None:
        parts = int(self.rng.integers(2, 4)) if self.rng.random() < 0.25 else 0
        section = self._open(path, Level.SECTION, *([] if parts else [Level.SUBSECTION]))
        self._leaf(f"{path}/{self.tags.title}[1]", self._between(5, 30))
        levels = [Level.SUBSECTION, Level.PARAGRAPH] if parts else [Level.PARAGRAPH]
        self._paragraphs(path, self._between(1, 6), *levels)
        for number in range(1, parts + 1):
            inner = f"{path}/{self.tags.subsection}[{number}]"
            subsection = self._open(inner, Level.SUBSECTION)
            self._leaf(f"{inner}/{self.tags.title}[1]", self._between(5, 30))
            self._paragraphs(inner, self._between(1, 4), Level.PARAGRAPH)
            self._close(subsection)
        self._close(section)

    def _paragraphs(self, parent: str, count: int, *levels: Level) -> None:
        for number in range(1, count + 1):
            self._leaf(f"{parent}/p[{number}]", 20 + int(self.rng.lognormal(5.3, 0.7)), *levels)

    def _between(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high))

    def _leaf(self, path: str, length: int, *levels: Level) -> None:
        self._here += bool(self._here)  # the line break before it
        place = self._open(path, *levels)
        self.leaf[place] = True
        self._here += length
        self.length[place] = length

    def _open(self, path: str, *levels: Level) -> int:
        self.path.append(path)
        self.offset.append(self._here)
        self.length.append(0)
        self.leaf.append(False)
        self.at_level.append(tuple(level in levels for level in Level))
        return len(self.path) - 1

    def _close(self, place: int) -> None:
        self.length[place] = self._here - self.offset[place]
