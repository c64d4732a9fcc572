from __future__ import annotations

import re
from pathlib import Path

import pytest

import inexreport.formats
from inexreport.model.problem_kinds import PROBLEM_KINDS

SOURCES = "".join(
    path.read_text("utf-8") for path in sorted(Path(inexreport.formats.__path__[0]).glob("*.py"))
)
HERE = Path(__file__).parent
TESTS = "".join(
    path.read_text("utf-8")
    for path in sorted([*HERE.glob("test_*.py"), *(HERE.parent / "hostile" / "inputs").glob("*.py")])
)


@pytest.mark.parametrize(
    "code", sorted(set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', SOURCES)) & set(PROBLEM_KINDS))
)
def test_every_problem_that_a_reader_reports_has_a_test(code: str) -> None:
    assert re.search(rf'"{code}[":]', TESTS)
    kind = PROBLEM_KINDS[code]
    assert not kind.meaning.endswith(".")
    assert kind.remedy.endswith(".")
