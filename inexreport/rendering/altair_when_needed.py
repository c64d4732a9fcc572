"""Altair, imported when a kind of chart is built: builds that find all kinds kept start sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt
else:

    class _WhenNeeded:
        def __getattr__(self, name: str) -> Any:
            import altair

            return getattr(altair, name)

    alt = _WhenNeeded()

__all__ = ["alt"]
