"""Prints the differences of published sites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, fields

from inexreport.building.verifying.differences import Difference, Verification, describe_difference
from inexreport.building.verifying.tables import TOLERANCE
from inexreport.console.output import (
    OutputFormat,
    in_a_line,
    open_console,
    print_csv_records,
    print_json,
)
from inexreport.model.counted import counted

DIFFERENCES_SHOWN = 20
"""Number of differences per file that are printed without --all; CSV and JSON have all."""


def print_verifications(found: Sequence[Verification], output: OutputFormat, *, everything: bool) -> None:
    """Print the differences of published sites by folder; as CSV a row for each difference."""
    if output is OutputFormat.JSON:
        print_json([asdict(one) for one in found], ascii_only=True)  # names of files may be invalid UTF-8
    elif output is OutputFormat.CSV:
        columns = ("folder", *(field.name for field in fields(Difference)))
        print_csv_records(columns, [_record(one, each) for one in found for each in one.differences])
    else:
        for one in found:
            _print_verification(one, everything)


def _record(found: Verification, difference: Difference) -> dict[str, str]:
    row = " ".join(f"{column}={value}" for column, value in difference.row.items())
    record = {"folder": found.folder, **asdict(difference), "row": row}
    return {name: in_ascii(str(value)) for name, value in record.items()}


def in_ascii(text: str) -> str:
    """Text whose invalid UTF-8, as names of files may have it, can be printed."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _print_verification(found: Verification, everything: bool) -> None:
    console = open_console()
    told = f": {found.title}, for {found.audience}" if found.title else ""
    told += f", by inexreport {found.version}" if found.version else ""
    console.print(f"[bold]{in_a_line(found.folder)}[/]{in_a_line(told)}")
    shown = Counter[str]()
    for one in found.differences:
        shown[one.file] += 1
        if everything or shown[one.file] <= DIFFERENCES_SHOWN:
            console.print(f"  {in_a_line(describe_difference(one))}")
    for file, count in shown.items():
        if not everything and count > DIFFERENCES_SHOWN:
            console.print(f"  {in_a_line(file)}: {count - DIFFERENCES_SHOWN} more; --all prints them")
    for note in found.notes:
        console.print(f"  {in_a_line(note)}")
    compared = f"{counted(found.files, 'file')} compared with checksums"
    if found.tables is not None:
        compared += (
            f", {counted(found.tables, 'file')} of tables with recomputed ones, in which numbers may "
            f"differ by {TOLERANCE:g} of their value"
        )
    console.print(f"  {compared}: {counted(len(found.differences), 'difference')}.")
