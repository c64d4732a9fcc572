"""Names get the same numbers whether they are known or new."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from inexreport.model.top_results import Vocabulary

SHORT = st.text(st.sampled_from("ab1"), min_size=1, max_size=3)
LONG = st.sampled_from(["/article[1]", "ä", "a longer name", "another longer name"])


def expected(calls: Sequence[Sequence[str]]) -> tuple[list[list[int]], list[str]]:
    names: dict[str, int] = {}
    return [[names.setdefault(name, len(names)) for name in call] for call in calls], list(names)


@given(st.lists(st.lists(SHORT | LONG, max_size=8), max_size=6))
def test_numbers_are_those_of_first_meetings(calls: list[list[str]]) -> None:
    known = Vocabulary()
    found = [known.numbers(call).tolist() for call in calls]
    assert (found, list(known)) == expected(calls)


@given(st.lists(SHORT, unique=True, max_size=8), st.lists(SHORT | LONG, max_size=8))
def test_a_vocabulary_goes_on_in_another_process(names: list[str], further: list[str]) -> None:
    known = Vocabulary()
    known.numbers(names)
    known.numbers(further[:3])
    again = pickle.loads(pickle.dumps(known))
    assert again.numbers(further).tolist() == known.numbers(further).tolist()
    assert list(again) == list(known)
