"""Keeps the sites of different audiences apart: an archive is for one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inexreport.errors import UsageError
from inexreport.rendering.archive_state import campaign_records
from inexreport.report.audience import PUBLIC, Audience


def refuse_other_audiences(out: Path, audience: Audience) -> None:
    """Make sure that a site for one audience comes to lie in, above or below no archive for another.

    Raises
    ------
    UsageError
        If it would: who is given the one must not find the other in it.
    """
    place = out.absolute()
    for folder in (place, *place.parents, *_folders_in(place)):
        for campaign, record in campaign_records(folder):
            found = str(record.get("audience", PUBLIC)) if record else str(audience)
            if found != str(audience):
                raise UsageError(
                    f"{folder / campaign} is for another audience ({found}), so nothing for the audience "
                    f"{audience} is written to {out}; choose another --out."
                )


def _folders_in(place: Path) -> Iterator[Path]:
    if place.is_dir():
        yield from sorted(one for one in place.iterdir() if one.is_dir() and not one.name.startswith("."))
