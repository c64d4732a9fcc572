"""Records come back from files as they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from inexreport.cache import records
from inexreport.cache.folder import Cache
from inexreport.cache.records import from_arrow, from_parquet, to_arrow, to_parquet
from inexreport.workers.mapped_file import MappedFile, place_in_file


@dataclass(frozen=True, eq=False)
class Inner:
    numbers: NDArray[np.int64]
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Outer:
    title: str
    score: float | None
    inner: Mapping[str, Inner]
    pairs: tuple[tuple[str, ...], ...]
    flags: NDArray[np.bool_]


def example(numbers: NDArray[np.int64]) -> Outer:
    inner = {"ä": Inner(numbers, ("a", "", "\n")), "": Inner(numbers[:0], ())}
    return Outer("\ud800 &", 0.1, inner, (("a", "b"), ()), np.array([True, False]))


def same(one: Outer, other: Outer) -> bool:
    return (
        (one.title, one.score, one.pairs) == (other.title, other.score, other.pairs)
        and list(one.inner) == list(other.inner)
        and np.array_equal(one.flags, other.flags)
        and all(
            a.names == b.names and a.numbers.dtype == b.numbers.dtype and np.array_equal(a.numbers, b.numbers)
            for a, b in zip(one.inner.values(), other.inner.values(), strict=True)
        )
    )


@pytest.fixture
def from_mapped(tmp_path: Path) -> Callable[[bytes], Outer | None]:
    def read(content: bytes) -> Outer | None:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        path.write_bytes(content)
        return from_arrow(memoryview(MappedFile.at(path)), Outer)

    return read


NUMBERS = arrays.arrays(np.int64, arrays.array_shapes(max_dims=2, max_side=40))


@given(numbers=NUMBERS)
def test_a_parquet_file_gives_the_record_back(numbers: NDArray[np.int64]) -> None:
    found = from_parquet(to_parquet(example(numbers)), Outer)
    assert found is not None
    assert same(found, example(numbers))


@pytest.mark.parametrize("together", [1, 100, 8 << 20])
def test_an_arrow_file_gives_the_record_back(
    from_mapped: Callable[[bytes], Outer | None], monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    monkeypatch.setattr(records, "_TOGETHER", together)
    for numbers in (np.arange(6).reshape(2, 3), np.arange(0), np.arange(1000)):
        found = from_mapped(to_arrow(example(numbers)))
        assert found is not None
        assert same(found, example(numbers))


def test_arrays_of_an_arrow_file_stay_in_it(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    cache.write("things", "abcd", to_arrow(example(np.arange(50))))
    file = cache.mapped("things", "abcd")
    assert file is not None
    found = from_arrow(file, Outer)
    assert found is not None
    place = place_in_file(found.inner["ä"].numbers)
    assert place is not None
    assert place[0] is file.obj
    assert found.inner["ä"].numbers.ctypes.data % 8 == 0


def test_a_file_of_something_else_gives_nothing(from_mapped: Callable[[bytes], Outer | None]) -> None:
    assert from_mapped(b"ARROW1") is None
    assert from_parquet(b"PAR1", Outer) is None
    assert from_mapped(to_parquet(example(np.arange(40)))) is None


def test_there_may_be_nothing_or_an_empty_file(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert cache.mapped("things", "abcd") is None
    cache.write("things", "abcd", b"")
    assert cache.mapped("things", "abcd") == b""
    (file,) = cache.folder.glob("things/*/*")
    file.write_bytes(b"")
    assert cache.mapped("things", "abcd") is None
    assert cache.read("things", "abcd") is None
