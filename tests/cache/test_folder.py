"""A cache gives back what was written under a key, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inexreport.cache.folder import Cache, key_of

CONTENT = b"scores of a run, and more of them"
READERS: list[Callable[[Cache, str, str], memoryview | None]] = [Cache.read, Cache.mapped]


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def entry(cache: Cache, kind: str, key: str) -> Path:
    return cache.folder / kind / key[:2] / key[2:]


@pytest.mark.parametrize("read", READERS)
def test_what_was_written_is_read(cache: Cache, read: Callable[..., memoryview | None]) -> None:
    for content in (CONTENT, b""):
        cache.write("outcomes", key_of("a"), content)
        assert read(cache, "outcomes", key_of("a")) == content
    assert read(cache, "outcomes", key_of("b")) is None


@pytest.mark.parametrize("read", READERS)
def test_a_damaged_entry_is_not_believed(cache: Cache, read: Callable[..., memoryview | None]) -> None:
    key = key_of("a")
    cache.write("outcomes", key, CONTENT)
    whole = entry(cache, "outcomes", key).read_bytes()
    for place in range(len(whole)):
        for damaged in (whole[:place], whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]):
            entry(cache, "outcomes", key).write_bytes(damaged)
            assert read(cache, "outcomes", key) is None


@pytest.mark.parametrize("read", READERS)
def test_an_entry_in_the_place_of_another_is_not_believed(
    cache: Cache, read: Callable[..., memoryview | None]
) -> None:
    one, other = key_of("one"), key_of("other")
    cache.write("outcomes", one, CONTENT)
    cache.write("outcomes", other, CONTENT[::-1])
    entry(cache, "outcomes", one).rename(entry(cache, "outcomes", other))
    assert read(cache, "outcomes", other) is None
    cache.write("outcomes", one, CONTENT)
    cache.write("tasks", one, CONTENT[::-1])
    entry(cache, "outcomes", one).rename(entry(cache, "tasks", one))
    assert read(cache, "tasks", one) is None
