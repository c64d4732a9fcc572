"""Blocks of measurements as a table, as JSON, and in a document."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.measuring.comparison import Block, Row
from benchmarks.measuring.limits import judged
from benchmarks.measuring.machine import machine
from benchmarks.measuring.process import MeasurementError

BEGIN, END = "<!-- measurements: begin -->", "<!-- measurements: end -->"
MEGABYTE = 2**20

HEADER = ("", "wall s", "range", "x", "CPU s", "range", "x", "peak MB", "pages/s")
PAGES = HEADER.index("pages/s")


def table(blocks: list[Block]) -> str:
    """All blocks under each other, in columns of fixed width, and what was expected."""
    lines = []
    for block in blocks:
        lines += ["", f"{block.title} ({block.setting})"]
        lines += _aligned([HEADER, *(_cells(row, block.rows[0]) for row in block.rows)])
        lines += [f"  {row.name}: {row.note}" for row in block.rows if row.note]
    expected = judged(blocks)
    if len(expected) > 1:
        lines += ["", "What is expected", *_aligned(expected)]
    return "\n".join(lines) + "\n"


def markdown(blocks: list[Block], described: dict[str, str]) -> str:
    """The same for a document."""
    parts = [
        "Machine: {processors}, {memory}, {system}; {python}.".format(**described),
        _markdown_table(judged(blocks)),
    ]
    for block in blocks:
        cells = [HEADER, *(_cells(row, block.rows[0]) for row in block.rows)]
        if not any(row.pages for row in block.rows):
            cells = [line[:PAGES] for line in cells]
        notes = "".join(f"\n\n{row.name}: {row.note}" for row in block.rows if row.note)
        parts.append(f"### {block.title}\n\n{block.setting}.\n\n{_markdown_table(cells)}{notes}")
    return "\n\n".join(parts)


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Columns of fixed width, numbers at the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  "
        + "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _markdown_table(lines: Sequence[Sequence[str]]) -> str:
    written = ["| " + " | ".join(line) + " |" for line in lines]
    written.insert(1, "|---" + "|--:" * (len(lines[0]) - 1) + "|")
    return "\n".join(written)


def store(blocks: list[Block], path: Path) -> list[Block]:
    """Put measurements into a file beside those of other parts, and return all that are in it."""
    kept = {block.key: block for block in stored(path)} | {block.key: block for block in blocks}
    ordered = [kept[key] for key in sorted(kept)]
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"machine": machine(), "blocks": [asdict(block) for block in ordered]}
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    return ordered


def stored(path: Path) -> list[Block]:
    """Return the measurements in a file; none if there is no file."""
    if not path.exists():
        return []
    blocks = json.loads(path.read_text(encoding="utf-8"))["blocks"]
    return [Block(**{**block, "rows": tuple(Row(**row) for row in block["rows"])}) for block in blocks]


def write_into(document: Path, blocks: list[Block]) -> None:
    """Replace what a document says between its two marks.

    Raises
    ------
    MeasurementError
        If the document has no such marks.
    """
    text = document.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise MeasurementError(f"{document} has no lines {BEGIN} and {END}")
    new = f"{before}{BEGIN}\n\n{markdown(blocks, machine())}\n\n{END}{after}"
    document.write_text(new, encoding="utf-8", newline="\n")


def _cells(row: Row, reference: Row) -> tuple[str, ...]:
    if not row.turns:
        return (row.name, *["–"] * (len(HEADER) - 1))
    return (
        row.name,
        _seconds(row.wall),
        _range(row.wall_least, row.wall_most, row.turns),
        _ratio(row.wall, reference.wall),
        _seconds(row.cpu),
        _range(row.cpu_least, row.cpu_most, row.turns),
        _ratio(row.cpu, reference.cpu),
        f"{row.peak / MEGABYTE:.0f}" if row.peak else "",
        f"{row.pages / row.wall:.1f}" if row.pages else "",
    )


def _seconds(value: float) -> str:
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def _range(least: float, most: float, turns: int) -> str:
    return f"{_seconds(least)}–{_seconds(most)}" if turns > 1 else ""


def _ratio(value: float, reference: float) -> str:
    ratio = value / reference if reference else float("nan")
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.3f}"
