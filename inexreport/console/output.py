"""What all output has in common: the console, formats for other programs, safe text."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from math import isfinite
from typing import Any

from rich.console import Console
from rich.markup import escape

from inexreport.model.shown_text import LONGEST_TEXT, UNSEEN, shown


class OutputFormat(StrEnum):
    """How findings and values are printed."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"


class ChangesFormat(StrEnum):
    """How changes between two editions are printed."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"
    HTML = "html"


def open_console(*, to_stderr: bool = False) -> Console:
    """A console that breaks no lines, so that what is printed can be copied and searched."""
    # Without emoji: in the place of a problem, such as runs/Focused/a.xml:100:, the line would become one.
    return Console(stderr=to_stderr, soft_wrap=True, highlight=False, emoji=False)


def print_json(content: Any, *, ascii_only: bool = False) -> None:
    """Print content as indented JSON, which has null for numbers that are undefined or infinite."""
    text = json.dumps(_with_nulls(content), indent=2, ensure_ascii=ascii_only, allow_nan=False)
    sys.stdout.write(f"{text}\n")


def _with_nulls(content: Any) -> Any:
    if isinstance(content, Mapping):
        return {name: _with_nulls(value) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_with_nulls(value) for value in content]
    return None if isinstance(content, float) and not isfinite(content) else content


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows under the names of their columns."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def print_csv_records(columns: Sequence[str], records: Iterable[Mapping[str, Any]]) -> None:
    """As `print_csv`, of rows that name their columns."""
    print_csv(columns, ([record[column] for column in columns] for record in records))


def plain(text: str) -> str:
    """Text from a file without markup and control characters."""
    return escape(UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text))


def in_a_line(text: str) -> str:
    """Text from a file in one line, without markup and control characters."""
    return escape(shown(text, LONGEST_TEXT).replace("\n", " "))
