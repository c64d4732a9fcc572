"""docs/messages.md is the catalogue of problems: every row is read, and the program gives every code."""

import re
from pathlib import Path

from inexreport.model.problem_kinds import PROBLEM_KINDS


def test_every_row_of_the_documentation_is_read():
    text = (Path(__file__).parents[1] / "docs" / "messages.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*", text, re.MULTILINE)
    documented = [row.split("`")[1] for row in rows if not row.startswith(("| code |", "|---"))]
    assert documented == list(PROBLEM_KINDS)
    assert not [code for code, kind in PROBLEM_KINDS.items() if "`<" in kind.meaning + kind.remedy]


def test_every_code_is_given_by_the_program_and_has_cause_and_cure():
    package = Path(__file__).parents[1] / "inexreport"
    texts = [file.read_text("utf-8") for file in package.rglob("*.py")]
    for code, kind in PROBLEM_KINDS.items():
        assert any(f'"{code}"' in text for text in texts), code
        assert len(kind.remedy.split()) > 1, code
        assert kind.remedy.endswith((".", "explains the format.")), code
