"""docs/messages.md explains every problem, in the words of the catalogue, and no other."""

import re
from pathlib import Path

from inexreport.model.problem_kinds import PROBLEM_KINDS

ROW = re.compile(
    r"^\| `(?P<code>[a-z-]+)` \| (?P<severity>\w+) \| (?P<meaning>.+?)\. \| (?P<remedy>.+) \|$", re.M
)


def test_documentation_and_catalogue_agree():
    text = (Path(__file__).parents[1] / "docs" / "messages.md").read_text(encoding="utf-8")
    text = re.sub(r"`(<[a-z_-]+>)`", r"\1", text)  # tags are code, since Markdown would take them for its own
    documented = {row["code"]: (row["severity"], row["meaning"], row["remedy"]) for row in ROW.finditer(text)}
    catalogue = {code: (kind.severity, kind.meaning, kind.remedy) for code, kind in PROBLEM_KINDS.items()}
    assert documented == catalogue


def test_every_code_is_given_by_the_program_and_has_cause_and_cure():
    package = Path(__file__).parents[1] / "inexreport"
    texts = [file.read_text("utf-8") for file in package.rglob("*.py") if file.name != "problem_kinds.py"]
    for code, kind in PROBLEM_KINDS.items():
        assert any(f'"{code}"' in text for text in texts), code
        assert len(kind.remedy.split()) > 1, code
        assert kind.remedy.endswith((".", "explains the format.")), code
