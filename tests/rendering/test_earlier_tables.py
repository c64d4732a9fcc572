"""Rows that are taken from the tables before are those that would be made anew, in every format."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest

from inexreport.cache.known_files import signature
from inexreport.errors import InputChangedError
from inexreport.rendering import earlier_tables
from inexreport.rendering import table_rows as module
from inexreport.rendering.data_files import DATA, WrittenTable, write_table
from inexreport.rendering.earlier_tables import EarlierTables, OctetsOfFile, StoredRows
from inexreport.rendering.table_rows import TableRows, table_rows
from inexreport.report.typed_table import WITH_GAPS, typed_columns

TABLE = typed_columns(
    {
        "task": ["Focused"] * 4 + ["Thorough"] * 5,
        "topic": ["1", "ä,b", 'a "b"', "\n"] * 2 + ["5"],
        "score": [0.1, None, 1e-17, -0.0, 3.0, 0.25, None, 1 / 3, 1e300],
        "count": [1, None, 3, 4, 5, 6, 7, 8, 10**15],
    },
    {"count": WITH_GAPS},
)


@pytest.fixture(autouse=True, params=[2, 100])
def rows_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROW_GROUP", request.param)


def written(folder: Path, pieces: list[TableRows]) -> WrittenTable:
    folder.mkdir()
    return write_table(folder, "results", iter(pieces))


def made(*cuts: int) -> list[TableRows]:
    return [table_rows(TABLE.slice(begin, end - begin)) for begin, end in pairwise(cuts)]


def tables(folder: Path, table: WrittenTable) -> EarlierTables:
    rows = {str(place): StoredRows(str(place), "results", piece) for place, piece in enumerate(table.pieces)}
    folder = folder / DATA
    return EarlierTables(folder, rows, {file.name: signature(file) for file in folder.iterdir()})


def octets(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / DATA).iterdir()}


@pytest.mark.parametrize("cuts", [(0, 9), (0, 4, 9), (0, 0, 3, 3, 4, 9, 9)])
def test_a_table_of_rows_from_before_has_the_same_octets(tmp_path: Path, cuts: tuple[int, ...]) -> None:
    before = tables(tmp_path / "old", written(tmp_path / "old", made(*cuts)))
    # Of no rows it is not known of what types they would be: they are never taken over.
    again = [
        before.stored(str(place)) if begin < end else made(begin, end)[0]
        for place, (begin, end) in enumerate(pairwise(cuts))
    ]
    written(tmp_path / "new", again)
    assert octets(tmp_path / "new") == octets(tmp_path / "old")


def test_rows_can_come_first_or_later_than_before(tmp_path: Path) -> None:
    before = tables(tmp_path / "old", written(tmp_path / "old", made(0, 4, 9)))
    written(tmp_path / "turned", [before.stored("1"), before.stored("0")])
    written(tmp_path / "anew", [*made(4, 9), *made(0, 4)])
    assert octets(tmp_path / "turned") == octets(tmp_path / "anew")


def test_texts_that_a_file_has_no_room_to_number_come_back_in_the_same_octets(tmp_path: Path) -> None:
    long = [f"{number}{'long' * 5000}" for number in range(150)]
    table = typed_columns({"text": [*long, *long], "row": list(range(300))}, {})
    anew = [table_rows(table.slice(0, 200)), table_rows(table.slice(200))]
    before = tables(tmp_path / "old", written(tmp_path / "old", anew))
    written(tmp_path / "new", [before.stored("0"), before.stored("1")])
    assert octets(tmp_path / "new") == octets(tmp_path / "old")


def test_rows_whose_types_others_decide_are_known(tmp_path: Path) -> None:
    score = TABLE.column_names.index("score")
    without = TABLE.slice(0, 4).set_column(score, "score", pa.nulls(4))
    table = written(tmp_path / "old", [table_rows(without), *made(4, 9)])
    assert [piece.is_typed_alike for piece in table.pieces] == [False, True]


def test_what_is_not_known_is_not_there(tmp_path: Path) -> None:
    before = tables(tmp_path / "old", written(tmp_path / "old", made(0, 9)))
    assert before.stored("1") is None
    assert before.stored("") is None


@pytest.mark.parametrize("at_once", [1, 7, 1 << 20])
def test_octets_of_a_file_come_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(earlier_tables, "AT_ONCE", at_once)
    file = tmp_path / "text"
    file.write_bytes(bytes(range(100)))
    assert b"".join(bytes(one) for one in OctetsOfFile(file, (3, 90))) == bytes(range(3, 90))
    assert list(OctetsOfFile(file, (3, 3))) == []


def test_a_file_that_has_become_shorter_is_told(tmp_path: Path) -> None:
    before = tables(tmp_path / "old", written(tmp_path / "old", made(0, 4, 9)))
    rows = before.stored("1")
    os.truncate(tmp_path / "old/data/results.csv", 30)
    with pytest.raises(InputChangedError, match=r"results\.csv"):
        written(tmp_path / "new", [rows])


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_nothing_is_taken_from_a_file_that_was_touched(tmp_path: Path, kind: str) -> None:
    before = tables(tmp_path / "old", written(tmp_path / "old", made(0, 4, 9)))
    assert before.stored("1") is not None
    file = tmp_path / f"old/data/results.{kind}"
    os.utime(file, ns=(0, 0))
    assert before.stored("1") is None
    file.unlink()
    assert before.stored("1") is None
