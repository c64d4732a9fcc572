"""Metadata in YAML as names and texts."""

from __future__ import annotations

from collections.abc import Iterator

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


def facets_of(text: str) -> dict[str, str]:
    """Name and value of every text in a document. Nothing is constructed, resolved or expanded.

    Raises
    ------
    UnfitMetadataError
        If it is no YAML, or has more levels or values than are accepted, an anchor or a tag.
    """
    found: dict[str, str] = {}
    try:
        events = _events(text, found)
        for event in events:
            if isinstance(event, yaml.SequenceStartEvent):
                raise UnfitMetadataError("a list", _line(event))
            if isinstance(event, yaml.MappingStartEvent):
                _read(event, "", 1, events, found)
            elif isinstance(event, yaml.ScalarEvent) and not _is_nothing(event):
                raise UnfitMetadataError(quoted(event.value), _line(event))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else 0
        raise UnfitMetadataError(quoted(error.problem or "a mistake"), line) from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise UnfitMetadataError(quoted(str(error).partition("\n")[0]), 0) from error
    return found


def _events(text: str, found: dict[str, str]) -> Iterator[yaml.Event]:
    """The events of one YAML document; without those that could expand to more than there is."""
    documents = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise UnfitMetadataError("an anchor or alias", _line(event))
        if getattr(event, "tag", None) is not None:
            raise UnfitMetadataError("a tag", _line(event))
        if len(found) > MOST_FACETS:
            raise UnfitMetadataError(f"more than {MOST_FACETS} values", _line(event))
        if documents > 1:
            raise UnfitMetadataError("a second document", _line(event))
        yield event


def _read(
    begin: yaml.Event, name: str, level: int, events: Iterator[yaml.Event], found: dict[str, str]
) -> None:
    """Read a mapping or list that has begun; the texts of a list are joined."""
    keys: set[str] = set()
    values: list[str] = []
    for number, event in enumerate(events, start=1):
        if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            if values:
                _add(found, name, ", ".join(values), event)
            return
        key = str(number)
        if isinstance(begin, yaml.MappingStartEvent):
            key = _key(event, keys, level)
            event = next(events)
        inner = f"{name}.{key}" if name else key
        if not isinstance(event, yaml.ScalarEvent):
            _check_level(level + 1, event)
            _read(event, inner, level + 1, events, found)
        elif isinstance(begin, yaml.SequenceStartEvent):
            values += [] if _is_nothing(event) else [event.value.strip()]
        elif not _is_nothing(event) and event.value.strip():
            _add(found, inner, event.value.strip(), event)


def _key(event: yaml.Event, keys: set[str], level: int) -> str:
    if not isinstance(event, yaml.ScalarEvent):
        _check_level(level + 1, event)
        raise UnfitMetadataError("a key that is no text", _line(event))
    key = " ".join(event.value.split())
    if not key or key in keys:
        raise UnfitMetadataError(f"the key {quoted(key)} again" if key else "an empty key", _line(event))
    keys.add(key)
    return key


def _add(found: dict[str, str], name: str, value: str, event: yaml.Event) -> None:
    if found.setdefault(name, value) is not value:
        raise UnfitMetadataError(f"a second value of {quoted(name)}", _line(event))


def _check_level(level: int, event: yaml.Event) -> None:
    if level > MOST_LEVELS:
        raise UnfitMetadataError(f"more than {MOST_LEVELS} levels", _line(event))


def _is_nothing(event: yaml.ScalarEvent) -> bool:
    return event.style is None and event.value in _NOTHING


def _line(event: yaml.Event) -> int:
    return event.start_mark.line if event.start_mark else 0
