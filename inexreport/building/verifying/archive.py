"""Tells whether an archive's own pages are whole, and made from the campaigns that lie there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.building.verifying.seals import SealedFolder, look_at
from inexreport.rendering.archive_state import BESIDE, FOLDER, MADE_FROM, made_from, record_contents


def is_current(out: Path) -> bool:
    """Whether a build need not write them."""
    sealed = look_at_archive(out)
    return not sealed.differences and not any(outdated(out))


def look_at_archive(out: Path) -> SealedFolder:
    """Compare the archive's own pages, its front page among them, with their checksums."""
    return look_at(out / FOLDER, beside=(BESIDE,))


def outdated(out: Path) -> Iterator[Difference]:
    """Tell whether the pages were made from other campaigns than those that lie there."""
    told = out / FOLDER / MADE_FROM
    if told.is_file() and told.read_bytes() != made_from(record_contents(out)):
        yield Difference(Kind.OUTDATED, FOLDER)
