"""What is put down is taken up as it was, and leaves nothing behind."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
import pytest

from inexreport.workers import put_down
from inexreport.workers.put_down import ALIGNED, AtHand, Place, PutDown, taken_up


@pytest.fixture(params=["in memory", "in a folder"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where files are made if the system has none in memory."""
    if request.param == "in a folder":
        monkeypatch.delattr(os, "memfd_create", raising=False)
    elif not hasattr(os, "memfd_create"):
        pytest.skip("This system has no files in memory.")
    monkeypatch.setattr(put_down.tempfile, "tempdir", str(tmp_path))
    return tmp_path


def thing() -> dict[str, object]:
    return {
        "text": "ä" * 1000,
        "arrays": [np.arange(n, dtype=np.int16) for n in (0, 1, 7, 64, 5000)],
        "strided": np.arange(60.0).reshape(6, 10)[:, ::2],
        "texts": np.array(["a", "bc"], dtype=object),
        "words": np.array(["a", "bc"]),
        "columns first": np.asfortranarray(np.arange(6).reshape(2, 3)),
        "one number": np.array(3.5),
        "days": np.array(["2009-01-01"], dtype="M8[D]"),
        "records": np.array([(1, 2.5)], dtype=[("rank", "i4"), ("score", "f8")]),
    }


def test_it_is_taken_up_as_it_was(folder: Path) -> None:
    there = PutDown(thing())
    found, meant = taken_up(there.place), thing()
    assert found["text"] == meant["text"]
    for name in meant.keys() - {"text", "arrays"}:
        assert found[name].dtype == meant[name].dtype
        assert found[name].shape == meant[name].shape
        assert np.array_equal(found[name], meant[name])
    for one, other in zip(found["arrays"], meant["arrays"], strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
        assert one.ctypes.data % ALIGNED == 0


def test_an_array_at_two_places_is_one_again(folder: Path) -> None:
    there = PutDown([array := np.arange(5), array])
    one, other = taken_up(there.place)
    assert one is other


def test_what_one_writes_to_it_no_other_sees(folder: Path) -> None:
    there = PutDown(np.arange(1000))
    taken_up(there.place)[:] = 7
    assert np.array_equal(taken_up(there.place), np.arange(1000))


def test_what_could_not_be_written_to_still_cannot(folder: Path) -> None:
    fixed = np.arange(1000)
    fixed.flags.writeable = False
    there = PutDown(fixed)
    assert not taken_up(there.place).flags.writeable


def test_another_process_finds_it(folder: Path) -> None:
    there = PutDown(np.arange(1000))
    asked = (
        "import sys; from inexreport.workers.put_down import Place, taken_up;"
        "print(taken_up(Place(sys.argv[1], *map(int, sys.argv[2:]))).sum())"
    )
    command = [sys.executable, "-c", asked, *map(str, astuple(there.place))]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout == "499500\n"


class Thing:
    """Something that may be pickled."""


def test_what_was_put_down_is_not_held(folder: Path) -> None:
    some = Thing()
    gone = weakref.ref(some)
    gc.disable()
    try:
        there = PutDown(some)
        del some
        assert there.place.is_there()
        assert gone() is None
    finally:
        gc.enable()


def test_what_was_taken_away_is_not_taken_for_what_follows(folder: Path) -> None:
    there = PutDown(thing())
    there.take_away()
    assert not there.place.is_there()
    following = PutDown(thing())
    assert following.place.is_there()
    assert not there.place.is_there()


def test_nothing_is_left(folder: Path) -> None:
    there = PutDown(thing())
    taken = taken_up(there.place)
    path = Path(there.place.path)
    assert path.exists()
    del there
    gc.collect()
    assert not path.exists()
    assert not list(folder.iterdir())
    assert taken["text"] == thing()["text"]
    assert taken["arrays"][-1].sum() == sum(range(5000))


@dataclass(frozen=True, eq=False)
class Part:
    numbers: np.ndarray


@dataclass(frozen=True, eq=False)
class Whole:
    part: Part
    name: str


@dataclass(frozen=True, eq=False)
class Several:
    parts: tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class Holder:
    several: Several


def test_what_is_at_hand_is_put_down_once() -> None:
    whole = Whole(Part(np.arange(100)), "whole")
    at_hand, other = AtHand([whole]), Part(np.arange(7))
    places = []

    def looked_up(place: Place) -> Whole:
        places.append(place)
        return whole

    there = PutDown(("all", whole, whole.part, other), at_hand)
    text, found, part, unlike = taken_up(there.place, looked_up)
    assert text == "all"
    assert found is whole
    assert part is whole.part
    assert unlike.numbers.tolist() == [*range(7)]
    assert len(set(places)) == 1
    again = PutDown([whole], at_hand)
    taken_up(again.place, looked_up)
    assert len(set(places)) == 1
    assert there.place.record == ALIGNED  # the seven numbers, and no more


def test_what_is_at_hand_can_be_taken_up_like_all_else() -> None:
    whole = Whole(Part(np.arange(100)), "whole")
    at_hand = AtHand([whole])
    there = PutDown((whole, whole.part), at_hand)
    found, part = taken_up(there.place)
    assert found.name == "whole"
    assert found.part.numbers.tolist() == part.numbers.tolist() == [*range(100)]


def test_objects_in_tuples_of_what_is_at_hand_are_not_put_down_again() -> None:
    first, second = Holder(Several((Part(np.arange(50)), Part(np.arange(60))))), Whole(Part(np.arange(3)), "")
    at_hand = AtHand([first, second])
    there = PutDown([second.part, first.several.parts[1], Part(np.arange(8))], at_hand)
    assert there.place.record == ALIGNED  # the eight numbers
    taken: dict[Place, object] = {}
    found = taken_up(there.place, lambda place: taken.setdefault(place, taken_up(place)))
    assert [len(one.numbers) for one in found] == [3, 60, 8]
    assert len(taken) == 2


def test_what_stays_at_hand_stays_where_it_was_put_down() -> None:
    first, second = Whole(Part(np.arange(50)), "first"), Whole(Part(np.arange(60)), "second")
    before = AtHand([first])
    after = AtHand([first, second], before)
    places: list[Place] = []
    for at_hand in (before, after):
        there = PutDown(first, at_hand)
        taken_up(there.place, lambda place: places.append(place))
    assert places[0] == places[1]
    there = PutDown(first, AtHand([second], after))
    assert taken_up(there.place).name == "first"  # by itself, for it is not at hand any more
