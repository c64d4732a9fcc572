"""Tells whether an archive's own pages are whole, and made from the campaigns that lie there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from inexreport.building.verifying.checksums import (
    SYMBOLIC_LINK,
    ChecksummedFolder,
    content_of,
    in_short,
    paths_below,
    verify_checksums,
)
from inexreport.building.verifying.differences import Difference, Kind
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import is_named_by
from inexreport.rendering.output_folder import (
    ARCHIVE,
    FRONT,
    FRONT_FROM_ARCHIVE,
    RECORD_CHECKSUMS,
    record_checksums,
    record_contents,
)
from inexreport.rendering.publishing.archive_lock import LOCK
from inexreport.rendering.publishing.publication import DISCARDED, STAGING


def is_current(out: Path) -> bool:
    """Whether a build need not write them."""
    checksummed = verify_archive_checksums(out)
    return not checksummed.differences and not any(outdated(out))


def verify_archive_checksums(out: Path) -> ChecksummedFolder:
    """Compare the archive's own pages, its front page among them, with their checksums."""
    return verify_checksums(out / ARCHIVE, outside=(FRONT_FROM_ARCHIVE,))


def outdated(out: Path) -> Iterator[Difference]:
    """Tell whether the pages were made from other campaigns than those that lie there."""
    told = out / ARCHIVE / RECORD_CHECKSUMS
    if told.is_file() and told.read_bytes() != record_checksums(record_contents(out)):
        yield Difference(Kind.OUTDATED, ARCHIVE)


def seen_from_archive(one: Difference) -> Difference:
    """A difference found in the folder of the archive's own pages, with its path in the archive."""
    return replace(one, file=FRONT if one.file == FRONT_FROM_ARCHIVE else f"{ARCHIVE}/{one.file}")


def unfinished_builds(out: Path) -> Iterator[str]:
    """Yield the names of folders that builds work in, or did before they were interrupted."""
    for one in sorted(out.iterdir()):
        if one.name.startswith((STAGING, DISCARDED)) and not one.is_symlink():
            yield one.name


def strangers(out: Path, campaigns: Collection[str], linked: frozenset[str]) -> Iterator[Difference]:
    """Tell what no build has put into an archive, and links in place of its folders.

    Parameters
    ----------
    out : Path
    campaigns : collection of str
        Names of the folders of campaigns.
    linked : frozenset of str
        Names of scripts and styles that were compared already.
    """
    ours = {ARCHIVE, *campaigns}
    compared = {FRONT, ASSETS, LOCK, *unfinished_builds(out)}
    for name in sorted({one.name for one in out.iterdir()} - compared):
        found = in_short(content_of(out / name) or "")
        if name not in ours:
            yield Difference(Kind.ADDITIONAL, name, recomputed=found)
        elif found == SYMBOLIC_LINK:
            yield Difference(Kind.ALTERED, name, recomputed=found)
    for name in sorted(set(paths_below(out / ASSETS)) - linked):
        content = content_of(out / ASSETS / name) or ""
        if not isinstance(content, bytes) or not is_named_by(name, content):
            yield Difference(Kind.ADDITIONAL, f"{ASSETS}/{name}", recomputed=in_short(content))
