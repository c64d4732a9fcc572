"""Runs as text in columns (2008-2010 and TREC)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import starmap

from .results import Results


class Place(Enum):
    """Which part of a document a result is: the names of the columns behind the run's name."""

    ARTICLE = ""
    ELEMENT = "path"
    RANGE = "first-path last-path"
    PASSAGE = "offset length"
    ENTRY_POINT = "offset"


def column_run(results: Results, run_id: str, place: Place, digits: int = 4) -> Iterator[str]:
    """A run, topic by topic: TREC's six columns and those of the place; scores with so many decimals."""
    columns = " {}" * len(place.value.split())
    for topic, rows in results:
        line = f"{topic} Q0 {{}} {{}} {{:.{digits}f}} {run_id}{columns}\n"
        yield "".join(starmap(line.format, rows))
