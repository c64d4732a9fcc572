"""Files of a new site appear there when they are whole, whoever writes them and however often."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from uuid import uuid4


@contextmanager
def whole_file(folder: Path, address: str) -> Iterator[BinaryIO]:
    """Write a file that appears in a folder, or takes the place of one there, at the end of the block.

    A worker may be killed while it writes, and another one does its work again; on a cluster both may even
    write at the same time. So each writes under a temporary name of its own, next to the folder rather than
    in it: what a killed worker leaves is never published.

    Parameters
    ----------
    folder : Path
        Of a campaign's new site; it must exist.
    address : str
        Of the file in the folder; folders on the way to it are made.
    """
    temporary = folder.with_name(f".{folder.name}-{uuid4().hex}")
    try:
        with temporary.open("xb") as file:
            yield file
        # Not the folder itself: a worker that outlives the build must not make it again.
        for parent in reversed(PurePosixPath(address).parents[:-1]):
            (folder / parent).mkdir(exist_ok=True)
        temporary.replace(folder / address)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
