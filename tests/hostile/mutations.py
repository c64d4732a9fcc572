"""Damages files as strangers' programs, editors and transfers do, and as an attacker would."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from random import Random

# fmt: off
TOKENS = [
    b"", b"\0", b"\r", b"\n", b"\t", b"\x0b", b"\x1c", b"\x7f", b"\xff", b"\xc0\xaf", b"\xef\xbb\xbf",
    b"\xff\xfe", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xc2\x85", b"\xef\xbf\xbf", b"NaN",
    b"inf", b"-inf", b"1e400", b"-1e308", b"1e308", b"0x10", b"1_0", b"\xd9\xa1", b"-7", b"-0", b"+5",
    b"9" * 400, b"9223372036854775807", b"1000000000000", b"1,000", b"0:5", b"0:", b":", b"X", b"?",
    b"U", b"..", b"../../../etc/passwd", b"/dev/stdin", b"/", b"//", b"/article[1]", b"/a[0]",
    b"/a[99999999999999999999]", b"text()[1].0", b"/a[1]/text()", b"[", b"]", b"<", b">", b"&", b"&amp;",
    b"&#0;", b"&#x10ffff;", b"&nbsp;", b"&x;", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"<?x?>",
    b"<?xml version='1.1'?>", b'<!DOCTYPE a [<!ENTITY x "y">]>',
    b'<!DOCTYPE a SYSTEM "file:///etc/passwd">', b'<!ENTITY % p SYSTEM "http://192.0.2.1/">',
    b"<topic topic-id='2009001'>", b"</topic>", b"<result>", b"</result>", b"<result/>",
    b"<file>851</file>", b"<path>/a[1]</path>", b'<fol offset="1" length="2"/>',
    b'<passage start="/a[1]" end="/b[1]"/>', b"<rank>1</rank>", b'xmlns="http://x"', b"x:", b"<file/>",
    b'<file name="1">', b"</file>", b'size="0"', b'rsize="7"', b'exhaustivity="2"', b'relevance="3"',
    b'coverage="E"', b'"', b"'", b"=", b"#", b"[tasks.Focused]", b"[[x]]", b'"""', b"a.b.c", b"{", b"}",
    b"metrics = []", b"cutoff = 0", b"official = \"nxCG@0\"", b"1979-05-27", b"true", b"Q0", b"2009001",
    b"2009001 Q0 851 1 1 1 1\n", b"2009001 Q0 851 5 9 0 0:5\n", b"<script>alert(1)</script>",
    b"\x1f\x8b\x08\0", b"PAR1",
]
ENCODINGS = ["utf-16", "utf-16-le", "utf-32", "utf-7", "iso-8859-1", "utf-8-sig", "cp037"]
# fmt: on
_PIECE = re.compile(rb"<[^<>]*>|[^\s<>]+|\s+")


def mutated(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Return a file with one to six damages.

    Parameters
    ----------
    data : bytes
    others : sequence of bytes
        Files of the same kind, from which pieces are taken.
    random : Random
    """
    for _ in range(random.choice([1, 1, 2, 3, 6])):
        data = random.choice(_DAMAGES)(data, others, random)[:MOST_BYTES]
    return data


MOST_BYTES = 20_000
"""Of a damaged file: what needs more to go wrong is among the large inputs."""


def _cut_off(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _cut_out(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    begin, end = _bounds(data, random)
    return data[:begin] + data[end:]


def _repeat(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    begin, end = _bounds(data, random)
    return data[:begin] + data[begin:end] * random.choice([2, 3, 40]) + data[end:]


def _flip(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _splice(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    other = random.choice(others)
    begin, end = _bounds(other, random)
    at = random.randint(0, len(data))
    return data[:at] + other[begin:end] + data[at + random.choice([0, end - begin]) :]


def _join(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    return data + random.choice(others)


def _insert(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(TOKENS) + data[at:]


def _replace_piece(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Put something hostile in the place of a tag, a word or a blank."""
    found = [match.span() for match in _PIECE.finditer(data)]
    if not found:
        return random.choice(TOKENS)
    begin, end = random.choice(found)
    return data[:begin] + random.choice(TOKENS) + data[end:]


def _replace_value(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Put something hostile in the place of an attribute's value or a string, or into a number."""
    found = [match.span() for match in re.finditer(rb"(?<=[\"'])[^\"'<>]*(?=[\"'])|[0-9.]+", data)]
    if not found:
        return data
    begin, end = random.choice(found)
    return data[:begin] + random.choice(TOKENS) + data[end:]


def _swap_pieces(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    found = [match.span() for match in _PIECE.finditer(data)]
    if len(found) < 2:
        return data
    (begin, end), (later, last) = sorted(random.sample(found, 2))
    return data[:begin] + data[later:last] + data[end:later] + data[begin:end] + data[last:]


def _swap_lines(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _encode(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    return data.decode("utf-8", "replace").encode(random.choice(ENCODINGS), "replace")


def _pack(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    return gzip.compress(data, mtime=0)


def _bounds(data: bytes, random: Random) -> tuple[int, int]:
    begin = random.randint(0, len(data))
    return begin, min(len(data), begin + random.choice([1, 2, 8, 60, 500]))


_DAMAGES = [
    *(
        _cut_off,
        _cut_out,
        _repeat,
        _flip,
        _flip,
        _splice,
        _join,
        _insert,
        _insert,
        _replace_piece,
        _replace_piece,
    ),
    *(_replace_value, _replace_value, _replace_value, _swap_pieces, _swap_lines, _encode, _pack),
]
