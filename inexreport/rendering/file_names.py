"""Safe file names for untrusted ids."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

LONGEST_NAME = 80
DIGEST_LENGTH = 8

_SAFE = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_WINDOWS_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


def file_names(ids: Iterable[str], reserved: Iterable[str] = ()) -> dict[str, str]:
    """Return file names without extension: safe in paths and URLs, unique ignoring case.

    A safe id is its own file name. Another one is cleaned and gets a digest of itself, so that its
    address does not depend on other ids.

    Parameters
    ----------
    ids : iterable of str
    reserved : iterable of str
        Names that may not be used.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> file_names(["VSM_06", "vsm_06", "../etc"])
    {'VSM_06': 'VSM_06', 'vsm_06': 'vsm_06-1e542c81', '../etc': 'etc-f7f9121f'}
    """
    taken = {name.casefold() for name in reserved}
    names: dict[str, str] = {}
    for one in sorted(set(ids), key=lambda one: (not _is_safe(one), one)):
        name = one if _is_safe(one) and one.casefold() not in taken else _with_digest(one, taken)
        names[one] = name
        taken.add(name.casefold())
    return names


def _is_safe(one: str) -> bool:
    return (
        len(one) <= LONGEST_NAME and _SAFE.fullmatch(one) is not None and _WINDOWS_DEVICE.match(one) is None
    )


def _with_digest(one: str, taken: set[str]) -> str:
    digest = hashlib.sha256(one.encode("utf-8", "surrogatepass")).hexdigest()
    cleaned = re.sub(r"[^A-Za-z0-9_-]+", "-", one)[: LONGEST_NAME - 10].strip("-")
    for length in range(DIGEST_LENGTH, len(digest) + 1):
        name = f"{cleaned}-{digest[:length]}" if cleaned else digest[:length]
        if name.casefold() not in taken:
            return name
    raise AssertionError("two ids with one digest")
