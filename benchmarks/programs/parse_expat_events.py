"""Parses XML with expat and looks at every element and text: `parse_expat_events.py FILE...`."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.parsers import expat

total = 0


def started(name: str, attributes: dict[str, str]) -> None:
    """Count the results."""
    global total
    total += name == "result"


def seen(_: str) -> None:
    """Do nothing with an end or a text."""


for name in sys.argv[1:]:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = started, seen
    parser.CharacterDataHandler = seen
    parser.Parse(Path(name).read_bytes(), True)
sys.stdout.write(f"{total}\n")
