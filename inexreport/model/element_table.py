"""Where every element of the collection's documents begins and how long its text is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN

TEXT_STEP = "/text()["
"""What the paths of text nodes contain."""

ROWS_AT_ONCE = 2**22
"""How many rows are looked at together, which limits memory."""
_TEXT_PLACE = re.compile(
    r"(?P<node>.*/text\(\))(?P<not_blank>\[normalize-space\(\)\])?\[(?P<number>[0-9]{1,9})\]"
    r"(?:\.(?P<offset>[0-9]{1,12}))?"
)


@dataclass(frozen=True, eq=False)
class ElementTable:
    """Offsets and lengths of elements and text nodes, in the campaign's unit.

    Attributes
    ----------
    articles, paths : mapping of str to int
        Numbers of the articles and of the distinct normalised paths, from 0 in their order.
    key : int64 array, shape (rows,)
        Number of the article times the number of paths, plus the number of the path; ascending.
    offset, length : int64 array, shape (rows,)
    blank : bool array, shape (rows,)
        Text nodes that hold nothing but white space.

    Examples
    --------
    >>> table = ElementTable.of({("12", "/a[1]/p[1]"): (7, 30), ("12", "/a[1]/text()[2]"): (37, 9)})
    >>> table.locate(["12", "12", "12"], ["/a[1]/p[1]", "/a[1]/p[2]", "/a[1]/text()[2].5"])
    (array([ 7, -1, 42]), array([30, -1,  0]))
    """

    articles: Mapping[str, int]
    paths: Mapping[str, int]
    key: NDArray[np.int64]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    blank: NDArray[np.bool_]

    @classmethod
    def of(cls, places: Mapping[tuple[str, str], tuple[int, int]]) -> ElementTable:
        """Return a small table: article and path to offset and length; no text node of it is blank."""
        articles = {name: number for number, name in enumerate(dict.fromkeys(name for name, _ in places))}
        paths = {path: number for number, path in enumerate(dict.fromkeys(path for _, path in places))}
        key = np.array([articles[name] * len(paths) + paths[path] for name, path in places], dtype=np.int64)
        columns = np.array(list(places.values()), dtype=np.int64).reshape(-1, 2)
        order = np.argsort(key)
        return cls(
            articles,
            paths,
            key[order],
            columns[order, 0],
            columns[order, 1],
            np.zeros(len(key), dtype=np.bool_),
        )

    def beyond_parents(self) -> int:
        """How many elements or text nodes begin before, or end after, the element that holds them.

        Examples
        --------
        >>> ElementTable.of({("1", "/a[1]"): (0, 9), ("1", "/a[1]/p[1]"): (5, 5)}).beyond_parents()
        1
        """
        parents = [self.paths.get(path.rpartition("/")[0], UNKNOWN) for path in self.paths]
        parent_of = np.array(parents, dtype=np.int64)
        beyond = 0
        for begin in range(0, len(self.key), ROWS_AT_ONCE):
            rows = np.arange(begin, min(begin + ROWS_AT_ONCE, len(self.key)))
            path = self.key[rows] % len(self.paths)
            rows, path = rows[parent_of[path] != UNKNOWN], path[parent_of[path] != UNKNOWN]
            key = self.key[rows] - path + parent_of[path]
            above = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
            rows, above = rows[self.key[above] == key], above[self.key[above] == key]
            ends, last = self.offset[rows] + self.length[rows], self.offset[above] + self.length[above]
            beyond += int(np.count_nonzero((self.offset[rows] < self.offset[above]) | (ends > last)))
        return beyond

    def locate(
        self, articles: Sequence[str], paths: Sequence[str]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Offset and length of each (article, path), `UNKNOWN` where the table has no such place.

        Paths may lead to text nodes, counted among all of their element, ``text()[2]``, or among those that
        are not blank, ``text()[normalize-space()][2]``; and to a point in one, ``text()[2].13``, whose length
        is 0 and which is unknown where the text node is shorter.
        """
        each = np.arange(len(articles))
        return self.places(pa.array(articles, pa.string()), paths, each, each)

    def places(
        self,
        articles: pa.StringArray,
        paths: Sequence[str],
        article: NDArray[np.integer],
        path: NDArray[np.integer],
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """As `locate`, of places that are given by numbers of articles and paths.

        Parameters
        ----------
        articles, paths : array of str, sequence of str
            The names that are numbered.
        article, path : integer array, shape (places,)
        """
        rows = self._rows(articles, paths, article, path)
        known = rows != UNKNOWN
        offset = np.full(len(rows), UNKNOWN, dtype=np.int64)
        length = np.full(len(rows), UNKNOWN, dtype=np.int64)
        offset[known] = self.offset[rows[known]]
        length[known] = self.length[rows[known]]
        in_text = np.array([TEXT_STEP in name for name in paths], dtype=np.bool_)
        unknown = np.flatnonzero(~known)
        for position in unknown[in_text[path[unknown]]].tolist():
            place = self._text_place(articles[int(article[position])].as_py(), paths[path[position]])
            offset[position], length[position] = place
        return offset, length

    def _rows(
        self,
        articles: pa.StringArray,
        paths: Sequence[str],
        article: NDArray[np.integer],
        path: NDArray[np.integer],
    ) -> NDArray[np.int64]:
        found = np.full(len(article), UNKNOWN, dtype=np.int64)
        if not len(self.key) or not len(article):
            return found
        article = self.numbers(articles)[article]
        rows = np.flatnonzero(article != UNKNOWN)  # of a large collection few articles are in the table
        path = np.array([self.paths.get(name, UNKNOWN) for name in paths], dtype=np.int64)[path[rows]]
        rows, path = rows[path != UNKNOWN], path[path != UNKNOWN]
        key = article[rows] * len(self.paths) + path
        order = np.argsort(key)  # what is looked for in order lies near what was found last
        rows, key = rows[order], key[order]
        row = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        is_there = self.key[row] == key
        found[rows[is_there]] = row[is_there]
        return found

    def numbers(self, articles: pa.StringArray) -> NDArray[np.int64]:
        """Number of each of some articles, `UNKNOWN` for those that the table does not have."""
        found = pc.index_in(articles, value_set=self._article_names).fill_null(UNKNOWN)
        numbers: NDArray[np.int64] = found.cast(pa.int64()).to_numpy()
        return numbers

    @cached_property
    def _article_names(self) -> pa.StringArray:
        return pa.array(list(self.articles), pa.string())

    def _row(self, article: str, path: str) -> int:
        """Row of a place, `UNKNOWN` if there is none."""
        if article not in self.articles or path not in self.paths:
            return UNKNOWN
        key = self.articles[article] * len(self.paths) + self.paths[path]
        row = int(np.searchsorted(self.key, key))
        return row if row < len(self.key) and self.key[row] == key else UNKNOWN

    def _text_place(self, article: str, path: str) -> tuple[int, int]:
        """Return offset and length of a text node, or of a point in one."""
        place = _TEXT_PLACE.fullmatch(path)
        row = self._text_node(article, place) if place else UNKNOWN
        if place is None or row == UNKNOWN:
            return UNKNOWN, UNKNOWN
        offset, length = int(self.offset[row]), int(self.length[row])
        if place["offset"] is None:
            return offset, length
        inside = int(place["offset"])
        return (offset + inside, 0) if inside <= length else (UNKNOWN, UNKNOWN)

    def _text_node(self, article: str, place: re.Match[str]) -> int:
        number = int(place["number"])
        if place["not_blank"] is None:
            return self._row(article, f"{place['node']}[{number}]")
        position = 0
        while True:
            position += 1
            row = self._row(article, f"{place['node']}[{position}]")
            number -= row != UNKNOWN and not self.blank[row]
            if row == UNKNOWN or number == 0:
                return row
