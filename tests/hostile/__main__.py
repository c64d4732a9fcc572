"""Prints the table of hostile inputs and their outcomes, in Markdown: `python -m tests.hostile`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from .hostile_input import HostileInput
from .inputs import INPUTS


def rows() -> Iterator[str]:
    """Yield the table's lines, head first: kind, input, where it is put, and what comes of it."""
    yield "| kind | input | where | outcome |"
    yield "|---|---|---|---|"
    for hostile in INPUTS:
        places = ", ".join(dict.fromkeys(_code(place) for place in hostile.put))
        yield f"| {hostile.kind} | {hostile.what} | {places} | {_outcome(hostile)} |"


def _outcome(hostile: HostileInput) -> str:
    codes = dict.fromkeys(problem.partition(" ")[0] for problem in hostile.problems)
    parts = [", ".join(f"`{code}`" for code in codes)] if codes else []
    if hostile.scored_as:
        parts.append(f"scored as the {hostile.scored_as} run")
    if hostile.outcome:
        parts.append(hostile.outcome)
    if hostile.refuses_campaign:
        parts.append("campaign refused")
    elif hostile.errors:
        parts.append("run excluded")
    return "; ".join(parts) or "accepted, text shown as text"


def _code(place: str) -> str:
    """Return a place with what cannot be seen made visible."""
    visible = "".join(
        one if one.isprintable() and one not in "`|" else "\N{REPLACEMENT CHARACTER}" for one in place
    )
    return f"`{visible if len(visible) <= LONGEST_PLACE else visible[:LONGEST_PLACE] + '…'}`"


LONGEST_PLACE = 60

if __name__ == "__main__":
    sys.stdout.write("\n".join(rows()) + "\n")
