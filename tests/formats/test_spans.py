from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inexreport.formats.numbers import decimal_number
from inexreport.formats.spans import NotPlain, Spans, numbered_in_runs

NUMBERS = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.floats(allow_nan=True).map(repr),
    st.decimals(0, 10_000, places=4).map(str),
    st.text("0123456789.", min_size=1, max_size=9),
    st.text("0123456789.eE+-xX/:_ \u0663", max_size=12),
    st.sampled_from(["nan", "inf", "-infinity", "1e400", "1e-400", "-0.0", "0x10", "1_0"]),
)


def spans(texts: list[str], separator: bytes = b"|") -> Spans:
    pieces = [text.encode() for text in texts]
    ends = np.cumsum([len(piece) + 1 for piece in pieces]) - 1
    starts = ends - [len(piece) for piece in pieces]
    return Spans(separator.join(pieces) + separator * 8, starts, ends)


@given(st.lists(NUMBERS, min_size=1, max_size=5))
@example(["0.1", "12.", ".25", "99999.99"])
@example(["1.2.3"])
@example(["."])
def test_numbers_are_those_that_are_read_one_by_one(texts: list[str]) -> None:
    expected = [decimal_number(text.strip()) if text.strip() else np.nan for text in texts]
    if None in expected:
        with pytest.raises(NotPlain):
            spans(texts).decimal_numbers()
    else:
        assert spans(texts).decimal_numbers().tobytes() == np.array(expected, dtype=np.float64).tobytes()


@given(st.lists(st.text("ab\u00e9", max_size=20), min_size=1, max_size=30))
def test_pieces_are_numbered_by_first_appearance(texts: list[str]) -> None:
    distinct = list(dict.fromkeys(texts))
    runs, begins, in_runs = numbered_in_runs(spans(texts).pieces)
    assert begins.tolist() == [i for i in range(len(texts)) if not i or texts[i] != texts[i - 1]]
    for which, pieces in (spans(texts).numbered(), (runs, in_runs)):
        assert [piece.decode() for piece in pieces.to_pylist()] == distinct
        assert which.tolist() == [distinct.index(text) for text in texts]


def test_pieces_at_the_very_end() -> None:
    at_the_end = Spans(b"1 2 10", np.array([0, 2, 4]), np.array([1, 3, 6]))
    assert at_the_end.decimal_numbers().tolist() == [1, 2, 10]
    assert at_the_end.numbered()[1].to_pylist() == [b"1", b"2", b"10"]
    assert numbered_in_runs(at_the_end.pieces)[0].tolist() == [0, 1, 2]
