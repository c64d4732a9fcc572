"""Publication of a build: everything is written aside and replaces the old site at the end."""

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
"""Prefix of the folders in which builds write."""

DISCARDED = ".inexreport-discarded-"
"""Prefix of such folders that can be deleted."""


def refuse_to_replace_others(folder: Path, own: str) -> None:
    """Make sure that a folder may be replaced.

    Parameters
    ----------
    folder : Path
        May be missing.
    own : str
        Path of a file in it that identifies it as a site.

    Raises
    ------
    UsageError
        If it contains something else, or is a symbolic link.
    """
    refuse_link(folder)
    if not folder.exists() or (folder / own).is_file():
        return
    if not folder.is_dir() or any(folder.iterdir()):
        raise UsageError(f"{folder} is not a results site, so it is not replaced; choose another --out")


def refuse_link(folder: Path) -> None:
    """Make sure that a folder of an archive is not a symbolic link, because its target is never written.

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
    """The files that a build adds to an archive.

    They are written into a hidden folder of the archive with a unique name, so that workers which outlive an
    interrupted build cannot write into the folder of the next one.

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
        """Return a file that workers check to make sure that they see the same folder."""
        mark = self._staging / "mark"
        mark.write_text(self._staging.name)
        return mark.absolute()

    def folder(self, name: str) -> Path:
        """Return an empty folder that will be published under a name."""
        (self._new / name).mkdir()
        self._folders.append(name)
        return self._new / name

    @property
    def folders(self) -> Mapping[str, Path]:
        """The folders to be published by name."""
        return {name: self._new / name for name in self._folders}

    def file(self, name: str, content: bytes) -> None:
        """Add a file to the archive."""
        (self._new / name).write_bytes(content)
        self._files.append(name)

    def shared_file(self, folder: str, name: str, content: bytes) -> None:
        """Add a file to a folder in which builds never delete, with the permissions of a new file."""
        target = self.out / folder / name
        self._shared.add(target.parent)
        if not _is_file_of(target, content, _permissions(self._new) & 0o666):
            written = self._staging / name
            written.write_bytes(content)
            self._added.append((written, target))

    def publish(self) -> None:
        """Move everything into place; if that fails, restore everything."""
        write_through(self._staging)
        for folder in self._shared:
            folder.mkdir(exist_ok=True)
            _permit_as(self._new, folder)
        for written, target in self._added:
            written.replace(target)
        # After a power failure no page may lack the assets that it links to.
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
        # Old files may be deleted only when the new ones are certainly in place.
        for folder in (self.out, self._new, self._old):
            write_entries_through(folder)

    def clear(self) -> None:
        """Delete temporary and old files, or leave that to the next build."""
        with contextlib.suppress(OSError):
            _clear(self._staging)


class _Replacement:
    """A new folder that replaces an old one, if there is one."""

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
        """Restore the old folder, wherever `do` was interrupted."""
        is_done = self._target.exists() and os.path.samestat(self._target.stat(), self._identity)
        if is_done and self._replaces and not os.path.lexists(self._aside):
            exchange(self._new, self._target)
        elif is_done:
            self._target.rename(self._new)
        if os.path.lexists(self._aside):
            self._aside.rename(self._target)


def _is_file_of(path: Path, content: bytes, permissions: int) -> bool:
    """Whether the path is a file, not a link, with this content and these permissions."""
    is_file = path.is_file() and not path.is_symlink()
    return is_file and _permissions(path) == permissions and path.read_bytes() == content


def _permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _permit_as(example: Path, folder: Path) -> None:
    """Give a folder the permissions of another one, unless it belongs to somebody else."""
    permissions = _permissions(example)
    if _permissions(folder) != permissions:
        with contextlib.suppress(PermissionError):
            folder.chmod(permissions)


@contextmanager
def publication(out: Path) -> Iterator[Publication]:
    """Collect the files of a build, and publish them if the block succeeds.

    Parameters
    ----------
    out : Path
        Folder of the archive; created if missing.

    Raises
    ------
    NotWrittenError
        If the file system fails, as with a full disk.
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
    """Raise errors of the file system as `NotWrittenError`."""
    try:
        yield
    except OSError as error:
        raise NotWrittenError(str(out), error.strerror or str(error)) from error


def repair(out: Path) -> None:
    """Repair what interrupted builds left; no other build may be running."""
    for discarded in out.glob(f"{DISCARDED}*"):
        _remove(discarded)
    for staging in out.glob(f"{STAGING}*"):
        if _is_folder(staging):
            _clear(staging)
        else:
            _remove(staging)


def is_moved_aside(folder: Path) -> bool:
    """Whether an interrupted build moved the folder aside; the next build restores it."""
    stagings = folder.parent.glob(f"{STAGING}*")
    return not os.path.lexists(folder) and any(
        old.name == folder.name for staging in stagings for old in _moved_aside(staging)
    )


def _clear(staging: Path) -> None:
    """Delete a build's folder; restore folders that it moved aside but did not replace."""
    for old in _moved_aside(staging):
        target = staging.parent / old.name
        if not os.path.lexists(target):
            old.rename(target)
    if staging.is_dir():
        # From here on nothing in it may be restored, because it may be half deleted.
        discarded = staging.with_name(staging.name.replace(STAGING, DISCARDED, 1))
        staging.rename(discarded)
        _remove(discarded)


def _moved_aside(staging: Path) -> list[Path]:
    """The folders that a build moved aside; links are ignored."""
    if not _is_folder(staging) or not _is_folder(staging / "old"):
        return []
    return [old for old in (staging / "old").iterdir() if _is_folder(old)]


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _remove(path: Path) -> None:
    """Delete a folder and its content as far as possible, or a link itself."""
    if _is_folder(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
