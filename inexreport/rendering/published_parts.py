"""The parts of the site that stands in the archive: what is made from the same is not written again."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from inexreport.cache.folder import Cache, key_of
from inexreport.cache.known_files import Signature, signature
from inexreport.cache.records import from_parquet, to_parquet
from inexreport.rendering.data_files import DATA
from inexreport.rendering.earlier_tables import EarlierTables
from inexreport.rendering.site_parts import Written

KIND = "published"

_LEADS_ELSEWHERE = re.compile(r"\.\.|[:\\]")
"""What a path has that may lead somewhere else than down, on any system."""


@dataclass(frozen=True, slots=True)
class PublishedParts:
    """Parts of a campaign's site as a build has left them.

    Attributes
    ----------
    parts : mapping of str to Written
        By a key of all that each is made from.
    files : mapping of str to Signature
        By their paths in the campaign's folder.
    """

    parts: Mapping[str, Written] = field(default_factory=dict)
    files: Mapping[str, Signature] = field(default_factory=dict)

    def has(self, key: str, site: Path) -> bool:
        """Whether there is such a part in a campaign's folder, each file as the build has left it."""
        part = self.parts.get(key)
        return part is not None and all(self._stands(f"{site}", one.path) for one in part.files)

    def taken_over(self, key: str, site: Path, new: Path) -> Written | None:
        """Let the files of a part stand in a new folder too, if they are those that the build has left.

        Parameters
        ----------
        key : str
        site : Path
            The campaign's folder.
        new : Path
            The folder that will take its place.

        Returns
        -------
        Written or None
            None if there is no such part, one of its files has been touched, or the file system cannot let
            a file have two names; then nothing is in the new folder.
        """
        if not self.has(key, site):
            return None
        part = self.parts[key]
        done: list[str] = []
        try:
            for one in part.files:
                target = f"{new}/{one.path}"
                _link(f"{site}/{one.path}", target)
                done.append(target)
        except OSError:
            # Whoever writes there now must not write into the file of the old site.
            for target in done:
                Path(target).unlink()
            return None
        return part

    def tables(self, site: Path) -> EarlierTables:
        """The tables in a campaign's folder."""
        rows = {one.key: one for part in self.parts.values() for one in part.rows}
        files = {
            Path(path).name: found for path, found in self.files.items() if Path(path).parent.name == DATA
        }
        return EarlierTables(site / DATA, rows, files)

    def _stands(self, site: str, path: str) -> bool:
        """Whether a file is still the one that the build has left, and no link to it from elsewhere."""
        # Texts, since there are thousands, and to put paths together takes longer than to look at files.
        left = self.files.get(path)
        return left is not None and signature(f"{site}/{path}", of_link=True) == left


def _link(file: str, target: str) -> None:
    """Let a file have another name, in a folder that is made if it is missing."""
    try:
        os.link(file, target)
    except FileNotFoundError:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        os.link(file, target)


def _is_inside(path: str) -> bool:
    """Whether a path leads to nowhere but into the folder that it is completed by."""
    if path[:1].isalnum() and not _LEADS_ELSEWHERE.search(path):
        return True  # as nearly all, found out without taking it apart
    return not Path(path).is_absolute() and ".." not in Path(path).parts


@dataclass(frozen=True, slots=True)
class SiteBefore:
    """A campaign's site for the one that will take its place; see `PublishedParts`.

    Attributes
    ----------
    published : PublishedParts
    folder, new : Path
        The campaign's folders.
    """

    published: PublishedParts
    folder: Path
    new: Path

    def has(self, key: str) -> bool:
        """Whether there is a part that can probably be taken over."""
        return self.published.has(key, self.folder)

    def taken_over(self, key: str) -> Written | None:
        """Let the files of a part stand in the new site too; None if that is not possible."""
        return self.published.taken_over(key, self.folder, self.new)

    @property
    def tables(self) -> EarlierTables:
        """Tables from which rows can be taken."""
        return self.published.tables(self.folder)


def load_published_parts(cache: Cache, folder: Path) -> PublishedParts:
    """What the last build has left in a campaign's folder of an archive."""
    content = cache.read(KIND, _key(folder))
    found = None if content is None else from_parquet(content, PublishedParts)
    return found if found and all(map(_is_inside, found.files)) else PublishedParts()


def keep_published_parts(
    cache: Cache, folder: Path, parts: Mapping[str, Written], before: PublishedParts
) -> None:
    """Remember what a build has left there, once nothing about its files will change any more.

    Parameters
    ----------
    cache : Cache
    folder : Path
        The campaign's folder.
    parts : mapping of str to Written
    before : PublishedParts
        What the build found there: a file of it that somebody has written into meanwhile is not kept.
    """
    files: dict[str, Signature] = {}
    for path in (one.path for part in parts.values() for one in part.files):
        found, earlier = signature(folder / path), before.files.get(path)
        if found and not (earlier and earlier.inode == found.inode and earlier.modified != found.modified):
            files[path] = found
    cache.write(KIND, _key(folder), to_parquet(PublishedParts(parts, files)))


def _key(folder: Path) -> str:
    return key_of(str(folder.resolve()))
