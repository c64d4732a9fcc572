"""Which text each result of a plain file means, worked out for all results at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.formats.numbers import whole_number
from inexreport.formats.spans import NotPlain, Spans, decoded, normalised_paths
from inexreport.model.run import ABSENT, ResultForm

MOST_DIGITS = 12
NOT_FOUND = ("X", "x", "-1")


@dataclass(eq=False)
class PlainPlaces:
    """Columns of `inexreport.model.run.Results`."""

    form: NDArray[np.int8]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    path: NDArray[np.int32]
    end_path: NDArray[np.int32]
    paths: tuple[str, ...] = ()


def unknown_places(count: int, form: ResultForm) -> PlainPlaces:
    """Return the columns of results of one form, of whose places nothing is known yet."""
    return PlainPlaces(
        form=np.full(count, form, dtype=np.int8),
        offset=np.zeros(count, dtype=np.int64),
        length=np.zeros(count, dtype=np.int64),
        path=np.full(count, ABSENT, dtype=np.int32),
        end_path=np.full(count, ABSENT, dtype=np.int32),
    )


def element_places(
    which: NDArray[np.int32], pieces: pa.BinaryArray, is_path: Callable[[str], bool]
) -> PlainPlaces:
    """Return the places of results that give an element's path: its number among the pieces."""
    places = unknown_places(len(which), ResultForm.ELEMENT)
    places.paths, meaning = normalised_paths(pieces, is_path)
    places.path = meaning[which]
    return places


def range_places(
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    pieces: pa.BinaryArray,
    is_path: Callable[[str], bool],
) -> PlainPlaces:
    """Return the places of results that give the paths of a first and a last element."""
    places = unknown_places(len(start), ResultForm.RANGE)
    places.paths, meaning = normalised_paths(pieces, is_path)
    places.path, places.end_path = meaning[start], meaning[end]
    return places


def offset_places(offset: Spans, length: Spans | None = None) -> PlainPlaces:
    """Return the places of results that give an offset, and a length or none of them does."""
    form = ResultForm.ENTRY_POINT if length is None else ResultForm.PASSAGE
    places = unknown_places(len(offset), form)
    places.offset, nowhere = _numbers(offset)
    if length is not None:
        places.length, without = _numbers(length)
        if (without & ~nowhere).any():
            raise NotPlain
    if nowhere.any():
        places.form[nowhere] = ResultForm.NOWHERE
        places.offset, places.length = (
            np.where(nowhere, 0, column) for column in (places.offset, places.length)
        )
    if places.length.min() < 0:
        raise NotPlain
    return places


def _numbers(values: Spans) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the numbers, and where instead of one there is a sign that the place was not found."""
    plain = values.whole_numbers(MOST_DIGITS)
    if plain is not None:
        return plain, np.zeros(len(plain), dtype=np.bool_)
    which, pieces = values.stripped().numbered()
    texts = decoded(pieces)
    nowhere = np.array([text in NOT_FOUND for text in texts], dtype=np.bool_)
    numbers = [0 if text in NOT_FOUND else whole_number(text) for text in texts]
    if None in numbers:
        raise NotPlain
    return np.array(numbers, dtype=np.int64)[which], nowhere[which]
