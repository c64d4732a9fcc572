"""Metadata in YAML as names and texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from inexreport.formats.shown_text import quoted

_NOTHING = ("", "~", "null", "Null", "NULL")
"""Plain texts that stand for no value."""


class UnfitMetadataError(Exception):
    """What was found in YAML that is not accepted, and its line, counted from 0."""

    def __init__(self, found: str, line: int) -> None:
        super().__init__(found, line)
        self.found, self.line = found, line


@dataclass
class _Level:
    """A mapping or list that has begun; the values of a list are those that are no mappings and lists."""

    name: str
    is_list: bool
    key: str | None = None
    keys: set[str] = field(default_factory=set)
    items: int = 0
    values: list[str] = field(default_factory=list)

    def next_name(self, line: int) -> str:
        """The name of the mapping or list that begins in this level."""
        self.items += 1
        if self.is_list:
            return f"{self.name}.{self.items}" if self.name else str(self.items)
        if self.key is None:
            raise UnfitMetadataError("a key that is no text", line)
        key, self.key = self.key, None
        return f"{self.name}.{key}" if self.name else key


def facets_of(text: str, most_levels: int, most_facets: int) -> dict[str, str]:
    """Name and value of every text in a document. Nothing is constructed, resolved or expanded.

    Raises
    ------
    UnfitMetadataError
        If it is no YAML, or has more levels or values than are accepted, an anchor or a tag.
    """
    try:
        return _facets(text, most_levels, most_facets)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else 0
        raise UnfitMetadataError(quoted(error.problem or "a mistake"), line) from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise UnfitMetadataError(quoted(str(error).partition("\n")[0]), 0) from error


def _facets(text: str, most_levels: int, most_facets: int) -> dict[str, str]:
    found: dict[str, str] = {}
    levels: list[_Level] = []
    documents = 0
    for event in _events(text):
        line = event.start_mark.line if event.start_mark else 0
        if len(found) > most_facets:
            raise UnfitMetadataError(f"more than {most_facets} values", line)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise UnfitMetadataError("a second document", line)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if not levels and isinstance(event, yaml.SequenceStartEvent):
                raise UnfitMetadataError("a list", line)
            if len(levels) == most_levels:
                raise UnfitMetadataError(f"more than {most_levels} levels", line)
            name = levels[-1].next_name(line) if levels else ""
            levels.append(_Level(name, isinstance(event, yaml.SequenceStartEvent)))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            ended = levels.pop()
            if ended.values:
                _add(found, ended.name, ", ".join(ended.values), line)
        elif isinstance(event, yaml.ScalarEvent):
            if levels:
                _take(event, levels[-1], found, line)
            elif not _is_nothing(event):
                raise UnfitMetadataError(quoted(event.value), line)
    return found


def _take(event: yaml.ScalarEvent, level: _Level, found: dict[str, str], line: int) -> None:
    """Take a text as an item, a key or the value of the last key."""
    if level.is_list:
        level.items += 1
        level.values += [] if _is_nothing(event) else [event.value.strip()]
    elif level.key is None:
        key = " ".join(event.value.split())
        if not key or key in level.keys:
            raise UnfitMetadataError(f"the key {quoted(key)} again" if key else "an empty key", line)
        level.keys.add(key)
        level.key = key
    else:
        name = level.next_name(line)
        if not _is_nothing(event) and event.value.strip():
            _add(found, name, event.value.strip(), line)


def _is_nothing(event: yaml.ScalarEvent) -> bool:
    return event.style is None and event.value in _NOTHING


def _add(found: dict[str, str], name: str, value: str, line: int) -> None:
    if found.setdefault(name, value) is not value:
        raise UnfitMetadataError(f"a second value of {quoted(name)}", line)


def _events(text: str) -> Iterator[yaml.Event]:
    """The events of a YAML text; without those that could expand to more than there is."""
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise UnfitMetadataError("an anchor or alias", line)
        if getattr(event, "tag", None) is not None:
            raise UnfitMetadataError("a tag", line)
        yield event
