import csv
import hashlib
import io
import json
import math
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.rendering import data_files
from inexreport.rendering.data_files import (
    DATA,
    csv_bytes,
    json_bytes,
    parquet_bytes,
    table_block,
    table_json_bytes,
    write_table,
)
from inexreport.report.tables.table import Table, text


@pytest.fixture
def table():
    return pa.table(
        {
            "name": ["a,b", 'say "x"', "línea\nnueva"],
            "score": [0.1 + 0.2, 1 / 3, 1e-17],
            "rank": [1, None, 3],
            "known": [True, False, True],
        },
        schema=pa.schema(
            [("name", pa.string()), ("score", pa.float64()), ("rank", pa.int64()), ("known", pa.bool_())]
        ),
    )


def test_csv_keeps_every_digit(table):
    rows = list(csv.reader(io.StringIO(csv_bytes(table).decode(), newline="")))
    assert rows[0] == ["name", "score", "rank", "known"]
    assert [float(row[1]) for row in rows[1:]] == [0.1 + 0.2, 1 / 3, 1e-17]
    assert rows[1] == ["a,b", "0.30000000000000004", "1", "true"]
    assert rows[2][2] == ""
    assert rows[3][0] == "línea\nnueva"


def test_json_keeps_every_digit(table):
    content = json.loads(table_json_bytes(table))
    assert content["columns"] == table.column_names
    assert content["rows"][0] == ["a,b", 0.1 + 0.2, 1, True]
    assert content["rows"][1][2] is None


def test_parquet_reads_back_and_gives_the_same_bytes(table):
    assert parquet_bytes(table) == parquet_bytes(pa.concat_tables([table.slice(0, 1), table.slice(1)]))
    assert pq.read_table(io.BytesIO(parquet_bytes(table))).to_pylist() == table.to_pylist()


def test_an_empty_table_is_a_header():
    empty = pa.table({"a": pa.array([], pa.float64())})
    assert csv_bytes(empty) == b"a\n"
    assert json.loads(table_json_bytes(empty)) == {"columns": ["a"], "rows": []}


def test_json_is_sorted_and_knows_no_nan():
    assert json_bytes({"b": 1, "a": "é"}) == '{\n  "a": "é",\n  "b": 1\n}\n'.encode()
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_bytes(float("nan"))


ODD = pa.table(
    {
        "kind": ["a", "b", "a,b"] * 3,
        "text": ["plain", "", None, 'a "quoted", one', " two\nlines ", "\r", "é<&>\u2028", "plain", "tab\t"],
        "score": [0.0, -0.0, None, 1e300, 5e-324, 0.1, 1e16, 123456789.0, -1e-7],
        "count": [1, None, -3, 10**15, 0, 7, 8, 9, 10],
        "whole": list(range(9)),
        "known": [True, False] * 4 + [True],
        "nothing": [None] * 9,
    },
    schema=pa.schema(
        [
            ("kind", pa.string()),
            ("text", pa.string()),
            ("score", pa.float64()),
            ("count", pa.int64()),
            ("whole", pa.int64()),
            ("known", pa.bool_()),
            ("nothing", pa.string()),
        ]
    ),
)


def written_by_python(rows):
    as_csv = io.StringIO(newline="")
    writer = csv.writer(as_csv, lineterminator="\n")
    writer.writerow(ODD.column_names)
    for row in rows:
        writer.writerow([spelt(cell) for cell in row])
    return as_csv.getvalue().replace(",\r,", ',"\r",')  # quoted by Python 3.13 and newer only


def spelt(cell):
    """A cell as Arrow spells it."""
    if isinstance(cell, bool):
        return str(cell).lower()
    return {-1e-7: "-1e-7", 123456789.0: "123456789.0"}.get(cell, cell)


@pytest.mark.parametrize("rows_at_once", [1, 2, 9, 100])
def test_cells_are_written_as_the_standard_library_writes_them(rows_at_once, monkeypatch, tmp_path):
    monkeypatch.setattr(data_files, "ROWS_AT_ONCE", rows_at_once)
    rows = list(zip(*(column.to_pylist() for column in ODD.columns), strict=True))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False).replace("e-07", "e-7") for row in rows)
    head = json.dumps(ODD.column_names)
    as_json = f'{{"columns": {head},\n"rows": [\n{lines}\n]}}\n'
    assert csv_bytes(ODD).decode() == written_by_python(rows)
    assert table_json_bytes(ODD).decode() == as_json
    columns = {name: text("Anything.") for name in ODD.column_names}
    odd = Table("odd", "One row per oddity.", columns, lambda _: [ODD.to_pydict()])
    monkeypatch.setattr(Table, "build", lambda *_: ODD)
    for file in write_table(tmp_path, odd, [table_block(odd, None)]).files:
        content = (tmp_path / DATA / file.name).read_bytes()
        assert (file.size, file.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert (tmp_path / DATA / "odd.csv").read_bytes() == csv_bytes(ODD)
    assert (tmp_path / DATA / "odd.json").read_bytes() == table_json_bytes(ODD)
    assert pq.read_table(tmp_path / DATA / "odd.parquet").to_pylist() == ODD.to_pylist()


def of_numbers(numbers):
    return pa.table(
        {"n": pa.array(numbers, pa.float64(), from_pandas=True), "end": pa.nulls(len(numbers), pa.string())}
    )


def assert_the_same_numbers(numbers):
    table = of_numbers(numbers)
    rows = json.loads(table_json_bytes(table))["rows"]
    head, *lines = csv_bytes(table).decode().splitlines()
    assert head == "n,end"
    for line, (in_json, _), number in zip(lines, rows, numbers, strict=True):
        written = line.removesuffix(",")
        if math.isnan(number):
            assert (written, in_json) == ("", None)
        else:
            assert repr(float(written)) == repr(in_json) == repr(number)
            assert re.search("[.e]", written), "it would look like a count"


@given(st.lists(st.floats(allow_infinity=False) | st.integers(-(10**17), 10**17).map(float)))
def test_files_give_the_same_numbers_back(numbers):
    assert_the_same_numbers(numbers)


def test_files_give_numbers_on_both_sides_of_an_exponent_back():
    powers = [float(f"1e{power}") for power in range(-20, 23)]
    numbers = [float(np.nextafter(one, one * way)) for one in powers for way in (0.5, 1, 2)]
    assert_the_same_numbers([*numbers, *(one / 3 for one in powers)])


@given(st.lists(st.text() | st.none()))
def test_files_give_the_same_texts_back(texts):
    table = pa.table({"text": pa.array(texts, pa.string()), "end": ["."] * len(texts)})
    rows = list(csv.reader(io.StringIO(csv_bytes(table).decode(), newline=""), strict=True))
    assert rows == [["text", "end"], *([text or "", "."] for text in texts)]
    assert json.loads(table_json_bytes(table))["rows"] == [[text, "."] for text in texts]
