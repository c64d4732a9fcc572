"""Metadata in YAML as names and texts."""

from __future__ import annotations

from typing import Any

import yaml

from inexreport.formats.run_metadata import MOST_FACETS, MOST_LEVELS
from inexreport.formats.shown_text import quoted

_NOTHING = ("", "~", "null", "Null", "NULL")
"""Plain texts that stand for no value."""


class UnfitMetadataError(Exception):
    """What was found in YAML that is not accepted, and its line, counted from 0."""

    def __init__(self, found: str, line: int) -> None:
        super().__init__(found, line)
        self.found, self.line = found, line


class _Loader(yaml.BaseLoader):  # type: ignore[misc]
    """Refuses what could expand to more than there is, before it does."""

    levels = documents = 0

    def get_event(self) -> Any:
        event: Any = super().get_event()
        starts, ends = yaml.CollectionStartEvent, yaml.CollectionEndEvent
        self.levels += isinstance(event, starts) - isinstance(event, ends)
        self.documents += isinstance(event, yaml.DocumentStartEvent)
        refused = {
            "an anchor or alias": getattr(event, "anchor", None) is not None,
            "a tag": getattr(event, "tag", None) is not None,
            f"more than {MOST_LEVELS} levels": self.levels > MOST_LEVELS,
            "a second document": self.documents > 1,
        }
        for found, is_so in refused.items():
            if is_so:
                raise UnfitMetadataError(found, event.start_mark.line)
        return event


def facets_of(text: str) -> dict[str, str]:
    """Name and value of every text in a document. Nothing is constructed or expanded.

    Raises
    ------
    UnfitMetadataError
        If it is no YAML, or has more levels or values than are accepted, an anchor or a tag.
    """
    found: dict[str, str] = {}
    try:
        node = yaml.compose(text, Loader=_Loader)
        if isinstance(node, yaml.MappingNode):
            _read(node, "", found)
        elif node is not None and not _is_nothing(node):
            what = quoted(node.value) if isinstance(node, yaml.ScalarNode) else "a list"
            raise UnfitMetadataError(what, node.start_mark.line)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else 0
        raise UnfitMetadataError(quoted(error.problem or "a mistake"), line) from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise UnfitMetadataError(quoted(str(error).partition("\n")[0]), 0) from error
    return found


def _read(node: Any, name: str, found: dict[str, str]) -> None:
    """Add the texts of a mapping or list; those of a list are joined."""
    is_list = isinstance(node, yaml.SequenceNode)
    keys: set[str] = set()
    texts: list[str] = []
    for number, one in enumerate(node.value, start=1):
        key, value = (str(number), one) if is_list else (_key(one[0], keys), one[1])
        inner = f"{name}.{key}" if name else key
        if not isinstance(value, yaml.ScalarNode):
            _read(value, inner, found)
        elif is_list:
            texts += [] if _is_nothing(value) else [value.value.strip()]
        elif not _is_nothing(value) and value.value.strip():
            _add(found, inner, value.value.strip(), value)
    if texts:
        _add(found, name, ", ".join(texts), node)


def _key(node: Any, keys: set[str]) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise UnfitMetadataError("a key that is no text", node.start_mark.line)
    key = " ".join(node.value.split())
    if not key or key in keys:
        what = f"the key {quoted(key)} again" if key else "an empty key"
        raise UnfitMetadataError(what, node.start_mark.line)
    keys.add(key)
    return key


def _add(found: dict[str, str], name: str, value: str, node: Any) -> None:
    if found.setdefault(name, value) is not value:
        raise UnfitMetadataError(f"a second value of {quoted(name)}", node.start_mark.line)
    if len(found) > MOST_FACETS:
        raise UnfitMetadataError(f"more than {MOST_FACETS} values", node.start_mark.line)


def _is_nothing(node: Any) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value in _NOTHING
