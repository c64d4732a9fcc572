from __future__ import annotations

import pytest

from inexreport.formats.toml_lines import lines_of

TEXT = '''# year = 1
title = """
year = 2
"""
year = 2006  # [tasks]
"quoted key" = 'a # b'
inline = { a = 1, b = [ 1, 2 ] }

[collection]
name = "x"
[tasks."CO.Thorough"]
metrics = [
  "a,b", # "c"
  [ "d", "e" ],
  "f",
]
rules.overlap = "error"
[tasks."CO.Thorough".settings]
a = "b"
[[people]]
name = "A"

[[people]]
[last]
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["title"], 2),
        (["people"], 20),
        (["people", 0, "name"], 21),
        (["people", 1], 23),
        (["people", 1, "name"], 23),
        (["last"], 24),
        (["year"], 5),
        (["quoted key"], 6),
        (["inline", "b", 1], 7),
        (["collection"], 9),
        (["collection", "name"], 10),
        (["collection", "unit"], 9),
        (["tasks", "CO.Thorough"], 11),
        (["tasks", "CO.Thorough", "metrics"], 12),
        (["tasks", "CO.Thorough", "metrics", 0], 13),
        (["tasks", "CO.Thorough", "metrics", 1], 14),
        (["tasks", "CO.Thorough", "metrics", 2], 15),
        (["tasks", "CO.Thorough", "rules", "overlap"], 17),
        (["tasks", "CO.Thorough", "settings", "a"], 19),
        (["protocol"], None),
        ([], None),
    ],
)
def test_line_of_a_setting(path: list[str | int], line: int | None) -> None:
    lines = [] if line is None else [line]
    assert lines_of(TEXT, path) == lines
    assert lines_of(TEXT.replace("\n", "\r\n"), path) == lines
