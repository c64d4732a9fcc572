"""What writers of runs take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Row = tuple[Any, ...]
"""A result: document, rank, score, and its place in the document: a path, two paths, offset and length, an
offset or nothing."""

Results = Iterable[tuple[str, Iterable[Row]]]
"""The topics of a run by their ids, with the results of each in order."""
