"""The tables of docs/reliability.md, made from what tests try and from what came of it.

``python -m tests.reliability_tables`` writes them into the page; tests compare.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reliability.md"
COMMAND = "python -m tests.reliability_tables"

Cases = Sequence[Mapping[str, Any]]

_INPUTS, _FAULTS = "inputs", "faults"

_FAULT_NAMES = {
    "FullDisk": "The disk is full from there on",
    "Interruption": "Ctrl-C",
    "Killing": "The process is killed, half of a file written",
    "power": "The power fails; of what nobody had waited for, any part is lost",
}
_SYSTEMS = {False: "yes", True: "no"}
_ENDS = {
    "built": "exits with 0",
    "told: No space left on device": "tells “No space left on device” and exits with 1",
    "interrupted": "exits with 130",
    "killed": "is gone",
}
_STATES = {
    "old": "the old site",
    "new": "the new site",
    "no c/": "for an instant no site",
    "no archive/": "for an instant no pages of the archive",
}
_BETWEEN = "for an instant the old one of one part, the new one of another"
_FAULT_HEAD = (
    "fault",
    "folders change places in one step",
    "the build",
    "readers find",
    "the next build leaves",
)


def inputs_table() -> str:
    """A row for each hostile input with its outcome."""
    from tests.hostile.inputs import INPUTS

    rows = [(one.kind, one.what, _outcome(one)) for one in INPUTS]
    return _table(("tried", "as", "outcome"), rows)


def _outcome(one: Any) -> str:
    codes = dict.fromkeys(problem.partition(" ")[0] for problem in one.problems)
    reported = ", ".join(f"`{code}`" for code in codes)
    if one.refuses_campaign:
        parts = [f"campaign refused: {reported}"]
    elif one.errors:
        parts = [f"run rejected: {reported}"]
    else:
        parts = [f"reported: {reported}"] if reported else []
    if one.scored_as:
        parts.append(
            "scored like the same run without it" if one.scored_as == "honest" else "scored as it says"
        )
    if one.outcome:
        parts.append(one.outcome)
    return "; ".join(parts) or "nothing changes"


def faults_table(tried: Mapping[str, Cases]) -> str:
    """A row for each fault and kind of file system with all that ever came of it."""
    rows = []
    for fault, name in _FAULT_NAMES.items():
        for portable, system in _SYSTEMS.items():
            of_all = tried["power losses"] if fault == "power" else tried["injected"]
            cases = [
                one for one in of_all if one["portable"] == portable and one.get("fault", "power") == fault
            ]
            ends = {_ENDS[one["ended"]] for one in cases if "ended" in one} or {_ENDS["killed"]}
            mended = {one["mended"] for one in cases} - {None}
            rows.append(
                (
                    name,
                    system,
                    "; or ".join(sorted(ends)),
                    "; or ".join(sorted({_state(one["state"]) for one in cases}, key=_rank)),
                    "the new site, nothing else" if mended == {"new"} else str(sorted(mended)),
                )
            )
    return _table(_FAULT_HEAD, rows)


def _state(state: str) -> str:
    parts = state.split()
    return _BETWEEN if len(parts) == 3 and set(parts) == {"old", "new"} else _STATES.get(state, state)


def _rank(reported: str) -> tuple[int, str]:
    order = ["the old site", "the new site", _BETWEEN]
    return (order.index(reported) if reported in order else len(order)), reported


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def table_in_page(name: str) -> str:
    """A table as the page has it."""
    found = _place(name).search(PAGE.read_text("utf-8"))
    return found[2] if found else ""


def _place(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name}: {re.escape(COMMAND)} -->\n\n)(.*?)(\n<!-- end -->)", re.DOTALL)


def tried_faults(folder: Path) -> dict[str, Cases]:
    """Let every fault happen, in a program of its own."""
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT)])
    program = [sys.executable, str(ROOT / "tests" / "rendering" / "publishing_faults.py"), str(folder)]
    done = subprocess.run(
        program, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Cases] = json.loads(done.stdout)
    return found


def main() -> None:
    """Write both tables into the page."""
    with tempfile.TemporaryDirectory() as folder:
        tables = {_INPUTS: inputs_table(), _FAULTS: faults_table(tried_faults(Path(folder)))}
    text = PAGE.read_text("utf-8")
    for name, table in tables.items():
        text = _place(name).sub(lambda found, table=table: found[1] + table + found[3], text)
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
