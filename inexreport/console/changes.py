"""Prints what changed between two editions of published sites."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from inexreport.building.site_changes import SiteChanges
from inexreport.console.output import ChangesFormat, print_csv, print_json
from inexreport.rendering.changes_page import changes_page
from inexreport.report.changes.summary import change_groups, describe_change
from inexreport.report.tables.errata import CHANGE_COLUMNS, change_cells

LINES_SHOWN = 20
"""Changes of a group that are printed; the other formats have all, the page more."""


def print_changes(old: str, new: str, found: Sequence[SiteChanges], output: ChangesFormat) -> None:
    """Print the changes of each site, or a page with them; `old` and `new` name the editions."""
    match output:
        case ChangesFormat.TEXT:
            sys.stdout.write("".join(f"{line}\n" for line in _lines(found)))
        case ChangesFormat.JSON:
            print_json(_records(found), ascii_only=True)  # names of files may be invalid UTF-8
        case ChangesFormat.CSV:
            rows = ((site.name, *change_cells(one)) for site in found for one in site.changes)
            print_csv(("campaign", *CHANGE_COLUMNS), rows)
        case ChangesFormat.HTML:
            sys.stdout.write(changes_page(old, new, [_page(one) for one in found]))


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
