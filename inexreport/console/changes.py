"""Prints what changed between published sites, and by what they differ from what was published."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inexreport.building.site_changes import SiteChanges
from inexreport.building.verifying.differences import Verification, describe_difference, differences_frame
from inexreport.building.verifying.tables import TOLERANCE
from inexreport.console.output import (
    ChangesFormat,
    OutputFormat,
    in_a_line,
    open_console,
    print_csv,
    print_json,
)
from inexreport.model.counted import counted
from inexreport.rendering.changes_page import changes_page
from inexreport.subjects.changes import change_groups, describe_change

LINES_SHOWN = 20
"""Lines that are printed of a group of changes, or of a file's differences; CSV and JSON have all."""


def print_changes(old: str, new: str, found: Sequence[SiteChanges], output: ChangesFormat) -> None:
    """Print the changes of each site, or a page with them; `old` and `new` name the editions."""
    match output:
        case ChangesFormat.TEXT:
            sys.stdout.write("".join(f"{line}\n" for line in _lines(found)))
        case ChangesFormat.HTML:
            sys.stdout.write(changes_page(old, new, [(_title(one), one.changes) for one in found]))
        case _:
            _print_rows([one._asdict() for one in found], "changes", output)


def print_verifications(found: Sequence[Verification], output: OutputFormat, *, everything: bool) -> None:
    """Print the differences of published sites by folder; as CSV a row for each difference."""
    if output is not OutputFormat.TEXT:
        tables = [one._asdict() | {"differences": differences_frame(one.differences)} for one in found]
        _print_rows(tables, "differences", output)
        return
    for one in found:
        _print_verification(one, everything)


def _print_rows(sites: Sequence[Mapping[str, Any]], table: str, output: str) -> None:
    """Print one of the entries of each site, a table; as CSV its rows, each with the first entry."""
    if output == OutputFormat.JSON:
        content = [{**site, table: site[table].to_dict("records")} for site in sites]
        print_json(content, ascii_only=True)  # names of files may be invalid UTF-8
        return
    first = next(iter(sites[0]))
    rows = [(site[first], *row) for site in sites for row in site[table].itertuples(index=False)]
    print_csv((first, *sites[0][table]), ([_cell(cell) for cell in row] for row in rows))


def _cell(cell: Any) -> str:
    """A cell of a CSV file; invalid UTF-8 is made printable, and a mapping becomes ``name=value``."""
    if isinstance(cell, Mapping):
        cell = " ".join(f"{name}={value}" for name, value in cell.items())
    text = "" if cell != cell else str(cell)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _title(site: SiteChanges) -> str:
    return f"{site.title} ({site.campaign})" if site.campaign else site.title


def _lines(found: Sequence[SiteChanges]) -> Iterator[str]:
    for site in found:
        yield _title(site)
        groups = change_groups(site.changes, LINES_SHOWN)
        if not groups:
            yield "  Nothing differs."
        for group in groups:
            yield f"  {group['title']}: {group['summary']}"
        for group in groups:
            if group["name"] == "files":  # nearly all of them, whenever anything changes
                continue
            yield ""
            yield f"  {group['title']}"
            for one in group["rows"]:
                yield f"    {describe_change(one)}"
            if group["further"]:
                yield f"    and {group['further']:,} more; --format csv has all"
        yield ""


def _print_verification(found: Verification, everything: bool) -> None:
    console = open_console()
    told = f": {found.title}, for {found.audience}" if found.title else ""
    told += f", by inexreport {found.version}" if found.version else ""
    console.print(f"[bold]{in_a_line(found.folder)}[/]{in_a_line(told)}")
    shown = Counter[str]()
    for one in found.differences:
        shown[one.file] += 1
        if everything or shown[one.file] <= LINES_SHOWN:
            console.print(f"  {in_a_line(describe_difference(one))}")
    for file, count in shown.items():
        if not everything and count > LINES_SHOWN:
            console.print(f"  {in_a_line(file)}: {count - LINES_SHOWN} more; --all prints them")
    for note in found.notes:
        console.print(f"  {in_a_line(note)}")
    compared = f"{counted(found.files, 'file')} compared with checksums"
    if found.tables is not None:
        compared += (
            f", {counted(found.tables, 'file')} of tables with recomputed ones, in which numbers may "
            f"differ by {TOLERANCE:g} of their value"
        )
    console.print(f"  {compared}: {counted(len(found.differences), 'difference')}.")
