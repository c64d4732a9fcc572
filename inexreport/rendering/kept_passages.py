"""Passages of pages that tell nothing of runs: rendered once, whatever runs change beside them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Protocol

from markupsafe import Markup

from inexreport.rendering.kept_parts import KeptParts
from inexreport.rendering.made_from import OF_NO_TASK


class Passages(Protocol):
    """What templates call around a passage that tells nothing of runs, by a name that their page has once."""

    def __call__(self, name: str, *, caller: Callable[[], str]) -> Markup:
        """The passage; `caller` renders it."""
        ...


def rendered_now(name: str, *, caller: Callable[[], str]) -> Markup:
    """The passage where nothing is kept."""
    return Markup(caller())


class KeptPassages:
    """The passages of one page, rendered by an earlier build or now.

    Parameters
    ----------
    kept : KeptParts
    page : str
        What tells the page from others.
    """

    def __init__(self, kept: KeptParts, page: str) -> None:
        self._kept, self._key = kept, kept.key(OF_NO_TASK, "passages", page)
        self._before = _passages(kept.kept(self._key))
        self._now: dict[str, str] = {}

    def __call__(self, name: str, *, caller: Callable[[], str]) -> Markup:
        """As `Passages`."""
        passage = self._before.get(name)
        self._now[name] = str(caller()) if passage is None else passage
        return Markup(self._now[name])

    def keep(self) -> None:
        """Leave the page's passages, all of which have been asked for, to later builds."""
        if self._now != self._before:
            self._kept.keep(self._key, json.dumps(self._now))


def _passages(text: str | None) -> Mapping[str, str]:
    found: Mapping[str, str] = {} if text is None else json.loads(text)
    return found
