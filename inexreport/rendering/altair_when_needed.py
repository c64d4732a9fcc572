"""Altair, imported when a kind of chart is built: builds that find all kinds kept start sooner."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt
else:

    class _WhenNeeded:
        def __getattr__(self, name: str) -> Any:
            return getattr(importlib.import_module("altair"), name)

    alt = _WhenNeeded()

__all__ = ["alt"]
