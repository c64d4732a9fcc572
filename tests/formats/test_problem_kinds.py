from __future__ import annotations

import re
from pathlib import Path

import pytest

import inexreport.formats
from inexreport.model.problem_kinds import PROBLEM_KINDS

SOURCES = "".join(
    path.read_text("utf-8") for path in sorted(Path(inexreport.formats.__path__[0]).glob("*.py"))
)
TESTS = "".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))


@pytest.mark.parametrize(
    "code", sorted(set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', SOURCES)) & set(PROBLEM_KINDS))
)
def test_every_problem_that_a_reader_reports_has_a_test(code: str) -> None:
    assert f'"{code}"' in TESTS
    kind = PROBLEM_KINDS[code]
    assert not kind.meaning.endswith(".")
    assert kind.remedy.endswith(".")
