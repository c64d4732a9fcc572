"""Topics in text files: JSON, comma-separated values, or an identifier, a tab and the text on each line."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from inexreport.formats.csv_rows import csv_rows
from inexreport.formats.likely_format import QRELS, RUN, TREC_QRELS, likely_format
from inexreport.formats.shown_text import examples, quoted
from inexreport.formats.topic_fields import IDENTIFIERS, Parts, is_field, plain_name
from inexreport.model.problem import ProblemLog

_LOOKED_AT = 20
"""Lines by which the format of a file is recognised."""

_COLON = re.compile(rb"[A-Za-z]{0,8}-?[0-9]{1,12}[ ]?:[ ]*[^\s:0-9][^\t]*$")
"""A topic such as ``301:international organized crime``, as in the query files of the Million Query track."""

_TURNS = ("turn", "turns")
"""Names of the turns of a conversation, each of which is a topic."""

_ARRAY = re.compile(r"\s*\[\s*(?=\{)")
_BETWEEN = re.compile(r"\s*([,\]]?)\s*")

_OBJECT_EXPECTED = 'an object for each topic, such as {"id": "301", "title": "..."}'


class _Object(list[tuple[str, Any]]):
    """An object of JSON: its names and values, in the order of the file."""


def line_format(text: bytes) -> str:
    r"""Return ``"json"``, ``"commas"`` or ``"tabs"`` if a file holds topics of that format; else nothing.

    Comma-separated values are recognised by the header, other formats by most of the first lines.

    Examples
    --------
    >>> line_format(b'{"id": "1", "title": "cats"}\n'), line_format(b'[\n{"id": "1"}]')
    ('json', 'json')
    >>> line_format(b"id,title\n1,cats\n"), line_format(b"1\tcats\n"), line_format(b"1 0 a 1\n")
    ('commas', 'tabs', '')
    """
    lines = list(islice((line for line in text.split(b"\n", 2 * _LOOKED_AT) if line.strip()), _LOOKED_AT))
    first = lines[0].decode("utf-8", "replace") if lines else ""
    if _ARRAY.match(b"\n".join(lines).decode("utf-8", "replace")):
        return "json"
    if 2 * sum(_object(line.decode("utf-8", "replace")) is not None for line in lines) > len(lines):
        return "json"
    if _names_columns(_cells(first)):
        return "commas"
    if 2 * sum(_COLON.match(line) is not None for line in lines) > len(lines):
        return "colons"
    tabs = [0 if line[:1].isspace() else line.count(b"\t") for line in lines]
    if 2 * sum(count > 0 for count in tabs) <= len(lines):
        return ""
    # Runs and qrels may have tabs as well, but several on a line.
    is_table = max(tabs) > 1 and likely_format(text) in (RUN, QRELS, TREC_QRELS)
    return "" if is_table else "tabs"


def topics_in_json(text: str, log: ProblemLog) -> Parts:
    """Return the topics of a file with an object on each line, or with an array of objects."""
    topics: Parts = []
    not_shown: list[tuple[str, int]] = []
    for number, read in _objects_of_array(text, log) if _ARRAY.match(text) else _objects_on_lines(text, log):
        parts: list[tuple[str, str]] = []
        turns: list[_Object] = []
        for name, value in read:
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if isinstance(value, str) or (is_number and plain_name(name) in IDENTIFIERS):
                parts.append((name, str(value)))
            elif plain_name(name) in _TURNS and _are_objects(value):
                turns = value
            elif value not in (None, [], _Object()):
                not_shown.append((name, number))
        topics += [(number, _turn(parts, turn)) for turn in turns] or [(number, parts)]
    if not_shown:
        log.add(
            "topic-field-unknown",
            found=examples(name for name, _ in not_shown),
            expected="a text",
            lines=sorted({number for _, number in not_shown}),
        )
    return topics


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, _Object) for one in value)


def _turn(conversation: list[tuple[str, str]], turn: _Object) -> list[tuple[str, str]]:
    """The parts of a turn of a conversation, whose identifiers are joined, as 31_1 in TREC CAsT."""
    texts = [(plain_name(name), str(value)) for name, value in turn if isinstance(value, str | int)]
    identifiers = [text for name, text in (*conversation, *texts) if plain_name(name) in IDENTIFIERS]
    said = [("title" if name.endswith("utterance") else name, text) for name, text in texts]
    return [("id", "_".join(identifiers)), *(part for part in said if part[0] not in IDENTIFIERS)]


def _objects_on_lines(text: str, log: ProblemLog) -> Iterator[tuple[int, _Object]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        read = _object(line)
        if read is None:
            log.add("topic-line", found=quoted(line), expected=_OBJECT_EXPECTED, lines=[number])
        else:
            yield number, read


def _objects_of_array(text: str, log: ProblemLog) -> Iterator[tuple[int, _Object]]:
    """Yield the objects of an array with the lines where they begin, up to the first mistake of syntax."""
    start = _ARRAY.match(text)
    assert start is not None
    decode = json.JSONDecoder(object_pairs_hook=_Object).raw_decode
    place, line, separator = start.end(), 1 + start[0].count("\n"), ","
    while separator == ",":
        try:
            read, end = decode(text, place)
        except (ValueError, RecursionError):
            break
        if isinstance(read, _Object):
            yield line, read
        else:
            log.add("topic-line", found=quoted(text[place:end]), expected=_OBJECT_EXPECTED, lines=[line])
        between = _BETWEEN.match(text, end)
        assert between is not None  # it matches nothing, too
        separator = between[1]
        line += text.count("\n", place, between.end())
        place = between.end()
    if separator != "]" or place < len(text):
        found = quoted(text[place:].partition("\n")[0]) if text[place:] else "the end of the file"
        expected = (
            "the end of the file" if separator == "]" else f"{_OBJECT_EXPECTED}, commas between them, and ]"
        )
        log.add("topic-line", found=found, expected=expected, lines=[line])


def topics_with_commas(text: str, log: ProblemLog) -> Parts:
    """Return the topics of a file of comma-separated values, whose header names the parts.

    Parameters and problems as in `topics_in_json`.
    """
    topics: Parts = []
    names: Sequence[str] = ()
    for number, row in csv_rows(text, log, "topic-line"):
        if not names:
            names = [cell.strip() for cell in row]
        elif len(row) > len(names):
            found, expected = f"{len(row)} values: {quoted(','.join(row))}", f"at most {len(names)} values"
            log.add("topic-line", found=found, expected=expected, lines=[number])
        else:
            topics.append((number, list(zip(names, row, strict=False))))
    return topics


def topics_with_tabs(text: str, log: ProblemLog, mark: str = "\t") -> Parts:
    """Return the topics of a file with an identifier, a tab or another `mark`, and a text on each line.

    A first line of names, such as ``id``, tab, ``title``, tab, ``description``, says what the columns are.
    Parameters and problems as in `topics_in_json`.
    """
    topics: Parts = []
    names: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.split(mark, -1 if mark == "\t" else 1)]
        if not topics and not names and plain_name(cells[0]) in IDENTIFIERS and all(map(is_field, cells)):
            names = cells
        elif len(cells) == 1 or not cells[0] or (names and len(cells) > len(names)):
            what = "tab" if mark == "\t" else "colon"
            expected = f"an identifier, a {what} and the text of the topic"
            expected = f"{len(names)} columns" if names else expected
            log.add("topic-line", found=quoted(line), expected=expected, lines=[number])
        elif names:
            topics.append((number, list(zip(names, cells, strict=False))))
        else:
            topics.append((number, [("id", cells[0]), ("title", " ".join(cells[1:]))]))
    return topics


def _object(line: str) -> _Object | None:
    """Return the object that a line is; None if it is none."""
    try:
        read = json.loads(line, object_pairs_hook=_Object)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, _Object) else None


def _cells(line: str) -> list[str]:
    """Return the comma-separated values of a line."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], strict=True), [])]
    except csv.Error:
        return []


def _names_columns(cells: Sequence[str]) -> bool:
    """Whether the cells are a header, with an identifier and another known part of topics."""
    known = [plain_name(cell) in IDENTIFIERS for cell in cells if is_field(cell)]
    return all(cells) and any(known) and not all(known)
