"""Metadata of a run in YAML, in the header of its file or in NAME.yml of the same folder, as facets.

References
----------
Breuer, Keller, Schaer: ir_metadata, an extensible metadata schema for IR experiments, SIGIR 2022.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from inexreport.formats.shown_text import LONGEST_TEXT, ShownTexts, quoted
from inexreport.model.problem import ProblemLog
from inexreport.model.run import METADATA

START, END = b"# ir_metadata.start", b"# ir_metadata.end"
LARGEST_METADATA = 2**16
"""Bytes."""

MOST_LEVELS = 10
MOST_FACETS = 200
_NOTHING = ("", "~", "null", "Null", "NULL")
"""Plain texts that stand for no value."""

_EXPECTED = (
    f"YAML with names and values, up to {MOST_LEVELS} levels, {MOST_FACETS} values and "
    f"{LARGEST_METADATA:,} bytes, without anchors and tags"
)


def split_metadata(text: bytes, log: ProblemLog) -> tuple[bytes, dict[str, str]]:
    r"""Return a run without the header that has its metadata, and the facets in it.

    The lines of the header become empty, so that all others keep their numbers.

    Parameters
    ----------
    text : bytes
        UTF-8; lines end in ``\n``.
    log : ProblemLog
        Of the run.

    Examples
    --------
    >>> text = b"# ir_metadata.start\n# actor:\n#   team: x\n# ir_metadata.end\n1 Q0 d 1 2 t\n"
    >>> split_metadata(text, ProblemLog("run"))
    (b'\n\n\n\n1 Q0 d 1 2 t\n', {'ir_metadata.actor.team': 'x'})
    """
    if not text.lstrip().startswith(START):
        return text, {}
    head = text[: 2 * LARGEST_METADATA]
    if len(head) < len(text):
        head = head[: head.rfind(b"\n")]
    lines = head.split(b"\n")
    first = next(place for place, line in enumerate(lines) if line.strip())
    last = first
    while last + 1 < len(lines) and lines[last].strip() != END and lines[last + 1].startswith(b"#"):
        last += 1
    size = sum(len(line) + 1 for line in lines[: last + 1])
    rest = b"\n" * (last + 1) + text[size:]
    if lines[last].strip() != END:
        found = f"no line {quoted(END)} after {quoted(START)}"
        log.add("run-metadata-unread", found=found, expected=_EXPECTED, lines=[first + 1])
        return rest, {}
    content = b"\n".join(line[1:].removeprefix(b" ") for line in lines[first + 1 : last])
    return rest, read_metadata(content, log, first + 1)


def read_metadata(content: bytes, log: ProblemLog, lines_before: int = 0) -> dict[str, str]:
    r"""Return the facets in metadata; none, with a warning in `log`, if they cannot be read.

    The keys of all levels make the name of a facet. All values are texts as they are written; those of a list
    are joined, and mappings in a list have their number as key.

    Parameters
    ----------
    content : bytes
        UTF-8.
    log : ProblemLog
        Of the file.
    lines_before : int
        Number of lines of the file before the content.

    Examples
    --------
    >>> read_metadata(b"data:\n  seeds: [1, 2]\n  sets: [{name: a}]\n", ProblemLog("run"))
    {'ir_metadata.data.seeds': '1, 2', 'ir_metadata.data.sets.1.name': 'a'}
    """
    try:
        if len(content) > LARGEST_METADATA:
            raise _UnfitError(f"{len(content):,} bytes", 0)
        facets = _facets(content.decode("utf-8", "replace"))
    except _UnfitError as error:
        found, line = str(error.args[0]), int(error.args[1])
    except yaml.MarkedYAMLError as error:
        found = quoted(error.problem or "a mistake")
        line = error.problem_mark.line if error.problem_mark else 0
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        found, line = quoted(str(error).partition("\n")[0]), 0
    else:
        texts = ShownTexts()
        shown = {
            texts.shown("the name of metadata", f"{METADATA}{name}", lines_before + 1): texts.shown(
                name, value, lines_before + 1, LONGEST_TEXT
            )
            for name, value in facets.items()
        }
        texts.report(log)
        return shown
    log.add("run-metadata-unread", found=found, expected=_EXPECTED, lines=[lines_before + line + 1])
    return {}


class _UnfitError(Exception):
    """What was found in YAML that is not accepted, and its line, counted from 0."""


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
            raise _UnfitError("a key that is no text", line)
        key, self.key = self.key, None
        return f"{self.name}.{key}" if self.name else key


def _facets(text: str) -> dict[str, str]:
    """Name and value of every text in a document. Nothing is constructed, resolved or expanded."""
    found: dict[str, str] = {}
    levels: list[_Level] = []
    documents = 0
    for event in _events(text):
        line = event.start_mark.line if event.start_mark else 0
        if len(found) > MOST_FACETS:
            raise _UnfitError(f"more than {MOST_FACETS} values", line)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _UnfitError("a second document", line)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if not levels and isinstance(event, yaml.SequenceStartEvent):
                raise _UnfitError("a list", line)
            if len(levels) == MOST_LEVELS:
                raise _UnfitError(f"more than {MOST_LEVELS} levels", line)
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
                raise _UnfitError(quoted(event.value), line)
    return found


def _take(event: yaml.ScalarEvent, level: _Level, found: dict[str, str], line: int) -> None:
    """Take a text as an item, a key or the value of the last key."""
    if level.is_list:
        level.items += 1
        level.values += [] if _is_nothing(event) else [event.value.strip()]
    elif level.key is None:
        key = " ".join(event.value.split())
        if not key or key in level.keys:
            raise _UnfitError(f"the key {quoted(key)} again" if key else "an empty key", line)
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
        raise _UnfitError(f"a second value of {quoted(name)}", line)


def _events(text: str) -> Iterator[yaml.Event]:
    """The events of a YAML text; without those that could expand to more than there is."""
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise _UnfitError("an anchor or alias", line)
        if getattr(event, "tag", None) is not None:
            raise _UnfitError("a tag", line)
        yield event
