"""Puts all that a build has written in its place at once: what stood there stays until then."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from inexreport.errors import NotWrittenError, UsageError
from inexreport.rendering.publishing.file_system import (
    exchange,
    write_entries_through,
    write_through,
)

STAGING = ".inexreport-building-"
"""Begins the names of folders in which builds write."""

DISCARDED = ".inexreport-discarded-"
"""Begins the names of those from which nothing is needed any more."""


def refuse_to_replace_others(folder: Path, own: str) -> None:
    """Make sure that a folder may be replaced.

    Parameters
    ----------
    folder : Path
        May be missing.
    own : str
        Path of a file within it by which it is known.

    Raises
    ------
    UsageError
        If it holds something else, or is a symbolic link.
    """
    refuse_link(folder)
    if not folder.exists() or (folder / own).is_file():
        return
    if not folder.is_dir() or any(folder.iterdir()):
        raise UsageError(f"{folder} is not a results site, so it is not replaced; choose another --out")


def refuse_link(folder: Path) -> None:
    """Make sure that a folder of an archive is no symbolic link: what lies elsewhere is never written to.

    Raises
    ------
    UsageError
        If it is one.
    """
    if folder.is_symlink():
        raise UsageError(
            f"{folder} is a symbolic link, which is neither followed nor replaced; remove it, or choose "
            "another --out"
        )


class Publication:
    """What a build puts into an archive.

    Everything is written into a folder of the archive that nobody looks at and whose name no other build
    has, so that nothing which outlives an interrupted build can write into the next one's.

    Parameters
    ----------
    out : Path
        Folder of the archive.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self._staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=out))
        self._new, self._old = self._staging / "new", self._staging / "old"
        self._new.mkdir()
        self._old.mkdir()
        self._folders: list[str] = []
        self._added: list[tuple[Path, Path]] = []
        self._shared: set[Path] = set()
        self._files: list[str] = []

    def mark(self) -> Path:
        """A file by which others can tell that they see the same folder."""
        mark = self._staging / "mark"
        mark.write_text(self._staging.name)
        return mark.absolute()

    def folder(self, name: str) -> Path:
        """Give an empty folder that will stand in the archive under a name."""
        (self._new / name).mkdir()
        self._folders.append(name)
        return self._new / name

    @property
    def folders(self) -> Mapping[str, Path]:
        """Folders that will stand in the archive by their names."""
        return {name: self._new / name for name in self._folders}

    def file(self, name: str, content: bytes) -> None:
        """Let a file stand in the archive."""
        (self._new / name).write_bytes(content)
        self._files.append(name)

    def shared_file(self, folder: str, name: str, content: bytes) -> None:
        """Let a file be in a folder to which builds only add, with the permissions of a file written now."""
        target = self.out / folder / name
        self._shared.add(target.parent)
        if not _is_file_of(target, content, _permissions(self._new) & 0o666):
            written = self._staging / name
            written.write_bytes(content)
            self._added.append((written, target))

    def publish(self) -> None:
        """Put everything in its place, or, if that fails, everything back."""
        write_through(self._staging)
        for folder in self._shared:
            folder.mkdir(exist_ok=True)
            _permit_as(self._new, folder)
        for written, target in self._added:
            written.replace(target)
        # Pages must not be seen after a power loss without what they link to.
        for folder in {target.parent for _, target in self._added}:
            write_entries_through(folder)
        replacements = [
            _Replacement(self._new / name, self.out / name, self._old / name) for name in self._folders
        ]
        try:
            for replacement in replacements:
                replacement.do()
            for name in self._files:
                (self._new / name).replace(self.out / name)
        except BaseException:
            for replacement in reversed(replacements):
                replacement.undo()
            raise
        # What was there must not begin to go before it is certain that its successor stands in its place.
        for folder in (self.out, self._new, self._old):
            write_entries_through(folder)

    def clear(self) -> None:
        """Remove what is not needed any more, or leave it to the next build."""
        with contextlib.suppress(OSError):
            _clear(self._staging)


class _Replacement:
    """A folder that takes the place of another, or of none."""

    def __init__(self, new: Path, target: Path, aside: Path) -> None:
        self._new, self._target, self._aside = new, target, aside
        self._identity = new.stat()
        self._replaces = os.path.lexists(target)

    def do(self) -> None:
        if not self._replaces:
            self._new.rename(self._target)
        elif not exchange(self._new, self._target):
            self._target.rename(self._aside)
            self._new.rename(self._target)

    def undo(self) -> None:
        """Put the old one back, wherever `do` was interrupted."""
        is_done = self._target.exists() and os.path.samestat(self._target.stat(), self._identity)
        if is_done and self._replaces and not os.path.lexists(self._aside):
            exchange(self._new, self._target)
        elif is_done:
            self._target.rename(self._new)
        if os.path.lexists(self._aside):
            self._aside.rename(self._target)


def _is_file_of(path: Path, content: bytes, permissions: int) -> bool:
    """Whether there is a file, and no link to one, of this content and these permissions."""
    is_file = path.is_file() and not path.is_symlink()
    return is_file and _permissions(path) == permissions and path.read_bytes() == content


def _permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _permit_as(example: Path, folder: Path) -> None:
    """Give a folder the permissions of another, unless it belongs to somebody else."""
    permissions = _permissions(example)
    if _permissions(folder) != permissions:
        with contextlib.suppress(PermissionError):
            folder.chmod(permissions)


@contextmanager
def publication(out: Path) -> Iterator[Publication]:
    """Collect what a build writes, and publish it if all goes well.

    Parameters
    ----------
    out : Path
        Folder of the archive; made if it is missing.

    Raises
    ------
    NotWrittenError
        If the file system does not take it, as when the disk is full.
    """
    with write_errors_explained(out):
        out.mkdir(parents=True, exist_ok=True)
        made = Publication(out)
        try:
            yield made
            made.publish()
        finally:
            made.clear()


@contextmanager
def write_errors_explained(out: Path) -> Iterator[None]:
    """Say what went wrong with the files of an archive in words."""
    try:
        yield
    except OSError as error:
        raise NotWrittenError(str(out), error.strerror or str(error)) from error


def repair(out: Path) -> None:
    """Put right what interrupted builds have left; no other build may be at work."""
    for discarded in out.glob(f"{DISCARDED}*"):
        _remove(discarded)
    for staging in out.glob(f"{STAGING}*"):
        if _is_folder(staging):
            _clear(staging)
        else:
            _remove(staging)


def is_moved_aside(folder: Path) -> bool:
    """Whether a build was interrupted just when a folder had left its place; the next brings it back."""
    stagings = folder.parent.glob(f"{STAGING}*")
    return not os.path.lexists(folder) and any(
        old.name == folder.name for staging in stagings for old in _moved_aside(staging)
    )


def _clear(staging: Path) -> None:
    """Remove a build's folder; what it had moved aside without putting anything in its place comes back."""
    for old in _moved_aside(staging):
        target = staging.parent / old.name
        if not os.path.lexists(target):
            old.rename(target)
    if staging.is_dir():
        # From here on nothing of it may come back, since it may be half gone.
        discarded = staging.with_name(staging.name.replace(STAGING, DISCARDED, 1))
        staging.rename(discarded)
        _remove(discarded)


def _moved_aside(staging: Path) -> list[Path]:
    """What a build has moved aside; nothing that a link leads to was."""
    if not _is_folder(staging) or not _is_folder(staging / "old"):
        return []
    return [old for old in (staging / "old").iterdir() if _is_folder(old)]


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _remove(path: Path) -> None:
    """Remove a folder with all that is in it, as far as possible; of a link, the link."""
    if _is_folder(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
