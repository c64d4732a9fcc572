"""The command that tells what changed between two editions of a site."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from inexreport.building.site_changes import SiteChanges, site_changes
from inexreport.rendering.changes_page import changes_page
from inexreport.report.changes.summary import change_groups, describe_change
from inexreport.report.tables.errata import CHANGE_COLUMNS, change_cells

LINES_SHOWN = 20
"""Changes of a group that are printed; the other formats have all, the page more."""


class ChangesFormat(StrEnum):
    """How changes are written."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    HTML = "html"


def diff(
    old: Annotated[
        Path,
        typer.Argument(metavar="OLD", help="A campaign's folder, such as site/inex-2009, or an archive."),
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The same of the newer edition.")],
    output: Annotated[
        ChangesFormat,
        typer.Option("--format", help="text, json or csv for other programs, or html for a page on its own."),
    ] = ChangesFormat.TEXT,
) -> None:
    """Tell what changed between two editions of a published site, or of an archive.

    Compared are scores, ranks, runs, topics, tasks and metrics, settings, versions and input files, and all
    published files by checksum. Numbers are compared exactly. A run whose file is unchanged but has another
    name is renamed. Scores of runs, topics and metrics that only one edition has are not listed. Largest
    differences come first; text shows 20 of each kind and counts files, json and csv have all.

    Exit status: 0 if nothing differs, 1 if something does, 2 if the command was used wrongly or published
    data cannot be read.

    Example: `inexreport diff archive-2024/inex-2009 site/inex-2009`; `inexreport diff old new --format html >
    changes.html`
    """
    found = site_changes(old, new)
    match output:
        case ChangesFormat.TEXT:
            sys.stdout.write("".join(f"{line}\n" for line in _lines(found)))
        case ChangesFormat.JSON:
            sys.stdout.write(json.dumps(_records(found), indent=2) + "\n")
        case ChangesFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(("campaign", *CHANGE_COLUMNS))
            writer.writerows((site.name, *change_cells(one)) for site in found for one in site.changes)
        case ChangesFormat.HTML:
            sys.stdout.write(changes_page(str(old), str(new), [_page(one) for one in found]))
    raise typer.Exit(1 if any(one.changes for one in found) else 0)


def _lines(found: Sequence[SiteChanges]) -> Iterator[str]:
    for site in found:
        yield f"{site.title} ({site.name})" if site.name else site.title
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
            for one, *_ in group["rows"]:
                yield f"    {describe_change(one)}"
            if group["further"]:
                yield f"    and {group['further']:,} more; --format csv has all"
        yield ""


def _records(found: Sequence[SiteChanges]) -> list[dict[str, object]]:
    return [
        {
            "campaign": site.name,
            "title": site.title,
            "changes": [dict(zip(CHANGE_COLUMNS, change_cells(one), strict=True)) for one in site.changes],
        }
        for site in found
    ]


def _page(site: SiteChanges) -> dict[str, object]:
    return {"name": site.name, "title": site.title, "groups": change_groups(site.changes)}
