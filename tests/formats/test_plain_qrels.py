"""Plain qrels are read in a way of their own; these tests hold it against the reader of any qrels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_runs import ENCODINGS, ODD_TOKENS, SEPARATORS, damaged

from inexreport.formats import qrels
from inexreport.formats.plain_qrels import read_plain_qrels
from inexreport.formats.qrels import QrelsReader
from inexreport.model.assessment import TopicAssessment
from inexreport.model.problem import Problem, ProblemLog

SEEDS = st.integers(0, 2**32)
CAMPAIGNS = Path(__file__).parents[2] / "campaigns"
ODD_COLUMNS = [
    "-1",
    "-01",
    "+1",
    "1:",
    ":1",
    "1:2:3",
    "-1:2",
    "1:-2",
    "0" * 12,
    "1" * 13,
    "1" * 13 + ":1",
    "a:b",
]


class WrittenQrels:
    """Writes one file of judgements.

    Parameters
    ----------
    random : Random
    oddity : float
        How much of it is not as it should be.
    """

    def __init__(self, random: Random, oddity: float) -> None:
        self.random, self.oddity = random, oddity
        self.separator = random.choice([" ", " ", "\t", "  "])
        self.newline = random.choice(["\n", "\n", "\n", "\r\n", "\n\n"])
        self.extension = random.choice(["", "", ".xml", ".XML"])

    def odd(self) -> bool:
        return self.random.random() < self.oddity

    def line(self, topic: int, article: int) -> str:
        passages, end = [], self.random.choice([0, 7, 10**6])
        for _ in range(self.random.choice([0, 0, 1, 2, 5])):
            begin = end + self.random.randint(0, 50)
            end = begin + self.random.choice([0, 1, 99, 10**8])
            passages.append((begin, end - begin))
        relevant = sum(length for _, length in passages) + self.odd()
        length = end + self.random.choice([0, 5, 10**9]) - self.odd()
        self.random.shuffle(passages)
        columns = [topic, "Q0", f"{article}{self.extension}", relevant, length]
        if passages or self.random.random() < 0.3:
            columns += [self.random.choice([-1, 0, 12345]), *(f"{begin}:{size}" for begin, size in passages)]
        written = [
            self.random.choice(ODD_TOKENS + ODD_COLUMNS) if self.odd() else str(column) for column in columns
        ]
        if self.odd():
            written = written[: self.random.randint(0, len(written))]
        separators = [self.random.choice(SEPARATORS) if self.odd() else self.separator for _ in written]
        pairs = zip(written, separators, strict=True)
        return "".join(part for pair in pairs for part in pair).rstrip(self.separator) + self.newline

    def file(self) -> bytes:
        topics = [self.random.randint(1, 9) for _ in range(self.random.randint(0, 4))]
        topics = topics if self.odd() else list(dict.fromkeys(topics))
        names = range(1, 20) if self.random.random() < 0.5 else range(123456780, 123456799)
        text = "".join(
            self.line(topic, article)
            for topic in topics
            for article in (self.random.choices(names, k=5) if self.odd() else self.random.sample(names, 5))
        )
        data = text.encode(self.random.choice(ENCODINGS) if self.odd() else "utf-8", "replace")
        return damaged(data, self.random) if self.odd() else data


def described(assessment: TopicAssessment) -> list[object]:
    return [
        (value.dtype.str, value.tobytes()) if isinstance(value, np.ndarray) else value
        for value in vars(assessment).values()
    ]


def read(files: Sequence[bytes]) -> tuple[list[list[object]], list[Problem]]:
    log, reader = ProblemLog("a.qrels"), QrelsReader()
    for data in files:
        reader.read(data, log)
    return [described(assessment) for assessment in reader.assessments().values()], list(log)


def assert_read_alike(*files: bytes) -> None:
    found = read(files)
    with patch.object(qrels, "read_plain_qrels", lambda _: None):
        assert read(files) == found


def oddity(random: Random) -> float:
    return random.choice([0.0, 0.0, 0.003, 0.01, 0.05])


@settings(deadline=None, max_examples=200)
@given(SEEDS)
def test_any_files_are_read_as_the_reference_reads_them(seed: int) -> None:
    random = Random(seed)
    assert_read_alike(*(WrittenQrels(random, oddity(random)).file() for _ in range(random.randint(1, 3))))


@settings(deadline=None, max_examples=100)
@given(SEEDS, st.integers(0, 300), st.sampled_from([*ODD_COLUMNS, *ODD_TOKENS]) | st.text(max_size=3))
def test_a_plain_file_into_which_something_came(seed: int, place: int, odd: str) -> None:
    data = WrittenQrels(Random(seed), 0).file()
    assert_read_alike(data[:place] + odd.encode() + data[place:])


def test_plain_files_are_read_as_such() -> None:
    files = [WrittenQrels(Random(seed), 0).file().replace(b"\r\n", b"\n") for seed in range(100)]
    read_plainly = [read_plain_qrels(data) is not None for data in files if data]
    assert all(read_plainly)
    assert len(read_plainly) > 50


@pytest.mark.parametrize(
    "path", sorted(CAMPAIGNS.glob("*/assessments/*/*.qrels")), ids=lambda path: path.stem
)
def test_judgements_of_the_samples(path: Path) -> None:
    assert read_plain_qrels(path.read_bytes()) is not None
    assert_read_alike(path.read_bytes())


@pytest.mark.real_data
def test_real_judgements_are_plain(real_data: Path) -> None:
    path = real_data / "inex-2009-adhoc" / "assessments" / "official" / "inex2009-adhoc.qrels"
    assert read_plain_qrels(path.read_bytes()) is not None
    assert_read_alike(path.read_bytes())
