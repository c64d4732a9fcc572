"""A kept text comes back as it was, or not at all."""

from __future__ import annotations

import zlib

from hypothesis import given
from hypothesis import strategies as st

from inexreport.cache.texts import packed_text, unpacked_text

TEXT = "Ämter " * 40
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(ANY_TEXT)
def test_a_text_comes_back_as_it_was(text: str) -> None:
    assert unpacked_text(packed_text(text)) == text


def test_a_text_that_can_be_packed_as_far_as_any_comes_back() -> None:
    text = "a" * 10**7
    assert len(packed_text(text)) < 10**5
    assert unpacked_text(packed_text(text)) == text


def test_a_damaged_text_is_none() -> None:
    whole = packed_text(TEXT)
    for end in range(len(whole)):
        assert unpacked_text(whole[:end]) is None
    for at in range(len(whole)):
        assert unpacked_text(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :]) is None


@given(
    st.binary() | st.builds(lambda size, rest: size.to_bytes(8) + rest, st.integers(0, 2**63), st.binary())
)
def test_something_else_with_a_checksum_is_no_text(content: bytes) -> None:
    found = unpacked_text(content + zlib.crc32(content).to_bytes(4))
    assert found is None or unpacked_text(packed_text(found)) == found
