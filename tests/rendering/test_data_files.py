import csv
import io
import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from inexreport.rendering.data_files import csv_bytes, json_bytes, parquet_bytes, table_json_bytes


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "name": ["a,b", 'say "x"', "línea\nnueva"],
            "score": [0.1 + 0.2, 1 / 3, 1e-17],
            "rank": pd.array([1, None, 3], dtype="Int64"),
            "known": [True, False, True],
        }
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
    assert content["columns"] == list(table.columns)
    assert content["rows"][0] == ["a,b", 0.1 + 0.2, 1, True]
    assert content["rows"][1][2] is None


def test_parquet_reads_back_and_gives_the_same_bytes(table):
    assert parquet_bytes(table) == parquet_bytes(table.copy())
    assert pq.read_table(io.BytesIO(parquet_bytes(table)))["score"].to_pylist() == table["score"].tolist()


def test_an_empty_table_is_a_header():
    empty = pd.DataFrame({"a": pd.Series(dtype="float64")})
    assert csv_bytes(empty) == b"a\n"
    assert json.loads(table_json_bytes(empty)) == {"columns": ["a"], "rows": []}


def test_json_is_sorted_and_knows_no_nan():
    assert json_bytes({"b": 1, "a": "é"}) == '{\n  "a": "é",\n  "b": 1\n}\n'.encode()
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_bytes(float("nan"))
