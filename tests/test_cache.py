"""A cache returns what was stored under a key, or nothing."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from enum import StrEnum
from functools import cache as cached
from pathlib import Path

import jinja2
import numpy as np
import pytest

from inexreport.cache import Cache, digest
from inexreport.errors import UsageError
from inexreport.rendering import environment

CONTENT = {"scores": np.arange(5.0), "run": "a"}


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def entry(cache: Cache, kind: str, key: str) -> Path:
    assert cache.folder is not None
    return cache.folder / kind / key[:2] / key[2:]


def test_what_was_stored_is_returned(cache: Cache) -> None:
    cache.put("outcome", digest("a"), CONTENT)
    found = cache.get("outcome", digest("a"))
    assert found["run"] == "a"
    assert found["scores"].tolist() == [0, 1, 2, 3, 4]
    assert cache.get("outcome", digest("b")) is None
    assert cache.get("task", digest("a"), "nothing") == "nothing"


def test_a_result_is_computed_once_even_if_it_is_none(cache: Cache) -> None:
    computed = []
    for _ in range(2):
        assert cache.get_or_compute("reliability", digest("a"), lambda: computed.append(1)) is None
    assert computed == [1]


def test_without_a_folder_nothing_is_stored() -> None:
    cache = Cache()
    cache.put("outcome", digest("a"), CONTENT)
    assert cache.get("outcome", digest("a")) is None
    cache.remove_unused()


def test_a_damaged_entry_is_not_used(cache: Cache) -> None:
    key = digest("a")
    cache.put("outcome", key, CONTENT)
    whole = entry(cache, "outcome", key).read_bytes()
    for place in range(len(whole)):
        for damaged in (whole[:place], whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]):
            entry(cache, "outcome", key).write_bytes(damaged)
            assert cache.get("outcome", key) is None


def test_an_entry_in_the_place_of_another_is_not_used(cache: Cache) -> None:
    one, other = digest("one"), digest("other")
    cache.put("outcome", one, CONTENT)
    cache.put("outcome", other, "something else")
    entry(cache, "outcome", one).rename(entry(cache, "outcome", other))
    assert cache.get("outcome", other) is None
    cache.put("outcome", one, CONTENT)
    cache.put("task", one, "something else")
    entry(cache, "outcome", one).rename(entry(cache, "task", one))
    assert cache.get("task", one) is None


@pytest.mark.parametrize("writer", [stat.S_IWGRP, stat.S_IWOTH])
def test_a_folder_that_others_may_write_to_is_refused(tmp_path: Path, writer: int) -> None:
    folder = tmp_path / "cache"
    Cache(folder)
    folder.chmod(0o700 | writer)
    with pytest.raises(UsageError, match="Others may write to"):
        Cache(folder)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="This system has no user ids.")
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache(tmp_path / "cache")
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    with pytest.raises(UsageError, match="Others may write to"):
        Cache(tmp_path / "cache")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="This system has no user ids.")
def test_nothing_is_written_to_a_folder_of_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    with pytest.raises(UsageError, match="Others may write to"):
        Cache(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="This system has no such permissions.")
def test_a_folder_that_others_may_exchange_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    with pytest.raises(UsageError, match="Others may write to"):
        Cache(shared / "of one user" / "cache")
    shared.chmod(0o1777)  # as /tmp: nobody may rename what belongs to others
    Cache(shared / "of one user" / "cache")


@pytest.mark.skipif(os.name != "posix", reason="This system has no such permissions.")
def test_no_umask_lets_others_write_to_entries(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o755)
    before = os.umask(0)
    try:
        Cache(folder).put("outcome", digest("one"), CONTENT)
    finally:
        os.umask(before)
    below = [path for path in folder.rglob("*") if path.name != "CACHEDIR.TAG"]
    assert len(below) == 3
    assert not any(path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH) for path in below)


@pytest.mark.skipif(os.name != "posix", reason="This system has no such permissions.")
def test_an_entry_that_others_may_write_to_is_not_read(cache: Cache) -> None:
    key = digest("one")
    cache.put("outcome", key, CONTENT)
    entry(cache, "outcome", key).chmod(0o666)
    assert cache.get("outcome", key) is None


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(UsageError, match="something else"):
        Cache(tmp_path)


def test_entries_that_nobody_has_used_for_a_month_are_deleted(cache: Cache) -> None:
    for key, days in (("aa" * 32, 31), ("bb" * 32, 29)):
        cache.put("outcome", key, CONTENT)
        file = entry(cache, "outcome", key)
        old = file.stat().st_mtime - days * 24 * 60 * 60
        os.utime(file, (old, old))
    cache.remove_unused()  # the folder was made today
    assert cache.folder is not None
    assert len(list(cache.folder.glob("*/*/*"))) == 2
    os.utime(cache.folder / "CACHEDIR.TAG", (0, 0))
    cache.remove_unused()
    assert [file.parent.name for file in cache.folder.glob("*/*/*")] == ["bb"]


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Record:
    name: str
    values: object


DIFFERENT = [
    *(None, "", "None", 0, 0.0, False, "0", (), [], {}, set(), frozenset({"a"}), ("a",), ["a"], {"a": 1}),
    *(
        {"a": 2},
        {"b": 1},
        ("ab",),
        ("a", "b"),
        (("a",), "b"),
        ("a", ("b",)),
        Path("a"),
        "a",
        Colour.RED,
        "red",
    ),
    *(np.zeros(2), np.zeros(2, dtype=np.float32), np.zeros((2, 1)), np.zeros(3), np.ones(2), (0.0, 0.0)),
    *(Record("a", 1), Record("a", 2), Record("b", 1), Record("a", np.zeros(2)), Record("a", np.ones(2))),
    *(float("nan"), float("inf"), -0.0, 1, 1.0, True, "1", 10**30),
]


def test_different_values_have_different_digests() -> None:
    assert len({digest(value) for value in DIFFERENT}) == len(DIFFERENT)
    assert [digest(value) for value in DIFFERENT] == [digest(value) for value in DIFFERENT]


def test_the_order_of_a_set_does_not_matter() -> None:
    assert digest(set("abcdefgh")) == digest(set("hgfedcba"))


def test_a_digest_of_something_else_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be part of a cache key"):
        digest(object())


def test_templates_are_compiled_once_for_each_version_of_the_code(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []
    compile_template = jinja2.Environment.compile

    def noted(made: jinja2.Environment, source: str, name: str, filename: str) -> object:
        compiled.append(name)
        return compile_template(made, source, name, filename)

    monkeypatch.setattr(jinja2.Environment, "compile", noted)
    for version, times in (("one", 1), ("one", 1), ("other", 2)):
        monkeypatch.setattr(environment, "code_version", lambda version=version: version)
        monkeypatch.setattr(environment, "environment", cached(environment.environment.__wrapped__))
        environment.compile_once(cache)
        assert environment.environment().get_template("sections.html").name == "sections.html"
        assert compiled.count("sections.html") == times
