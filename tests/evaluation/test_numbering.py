"""Names get the same numbers whether they are short or long, known or new."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.model.short_names import ShortNames, words_of
from inexreport.model.top_results import Numbering

SHORT = st.text(st.sampled_from("ab1"), min_size=1, max_size=3)
LONG = st.sampled_from(["/article[1]", "ä", "a longer name", "another longer name"])


def expected(calls: Sequence[Sequence[str]]) -> tuple[list[list[int]], list[str]]:
    names: dict[str, int] = {}
    return [[names.setdefault(name, len(names)) for name in call] for call in calls], list(names)


@given(st.lists(st.lists(SHORT | LONG, max_size=8), max_size=6))
def test_numbers_are_those_of_first_meetings(calls: list[list[str]]) -> None:
    known = Numbering()
    found = [known.numbers(call).tolist() for call in calls]
    assert (found, list(known.names)) == expected(calls)


@given(st.lists(SHORT, unique=True, max_size=8), st.lists(SHORT | LONG, max_size=8))
def test_numbering_goes_on_after_a_journey(names: list[str], further: list[str]) -> None:
    known = Numbering(names)
    known.numbers(further[:3])
    again = pickle.loads(pickle.dumps(known))
    assert again.numbers(further).tolist() == known.numbers(further).tolist()
    assert list(again.names) == list(known.names)


@pytest.mark.parametrize("names", [("7", "12"), ("7", "a longer name")])
def test_short_names_stay_numbers_as_long_as_all_are_short(names: tuple[str, ...]) -> None:
    known = Numbering()
    words = words_of(("12",))
    assert words is not None
    assert known.numbers(ShortNames(words)).tolist() == [0]
    known.numbers(names)
    assert isinstance(known.names, ShortNames) == (max(map(len, names)) <= 8)
    assert known.numbers(names).dtype == np.int32
