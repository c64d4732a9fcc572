"""Replaces a folder as a whole: what was there stays until its successor is complete."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from inexreport.errors import UsageError


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
        If it holds something else.
    """
    if not folder.exists() or (folder / own).is_file():
        return
    if not folder.is_dir() or any(folder.iterdir()):
        raise UsageError(f"{folder} is not a results site, so it is not replaced; choose another --out")


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """Give an empty folder beside the target, and put it in the target's place if all goes well.

    What an interrupted build left behind is put right first: a half-written folder is removed, and a folder
    that had been moved aside when its successor was not yet in place comes back.

    Parameters
    ----------
    target : Path
        Its parent must exist.

    Yields
    ------
    Path
        The folder to write to.
    """
    building = target.with_name(f".{target.name}.building")
    aside = target.with_name(f".{target.name}.replaced")
    if aside.exists() and not target.exists():
        aside.rename(target)
    for leftover in (building, aside):
        if leftover.exists():
            shutil.rmtree(leftover)
    building.mkdir()
    try:
        yield building
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    if target.exists():
        target.rename(aside)
    building.rename(target)
    if aside.exists():
        shutil.rmtree(aside)
