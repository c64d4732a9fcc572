"""Keeps out of a build what only users of the Python interface need."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

import pyarrow as pa

_NAME = "pandas"


class _Nowhere(MetaPathFinder):
    """Finds that there is no pandas."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if name == _NAME:
            raise ModuleNotFoundError(f"{name} is not looked for")


def let_arrow_do_without_pandas() -> None:
    """Let pyarrow not load pandas, here and in processes forked from this one, unless it is asked for frames.

    It does so, if it can, before it makes its first array, to know columns of pandas when it is given some. A
    build gives it none, and to load pandas takes a tenth of a second, in each process. Where somebody has
    loaded pandas, nothing changes.
    """
    if _NAME in sys.modules:
        return
    nowhere = _Nowhere()
    sys.meta_path.insert(0, nowhere)
    try:
        pa.array([])
    finally:
        sys.meta_path.remove(nowhere)
